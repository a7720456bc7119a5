# SPDX-License-Identifier: Apache-2.0
#
#   tropic_graphblas  the GraphBLAS C API (graphblas/include/GraphBLAS.h) on the public headers of the library
# It shows GrB_ and a few GxB_ names alone, and finds its own before another library's of the same names: one process
# may have both.

file(GLOB tropic_graphblas_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/graphblas/*.c)
add_library(tropic_graphblas ${tropic_graphblas_sources})
add_library(tropic::graphblas ALIAS tropic_graphblas)
tropic_language(tropic_graphblas)
set_target_properties(tropic_graphblas PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
    VERSION ${PROJECT_VERSION} SOVERSION ${tropic_soversion})
target_include_directories(tropic_graphblas PRIVATE ${PROJECT_SOURCE_DIR}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/graphblas/include>)
target_link_libraries(tropic_graphblas PRIVATE tropic Threads::Threads
    $<BUILD_INTERFACE:tropic_warnings> $<BUILD_INTERFACE:tropic_sanitize>)
if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(tropic_graphblas PRIVATE -Wl,-Bsymbolic)
    if(NOT TROPIC_SANITIZE AND NOT TROPIC_FUZZ)
        target_link_options(tropic_graphblas PRIVATE -Wl,--no-undefined)
    endif()
endif()
