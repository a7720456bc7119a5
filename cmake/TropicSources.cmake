# SPDX-License-Identifier: Apache-2.0
#
# The headers that are compiled at run time (runtime/jit/jit_sources.h), as byte arrays in a C file that is
# written anew when one of them changes. Sets TROPIC_SOURCES_C.

set(tropic_embedded_public ${PROJECT_SOURCE_DIR}/include/*.h)
set(tropic_embedded_kernel semiring/language.h semiring/branchless.h semiring/operators.h semiring/coded.h
    formats/matrix/list_at.h runtime/count.h runtime/pass.cuh runtime/random.h runtime/arcs.h runtime/ewise.h
    spmv/step.h spmv/direction.h spmv/device/*.h spmv/device/block.cuh spmv/device/cluster.cuh
    spmv/device/hub_queue.cuh spmv/device/kernel.cuh spmv/device/warp.cuh spmv/jit/variants.h spmv/jit/*.cuh
    spmv/loop/loop_item.h spmv/loop/*.cuh spmv/write/merge_path.cuh spmv/write/merge_path_user.cuh
    spmv/apply/compact_bits.cuh spmv/apply/select.cuh spmv/mxm/cuda/gustavson_device.h spmv/mxm/cuda/walk.cuh
    spmv/mxm/cuda/symbolic_device.h spmv/mxm/cuda/numeric.cuh spmv/mxm/cuda/dots.cuh spmv/mxm/cuda/sort.cuh
    spmv/mxm/cuda/spa.cuh spmv/mxm/cuda/gemm.cuh spmv/ops/mxv_op.h spmv/ops/op.h spmv/ops/op_end.h
    spmv/ops/state.h spmv/strategies/*.cuh spmv/ewise/ewise_user.cuh spmv/ewise/ewise_builtin.h
    spmv/ewise/ewise_rule.h spmv/ewise/listed_block.cuh spmv/write/mask_accum.h spmv/reduce/reduce.cuh)
list(TRANSFORM tropic_embedded_kernel PREPEND ${PROJECT_SOURCE_DIR}/)
set(tropic_embedded_nvrtc ${PROJECT_SOURCE_DIR}/runtime/jit/nvrtc/*.h)

set(tropic_embedded)
set(tropic_embedded_arguments)
foreach(use public kernel nvrtc)
    file(GLOB files CONFIGURE_DEPENDS ${tropic_embedded_${use}})
    # These need headers of other projects.
    list(FILTER files EXCLUDE REGEX "/tropic_(cuda|suitesparse)\\.h$")
    list(APPEND tropic_embedded ${files})
    list(JOIN files "|" files)
    list(APPEND tropic_embedded_arguments "-D${use}=${files}")
endforeach()

set(TROPIC_SOURCES_C ${PROJECT_BINARY_DIR}/generated/jit_sources.c)
set(tropic_embed ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
add_custom_command(OUTPUT ${TROPIC_SOURCES_C}
    COMMAND ${CMAKE_COMMAND} -Droot=${PROJECT_SOURCE_DIR} -Doutput=${TROPIC_SOURCES_C}
            ${tropic_embedded_arguments} -P ${tropic_embed}
    DEPENDS ${tropic_embedded} ${tropic_embed}
    COMMENT "Embedding the headers for run-time compilation" VERBATIM)
