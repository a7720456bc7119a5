/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths by reweighed arcs, w'(u,v) = w(u,v) - (pi(u) - pi(v)) (Johnson, J. ACM 24, 1977). With a lower bound
 * of the distance left to the target for pi, this is the A* of Hart, Nilsson and Raphael (1968): buckets of d' are
 * buckets of distance plus the distance left.
 */
#include "algorithms/sssp/sssp.h"

#include "formats/matrix/facts/facts.h"
#include "spmv/operands/operand.h"

#include <math.h>

typedef struct potential {
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values; /* of type `weights` */
    tropic_type weights;
    const void *pi;
    tropic_offset *bad; /* the first arc that would be negative */
} potential;

/* The first vertex whose potential is not finite or not less than `bound`; n: there is none. */
static tropic_index first_too_large(const potential *p, tropic_type type, double bound)
{
    tropic_index v = 0;
    while (v < p->n && fabs(tp_value_as_double(p->pi, type, v)) < bound) v++;
    return v;
}

/* Lowers *bad to the first arc of vertices begin .. end - 1 that would be negative. Differences are made as
 * algorithms/sssp/arc_length.h makes them. */
#define SCAN(T, type)                                                                                                  \
    static void negative_##type(const void *of, int64_t begin, int64_t end)                                            \
    {                                                                                                                  \
        const potential *p = of;                                                                                       \
        const T *pi = p->pi;                                                                                           \
        tropic_offset bad = INT64_MAX;                                                                                 \
        for (int64_t i = begin; i < end; i++)                                                                          \
            for (tropic_offset k = p->offsets[i]; k < p->offsets[i + 1]; k++) {                                        \
                const T w = tp_weight_##type(p->weights, p->values, k);                                                \
                if (!(w - (pi[i] - pi[p->ids[k]]) >= 0) && k < bad) bad = k;                                           \
            }                                                                                                          \
        tp_atomic_min(p->bad, bad);                                                                                    \
    }
SCAN(int64_t, int64)
SCAN(float, fp32)
SCAN(double, fp64)

static tropic_status check(tp_run *run, potential *p, tropic_type type, double bound)
{
    const tropic_matrix *A = run->A;
    const tropic_index large = first_too_large(p, type, bound);
    tropic_offset arc = A->count;
    tropic_index i = 0;

    if (large < p->n)
        return tp_fail(run->context, TROPIC_OVERFLOW,
                       "the potential of vertex %lld, or a path with it, leaves the type of the "
                       "distances",
                       (long long)tropic_matrix_label(A, large));
    p->bad = &arc;
    tp_for(tp_team_for(run->context, A->count), p->n, TP_LIST_CHUNK,
           type == TROPIC_FP32   ? negative_fp32
           : type == TROPIC_FP64 ? negative_fp64
                                 : negative_int64,
           p);
    if (arc == A->count) return TROPIC_OK;
    while (p->offsets[i + 1] <= arc) i++;
    return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                   "the potential makes the arc from vertex %lld to %lld negative",
                   (long long)tropic_matrix_label(A, i), (long long)tropic_matrix_label(A, p->ids[arc]));
}

tropic_status tp_sssp_take_potential(tp_run *run, tp_sssp_arrays *a, double bound)
{
    tropic_context *context = run->context;
    const tropic_matrix *A = run->A;
    /* The library may change a vector's form. */
    tropic_vector *given = (tropic_vector *)run->limits.potential;
    const size_t bytes = (size_t)run->n * tropic_type_size(a->type);
    potential p = {.n = run->n, .weights = A->type};
    const int arrays = run->arena.count;
    void *pi;

    TP_TRY(tp_vector_check_typed(context, given, "potential", run->n, a->type));
    if (given->count.entries < run->n)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "potential: only %d of %d vertices have one",
                       given->count.entries, run->n);
    TP_TRY(tp_vector_set_form(given, TROPIC_FULL));
    TP_TRY(tropic_matrix_csr(A, context, &p.offsets, &p.ids, &p.values));
    p.pi = pi = tp_arena_array(&run->arena, run->n, tropic_type_size(a->type));
    TP_TRY(tp_arena_check(&run->arena, "a potential"));
    TP_TRY(run->backend->download(context, pi, given->values, bytes));
    TP_TRY(check(run, &p, a->type, bound));
    tp_arena_release_since(&run->arena, arrays);
    a->potential = given->values;
    return TROPIC_OK;
}

/* distance<distance < infinity> += potential(source) - potential */
tropic_status tp_sssp_restore(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    const size_t size = tropic_type_size(a->type);
    bool *reached = (bool *)a->scratch;
    tp_value own = {0};
    tp_elementwise e;

    TP_TRY(run->backend->download(run->context, &own, (const char *)a->potential + (size_t)source * size, size));
    e = (tp_elementwise){.kind = TP_INTERSECTION,
                         .op = tropic_operator_builtin(TROPIC_LT, a->type),
                         .type = a->type,
                         .result = TROPIC_BOOL,
                         .n = run->n,
                         .mask = {.structure = true},
                         .x = {.values = a->distance},
                         .value.value = tp_sssp_infinity(a->type),
                         .w = reached};
    TP_TRY(tp_elementwise_run(run->context, &e));
    e = (tp_elementwise){.kind = TP_INTERSECTION,
                         .op = tropic_operator_builtin(TROPIC_MINUS, a->type),
                         .accum = tropic_operator_builtin(TROPIC_PLUS, a->type),
                         .type = a->type,
                         .result = a->type,
                         .n = run->n,
                         .mask = {.values = reached, .type = TROPIC_BOOL},
                         .y = {.values = a->potential},
                         .value.value = own,
                         .w = a->distance};
    return tp_elementwise_run(run->context, &e);
}
