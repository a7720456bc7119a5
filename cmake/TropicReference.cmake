# SPDX-License-Identifier: Apache-2.0
#
#   tropic_suitesparse  the adapter of include/tropic_suitesparse.h; installed. Only where GraphBLAS is found
#   tropic_reference  the reference for results: SuiteSparse:GraphBLAS, or where it is not found the textbook
#                     algorithms alone. Of these, the one with GMP's integers is for tests
#   tropic_verify     the same as a module, which the tool loads for --verify alone: GraphBLAS has 180 MB to map and
#                     relocate, which takes longer than all that the tool does with a small graph. Only where the
#                     library is shared, so that module and tool have one; and under no sanitizer, whose dlopen does
#                     not search where the tool's does. Else the tool links tropic_reference
# The others are static and see the public header alone; here, whatever links them also links the library, in
# either of its forms; once installed, the adapter brings the one form there is. Sets TROPIC_HAVE_GRAPHBLAS.

set(TROPIC_HAVE_GRAPHBLAS OFF)
if(TROPIC_BUILD_REFERENCE STREQUAL "AUTO")
    find_package(GraphBLAS QUIET)
elseif(TROPIC_BUILD_REFERENCE)
    find_package(GraphBLAS REQUIRED)
endif()
find_library(GMP_LIBRARY gmp)
find_path(GMP_INCLUDE_DIR gmp.h)
mark_as_advanced(GMP_LIBRARY GMP_INCLUDE_DIR)
if(TROPIC_BUILD_REFERENCE AND GraphBLAS_FOUND)
    set(TROPIC_HAVE_GRAPHBLAS ON)
else()
    message(STATUS "No SuiteSparse:GraphBLAS (Debian: libgraphblas-dev): --verify compares with textbook algorithms, "
                   "on one thread")
endif()

set(tropic_adapter_source ${PROJECT_SOURCE_DIR}/reference/suitesparse.c)
file(GLOB tropic_reference_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reference/*.c
    ${PROJECT_SOURCE_DIR}/reference/textbook/*.c ${PROJECT_SOURCE_DIR}/reference/verify/*.c)
list(REMOVE_ITEM tropic_reference_sources ${tropic_adapter_source})
set(tropic_have_gmp OFF)
if(GMP_LIBRARY AND GMP_INCLUDE_DIR)
    set(tropic_have_gmp ON)
else()
    list(FILTER tropic_reference_sources EXCLUDE REGEX "/oracle_exact[^/]*\\.c$")
endif()
set(tropic_textbook_sources ${tropic_reference_sources})
list(FILTER tropic_textbook_sources EXCLUDE REGEX "/grb_[^/]*$")
if(TROPIC_HAVE_GRAPHBLAS)
    list(FILTER tropic_reference_sources EXCLUDE REGEX "/oracle_answers\\.c$")
else()
    set(tropic_reference_sources ${tropic_textbook_sources})
endif()

function(tropic_reference_library target)
    add_library(${target} STATIC ${ARGN})
    tropic_language(${target})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE
        $<BUILD_INTERFACE:tropic_warnings> $<BUILD_INTERFACE:tropic_sanitize>)
endfunction()

if(TROPIC_HAVE_GRAPHBLAS)
    tropic_reference_library(tropic_suitesparse ${tropic_adapter_source})
    target_link_libraries(tropic_suitesparse PUBLIC GraphBLAS::GraphBLAS $<INSTALL_INTERFACE:tropic::tropic>)
endif()
if(NOT TROPIC_BUILD_CLI AND NOT TROPIC_BUILD_TESTS AND NOT TROPIC_FUZZ)
    return()
endif()
tropic_reference_library(tropic_reference ${tropic_reference_sources})
target_link_libraries(tropic_reference PRIVATE OpenMP::OpenMP_C m)
if(TROPIC_HAVE_GRAPHBLAS)
    target_link_libraries(tropic_reference PUBLIC tropic_suitesparse)
    target_compile_definitions(tropic_reference PUBLIC TROPIC_HAVE_GRAPHBLAS=1)
endif()
if(tropic_have_gmp)
    target_link_libraries(tropic_reference PRIVATE ${GMP_LIBRARY})
    target_include_directories(tropic_reference PRIVATE ${GMP_INCLUDE_DIR})
endif()

if(TROPIC_BUILD_CLI AND BUILD_SHARED_LIBS AND NOT TROPIC_SANITIZE AND NOT TROPIC_FUZZ)
    add_library(tropic_verify MODULE ${PROJECT_SOURCE_DIR}/reference/calls.c)
    tropic_language(tropic_verify)
    target_include_directories(tropic_verify PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(tropic_verify PRIVATE tropic_warnings tropic_reference tropic)
    set_target_properties(tropic_verify PROPERTIES OUTPUT_NAME tropic-verify-${PROJECT_VERSION})
    tropic_installed_runpath(tropic_verify $ORIGIN)
endif()
