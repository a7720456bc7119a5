# SPDX-License-Identifier: Apache-2.0
#
# Tests, by the names of their sources:
#   tests/test_*.c   a CMocka program, label quick (TropicTestPrograms.cmake has these)
#   tests/full_*.c   the same, label full
#   tests/gpu_*.c    the same, label gpu; built with CUDA alone
#   tests/fuzz/*.c   a libFuzzer program, label full; with TROPIC_FUZZ alone
#   tests/graphblas  tests of GraphBLAS on Tropic, and random cases in two libraries of GraphBLAS
#   tests/networkx   the tool's results beside NetworkX's, where that is there
#   examples/*.c     run; their output must be that in tests/examples; also with wrong arguments; label quick
# A program that calls test_need_device() is run once more on the GPU, as gpu/NAME. Programs run in
# the root of the sources, so that "matrices/karate.mtx" is found.

# Seconds, by label, on a slow machine that does two tests at a time. Sanitizers, debug builds and emulators are slower.
set(tropic_slower 1)
if(TROPIC_SANITIZE MATCHES "thread" OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(tropic_slower 20)
elseif(TROPIC_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(tropic_slower 5)
endif()
# A quick program has 20 s of processors' time, which other programs on the machine do not take from it; all have a limit
# of time, for those that hang.
math(EXPR tropic_processor_quick "${tropic_slower} * 20")
math(EXPR tropic_timeout_quick "${tropic_slower} * 300")
math(EXPR tropic_timeout_full "${tropic_slower} * 900")
math(EXPR tropic_timeout_gpu "${tropic_slower} * 300")

# Programs of another architecture run by the emulator; the semirings of users are compiled for it, too.
set(tropic_emulator ${CMAKE_CROSSCOMPILING_EMULATOR})

# Several tests run at once, so threads that wait should not spin. Memory that was never written is not zero.
set(tropic_test_environment OMP_WAIT_POLICY=passive MALLOC_PERTURB_=165)
if(TROPIC_SANITIZE MATCHES "thread") # libgomp and the like are not compiled for it
    list(APPEND tropic_test_environment TSAN_OPTIONS=ignore_noninstrumented_modules=1)
endif()
if(CMAKE_CROSSCOMPILING)
    list(APPEND tropic_test_environment TROPIC_CC=${CMAKE_C_COMPILER} TROPIC_TEST_EMULATED=1)
endif()

# tropic_add_test(NAME LABEL COMMAND...)
function(tropic_add_test name label)
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77
        TIMEOUT ${tropic_timeout_${label}} ENVIRONMENT "${tropic_test_environment}")
endfunction()
# tropic_add_program(NAME LABEL TARGET ARGUMENT...): the same, of one program; a quick one with its limit.
function(tropic_add_program name label target)
    set(limit)
    if(label STREQUAL "quick")
        set(limit sh -c "ulimit -t ${tropic_processor_quick} && exec \"$0\" \"$@\"")
    endif()
    tropic_add_test(${name} ${label} ${limit} ${tropic_emulator} $<TARGET_FILE:${target}> ${ARGN})
endfunction()

if(TROPIC_FUZZ)
    set(tropic_fuzz_seconds 30)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        string(REGEX REPLACE "^fuzz_" "" name ${name})
        tropic_program(fuzz_${name} fuzz SOURCES ${source})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        set(corpus ${PROJECT_BINARY_DIR}/fuzz/corpus_${name})
        file(MAKE_DIRECTORY ${corpus})
        tropic_add_test(fuzz/${name} full fuzz_${name} -max_total_time=${tropic_fuzz_seconds}
            -timeout=10 -rss_limit_mb=4096 -print_final_stats=1
            -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/ ${corpus} ${PROJECT_SOURCE_DIR}/matrices)
    endforeach()
endif()
if(NOT TROPIC_BUILD_TESTS)
    return()
endif()

# Programs of CMocka; without it all other tests stay.
find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)
if(CMOCKA_INCLUDE_DIR AND CMOCKA_LIBRARY)
    include(TropicTestPrograms)
elseif(TROPIC_BUILD_TESTS STREQUAL "AUTO")
    message(STATUS "No CMocka (Debian: libcmocka-dev): most tests are left out")
else()
    message(FATAL_ERROR "The tests need CMocka (Debian: libcmocka-dev); "
                        "-DTROPIC_BUILD_TESTS=AUTO leaves out those that do, OFF all")
endif()

# Random cases in two libraries of GraphBLAS: one source, compiled with the header of each into a module that is linked
# to it, and loaded by a program that is linked to neither.
function(tropic_graphblas_plugin target library)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/graphblas/cases/*.c)
    add_library(${target} MODULE ${sources} ${PROJECT_SOURCE_DIR}/tests/graphblas/answer.c)
    tropic_language(${target})
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(${target} PRIVATE ${ARGN})
    target_link_libraries(${target} PRIVATE tropic_warnings tropic_sanitize ${library} m)
endfunction()
# The program and its two modules, compiled with further definitions.
function(tropic_graphblas_random suffix)
    set(name graphblas_random${suffix})
    set(cases graphblas_cases${suffix})
    set(reference graphblas_reference_cases${suffix})
    tropic_graphblas_plugin(${cases} tropic_graphblas ${ARGN})
    tropic_graphblas_plugin(${reference} GraphBLAS::GraphBLAS ${ARGN})
    add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/graphblas/random.c ${PROJECT_SOURCE_DIR}/tests/graphblas/answer.c)
    tropic_language(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(${name} PRIVATE TROPIC_TEST_PLUGIN="$<TARGET_FILE_NAME:${cases}>"
        TROPIC_TEST_REFERENCE_PLUGIN="$<TARGET_FILE_NAME:${reference}>" ${ARGN})
    target_link_libraries(${name} PRIVATE tropic_warnings tropic_sanitize ${CMAKE_DL_LIBS})
    add_dependencies(${name} ${cases} ${reference})
endfunction()
if(TARGET tropic_graphblas AND TROPIC_HAVE_GRAPHBLAS AND BUILD_SHARED_LIBS)
    tropic_graphblas_random("")
    tropic_graphblas_random(_wide TEST_PAIR_REST=984) # the user's type has 1,000 bytes
    tropic_add_program(graphblas/random quick graphblas_random)
    tropic_add_program(graphblas/wrong quick graphblas_random --wrong)
    tropic_add_program(graphblas/random_large quick graphblas_random --large --seed 4)
    tropic_add_program(graphblas/random_full full graphblas_random --cases 30000 --seed 2)
    tropic_add_program(graphblas/random_by_rows quick graphblas_random --seed 3)
    tropic_add_program(graphblas/random_wide quick graphblas_random_wide --seed 4)
    set_property(TEST graphblas/random graphblas/wrong graphblas/random_large graphblas/random_full graphblas/random_by_rows
        graphblas/random_wide APPEND PROPERTY ENVIRONMENT TROPIC_DEVICE=cpu)
    # Matrices of up to 16 rows are kept as rows, however short.
    set_property(TEST graphblas/random_by_rows APPEND PROPERTY ENVIRONMENT TROPIC_GRAPHBLAS_LONG_ROW=1)
    tropic_add_program(gpu/graphblas/random gpu graphblas_random --cases 3000)
    tropic_add_program(gpu/graphblas/random_by_rows gpu graphblas_random --cases 3000 --seed 3)
    tropic_add_program(gpu/graphblas/random_large gpu graphblas_random --cases 1000 --large --seed 4)
    set_property(TEST gpu/graphblas/random gpu/graphblas/random_by_rows gpu/graphblas/random_large APPEND PROPERTY
        ENVIRONMENT TROPIC_TEST_DEVICE=cuda)
    set_property(TEST gpu/graphblas/random_by_rows APPEND PROPERTY ENVIRONMENT TROPIC_GRAPHBLAS_LONG_ROW=1)
    set_property(TEST gpu/graphblas/random gpu/graphblas/random_by_rows gpu/graphblas/random_large PROPERTY
        RUN_SERIAL ON)
    set_property(GLOBAL APPEND PROPERTY tropic_gpu_programs graphblas_random)
endif()
# For scripts/gpu-check, which runs where there is no ctest.
get_property(tropic_gpu_programs GLOBAL PROPERTY tropic_gpu_programs)
list(JOIN tropic_gpu_programs "\n" tropic_gpu_list)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tests/gpu.list CONTENT "${tropic_gpu_list}\n")

# The output of a program, also with wrong arguments. If its usage has GRAPH, it gets EXPECTED.mtx or
# karate.mtx.
function(tropic_example_test name source expected program)
    set(graph)
    file(STRINGS ${source} usage REGEX "usage: [a-z_]+ GRAPH")
    if(usage AND EXISTS ${PROJECT_SOURCE_DIR}/${expected}.mtx)
        set(graph ${expected}.mtx)
    elseif(usage)
        set(graph matrices/karate.mtx)
    endif()
    set(command ${expected}.txt ${tropic_emulator} ${program} ${graph})
    tropic_add_test(example/${name} quick ${PROJECT_SOURCE_DIR}/tests/examples/run ${command})
    set(command ${graph} -- ${tropic_emulator} ${program})
    tropic_add_test(example/${name}_arguments quick ${PROJECT_SOURCE_DIR}/tests/examples/arguments ${command})
endfunction()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    tropic_program(example_${name} examples SOURCES ${source})
    set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name})
    tropic_example_test(${name} ${source} tests/examples/${name} $<TARGET_FILE:example_${name}>)
endforeach()

# Those of GraphBLAS.h alone give the same answers with Tropic's and with SuiteSparse's.
set(TROPIC_EXAMPLES_GRAPHBLAS tropic suitesparse CACHE STRING
    "The GraphBLAS that examples/graphblas are linked to, of those that are there: tropic, suitesparse or both")
set(tropic_example_tropic tropic_graphblas)
set(tropic_example_suitesparse GraphBLAS::GraphBLAS)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/graphblas/*.c)
foreach(library IN LISTS TROPIC_EXAMPLES_GRAPHBLAS)
    if(NOT TARGET ${tropic_example_${library}})
        continue()
    endif()
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        add_executable(example_${name}_${library} ${source})
        tropic_language(example_${name}_${library})
        set_target_properties(example_${name}_${library} PROPERTIES OUTPUT_NAME ${name}
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples/${library})
        target_link_libraries(example_${name}_${library} PRIVATE
            tropic_warnings tropic_sanitize ${tropic_example_${library}})
        tropic_example_test(${name}-${library} ${source} tests/examples/graphblas/${name}
            $<TARGET_FILE:example_${name}_${library}>)
    endforeach()
endforeach()

# The tool and the scripts, from outside: they start programs of the build themselves, so not those of another
# architecture.
if(CMAKE_CROSSCOMPILING)
    return()
endif()
# (ThreadSanitizer crashes where the size of files is limited, and does not see that a parallel region of bench has
# ended.)
if(TARGET tropic_tool AND NOT TROPIC_SANITIZE STREQUAL "thread")
    tropic_add_test(cli quick ${PROJECT_SOURCE_DIR}/tests/cli/run $<TARGET_FILE:tropic_tool>)
    set_tests_properties(cli PROPERTIES COST 1000) # the longest: it begins first, beside all others
    if(NOT TROPIC_SANITIZE)
        tropic_add_test(networkx quick python3 ${PROJECT_SOURCE_DIR}/tests/networkx/check.py
            $<TARGET_FILE:tropic_tool>)
    endif()
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/scripts/*.sh)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    if(NOT TROPIC_SANITIZE)
        tropic_add_test(scripts/${name} quick ${source} ${PROJECT_BINARY_DIR})
    endif()
endforeach()

# A project that uses the library, each of the three ways, and two that know GraphBLAS alone.
if(TROPIC_INSTALL AND NOT TROPIC_SANITIZE)
    set(ways find_package pkg_config add_subdirectory)
    if(TARGET tropic_graphblas)
        list(APPEND ways graphblas suitesparse)
    endif()
    foreach(way IN LISTS ways)
        tropic_add_test(consumer/${way} quick
            ${PROJECT_SOURCE_DIR}/tests/consumer/run ${way} ${PROJECT_BINARY_DIR})
    endforeach()
endif()
