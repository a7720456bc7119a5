/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of few long rows, as of searches from several sources at once: after a product each keeps its rows as
 * vectors. Vectors change in place, have the forms that suit them, and use a whole GPU. Without them Tropic makes a new
 * matrix of all entries at each call, and gives a row to a block of threads. So a step of the searches costs O(their
 * frontiers and the arcs of these). Any other use of such a matrix makes it an ordinary one again: O(its rows times its
 * entries). If a call fails, as for want of memory, rows before that have changed.
 */
#include "graphblas/rows.h"

/* More rows, or shorter ones (GRB_LONG_ROW), are better off together: a call for each row costs a few microseconds. */
#define FEW_ROWS 16

static bool few_long_rows(GrB_Matrix A)
{
    const tropic_index rows = tropic_matrix_rows(A->of);
    return !A->dictionary && !__atomic_load_n(&A->walked, __ATOMIC_RELAXED) && rows > 0 && rows <= FEW_ROWS &&
           tropic_matrix_cols(A->of) > 1 && tropic_matrix_cols(A->of) >= grb_long_row();
}

void grb_row_by_row(grb_call *c, GrB_Matrix B, const GrB_Matrix *like, int count)
{
    bool as_rows = B;
    for (int k = 0; k < count; k++) {
        if (!like[k]) continue;
        if (like[k] == B || !few_long_rows(like[k]) ||
            tropic_matrix_rows(like[k]->of) != tropic_matrix_rows(like[0]->of) ||
            tropic_matrix_cols(like[k]->of) != tropic_matrix_cols(like[0]->of))
            return; /* (Tropic reports the wrong shapes.) */
        as_rows = as_rows || like[k]->rows;
    }
    if (as_rows) c->rows = tropic_matrix_rows(like[0]->of);
    c->whole = B;
}

bool grb_goes_by_row(const grb_call *c)
{
    for (int k = 0; k < c->matrix_count; k++)
        if (c->matrices[k] != c->whole && !few_long_rows(c->matrices[k])) return false;
    return true;
}

GrB_Index grb_entries(GrB_Matrix A)
{
    GrB_Index count = (GrB_Index)tropic_matrix_count(A->of);
    for (tropic_index i = 0; A->rows && i < tropic_matrix_rows(A->of); i++)
        count += (GrB_Index)tropic_vector_count(A->rows[i]);
    return count;
}

bool grb_wait_for_rows(grb_call *c, GrB_Matrix A)
{
    for (tropic_index i = 0; A->rows && i < tropic_matrix_rows(A->of); i++)
        if (!grb_wait_for(c, A->rows[i])) return false;
    return true;
}

void grb_free_rows(GrB_Matrix A)
{
    for (tropic_index i = 0; A->rows && i < tropic_matrix_rows(A->of); i++) tropic_vector_free(&A->rows[i]);
    grb_release(A->rows);
    A->rows = NULL;
}

/* Rows of their own, with the entries of the matrix, which then has none. */
static bool split(grb_call *c, GrB_Matrix A)
{
    const tropic_index rows = tropic_matrix_rows(A->of), cols = tropic_matrix_cols(A->of);
    const bool any = tropic_matrix_count(A->of) > 0;
    bool good = true;
    A->rows = grb_allocate_zero((size_t)rows, sizeof *A->rows);
    if (!A->rows) return grb_no_memory(c);
    for (tropic_index i = 0; i < rows && good; i++)
        good = grb_done(c, tropic_vector_create(&A->rows[i], c->context, A->type->type, cols)) &&
               (!any || grb_done(c, tropic_matrix_extract_row(A->rows[i], NULL, NULL, A->of, i, NULL, NULL)));
    good = good && (!any || grb_done(c, tropic_matrix_clear(&A->of, c->context)));
    if (!good) grb_free_rows(A);
    return good;
}

/* Has all rows in one context. */
static bool move(grb_call *c, GrB_Matrix A, tropic_context *to)
{
    for (tropic_index i = 0; i < tropic_matrix_rows(A->of); i++)
        if (tropic_vector_context(A->rows[i]) != to && !grb_done_in(c, to, tropic_vector_move(A->rows[i], to)))
            return false;
    return true;
}

bool grb_have_rows(grb_call *c, GrB_Matrix A)
{
    return A->rows ? move(c, A, c->context) : split(c, A);
}

bool grb_have_matrix(grb_call *c, GrB_Matrix A)
{
    const tropic_index rows = tropic_matrix_rows(A->of), cols = tropic_matrix_cols(A->of);
    tropic_matrix *joined = NULL;
    if (!A->rows) return true;
    tropic_context *where = tropic_vector_context(A->rows[0]);
    bool good =
        move(c, A, where) && grb_done_in(c, where, tropic_matrix_create(&joined, where, A->type->type, rows, cols));
    for (tropic_index i = 0; i < rows && good; i++)
        good = grb_done_in(c, where, tropic_matrix_assign_row(&joined, where, NULL, NULL, A->rows[i], i, NULL, NULL));
    if (good) {
        grb_free_rows(A);
        tropic_matrix_free(&A->of);
        A->of = joined;
    } else {
        tropic_matrix_free(&joined);
    }
    return good;
}
