# SPDX-License-Identifier: Apache-2.0
#
# The `tropic` tool, in <build>/cli.

file(GLOB tropic_tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c)
if(NOT TROPIC_BUILD_CLI OR NOT tropic_tool_sources)
    return()
endif()

tropic_program(tropic_tool cli SOURCES ${tropic_tool_sources})
file(RELATIVE_PATH tropic_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(tropic_tool PROPERTIES
    OUTPUT_NAME tropic INSTALL_RPATH "$ORIGIN/${tropic_bin_to_lib}")
