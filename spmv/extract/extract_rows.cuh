/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows taken from a matrix in device memory, and of these all entries, spans, or columns in their order.
 */
#ifndef TP_EXTRACT_ROWS_CUH
#define TP_EXTRACT_ROWS_CUH

#include "spmv/extract/spans.h"
#include "spmv/operands/indices.h"
#include "spmv/write/device_lists.cuh"
#include "spmv/write/mask_accum.h"

/* tp_extraction with its lists in device memory. */
typedef struct tp_device_extraction {
    tp_arcs from;
    tropic_index rows;
    const tropic_index *row;
    int64_t first_row, row_step;
    int64_t row_begin, row_end; /* other old rows count as empty */
    /* A span of each row: row i's from column span_first + i * slope up to span_last + i * slope - 1. */
    bool spans;
    int64_t span_first, span_last;
    int slope;
    const unsigned *in_cols; /* NULL, or a bit for each old column that is kept: of the others, `to` may be anything */
    const tropic_index *to;  /* NULL: column j is first_col + j * max(col_step, 1) */
    tropic_index first_col, col_step;
    tp_ascending to_rows, to_cols; /* instead, with strides */
    bool drops;                    /* some entries of a row, or span of it */
    bool filters;                  /* by the mask */
    tp_mask mask;
    size_t size;
} tp_device_extraction;

/* Returns before the device is done. */
tropic_status tp_cuda_extract_rows(tropic_context *context, const tp_device_extraction *t, tp_device_lists *out);
/* The spans of s (whose own lists are not looked at) of the lists of `from`, with values of `size` bytes, or none. */
tropic_status tp_cuda_extract_spans(tropic_context *context, const tp_arcs *from, const tp_spans *s, size_t size,
                                    tp_device_lists *out);

#endif
