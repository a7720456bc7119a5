/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns extracted as a matrix, also from a hypersparse one: positions in the caller's lists are then the
 * names.
 */
#ifndef TP_EXTRACT_CORE_H
#define TP_EXTRACT_CORE_H

#include "formats/matrix/forms/hypersparse.h"
#include "spmv/operands/indices.h"

/* *made = rows and columns of A, or A', as a matrix; A has all its rows. */
tropic_status tp_extract_matrix(tropic_context *context, const tropic_matrix *A, bool transposed,
                                const tp_extraction *t, tropic_matrix **made);

/* *core = the core of T(r,c) = A(rows[r], cols[c]), of A' where `transposed`, and its names: the places in the lists at
 * which A may have an entry. On success the caller frees them. The lists were checked.
 * Cost: O(entries of A + (ids of the lists + names) log names); a range is not listed. */
tropic_status tp_extract_core(tropic_context *context, const tp_hypersparse *form, bool transposed,
                              const tp_indices *rows, const tp_indices *cols, tropic_matrix **core,
                              tp_hyperlist *row_names, tp_hyperlist *col_names);

#endif
