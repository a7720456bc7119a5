# SPDX-License-Identifier: Apache-2.0
#
#   tropic_graphblas         the GraphBLAS C API, shared; a project finds it as TropicGraphblasInstall.cmake lays it out
#   tropic_graphblas_static  the same, static, where the library is static

if(NOT TROPIC_BUILD_GRAPHBLAS)
    return()
endif()

# The version of the C API is written once, in its header.
set(tropic_graphblas_headers ${PROJECT_SOURCE_DIR}/graphblas/include)
file(STRINGS ${tropic_graphblas_headers}/GraphBLAS_types.h tropic_graphblas_lines
     REGEX "^#define GRB_(VERSION|SUBVERSION) [0-9]+$")
list(TRANSFORM tropic_graphblas_lines REPLACE "^.* " "")
list(JOIN tropic_graphblas_lines "." TROPIC_GRAPHBLAS_API)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tropic_graphblas_headers}/GraphBLAS_types.h)

file(GLOB tropic_graphblas_sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/graphblas/*.c ${PROJECT_SOURCE_DIR}/graphblas/extensions/*.c
    ${PROJECT_SOURCE_DIR}/graphblas/large/*.c)
add_library(tropic_graphblas_objects OBJECT ${tropic_graphblas_sources})
tropic_language(tropic_graphblas_objects)
set_target_properties(tropic_graphblas_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(tropic_graphblas_objects PRIVATE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${tropic_graphblas_headers})
target_link_libraries(tropic_graphblas_objects PRIVATE tropic_options Threads::Threads)

# tropic_graphblas_library(TARGET KIND NAME)
function(tropic_graphblas_library target kind name)
    add_library(${target} ${kind} $<TARGET_OBJECTS:tropic_graphblas_objects>)
    tropic_language(${target})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME tropic_graphblas EXPORT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${tropic_soversion})
    tropic_installed_runpath(${target} $ORIGIN)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${tropic_graphblas_headers}> $<INSTALL_INTERFACE:${tropic_graphblas_root}/include>)
    target_link_libraries(${target} PRIVATE tropic Threads::Threads m $<BUILD_INTERFACE:tropic_sanitize>)
endfunction()

# Where the drop-in is installed: a root of its own, so that it shadows no other GraphBLAS.
set(tropic_graphblas_root ${CMAKE_INSTALL_LIBDIR}/tropic/graphblas)
tropic_graphblas_library(tropic_graphblas SHARED GraphBLAS)
add_library(tropic::graphblas ALIAS tropic_graphblas)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Calls within the library stay there, whatever other GraphBLAS the program has; and a static libtropic is its own.
    target_link_options(tropic_graphblas PRIVATE -Wl,-Bsymbolic -Wl,--exclude-libs,ALL)
    if(NOT TROPIC_SANITIZE AND NOT TROPIC_FUZZ)
        target_link_options(tropic_graphblas PRIVATE -Wl,--no-undefined)
    endif()
endif()
if(NOT BUILD_SHARED_LIBS)
    tropic_graphblas_library(tropic_graphblas_static STATIC GraphBLAS_static)
endif()
