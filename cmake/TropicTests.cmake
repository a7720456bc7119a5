# SPDX-License-Identifier: Apache-2.0
#
# Tests, by the names of their sources:
#   tests/test_*.c   a CMocka program, label quick
#   tests/full_*.c   the same, label full
#   tests/gpu_*.c    the same, label gpu; built with CUDA alone
#   tests/fuzz/*.c   a libFuzzer program, label full; with TROPIC_FUZZ alone
#   tests/graphblas  tests of GraphBLAS on Tropic, and random cases in two libraries of GraphBLAS
#   examples/*.c     run; what they write is to be what tests/examples has, label quick
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

find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)
if(NOT CMOCKA_INCLUDE_DIR OR NOT CMOCKA_LIBRARY)
    message(FATAL_ERROR "The tests need CMocka (Debian: libcmocka-dev); "
                        "-DTROPIC_BUILD_TESTS=OFF builds without them")
endif()

# Without the reference, tests that need it are left out: those that include it, or a header of tests/
# that does.
if(NOT TARGET tropic_reference)
    message(STATUS "No reference: the tests that compare with it are left out")
    file(GLOB headers ${PROJECT_SOURCE_DIR}/tests/*.h)
    set(tropic_needing "reference/.*")
    set(found TRUE)
    while(found) # headers that include such a header, too
        set(found FALSE)
        foreach(header IN LISTS headers)
            file(STRINGS ${header} needs REGEX "^#include \"(${tropic_needing})\"")
            if(needs)
                cmake_path(GET header FILENAME name)
                string(APPEND tropic_needing "|tests/${name}")
                list(REMOVE_ITEM headers ${header})
                set(found TRUE)
            endif()
        endforeach()
    endwhile()
    set(tropic_left_out "^#include \"(${tropic_needing})\"")
endif()
function(tropic_leave_out list)
    if(TARGET tropic_reference)
        return()
    endif()
    set(kept)
    foreach(source IN LISTS ${list})
        file(STRINGS ${source} needs REGEX "${tropic_left_out}")
        if(NOT needs)
            list(APPEND kept ${source})
        endif()
    endforeach()
    set(${list} ${kept} PARENT_SCOPE)
endfunction()

# Generators and whatever else the programs share: the sources that are no test by their name. An
# archive, from which each program takes what it calls.
file(GLOB tropic_shared_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*.c)
list(FILTER tropic_shared_sources EXCLUDE REGEX "/(test|full|gpu)_[^/]*$")
tropic_leave_out(tropic_shared_sources)
add_library(tropic_test_shared STATIC ${tropic_shared_sources})
tropic_language(tropic_test_shared)
target_include_directories(tropic_test_shared PRIVATE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/include ${CMOCKA_INCLUDE_DIR})
target_link_libraries(tropic_test_shared PRIVATE
    tropic_warnings tropic_sanitize $<TARGET_NAME_IF_EXISTS:tropic_reference>)

set(tropic_label_test quick)
set(tropic_label_full full)
set(tropic_label_gpu gpu)
# tropic_gpu_test(NAME SOURCE): the program of this source, on the GPU as well, if it asks for the device.
function(tropic_gpu_test name source)
    file(STRINGS ${source} device_calls REGEX "^ +test_need_device\\(\\)")
    if(device_calls)
        tropic_add_program(gpu/${name} gpu ${name})
        set_property(TEST gpu/${name} APPEND PROPERTY ENVIRONMENT TROPIC_TEST_DEVICE=cuda)
        set_property(TEST gpu/${name} PROPERTY RUN_SERIAL ON)
        set_property(GLOBAL APPEND PROPERTY tropic_gpu_programs ${name})
    endif()
endfunction()
# tropic_test_program(TIER SOURCE...): the program that the first source names, of these; .cu only in a build with CUDA.
function(tropic_test_program tier source)
    set(sources ${source} ${ARGN})
    if(NOT TROPIC_HAVE_CUDA)
        list(FILTER sources EXCLUDE REGEX "\\.cu$")
    endif()
    cmake_path(GET source STEM name)
    tropic_program(${name} tests SOURCES ${sources} USES tropic_test_shared tropic_bench_parts)
    target_include_directories(${name} PRIVATE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE ${CMOCKA_LIBRARY} ZLIB::ZLIB)
    if(tier STREQUAL "gpu")
        target_link_libraries(${name} PRIVATE CUDA::cudart_static)
    else()
        tropic_add_program(${name} ${tropic_label_${tier}} ${name})
    endif()
    tropic_gpu_test(${name} ${source})
    if(TEST gpu/${name} AND tier STREQUAL "full")
        set_property(TEST gpu/${name} PROPERTY TIMEOUT ${tropic_timeout_full})
    endif()
endfunction()
foreach(tier test full gpu)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${tier}_*.c)
    if(tier STREQUAL "gpu" AND NOT TROPIC_HAVE_CUDA)
        set(sources)
    endif()
    tropic_leave_out(sources)
    foreach(source IN LISTS sources)
        tropic_test_program(${tier} ${source})
    endforeach()
endforeach()
# An algorithm with kernels of its own: its folder, and its files here.
set(tropic_own test_own_algorithm.c labels.c labels_cpu.c labels_cuda.cu)
list(TRANSFORM tropic_own PREPEND ${PROJECT_SOURCE_DIR}/tests/own_algorithm/)
tropic_test_program(test ${tropic_own})
# Tests of GraphBLAS on Tropic, by CMocka; those by gpu_*.c put a function of their own before one of a shared libtropic.
set(sources)
if(TARGET tropic_graphblas)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/graphblas/test_*.c)
endif()
if(TARGET tropic_graphblas AND TROPIC_HAVE_CUDA AND BUILD_SHARED_LIBS)
    file(GLOB gpu_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/graphblas/gpu_*.c)
    list(APPEND sources ${gpu_sources})
endif()
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "^test_" "graphblas_" name ${name})
    string(REGEX REPLACE "^gpu_" "gpu_graphblas_" name ${name})
    add_executable(${name} ${source})
    tropic_language(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
        ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE tropic_warnings tropic_sanitize tropic_graphblas tropic
        ${CMOCKA_LIBRARY} m)
    if(name MATCHES "memory$")
        target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/graphblas/failing_calls.c)
    endif()
    if(name MATCHES "^gpu_")
        target_link_libraries(${name} PRIVATE CUDA::cudart_static)
    else()
        tropic_add_program(${name} quick ${name})
    endif()
    tropic_gpu_test(${name} ${source})
endforeach()
if(TARGET graphblas_memory) # with matrices kept as rows, too
    tropic_add_program(graphblas/memory_by_rows quick graphblas_memory)
    set_property(TEST graphblas/memory_by_rows APPEND PROPERTY ENVIRONMENT TROPIC_GRAPHBLAS_LONG_ROW=1)
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
    target_link_libraries(${target} PRIVATE tropic_warnings tropic_sanitize ${library} m)
endfunction()
if(TARGET tropic_graphblas AND TROPIC_HAVE_GRAPHBLAS AND BUILD_SHARED_LIBS)
    tropic_graphblas_plugin(graphblas_cases tropic_graphblas)
    tropic_graphblas_plugin(graphblas_reference_cases GraphBLAS::GraphBLAS)
    add_executable(graphblas_random ${PROJECT_SOURCE_DIR}/tests/graphblas/random.c
        ${PROJECT_SOURCE_DIR}/tests/graphblas/answer.c)
    tropic_language(graphblas_random)
    set_target_properties(graphblas_random PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(graphblas_random PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(graphblas_random PRIVATE TROPIC_TEST_PLUGIN="$<TARGET_FILE:graphblas_cases>"
        TROPIC_TEST_REFERENCE_PLUGIN="$<TARGET_FILE:graphblas_reference_cases>")
    target_link_libraries(graphblas_random PRIVATE tropic_warnings tropic_sanitize ${CMAKE_DL_LIBS})
    add_dependencies(graphblas_random graphblas_cases graphblas_reference_cases)
    tropic_add_program(graphblas/random quick graphblas_random)
    tropic_add_program(graphblas/wrong quick graphblas_random --wrong)
    tropic_add_program(graphblas/random_full full graphblas_random --cases 30000 --seed 2)
    tropic_add_program(graphblas/random_by_rows quick graphblas_random --seed 3)
    set_property(TEST graphblas/random graphblas/wrong graphblas/random_full graphblas/random_by_rows APPEND PROPERTY
        ENVIRONMENT TROPIC_DEVICE=cpu)
    # Matrices of up to 16 rows are kept as rows, however short.
    set_property(TEST graphblas/random_by_rows APPEND PROPERTY ENVIRONMENT TROPIC_GRAPHBLAS_LONG_ROW=1)
    tropic_add_program(gpu/graphblas/random gpu graphblas_random --cases 3000)
    tropic_add_program(gpu/graphblas/random_by_rows gpu graphblas_random --cases 3000 --seed 3)
    set_property(TEST gpu/graphblas/random gpu/graphblas/random_by_rows APPEND PROPERTY
        ENVIRONMENT TROPIC_TEST_DEVICE=cuda)
    set_property(TEST gpu/graphblas/random_by_rows APPEND PROPERTY ENVIRONMENT TROPIC_GRAPHBLAS_LONG_ROW=1)
    set_property(TEST gpu/graphblas/random gpu/graphblas/random_by_rows PROPERTY RUN_SERIAL ON)
    set_property(GLOBAL APPEND PROPERTY tropic_gpu_programs graphblas_random)
endif()
# For scripts/gpu-check, which runs where there is no ctest.
get_property(tropic_gpu_programs GLOBAL PROPERTY tropic_gpu_programs)
list(JOIN tropic_gpu_programs "\n" tropic_gpu_list)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tests/gpu.list CONTENT "${tropic_gpu_list}\n")

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    tropic_program(example_${name} examples SOURCES ${source})
    set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name})
    tropic_add_test(example/${name} quick ${PROJECT_SOURCE_DIR}/tests/examples/run
        tests/examples/${name}.txt ${tropic_emulator} $<TARGET_FILE:example_${name}> matrices/karate.mtx)
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
        tropic_add_test(example/${name}-${library} quick ${PROJECT_SOURCE_DIR}/tests/examples/run
            tests/examples/graphblas/${name}.txt ${tropic_emulator} $<TARGET_FILE:example_${name}_${library}>
            matrices/karate.mtx)
    endforeach()
endforeach()

# The tool and the scripts, from outside: they start programs of the build themselves, so not those of another
# architecture.
if(CMAKE_CROSSCOMPILING)
    return()
endif()
if(TARGET tropic_tool)
    tropic_add_test(cli quick ${PROJECT_SOURCE_DIR}/tests/cli/run $<TARGET_FILE:tropic_tool>)
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/scripts/*.sh)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    if(NOT TROPIC_SANITIZE)
        tropic_add_test(scripts/${name} quick ${source} ${PROJECT_BINARY_DIR})
    endif()
endforeach()

# A project that uses the library, each of the three ways, and one that knows GraphBLAS alone.
if(TROPIC_INSTALL AND NOT TROPIC_SANITIZE)
    set(ways find_package pkg_config add_subdirectory)
    if(TARGET tropic_graphblas)
        list(APPEND ways graphblas)
    endif()
    foreach(way IN LISTS ways)
        tropic_add_test(consumer/${way} quick
            ${PROJECT_SOURCE_DIR}/tests/consumer/run ${way} ${PROJECT_BINARY_DIR})
    endforeach()
endif()
