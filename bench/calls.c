/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/calls.h"

/* Of a layout, whose time is that of one iteration and little else. */
#define ITERATIONS 4

#define CALL(name) tropic_status bench_call_##name(bench_operands *o, const bench_call *c)
#define VECTORS o->v[c->w], o->v[c->mask]
#define MATRIX_PRODUCT tropic_semiring_builtin(c->semiring, o->type)

static const tropic_operator *op(const bench_operands *o, const bench_call *c)
{
    return c->own ? o->own : tropic_operator_builtin(c->op, o->type);
}

static const tropic_operator *accum(const bench_operands *o, const bench_call *c)
{
    return c->accum ? op(o, c) : NULL;
}

static const tropic_descriptor *descriptor(const bench_call *c)
{
    return c->descriptor.size > 0 ? &c->descriptor : NULL;
}

/* The scalar in the operands' type. */
static const void *scalar(const bench_operands *o, const bench_call *c)
{
    static int32_t narrow;
    narrow = (int32_t)c->value;
    return o->type == TROPIC_INT32 ? (const void *)&narrow : &c->value;
}

static tropic_index places(const bench_operands *o, const bench_call *c)
{
    return (tropic_index)tropic_vector_size(o->v[c->w]);
}

CALL(apply)
{
    return tropic_apply(VECTORS, accum(o, c), op(o, c), o->v[c->u], scalar(o, c), descriptor(c));
}

CALL(select)
{
    return tropic_select(VECTORS, accum(o, c), op(o, c), o->v[c->u], scalar(o, c), descriptor(c));
}

CALL(ewise_add)
{
    return tropic_ewise_add(VECTORS, accum(o, c), op(o, c), o->v[c->u], o->v[c->v], descriptor(c));
}

CALL(ewise_multiply)
{
    return tropic_ewise_multiply(VECTORS, accum(o, c), op(o, c), o->v[c->u], o->v[c->v], descriptor(c));
}

CALL(assign)
{
    return tropic_assign(VECTORS, accum(o, c), o->v[c->u], NULL, places(o, c), descriptor(c));
}

CALL(assign_scalar)
{
    return tropic_assign_scalar(VECTORS, accum(o, c), scalar(o, c), NULL, places(o, c), descriptor(c));
}

CALL(fill)
{
    return tropic_vector_fill(o->v[c->w], scalar(o, c));
}

CALL(extract)
{
    return tropic_extract(VECTORS, accum(o, c), o->v[c->u], o->ids, places(o, c), descriptor(c));
}

CALL(reduce)
{
    return tropic_reduce(&o->sum, op(o, c), o->v[c->u]);
}

CALL(reduce_matrix)
{
    return tropic_reduce_matrix(VECTORS, accum(o, c), op(o, c), o->A, descriptor(c));
}

CALL(mxv)
{
    return tropic_mxv(VECTORS, NULL, MATRIX_PRODUCT, o->A, o->v[c->u], descriptor(c));
}

CALL(vxm)
{
    return tropic_vxm(VECTORS, NULL, MATRIX_PRODUCT, o->v[c->u], o->A, descriptor(c));
}

CALL(mxv_block)
{
    return tropic_mxv_block(VECTORS, NULL, MATRIX_PRODUCT, o->A, o->v[c->u], descriptor(c));
}

/* C<A> = A, or A'. */
CALL(transpose)
{
    tropic_matrix *C = NULL;
    const tropic_status status = tropic_transpose(&C, o->context, o->A, NULL, o->A, descriptor(c));
    tropic_matrix_free(&C);
    return status;
}

CALL(from_csr)
{
    const tropic_index n = tropic_matrix_rows(o->A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *C = NULL;
    tropic_status status = tropic_matrix_csr(o->A, o->context, &offsets, &ids, NULL);
    (void)c;
    if (status == TROPIC_OK)
        status = tropic_matrix_from_csr(&C, o->context, n, n, offsets, ids, TROPIC_BOOL, NULL, NULL);
    tropic_matrix_free(&C);
    return status;
}

CALL(bfs)
{
    tropic_status status = TROPIC_OK;
    if (c->times == 0) return tropic_bfs(o->v[c->w], o->v[c->v], o->A, o->sources[0], NULL, NULL);
    for (tropic_index k = c->times - 1; k >= 0 && status == TROPIC_OK; k--)
        status = tropic_bfs(o->v[c->w], o->v[c->v], o->A, k % tropic_matrix_rows(o->A), NULL, NULL);
    return status;
}

CALL(bfs_batch)
{
    int64_t counts[BENCH_CALL_SOURCES], sums[BENCH_CALL_SOURCES];
    return tropic_bfs_batch(NULL, NULL, counts, sums, o->context, o->A, o->sources, c->count, NULL, NULL);
}

CALL(sssp)
{
    return tropic_sssp(o->v[c->w], NULL, o->weighted ? o->weighted : o->A, o->sources[0], NULL, NULL);
}

CALL(sssp_batch)
{
    return tropic_sssp_batch(o->v[c->w], o->weighted, o->sources, c->count, NULL, NULL);
}

static tropic_bc_options bc_options(const bench_operands *o, const bench_call *c)
{
    const tropic_index n = tropic_matrix_rows(o->A);
    return (tropic_bc_options){.size = sizeof(tropic_bc_options),
                               .sources = c->count > 0 ? o->sources : NULL,
                               .source_count = c->count,
                               .samples = c->samples < n ? c->samples : n,
                               .seed = 1,
                               .weighted = c->weighted};
}

CALL(bc)
{
    const tropic_bc_options options = bc_options(o, c);
    return tropic_bc(o->v[c->w], c->weighted ? o->weighted : o->A, &options, NULL);
}

CALL(bc_edges)
{
    const tropic_bc_options options = bc_options(o, c);
    tropic_matrix_free(&o->arcs);
    return tropic_bc_edges(&o->arcs, o->context, o->A, &options, NULL);
}

CALL(layout)
{
    const tropic_layout_options options = {
        .size = sizeof options, .seed = o->seed, .iterations = ITERATIONS, .levels = 1};
    return tropic_layout(o->v[c->w], o->v[c->v], NULL, o->A, &options, NULL);
}

tropic_status bench_call_run(bench_operands *o, const bench_call *c)
{
    const tropic_status status = c->run(o, c);
    return status == TROPIC_OK && c->waits ? tropic_vector_wait(o->v[c->w]) : status;
}

void bench_call_check(bench_operands *o, const bench_call *c)
{
    bench_check(bench_call_run(o, c), o->context, c->name);
}

void bench_operands_vector(bench_operands *o, bench_vector_name name, tropic_index n, tropic_index columns)
{
    static const tropic_type types[BENCH_VECTORS] = {
        [LEVEL] = TROPIC_INT32,     [PARENT] = TROPIC_INT32,    [DISTANCE] = TROPIC_INT64,
        [DISTANCES] = TROPIC_INT64, [CENTRALITY] = TROPIC_FP64, [CENTRALITY_OF_ALL] = TROPIC_FP64,
        [PLACE_X] = TROPIC_FP32,    [PLACE_Y] = TROPIC_FP32};
    const tropic_type type = name >= LEVEL ? types[name] : o->type;
    bench_check(tropic_vector_create_block(&o->v[name], o->context, type, n, columns), o->context, "a vector");
}

void bench_operands_close(bench_operands *o)
{
    for (int k = 0; k < BENCH_VECTORS; k++) tropic_vector_free(&o->v[k]);
    tropic_matrix_free(&o->weighted);
    tropic_matrix_free(&o->arcs);
    tropic_matrix_free(&o->A);
    tropic_operator_free(&o->own);
}
