/* SPDX-License-Identifier: Apache-2.0
 *
 * The device of a call, and its operands there. By `auto` a call goes to the GPU if an operand lies there, or if it
 * passes over so many entries that a GPU is ahead. Else it goes to the CPU, where objects are made. The GPU is opened
 * once calls of that size would have kept the CPU longer than the GPU's start.
 */
#include "graphblas/large.h"
#include "graphblas/rows.h"

#include "runtime/work.h"

/* Of vectors in the CPU's memory, entries of the one that has the fewest; of a union the most, and if the mask is
 * complemented. The output counts where it is the only one, with all its places. */
static double places_of(const grb_call *c, grb_pass pass)
{
    const bool most = pass == GRB_PASS_UNION || c->descriptor.complement;
    const double all = c->vector_count > 0 ? tropic_vector_size(c->vectors[0]->of) : 0;
    double places = most ? 0 : all;
    for (int k = 1; k < c->vector_count; k++) {
        const double count = tropic_vector_count(c->vectors[k]->of);
        if (most ? count > places : count < places) places = count;
    }
    return c->vector_count > 1 ? places : all;
}

static double entries_of(const grb_call *c)
{
    double entries = 0;
    for (int k = 0; k < c->matrix_count; k++) entries += (double)grb_entries(c->matrices[k]);
    return entries;
}

/* Of a product with a vector: entries that meet one of its, and the mask. */
static double arcs_of(const grb_call *c)
{
    double part = 1;
    for (int k = 0; k < c->vector_count; k++) {
        const GrB_Vector v = c->vectors[k];
        const double n = tropic_vector_size(v->of), count = tropic_vector_count(v->of);
        const double met = v == c->multiplied                   ? tp_work_met(count, n)
                           : k > 0 && !c->descriptor.complement ? count / n
                                                                : 1;
        if (n > 0 && met < part) part = met;
    }
    return entries_of(c) * part;
}

/* Of the last two matrices: all pairs of entries; of their product, those that meet, if they fall on rows evenly. */
static double terms_of(const grb_call *c, grb_pass pass)
{
    const GrB_Matrix A = c->matrices[c->matrix_count - 2], B = c->matrices[c->matrix_count - 1];
    const double rows = tropic_matrix_rows(B->of), pairs = (double)grb_entries(A) * (double)grb_entries(B);
    if (pass == GRB_PASS_PAIRS) return pairs;
    return rows > 0 ? pairs / rows : 0;
}

static double seconds_of(const grb_call *c, grb_pass pass)
{
    switch (pass) {
    case GRB_PASS_NONE: return 0;
    case GRB_PASS_PRODUCT:
    case GRB_PASS_PAIRS: return tp_work_shared(terms_of(c, pass) * TP_TERM_SECONDS, grb_host_threads());
    case GRB_PASS_ENTRIES:
    case GRB_PASS_UNION: break;
    }
    if (c->multiplied) return tp_work_of_arcs(arcs_of(c), tropic_vector_size(c->multiplied->of), grb_host_threads());
    if (c->matrix_count == 0) return tp_work_shared(places_of(c, pass) * TP_PLACE_SECONDS, grb_host_threads());
    /* (Rows that are kept as vectors cost as much as these.) */
    return tp_work_shared(entries_of(c) * (c->rows > 0 ? TP_PLACE_SECONDS : TP_ENTRY_SECONDS), grb_host_threads());
}

static bool lies_in(const grb_call *c, const tropic_context *context)
{
    for (int k = 0; k < c->vector_count; k++)
        if (c->vectors[k]->context == context) return true;
    for (int k = 0; k < c->matrix_count; k++) {
        const GrB_Matrix A = c->matrices[k];
        if ((A->rows ? tropic_vector_context(A->rows[0]) : A->made_in) == context) return true;
    }
    return false;
}

static tropic_context *place_of(const grb_call *c, grb_pass pass)
{
    tropic_context *gpu = grb_gpu_context();
    double seconds;
    if (gpu && lies_in(c, gpu)) {
        grb_alone();
        return gpu;
    }
    seconds = seconds_of(c, pass);
    gpu = seconds < TP_LEAST_SECONDS ? NULL : grb_open_gpu(seconds);
    return gpu ? gpu : grb_host_context();
}

static bool move(grb_call *c, GrB_Vector v)
{
    if (v->context == c->context) return true;
    grb_count_move();
    if (!grb_done(c, tropic_vector_move(v->of, c->context))) return false;
    v->context = c->context;
    return true;
}

static bool by_row(const grb_call *c, GrB_Matrix A)
{
    return c->rows > 0 && A != c->whole;
}

/* Has a matrix that others may read, as no output is, to be kept otherwise? */
static bool changes_inputs(const grb_call *c)
{
    for (int k = 0; k < c->matrix_count; k++) {
        GrB_Matrix A = c->matrices[k];
        if (&A->object != c->output && by_row(c, A) != (A->rows != NULL)) return true;
    }
    return false;
}

static bool have_matrices(grb_call *c)
{
    if (changes_inputs(c)) {
        grb_alone();
        if (!grb_goes_by_row(c)) c->rows = 0;
    }
    for (int k = 0; k < c->matrix_count; k++) {
        GrB_Matrix A = c->matrices[k];
        if (c->rows == 0 && !A->rows) continue;
        if (!(by_row(c, A) ? grb_have_rows(c, A) : grb_have_matrix(c, A))) return false;
    }
    return true;
}

bool grb_ready(grb_call *c, grb_pass pass)
{
    if (c->large && !grb_unite(c)) return false;
    if (c->host) grb_went_to_host(c->function);
    c->context = c->host || c->wide ? grb_host_context() : grb_by_size() ? place_of(c, pass) : grb_context();
    if (c->output && c->output->kind == GRB_Matrix) ((GrB_Matrix)c->output)->made_in = c->context;
    for (int k = 0; k < c->vector_count; k++)
        if (!move(c, c->vectors[k])) return false;
    if (!have_matrices(c) || (c->large && !grb_fit(c))) return false;
    if (!c->taken && c->context == grb_host_context() && grb_context() == grb_host_context()) grb_beside(c->locked);
    return true;
}
