# SPDX-License-Identifier: Apache-2.0
#
# The benchmark, `tropic-bench` in <build>/bench, which `tropic bench` runs. All of it but main is an archive,
# tropic_bench_parts, with the functions that tests call. It reads words, and shows text, as the tool
# does, by sources of the tool, and writes numbers as the library does.

if(NOT TROPIC_BUILD_CLI AND NOT TROPIC_BUILD_TESTS)
    return()
endif()
set(tropic_bench_main ${PROJECT_SOURCE_DIR}/bench/bench.c)
file(GLOB tropic_bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c
     ${PROJECT_SOURCE_DIR}/bench/modes/*.c ${PROJECT_SOURCE_DIR}/bench/rows/*.c)
list(REMOVE_ITEM tropic_bench_sources ${tropic_bench_main})

add_library(tropic_bench_parts STATIC ${tropic_bench_sources}
    ${PROJECT_SOURCE_DIR}/cli/options/parse.c ${PROJECT_SOURCE_DIR}/cli/options/option_value.c
    ${PROJECT_SOURCE_DIR}/cli/terminal/text.c
    ${PROJECT_SOURCE_DIR}/formats/files/decimal.c)
tropic_language(tropic_bench_parts)
target_include_directories(tropic_bench_parts PRIVATE ${PROJECT_SOURCE_DIR}
                                                      ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(tropic_bench_parts PRIVATE tropic_warnings tropic_sanitize
    tropic_reference OpenMP::OpenMP_C)
if(TROPIC_HAVE_CUDA)
    # For times on the GPU; cuSPARSE, beside which products are timed, is opened where there is one.
    target_compile_definitions(tropic_bench_parts PRIVATE BENCH_CUDA=1)
    target_link_libraries(tropic_bench_parts PRIVATE CUDA::cudart_static ${CMAKE_DL_LIBS})
endif()

tropic_program(tropic_bench bench SOURCES ${tropic_bench_main} USES tropic_bench_parts)
set_target_properties(tropic_bench PROPERTIES OUTPUT_NAME tropic-bench)
if(TARGET tropic_tool)
    # The tool finds it beside itself, or in the build tree; one is of no use without the other.
    add_dependencies(tropic_tool tropic_bench)
    tropic_installed_runpath(tropic_bench $ORIGIN/${tropic_bin_to_lib} $ORIGIN/..)
endif()
