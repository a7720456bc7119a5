/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: matrices that take over the caller's arrays, and give up their own. A program includes this header
 * after tropic.h, whose conventions hold here too.
 */
#ifndef TROPIC_ARRAYS_H
#define TROPIC_ARRAYS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Builds a rows x cols matrix of arrays that become its own, without a copy. Arguments are those of
 * tropic_matrix_from_csr and tropic_matrix_from_csc; as for a view, lists are sorted and without duplicates, which is
 * checked. The arrays come from tropic_host_allocate with this context, or from the functions that its options name (or
 * malloc), and the matrix frees them.
 *   values  in  NULL: a pattern (type must be TROPIC_BOOL)
 * Cost: O(rows + cols + count) to check. Status: as for tropic_matrix_from_csr. If the call fails, the arrays stay the
 * caller's. */
TROPIC_API tropic_status tropic_matrix_take_csr(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                                tropic_index cols, tropic_offset *offsets, tropic_index *col_ids,
                                                tropic_type type, void *values);
TROPIC_API tropic_status tropic_matrix_take_csc(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                                tropic_index cols, tropic_offset *offsets, tropic_index *row_ids,
                                                tropic_type type, void *values);

/* Takes A apart, and sets it to NULL: gives its arrays by rows (CSR) or by columns (CSC) to the caller, who frees each
 * by tropic_host_release with this context, or by the function for that of its options (or free). Any output may be
 * NULL: that array is freed. *values is NULL for a pattern.
 * Cost: as for tropic_matrix_csr. Arrays that are not A's own, as those of a view, are copied. Status: as for
 * tropic_matrix_csr, and NOT_SUPPORTED (in a loop's body). On failure A is as it was. */
TROPIC_API tropic_status tropic_matrix_give_csr(tropic_matrix **A, tropic_context *context, tropic_offset **offsets,
                                                tropic_index **col_ids, void **values);
TROPIC_API tropic_status tropic_matrix_give_csc(tropic_matrix **A, tropic_context *context, tropic_offset **offsets,
                                                tropic_index **row_ids, void **values);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_ARRAYS_H */
