# SPDX-License-Identifier: Apache-2.0
#
# Finds SuiteSparse:GraphBLAS, and no other GraphBLAS, also where it has no CMake config of its own (Debian 12's 7.4).
# Defines the target GraphBLAS::GraphBLAS, GraphBLAS_FOUND and GraphBLAS_VERSION.

# Tropic's own drop-in has such files, too.
function(tropic_header_is_suitesparse result folder)
    file(STRINGS ${folder}/GraphBLAS.h lines REGEX "^#define GxB_IMPLEMENTATION_MAJOR" LIMIT_COUNT 1)
    file(STRINGS ${folder}/GraphBLAS.h own REGEX "^#define TROPIC_GRAPHBLAS" LIMIT_COUNT 1)
    if(NOT lines OR own)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()
function(tropic_library_is_suitesparse result file)
    file(REAL_PATH ${file} real)
    if(real MATCHES "tropic_graphblas")
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()
find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse SuiteSparse
    VALIDATOR tropic_header_is_suitesparse)
find_library(GraphBLAS_LIBRARY graphblas VALIDATOR tropic_library_is_suitesparse)
mark_as_advanced(GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)

if(GraphBLAS_INCLUDE_DIR)
    file(STRINGS ${GraphBLAS_INCLUDE_DIR}/GraphBLAS.h graphblas_lines
         REGEX "^#define GxB_IMPLEMENTATION_(MAJOR|MINOR|SUB) +[0-9]+")
    list(TRANSFORM graphblas_lines REPLACE "^[^0-9]*([0-9]+).*$" "\\1")
    list(JOIN graphblas_lines "." GraphBLAS_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS
    REQUIRED_VARS GraphBLAS_LIBRARY GraphBLAS_INCLUDE_DIR GraphBLAS_VERSION
    VERSION_VAR GraphBLAS_VERSION)

if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
    add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
    set_target_properties(GraphBLAS::GraphBLAS PROPERTIES
        IMPORTED_LOCATION ${GraphBLAS_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${GraphBLAS_INCLUDE_DIR})
endif()
