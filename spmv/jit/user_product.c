/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over a semiring that is not in the table, on the CPU: the strategies share lists out among threads, the
 * semiring's functions (tropic_host.h) walk them.
 */
#include "formats/tuning.h"
#include "runtime/types.h"
#include "semiring/composed.h"
#include "spmv/write/mask_accum.h"
#include "spmv/cpu_backend.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/mxv_ops.h"

/* Sums that are made together and then put in their places: of the largest type, one. */
#define WAITING 64
typedef struct sums {
    _Alignas(16) char byte[TROPIC_TYPE_MAX];
} sums;
static int sums_of(size_t size, int most)
{
    return size > TROPIC_TYPE_MAX / (size_t)most ? (int)(TROPIC_TYPE_MAX / size) : most;
}

static tropic_host_list list_of(const tp_mxv_state *s, const tp_arcs *arcs)
{
    /* An operand that is not looked at, or a pattern's: one value of its type. */
    const void *entry = arcs->values ? arcs->values : s->one_entry;
    const void *place = s->u ? s->u : s->one_place;
    const tropic_host_by by_entry = arcs->values ? TROPIC_HOST_ENTRY : TROPIC_HOST_ONE;
    const tropic_host_by by_place = s->u ? TROPIC_HOST_PLACE : TROPIC_HOST_ONE;
    return (tropic_host_list){.offsets = arcs->offsets,
                              .ids = arcs->ids,
                              .x = s->vxm ? place : entry,
                              .y = s->vxm ? entry : place,
                              .x_by = s->vxm ? by_place : by_entry,
                              .y_by = s->vxm ? by_entry : by_place,
                              .has = s->u_has,
                              .old = s->old,
                              .old_has = s->old_has,
                              .i_names = s->names.i,
                              .j_names = s->names.j};
}

/* Place j, which the mask lets through, of w (accum)= t. Without an accumulator, flags are not read: they may not have
 * been written yet. */
static void put(const tp_mxv_state *s, tropic_index j, const void *t, bool hit)
{
    char *w = (char *)s->w + (size_t)j * s->size;
    const bool adds = s->accum == TP_ACCUM_ADD;
    if (hit && adds && (!s->w_has || s->w_has[j]))
        s->host->add(s->host, w, t);
    else if (hit)
        memcpy(w, t, s->size);
    if (s->w_has && (hit || !adds)) s->w_has[j] = hit;
}

/* As put, with a built-in accumulator. */
static void accumulate(const tp_mxv_state *s, tropic_index j, const void *t, bool hit)
{
#define PUT(type_)                                                                                                     \
    case TP_TYPE_##type_: tp_put_##type_(s->w, s->w_has, s->accum, j, j, *(const TP_C(type_) *)t, hit); break;
    switch (s->type) {
        TP_EACH_TYPE(PUT)
    }
}

/* The same with sums[c], where `hit`, and whatever accumulator. */
static void put_one(const tp_mxv_state *s, tropic_index j, const sums *sums, int c, bool hit)
{
    const void *t = hit ? sums->byte + (size_t)c * s->size : tp_type_zero();
    if (s->accum == TP_ACCUM_NONE || s->accum == TP_ACCUM_ADD)
        put(s, j, t, hit);
    else
        accumulate(s, j, t, hit);
}

/* Destinations `from` up to `end`, of the targets where there are any, under a mask or by an accumulator. */
static void pull_some(const tp_mxv_state *s, const tropic_host_list *list, const tropic_index *targets,
                      tropic_index from, tropic_index end, tropic_offset max)
{
    const int most = sums_of(s->size, WAITING);
    tropic_index which[WAITING];
    sums made;
    uint8_t hit[WAITING];
    int count = 0;
    for (tropic_index c = from; c < end; c++) {
        const tropic_index j = targets ? targets[c] : c;
        if (tp_mask_allows(&s->mask, j)) which[count++] = j;
        if (count < most && c + 1 < end) continue;
        s->host->sums(s->host, list, which, 0, count, max, &made, hit);
        for (int w = 0; w < count; w++) put_one(s, which[w], &made, w, hit[w]);
        count = 0;
    }
}

/* Blocks begin .. last - 1; the lists that have fewer than so many entries in order, others in lanes. */
static void pull_blocks(const tp_step *step, int64_t begin, int64_t last, tropic_offset max)
{
    const tp_mxv_state *s = step->state;
    const tropic_host_list list = list_of(s, &step->gather);
    const tp_blocks blocks = tp_blocks_of(step, s->any);
    const tropic_index from = tp_block_at(&blocks, (tropic_index)begin);
    const tropic_index end = tp_block_at(&blocks, (tropic_index)last);
    if (!step->masked && s->accum == TP_ACCUM_NONE)
        s->host->sums(s->host, &list, NULL, from, end - from, max, (char *)s->w + (size_t)from * s->size,
                      s->w_has ? s->w_has + from : NULL);
    else
        pull_some(s, &list, step->targets, from, end, max);
}

static void pull_in_order(const void *step, int64_t begin, int64_t end)
{
    pull_blocks(step, begin, end, INT64_MAX);
}

static void pull_in_lanes(const void *step, int64_t begin, int64_t end)
{
    pull_blocks(step, begin, end, TP_PARTIAL_SUMS_MIN - 1);
}

static void csc_scalar(const tp_step *step, tp_sink *sink, tp_team team)
{
    const tp_mxv_state *s = step->state;
    (void)sink;
    tp_for(team, tp_blocks_of(step, s->any).count, 1, pull_in_order, step);
}

static void csc_vector(const tp_step *step, tp_sink *sink, tp_team team)
{
    const tp_mxv_state *s = step->state;
    (void)sink;
    tp_for(team, tp_blocks_of(step, s->any).count, 1, s->any ? pull_in_order : pull_in_lanes, step);
}

/* The lists of a push, which merges in w, whose flags were cleared. */
static tropic_host_list pushed_list_of(const tp_shared_step *shared)
{
    const tp_mxv_state *s = shared->step->state;
    tropic_host_list list = list_of(s, &shared->step->scatter);
    /* Other masks are applied when w is assigned the sums that are merged here. */
    if (s->mask.structure) list.allow = s->mask.has;
    list.complement = s->mask.complement;
    return list;
}

static void push_sources(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const tp_mxv_state *s = shared->step->state;
    const tropic_offset *offsets = shared->step->scatter.offsets;
    const tropic_index *sources = shared->step->sources;
    const tropic_host_list list = pushed_list_of(shared);
    const bool alone = shared->loop.threads == 1;
    int64_t begin, end;
    while (tp_take(worker, &shared->left, &begin, &end))
        for (int64_t c = begin; c < end; c++) {
            const tropic_index i = sources ? sources[c] : (tropic_index)c;
            const tropic_offset from = offsets[i], to = offsets[i + 1];
            if (!sources && s->u_has && !s->u_has[i]) continue;
            if (tp_shared_step_puts_aside(shared, i, to - from)) continue;
            s->host->push(s->host, &list, i, i, from, to, s->w, s->w_has, alone);
        }
}

/* A thread's part of the arcs of sources that were put aside. */
static void push_heavy(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const tp_mxv_state *s = shared->step->state;
    const tropic_host_list list = pushed_list_of(shared);
    int64_t begin, end;
    while (tp_take(worker, &shared->left, &begin, &end))
        for (int64_t c = begin; c < end; c++) {
            const tp_heavy_chunk chunk = tp_heavy_chunk_of(shared, c);
            s->host->push(s->host, &list, chunk.source, chunk.source, chunk.from, chunk.to, s->w, s->w_has, false);
        }
}

static void csr_push(const tp_step *step, tp_sink *sink, tp_team team)
{
    const tp_mxv_state *s = step->state;
    const int64_t count = step->sources ? step->source_count : step->scatter.lists;
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, count, TP_PUSH_CHUNK);
    memset(s->w_has, 0, (size_t)step->gather.lists);
    tp_parallel(shared.loop, push_sources, &shared);
    tp_shared_step_heavy(&shared, push_heavy);
}

/* Of blocks of columns: a row for TP_COLUMNS of them at once, fewer of large sums. */
static void pull_columns(const void *of, int64_t begin, int64_t end)
{
    const tp_step *step = of;
    const tp_mxv_state s = *(const tp_mxv_state *)step->state;
    const tropic_host_semiring *host = s.host;
    const tp_arcs in = step->gather;
    const tropic_host_list list = list_of(&s, &in);
    const tropic_index columns = step->columns, most = sums_of(s.size, TP_COLUMNS);
    for (tropic_index j = (tropic_index)begin; j < end; j++)
        for (tropic_index first = 0; first < columns; first += most) {
            const int width = columns - first < most ? columns - first : most;
            const tropic_index to = j * columns + first;
            sums made;
            bool hit[TP_COLUMNS] = {false}, any = false;
            for (int c = 0; c < width && !any; c++) any = tp_mask_allows(&s.mask, to + c);
            if (!any) continue;
            host->columns(host, &list, j, in.offsets[j], in.offsets[j + 1], columns, first, width, &made, hit);
            for (int c = 0; c < width; c++)
                if (tp_mask_allows(&s.mask, to + c)) put_one(&s, to + c, &made, c, hit[c]);
        }
}

static void csc_columns(const tp_step *step, tp_sink *sink, tp_team team)
{
    (void)sink;
    tp_for(team, step->gather.lists, TP_COLUMNS_CHUNK, pull_columns, step);
}

static tropic_host_list pushed_row_of(const tp_listed_product *p)
{
    const tp_mxv_state *s = p->state;
    tropic_host_list list = list_of(s, &p->arcs);
    if (s->mask.structure) list.allow = s->mask.has; /* other masks: as of csr_push */
    list.complement = s->mask.complement;
    list.row = tp_named(s->names.r, p->row);
    return list;
}

static void push_table(const tp_listed_product *p, tropic_host_table *table)
{
    const tp_mxv_state *s = p->state;
    const tropic_host_list list = pushed_row_of(p);
    for (tropic_index c = 0; c < p->count; c++)
        s->host->push_table(s->host, &list, p->lists[c], c, tp_pushed_from(p, c), tp_pushed_to(p, c), table);
}

static void push_flags(const tp_listed_product *p, void *sums, uint8_t *flags)
{
    const tp_mxv_state *s = p->state;
    const tropic_host_list list = pushed_row_of(p);
    if (!list.allow && !s->any) { /* (whose sums begin with the identity) */
        s->host->push_lists(s->host, &list, p->lists, p->count, p->bounds, sums, flags);
        return;
    }
    for (tropic_index c = 0; c < p->count; c++)
        s->host->push(s->host, &list, p->lists[c], c, tp_pushed_from(p, c), tp_pushed_to(p, c), sums, flags, true);
}

static void pull_listed(const void *of, int64_t begin, int64_t end)
{
    const tp_listed_product *p = of;
    const tp_mxv_state *s = p->state;
    tropic_host_list list = list_of(s, &p->arcs);
    list.row = tp_named(s->names.r, p->row);
    s->host->sums(s->host, &list, p->lists + begin, 0, (tropic_index)(end - begin), INT64_MAX,
                  (char *)p->t + (size_t)begin * s->size, p->has + begin);
}

static const tp_kernels kernels = {.run =
                                       {
                                           [TROPIC_STRATEGY_COOC_SCALAR] = csc_scalar, /* its tiles are lists, too */
                                           [TROPIC_STRATEGY_CSC_SCALAR] = csc_scalar,
                                           [TROPIC_STRATEGY_CSC_VECTOR] = csc_vector,
                                           [TROPIC_STRATEGY_CSR_PUSH] = csr_push,
                                       },
                                   .columns = csc_columns,
                                   .push_table = push_table,
                                   .push_flags = push_flags,
                                   .pull_listed = pull_listed};
static const tp_op op = {.cpu = &kernels};

tropic_status tp_cpu_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm, tp_mxv_state *s,
                                const tp_op **specialised)
{
    TP_TRY(tp_semiring_host(context, semiring, &s->host));
    *specialised = tp_mxv_op_composed(semiring);
    if (!*specialised) *specialised = &op;
    s->vxm = vxm;
    s->any = semiring->add == TROPIC_ANY;
    s->type = semiring->type;
    s->size = tropic_type_size(semiring->type);
    s->one_entry = tp_type_one(vxm ? semiring->y : semiring->x);
    s->one_place = tp_type_one(vxm ? semiring->x : semiring->y);
    return TROPIC_OK;
}
