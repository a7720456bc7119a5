# SPDX-License-Identifier: Apache-2.0
#
# An algorithm that scripts/new-algorithm begins, of the name `reach`: the tool, the benchmark and the test that have it,
# in <build>/new_algorithm. Sources of the project, but the two lists that the script changes, and the files it makes.

if(NOT TARGET tropic_tool OR NOT TARGET tropic_bench OR TROPIC_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
endif()
set(reach reach)
set(new ${PROJECT_BINARY_DIR}/new_algorithm/sources)
set(draft ${PROJECT_BINARY_DIR}/new_algorithm/draft)
file(GLOB own RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/own_algorithm/*)
file(REMOVE_RECURSE ${draft})
file(MAKE_DIRECTORY ${draft}/cli/commands ${draft}/reference/verify ${draft}/bench/rows ${draft}/tests)
foreach(path IN LISTS own ITEMS scripts/new-algorithm algorithms/names.h include/tropic.h)
    configure_file(${PROJECT_SOURCE_DIR}/${path} ${draft}/${path} COPYONLY) # again if it changes
endforeach()
execute_process(COMMAND ${draft}/scripts/new-algorithm ${reach} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${draft}/tests/own_algorithm ${draft}/scripts)
file(GLOB_RECURSE made RELATIVE ${draft} ${draft}/*)
foreach(path IN LISTS made)
    configure_file(${draft}/${path} ${new}/${path} COPYONLY) # an unchanged file keeps its time
endforeach()

file(GLOB algorithm ${new}/algorithms/${reach}/*.c)
if(TROPIC_HAVE_CUDA)
    list(APPEND algorithm ${new}/algorithms/${reach}/${reach}_cuda.cu)
endif()
# tropic_new_program(TARGET SOURCE...): with the new algorithm, and how it is checked.
function(tropic_new_program target)
    tropic_program(${target} new_algorithm SOURCES ${ARGN} ${algorithm} ${new}/reference/verify/${reach}.c
        ${PROJECT_SOURCE_DIR}/reference/calls.c USES tropic_test_shared tropic_bench_parts)
    target_include_directories(${target} BEFORE PRIVATE ${new} ${new}/include ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(${target} PRIVATE ${CMOCKA_LIBRARY} ZLIB::ZLIB)
endfunction()
tropic_new_program(tropic_new_tool ${tropic_tool_sources} ${new}/cli/commands/${reach}.c
    ${PROJECT_SOURCE_DIR}/formats/files/decimal.c)
tropic_new_program(tropic_new_bench ${tropic_bench_main} ${PROJECT_SOURCE_DIR}/bench/algorithm.c ${new}/bench/rows/${reach}.c)
tropic_new_program(test_reach ${new}/tests/test_${reach}.c)
tropic_add_test(new_algorithm quick ${PROJECT_SOURCE_DIR}/tests/new_algorithm ${PROJECT_BINARY_DIR}/new_algorithm)
