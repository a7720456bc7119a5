/* SPDX-License-Identifier: Apache-2.0
 *
 * The operands of calls with large objects: sizes, one dictionary, and lists of ids.
 */
#include "graphblas/large.h"

/* ------------------------------------------------------------------------------------------------
 * Sizes
 */

bool grb_api_size(grb_call *c, GrB_Index n, const char *name)
{
    return n <= GrB_INDEX_MAX + 1 ||
           grb_fail(c, GrB_INVALID_VALUE, "%s is %llu, and the most is 2^60", name, (unsigned long long)n);
}

bool grb_agree(grb_call *c, GrB_Index a, GrB_Index b, const char *a_name, const char *b_name)
{
    return !c->large || a == b ||
           grb_fail(c, GrB_DIMENSION_MISMATCH, "%s: %llu; %s: %llu", a_name, (unsigned long long)a, b_name,
                    (unsigned long long)b);
}

bool grb_fits_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_Index size)
{
    if (!c->large) return true;
    return (!mask || grb_agree(c, grb_places_of(mask), grb_places_of(w), "size of the mask", "of the output")) &&
           grb_agree(c, size, grb_places_of(w), "size of the result", "of the output");
}

bool grb_fits_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_Index rows, GrB_Index columns)
{
    if (!c->large) return true;
    return (!Mask || (grb_agree(c, grb_rows(Mask), grb_rows(C), "rows of the mask", "of the output") &&
                      grb_agree(c, grb_columns(Mask), grb_columns(C), "columns of the mask", "of the output"))) &&
           grb_agree(c, rows, grb_rows(C), "rows of the result", "of the output") &&
           grb_agree(c, columns, grb_columns(C), "columns of the result", "of the output");
}

bool grb_have_shape(grb_call *c, GrB_Matrix A, bool transpose, GrB_Matrix B, bool transpose_second)
{
    if (!c->large) return true;
    return grb_agree(c, grb_rows_of(A, transpose), grb_rows_of(B, transpose_second), "rows of A", "of B") &&
           grb_agree(c, grb_rows_of(A, !transpose), grb_rows_of(B, !transpose_second), "columns of A", "of B");
}

/* ------------------------------------------------------------------------------------------------
 * One dictionary
 */

/* Codes of one dictionary as those of another, each looked up once; `known` has a member for each code. */
typedef struct recoding {
    const grb_dictionary *from;
    grb_dictionary *to;
    tropic_index *known;
} recoding;

static bool recode(grb_call *c, const recoding *r, tropic_index *codes, GrB_Index count)
{
    for (GrB_Index k = 0; k < count; k++) {
        tropic_index *code = &r->known[codes[k]];
        if (*code == 0 && !grb_add_id(c, r->to, r->from->ids[codes[k]], code)) return false;
        codes[k] = *code;
    }
    return true;
}

/* *made = Tropic's vector in the other dictionary. */
static bool recode_vector(grb_call *c, const recoding *r, GrB_Vector v, tropic_vector **made)
{
    const tropic_index count = tropic_vector_count(v->of);
    tropic_index *codes = grb_allocate((size_t)count * sizeof *codes);
    void *values = grb_allocate((size_t)count * v->type->size);
    bool good = (codes && values) || grb_no_memory(c);
    good = good && grb_done_in(c, v->context, tropic_vector_get_entries(v->of, codes, values)) &&
           recode(c, r, codes, (GrB_Index)count) &&
           grb_done_in(c, v->context, tropic_vector_create(made, v->context, v->type->type, r->to->room)) &&
           grb_done_in(c, v->context, tropic_vector_put_entries(*made, count, codes, values));
    grb_release(codes);
    grb_release(values);
    return good;
}

/* The same of a matrix, whose large dimensions change. */
static bool recode_matrix(grb_call *c, const recoding *r, GrB_Matrix A, tropic_matrix **made)
{
    tropic_context *host = grb_host_context();
    const tropic_offset count = tropic_matrix_count(A->of);
    const bool large[] = {grb_large(A->size[0]), grb_large(A->size[1])};
    tropic_index *codes[] = {grb_allocate((size_t)count * sizeof **codes),
                             grb_allocate((size_t)count * sizeof **codes)};
    void *values = grb_allocate((size_t)count * A->type->size);
    bool good = (codes[0] && codes[1] && values) || grb_no_memory(c);
    good = good && grb_done_in(c, host, tropic_matrix_get_entries(A->of, host, codes[0], codes[1], values));
    for (int k = 0; k < 2; k++) good = good && (!large[k] || recode(c, r, codes[k], (GrB_Index)count));
    good = good && grb_done_in(c, host,
                               tropic_matrix_from_coo(made, host, grb_core_size(r->to, A->size[0]),
                                                      grb_core_size(r->to, A->size[1]), count, codes[0], codes[1],
                                                      A->type->type, values, &grb_each_once));
    grb_release(codes[0]);
    grb_release(codes[1]);
    grb_release(values);
    return good;
}

/* Has an object in a dictionary: a vector, or a matrix. */
static bool adopt(grb_call *c, GrB_Vector v, GrB_Matrix A, grb_dictionary *to)
{
    grb_dictionary **at = v ? &v->dictionary : &A->dictionary;
    const recoding r = {*at, to, grb_allocate_zero((size_t)(*at)->count + 1, sizeof *r.known)};
    tropic_vector *vector = NULL;
    tropic_matrix *matrix = NULL;
    bool good = r.known || grb_no_memory(c);
    good = good && (v ? recode_vector(c, &r, v, &vector) : recode_matrix(c, &r, A, &matrix));
    grb_release(r.known);
    if (!good) {
        tropic_vector_free(&vector);
        tropic_matrix_free(&matrix);
        return false;
    }
    grb_dictionary_leave(*at);
    *at = grb_dictionary_share(to);
    if (v) {
        tropic_vector_free(&v->of);
        v->of = vector;
    } else {
        tropic_matrix_free(&A->of);
        A->of = matrix;
        A->made_in = grb_host_context();
    }
    return true;
}

/* The better of two dictionaries: any, rather than that of an object without entries, and the one with more ids. */
static void choose(grb_dictionary **best, bool *has_entries, grb_dictionary *d, bool entries)
{
    if (!d || (*best && (entries == *has_entries ? d->count <= (*best)->count : *has_entries))) return;
    *best = d;
    *has_entries = entries;
}

/* Ids that nobody uses, before the call has codes. */
static bool forget(grb_call *c)
{
    bool good = true;
    for (int k = 0; k < c->vector_count && good; k++) good = grb_forget_vector(c, c->vectors[k]);
    for (int k = 0; k < c->matrix_count && good; k++) good = grb_forget_matrix(c, c->matrices[k]);
    return good;
}

bool grb_unite(grb_call *c)
{
    grb_dictionary *d = NULL;
    bool entries = false, good = true;
    if (!c->large) return true;
    if (!c->dictionary && !forget(c)) return false;
    for (int k = 0; k < c->vector_count; k++)
        choose(&d, &entries, c->vectors[k]->dictionary, tropic_vector_count(c->vectors[k]->of) > 0);
    for (int k = 0; k < c->matrix_count; k++)
        choose(&d, &entries, c->matrices[k]->dictionary, tropic_matrix_count(c->matrices[k]->of) > 0);
    c->dictionary = d;
    for (int k = 0; k < c->vector_count && good; k++) {
        GrB_Vector v = c->vectors[k];
        good = !v->dictionary || v->dictionary == d || adopt(c, v, NULL, d);
    }
    for (int k = 0; k < c->matrix_count && good; k++) {
        GrB_Matrix A = c->matrices[k];
        good = !A->dictionary || A->dictionary == d || adopt(c, NULL, A, d);
    }
    return good;
}

static bool fit_matrix(grb_call *c, GrB_Matrix A)
{
    tropic_context *context = c->context ? c->context : grb_host_context();
    const tropic_index rows = grb_core_size(A->dictionary, A->size[0]), cols = grb_core_size(A->dictionary, A->size[1]);
    return (tropic_matrix_rows(A->of) == rows && tropic_matrix_cols(A->of) == cols) ||
           grb_done_in(c, context, tropic_matrix_resize(&A->of, context, rows, cols));
}

bool grb_fit(grb_call *c)
{
    for (int k = 0; k < c->vector_count; k++) {
        GrB_Vector v = c->vectors[k];
        if (v->dictionary && tropic_vector_size(v->of) != v->dictionary->room &&
            !grb_done_in(c, v->context, tropic_vector_resize(v->of, v->dictionary->room)))
            return false;
    }
    for (int k = 0; k < c->matrix_count; k++)
        if (c->matrices[k]->dictionary && !fit_matrix(c, c->matrices[k])) return false;
    return true;
}

bool grb_line(grb_call *c, GrB_Index id, GrB_Index end, tropic_index *line)
{
    *line = (tropic_index)id;
    if (!grb_large(end)) return true;
    if (!c->dictionary && !grb_unite(c)) return false;
    if (!c->only_finds) return grb_add_id(c, c->dictionary, id, line);
    *line = grb_dictionary_find(c->dictionary, id);
    return true;
}

const tropic_index *grb_lines_of(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, const char *name)
{
    tropic_index *lines = grb_room(c, n, sizeof *lines);
    if (!lines) return NULL;
    for (GrB_Index k = 0; k < n; k++)
        if (list[k] >= end) {
            grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "%s[%llu] is %llu, and must be below %llu", name,
                     (unsigned long long)k, (unsigned long long)list[k], (unsigned long long)end);
            return NULL;
        }
    for (GrB_Index k = 0; k < n; k++)
        if (!grb_line(c, list[k], end, &lines[k])) return NULL;
    return lines;
}

/* (Others may have had operands in another dictionary since grb_ready.) */
bool grb_vector_result(grb_call *c, tropic_vector **made, const grb_tuples *t, GrB_Index size)
{
    grb_alone();
    return grb_unite(c) && grb_vector_of_tuples(c, made, t, c->dictionary, size) && grb_fit(c);
}

bool grb_matrix_result(grb_call *c, tropic_matrix **made, const grb_tuples *t, GrB_Index rows, GrB_Index columns)
{
    grb_alone();
    return grb_unite(c) && grb_matrix_of_tuples(c, made, t, c->dictionary, rows, columns) && grb_fit(c);
}
