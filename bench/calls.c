/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/calls.h"

/* Of a layout, whose time is that of one iteration and little else. */
#define ITERATIONS 4

/* The scalar in the operands' type. */
static const void *scalar(const bench_operands *o, const bench_call *c)
{
    static int32_t narrow;
    narrow = (int32_t)c->value;
    return o->type == TROPIC_INT32 ? (const void *)&narrow : &c->value;
}

static const tropic_operator *op(const bench_operands *o, const bench_call *c)
{
    return c->own ? o->own : tropic_operator_builtin(c->op, o->type);
}

static tropic_index places(const tropic_vector *w)
{
    return (tropic_index)tropic_vector_size(w);
}

/* Calls of a fraction of a microsecond are timed: each looks up no more than it takes. */
static tropic_status run_on_vectors(bench_operands *o, const bench_call *c)
{
#define SEMIRING (c->own ? o->semiring : tropic_semiring_builtin(c->semiring, o->type))
    tropic_vector *w = o->v[c->w];
    const tropic_vector *mask = o->v[c->mask], *u = o->v[c->u], *v = o->v[c->v];
    const tropic_operator *accum = c->accum ? op(o, c) : NULL;
    const tropic_descriptor *d = c->descriptor.size > 0 ? &c->descriptor : NULL;
    switch (c->verb) {
    case APPLY: return tropic_apply(w, mask, accum, op(o, c), u, scalar(o, c), d);
    case SELECT: return tropic_select(w, mask, accum, op(o, c), u, scalar(o, c), d);
    case EWISE_ADD: return tropic_ewise_add(w, mask, accum, op(o, c), u, v, d);
    case EWISE_MULTIPLY: return tropic_ewise_multiply(w, mask, accum, op(o, c), u, v, d);
    case ASSIGN: return tropic_assign(w, mask, accum, u, NULL, places(w), d);
    case ASSIGN_SCALAR: return tropic_assign_scalar(w, mask, accum, scalar(o, c), NULL, places(w), d);
    case FILL: return tropic_vector_fill(w, scalar(o, c));
    case EXTRACT: return tropic_extract(w, mask, accum, u, o->ids, places(w), d);
    case REDUCE: return tropic_reduce(&o->sum, op(o, c), u);
    case REDUCE_MATRIX: return tropic_reduce_matrix(w, mask, accum, op(o, c), o->A, d);
    case MXV: return tropic_mxv(w, mask, NULL, SEMIRING, o->A, u, d);
    case VXM: return tropic_vxm(w, mask, NULL, SEMIRING, u, o->A, d);
    default: return tropic_mxv_block(w, mask, NULL, SEMIRING, o->A, u, d);
    }
#undef SEMIRING
}

/* A result that is not kept. C<A> = A', or a copy of A. */
static tropic_status make_matrix(bench_operands *o, const bench_call *c)
{
    const tropic_index n = tropic_matrix_rows(o->A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *C = NULL;
    tropic_status status;
    if (c->verb == TRANSPOSE) {
        status = tropic_transpose(&C, o->context, o->A, NULL, o->A, &c->descriptor);
    } else {
        status = tropic_matrix_csr(o->A, o->context, &offsets, &ids, NULL);
        if (status == TROPIC_OK)
            status = tropic_matrix_from_csr(&C, o->context, n, n, offsets, ids, TROPIC_BOOL, NULL, NULL);
    }
    tropic_matrix_free(&C);
    return status;
}

static tropic_status search(bench_operands *o, const bench_call *c)
{
    tropic_status status = TROPIC_OK;
    if (c->times == 0) return tropic_bfs(o->v[c->w], o->v[c->v], o->A, o->sources[0], NULL, NULL);
    for (tropic_index k = c->times - 1; k >= 0 && status == TROPIC_OK; k--)
        status = tropic_bfs(o->v[c->w], o->v[c->v], o->A, k % tropic_matrix_rows(o->A), NULL, NULL);
    return status;
}

static tropic_status run_algorithm(bench_operands *o, const bench_call *c)
{
    const tropic_index n = tropic_matrix_rows(o->A);
    const tropic_matrix *weighted = o->weighted ? o->weighted : o->A;
    const tropic_layout_options layout = {
        .size = sizeof layout, .seed = o->seed, .iterations = ITERATIONS, .levels = 1};
    const tropic_bc_options bc = {.size = sizeof bc,
                                  .sources = c->count > 0 ? o->sources : NULL,
                                  .source_count = c->count,
                                  .samples = c->samples < n ? c->samples : n,
                                  .seed = 1,
                                  .weighted = c->weighted};
    int64_t counts[BENCH_CALL_SOURCES], sums[BENCH_CALL_SOURCES];
    switch (c->verb) {
    case BFS: return search(o, c);
    case BFS_BATCH:
        return tropic_bfs_batch(NULL, NULL, counts, sums, o->context, o->A, o->sources, c->count, NULL, NULL);
    case SSSP: return tropic_sssp(o->v[c->w], NULL, weighted, o->sources[0], NULL, NULL);
    case SSSP_BATCH: return tropic_sssp_batch(o->v[c->w], weighted, o->sources, c->count, NULL, NULL);
    case BC: return tropic_bc(o->v[c->w], c->weighted ? weighted : o->A, &bc, NULL);
    case BC_EDGES: tropic_matrix_free(&o->arcs); return tropic_bc_edges(&o->arcs, o->context, o->A, &bc, NULL);
    default: return tropic_layout(o->v[c->w], o->v[c->v], NULL, o->A, &layout, NULL);
    }
}

tropic_status bench_call_run(bench_operands *o, const bench_call *c)
{
    const tropic_status status = c->verb == OWN         ? c->run(o, c)
                                 : c->verb <= MXV_BLOCK ? run_on_vectors(o, c)
                                 : c->verb <= FROM_CSR  ? make_matrix(o, c)
                                                        : run_algorithm(o, c);
    return status == TROPIC_OK && c->waits ? tropic_vector_wait(o->v[c->w]) : status;
}

void bench_call_check(bench_operands *o, const bench_call *c)
{
    bench_check(bench_call_run(o, c), o->context, c->name);
}

double bench_timed_run(void *timed)
{
    const bench_timed *t = timed;
    const double start = bench_now();
    for (int k = 0; k < t->times; k++) bench_call_check(t->o, t->row);
    return (bench_now() - start) / t->times;
}

void bench_operands_vector(bench_operands *o, bench_vector_name name, tropic_index n, tropic_index columns)
{
    static const tropic_type types[BENCH_VECTORS] = {
        [LEVEL] = TROPIC_INT32,     [PARENT] = TROPIC_INT32,    [DISTANCE] = TROPIC_INT64,
        [DISTANCES] = TROPIC_INT64, [CENTRALITY] = TROPIC_FP64, [CENTRALITY_OF_ALL] = TROPIC_FP64,
        [PLACE_X] = TROPIC_FP32,    [PLACE_Y] = TROPIC_FP32};
    const tropic_type type = name >= LEVEL ? types[name] : o->type;
    bench_check(columns > 1 ? tropic_vector_create_block(&o->v[name], o->context, type, n, columns)
                            : tropic_vector_create(&o->v[name], o->context, type, n),
                o->context, "a vector");
}

void bench_operands_close(bench_operands *o)
{
    for (int k = 0; k < BENCH_VECTORS; k++) tropic_vector_free(&o->v[k]);
    tropic_matrix_free(&o->weighted);
    tropic_matrix_free(&o->arcs);
    tropic_matrix_free(&o->A);
    tropic_operator_free(&o->own);
    tropic_semiring_free(&o->semiring);
}
