# SPDX-License-Identifier: Apache-2.0
#
# tropic_program(TARGET FOLDER SOURCES FILE... [USES LIBRARY...]): a program of this project, in
# <build>/FOLDER. Links the reference where it is built. Sees the inside of the library, as
# tropic_internal, only where one of its sources includes a header of it.
function(tropic_program target folder)
    cmake_parse_arguments(PARSE_ARGV 2 program "" "" "SOURCES;USES")
    add_executable(${target} ${program_SOURCES})
    tropic_language(${target})
    set_target_properties(${target} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})

    set(library tropic)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${program_SOURCES})
    foreach(source IN LISTS program_SOURCES)
        file(STRINGS ${source} inside
             REGEX "^#include \"(runtime|semiring|formats|spmv|algorithms)/")
        # All that is in these, the includer gets, or has the source of.
        list(FILTER inside EXCLUDE REGEX "(runtime/(device_word|draft|environment|links|shown|work)|formats/files/(decimal|put)|algorithms/(names|work))\\.h")
        if(inside)
            set(library tropic_internal)
        endif()
    endforeach()

    # A program that calls nothing of GraphBLAS can then run without it.
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        target_link_options(${target} PRIVATE -Wl,--as-needed)
    endif()
    # Each calls only those after it.
    target_link_libraries(${target} PRIVATE
        tropic_warnings tropic_sanitize
        ${program_USES} tropic_reference ${library}
        OpenMP::OpenMP_C Threads::Threads m)
endfunction()
