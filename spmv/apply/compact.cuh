/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of a matrix that are kept become another: the passes around spmv/apply/compact_bits.cuh.
 */
#ifndef TP_COMPACT_CUH
#define TP_COMPACT_CUH

#include "spmv/apply/compact_bits.cuh"
#include "spmv/device/working.cuh"
#include "spmv/write/device_lists.cuh"

/* Room for the bits of the entries of x; `rows`: whoever sets them has to know rows. */
tropic_status tp_cuda_open_compaction(tropic_context *context, tp_working *w, const tp_arcs *x, bool rows,
                                      tp_compaction *k);
/* Launches a kernel that sets them. */
tropic_status tp_cuda_compact_bits(tropic_context *context, const char *doing, const tp_compaction *k,
                                   const void *kernel, void **arguments);
/* *out = the entries of x whose bits are set, with x's values of `size` bytes, or (0) none. */
tropic_status tp_cuda_make_compact(tropic_context *context, tp_working *w, const tp_compaction *k, const void *values,
                                   size_t size, tp_device_lists *out);

#endif
