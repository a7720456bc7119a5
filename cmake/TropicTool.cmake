# SPDX-License-Identifier: Apache-2.0
#
# The `tropic` tool, in <build>/cli.

file(GLOB_RECURSE tropic_tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c)
if(NOT TROPIC_BUILD_CLI OR NOT tropic_tool_sources)
    return()
endif()

# Hidden in the library: how numbers are written.
tropic_program(tropic_tool cli SOURCES ${tropic_tool_sources} ${PROJECT_SOURCE_DIR}/formats/files/decimal.c)
if(TARGET tropic_verify)
    add_dependencies(tropic_tool tropic_verify)
    target_compile_definitions(tropic_tool PRIVATE TROPIC_VERIFY_MODULE="$<TARGET_FILE_NAME:tropic_verify>")
    target_link_libraries(tropic_tool PRIVATE ${CMAKE_DL_LIBS})
endif()
if(TROPIC_PNG STREQUAL "AUTO")
    find_package(PNG QUIET)
elseif(TROPIC_PNG)
    find_package(PNG REQUIRED)
endif()
if(TROPIC_PNG AND PNG_FOUND)
    target_compile_definitions(tropic_tool PRIVATE TROPIC_HAVE_PNG=1)
    target_link_libraries(tropic_tool PRIVATE PNG::PNG)
elseif(TROPIC_PNG)
    message(STATUS "No libpng (Debian: libpng-dev): the tool draws no .png")
endif()
file(RELATIVE_PATH tropic_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(tropic_tool PROPERTIES
    OUTPUT_NAME tropic)
tropic_installed_runpath(tropic_tool $ORIGIN/${tropic_bin_to_lib} $ORIGIN/..)
