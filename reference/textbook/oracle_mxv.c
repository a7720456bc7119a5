/* SPDX-License-Identifier: Apache-2.0
 *
 * The masked product over a semiring, from the definitions, entry by entry. Values are long double
 * whatever the type: integer results are brought back to their type after each operation, floating
 * ones are left unrounded, to be compared with a tolerance.
 */
#include "reference/oracle.h"

#include <math.h>
#include <stdlib.h>

bool oracle_vector_new(oracle_vector *v, int64_t n)
{
    *v = (oracle_vector){
        .n = n, .has = calloc((size_t)n + 1, sizeof *v->has), .value = calloc((size_t)n + 1, sizeof *v->value)};
    if (v->has && v->value) return true;
    oracle_vector_free(v);
    return false;
}

void oracle_vector_free(oracle_vector *v)
{
    free(v->has);
    free(v->value);
    *v = (oracle_vector){0};
}

static bool is_integer(oracle_type type)
{
    return type != ORACLE_BOOL && type != ORACLE_FP32 && type != ORACLE_FP64;
}

/* The integer of `type` that is congruent to the 64-bit pattern. */
static long double wrap(oracle_type type, uint64_t bits)
{
    switch (type) {
    case ORACLE_INT8: return (long double)(int8_t)(uint8_t)bits;
    case ORACLE_INT16: return (long double)(int16_t)(uint16_t)bits;
    case ORACLE_INT32: return (long double)(int32_t)(uint32_t)bits;
    case ORACLE_UINT8: return (long double)(uint8_t)bits;
    case ORACLE_UINT16: return (long double)(uint16_t)bits;
    case ORACLE_UINT32: return (long double)(uint32_t)bits;
    case ORACLE_UINT64: return (long double)bits;
    default: return (long double)(int64_t)bits;
    }
}

static uint64_t bits_of(long double x)
{
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static long double plus(oracle_type type, long double x, long double y)
{
    if (type == ORACLE_BOOL) return x != 0 || y != 0;
    return is_integer(type) ? wrap(type, bits_of(x) + bits_of(y)) : x + y;
}

static long double minus(oracle_type type, long double x, long double y)
{
    if (type == ORACLE_BOOL) return (x != 0) != (y != 0);
    return is_integer(type) ? wrap(type, bits_of(x) - bits_of(y)) : x - y;
}

static long double times(oracle_type type, long double x, long double y)
{
    if (type == ORACLE_BOOL) return x != 0 && y != 0;
    return is_integer(type) ? wrap(type, bits_of(x) * bits_of(y)) : x * y;
}

static long double largest(oracle_type type)
{
    switch (type) {
    case ORACLE_INT8: return (long double)INT8_MAX;
    case ORACLE_INT16: return (long double)INT16_MAX;
    case ORACLE_INT32: return (long double)INT32_MAX;
    case ORACLE_INT64: return (long double)INT64_MAX;
    case ORACLE_UINT8: return (long double)UINT8_MAX;
    case ORACLE_UINT16: return (long double)UINT16_MAX;
    case ORACLE_UINT32: return (long double)UINT32_MAX;
    case ORACLE_UINT64: return (long double)UINT64_MAX;
    default: return (long double)INFINITY;
    }
}

static long double smallest(oracle_type type)
{
    switch (type) {
    case ORACLE_INT8: return (long double)INT8_MIN;
    case ORACLE_INT16: return (long double)INT16_MIN;
    case ORACLE_INT32: return (long double)INT32_MIN;
    case ORACLE_INT64: return (long double)INT64_MIN;
    case ORACLE_UINT8:
    case ORACLE_UINT16:
    case ORACLE_UINT32:
    case ORACLE_UINT64: return 0;
    default: return (long double)-INFINITY;
    }
}

/* Integers round towards zero; by zero they give 0, or the type's end on x's side. */
static long double divide(oracle_type type, long double x, long double y)
{
    if (!is_integer(type)) return x / y;
    if (y == 0) return x == 0 ? 0 : x > 0 ? largest(type) : smallest(type);
    if (y == -1) return minus(type, 0, x);
    return truncl(x / y);
}

/* The plus of min_plus and max_plus: integers saturate, and the identity of the add absorbs, but for 0. */
static long double saturating_plus(const oracle_semiring *semiring, long double x, long double y)
{
    oracle_type type = semiring->type;
    if (!is_integer(type)) return x + y;
    long double identity = semiring->add == ORACLE_ADD_min ? largest(type) : smallest(type);
    if (identity != 0 && (x == identity || y == identity)) return identity;
    return fminl(fmaxl(x + y, smallest(type)), largest(type));
}

static long double multiply(const oracle_semiring *semiring, long double x, long double y, int64_t k)
{
    switch (semiring->mul) {
    case ORACLE_MUL_land: return x != 0 && y != 0;
    case ORACLE_MUL_pair: return 1;
    case ORACLE_MUL_secondi: return wrap(semiring->type, (uint64_t)k);
    case ORACLE_MUL_times: return times(semiring->type, x, y);
    case ORACLE_MUL_plus: return saturating_plus(semiring, x, y);
    case ORACLE_MUL_first: return x;
    case ORACLE_MUL_second: return y;
    case ORACLE_MUL_min: return fminl(x, y);
    case ORACLE_MUL_max: return fmaxl(x, y);
    }
    return (long double)NAN;
}

/* The sum of the terms so far and one more. `any` is left to the caller. */
static long double add(const oracle_semiring *semiring, long double sum, long double term)
{
    switch (semiring->add) {
    case ORACLE_ADD_lor: return sum != 0 || term != 0;
    case ORACLE_ADD_any: return term;
    case ORACLE_ADD_plus: return plus(semiring->type, sum, term);
    case ORACLE_ADD_min: return fminl(sum, term);
    case ORACLE_ADD_max: return fmaxl(sum, term);
    }
    return (long double)NAN;
}

bool oracle_product(oracle_vector *t, long double *scale, const oracle_semiring *semiring, const oracle_graph *A,
                    const oracle_vector *u, bool transpose, bool vxm)
{
    int64_t *terms = calloc((size_t)t->n + 1, sizeof *terms); /* of t(i) */
    int64_t *seen = calloc((size_t)t->n + 1, sizeof *seen);
    if (!terms || !seen) {
        free(terms);
        free(seen);
        return false;
    }
    /* Whether i is the column of an entry, and the row is summed over. */
    bool by_column = transpose != vxm;
    for (int64_t row = 0; row < A->rows; row++)
        for (int64_t at = A->offset[row]; at < A->offset[row + 1]; at++)
            if (u->has[by_column ? row : A->target[at]]) terms[by_column ? A->target[at] : row]++;
    for (int64_t i = 0; i < t->n; i++) {
        t->has[i] = terms[i] > 0;
        t->value[i] = 0;
        if (scale) scale[i] = 0;
    }
    for (int64_t row = 0; row < A->rows; row++)
        for (int64_t at = A->offset[row]; at < A->offset[row + 1]; at++) {
            int64_t i = by_column ? A->target[at] : row, k = by_column ? row : A->target[at];
            if (!u->has[k]) continue;
            long double a = A->weight[at], x = u->value[k];
            long double term = vxm ? multiply(semiring, x, a, k) : multiply(semiring, a, x, k);
            bool chosen = seen[i] == semiring->choice % terms[i];
            if (semiring->add == ORACLE_ADD_any)
                t->value[i] = chosen ? term : t->value[i];
            else
                t->value[i] = seen[i] == 0 ? term : add(semiring, t->value[i], term);
            if (scale && !isnan(term)) scale[i] += fabsl(term);
            seen[i]++;
        }
    free(terms);
    free(seen);
    return true;
}

static long double accumulate(oracle_accum accum, oracle_type type, long double w, long double t, int64_t i)
{
    switch (accum) {
    case ORACLE_ACCUM_NONE:
    case ORACLE_ACCUM_SECOND: return t;
    case ORACLE_ACCUM_FIRST:
    case ORACLE_ACCUM_ANY: return w;
    case ORACLE_ACCUM_PAIR: return 1;
    case ORACLE_ACCUM_PLUS: return plus(type, w, t);
    case ORACLE_ACCUM_MINUS: return minus(type, w, t);
    case ORACLE_ACCUM_TIMES: return times(type, w, t);
    case ORACLE_ACCUM_DIVIDE: return divide(type, w, t);
    case ORACLE_ACCUM_MIN: return fminl(w, t);
    case ORACLE_ACCUM_MAX: return fmaxl(w, t);
    case ORACLE_ACCUM_LOR: return w != 0 || t != 0;
    case ORACLE_ACCUM_LAND: return w != 0 && t != 0;
    case ORACLE_ACCUM_LXOR: return (w != 0) != (t != 0);
    case ORACLE_ACCUM_LXNOR: return (w != 0) == (t != 0);
    case ORACLE_ACCUM_BOR: return wrap(type, bits_of(w) | bits_of(t));
    case ORACLE_ACCUM_BAND: return wrap(type, bits_of(w) & bits_of(t));
    case ORACLE_ACCUM_BXOR: return wrap(type, bits_of(w) ^ bits_of(t));
    case ORACLE_ACCUM_BXNOR: return wrap(type, ~(bits_of(w) ^ bits_of(t)));
    case ORACLE_ACCUM_INDEX: return wrap(type, (uint64_t)i);
    case ORACLE_ACCUM_EQ: return w == t;
    case ORACLE_ACCUM_NE: return w != t;
    case ORACLE_ACCUM_LT: return w < t;
    case ORACLE_ACCUM_LE: return w <= t;
    case ORACLE_ACCUM_GT: return w > t;
    case ORACLE_ACCUM_GE: return w >= t;
    }
    return (long double)NAN;
}

static bool lets_through(const oracle_mask *mask, int64_t i)
{
    bool inside = !mask->mask || (mask->mask->has[i] && (mask->structure || mask->mask->value[i] != 0));
    return inside != mask->complement;
}

void oracle_assign(oracle_vector *w, const oracle_mask *mask, oracle_accum accum, oracle_type type,
                   const oracle_vector *t)
{
    for (int64_t i = 0; i < w->n; i++) {
        if (!lets_through(mask, i)) {
            if (mask->replace) w->has[i] = false;
        } else if (w->has[i] && t->has[i]) {
            w->value[i] = accumulate(accum, type, w->value[i], t->value[i], i);
        } else if (t->has[i]) {
            w->has[i] = true;
            w->value[i] = t->value[i];
        } else if (accum == ORACLE_ACCUM_NONE) {
            w->has[i] = false;
        }
    }
}
