/* SPDX-License-Identifier: Apache-2.0
 *
 * Records the calls of a loop's body: a backend that notes what it is asked to do.
 */
#include "spmv/loop/recorder.h"

#include <string.h>

#include "formats/vector/vector.h"

/* (Public calls that end here are refused before: tp_outside_loops.) */
static tropic_status refuse(tropic_context *context)
{
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "a loop's body may not call what takes a value to the host or from it, nor what "
                   "the library does not record");
}

/* The next item, cleared. */
static tropic_status next(tropic_context *context, tp_item_kind kind, tp_loop_item **item)
{
    tp_program *p = context->program;
    if (p->count == TP_LOOP_ITEMS)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body of more than %d steps", TP_LOOP_ITEMS);
    *item = &p->item[p->count++];
    memset(*item, 0, sizeof **item);
    (*item)->kind = kind;
    return TROPIC_OK;
}

static tropic_status record_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    tp_program *p = context->program;
    if (p->memories == TP_PROGRAM_MEMORY) return refuse(context);
    TP_TRY(p->backend->allocate(context, pointer, bytes, what));
    p->memory[p->memories++] = *pointer;
    return TROPIC_OK;
}

/* Nothing is given back before the loop ends. */
static void record_release(tropic_context *context, void *pointer)
{
    (void)context, (void)pointer;
}

/* To memory that the body was given: the same each time. */
static tropic_status record_upload(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_program *p = context->program;
    for (int k = 0; k < p->memories; k++)
        if (p->memory[k] == to) return p->backend->upload(context, to, from, bytes);
    return refuse(context);
}

static tropic_status record_download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    (void)to, (void)from, (void)bytes;
    return refuse(context);
}

static tropic_status record_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_loop_item *item = NULL;
    if (bytes == 0) return TROPIC_OK;
    TP_TRY(next(context, TP_ITEM_COPY, &item));
    item->to = to;
    item->from = from;
    item->n = (int64_t)bytes;
    return TROPIC_OK;
}

static tropic_status record_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n)
{
    tp_loop_item *item = NULL;
    if (n == 0) return TROPIC_OK;
    TP_TRY(next(context, TP_ITEM_FILL, &item));
    item->to = to;
    item->size = (int)tropic_type_size(type);
    item->n = n;
    memcpy(item->value.byte, value, tropic_type_size(type));
    return TROPIC_OK;
}

static tropic_status record_wait(tropic_context *context)
{
    (void)context;
    return TROPIC_OK;
}

static tropic_status record_step(tropic_context *context, const tp_step *step)
{
    /* (cooc_scalar's tiles would need a barrier of their own: lists are pulled by csc_vector instead.) */
    const bool push = step->strategy == TROPIC_STRATEGY_CSR_PUSH;
    tp_loop_item *item = NULL;
    if (!step->semiring || step->targets || step->sources) return refuse(context);
    if (step->gather.lists == 0) return TROPIC_OK;
    TP_TRY(next(context,
                push                                           ? TP_ITEM_PUSH
                : step->strategy == TROPIC_STRATEGY_CSC_SCALAR ? TP_ITEM_PULL_SCALAR
                                                               : TP_ITEM_PULL_VECTOR,
                &item));
    item->state = *(const tp_mxv_state *)step->state;
    item->arcs = push ? step->scatter : step->gather;
    item->n = step->gather.lists;
    item->semiring = step->semiring;
    item->vxm = step->vxm;
    return TROPIC_OK;
}

static tropic_status record_restrict(tropic_context *context, uint8_t *has, const tp_mask *mask, const tropic_index *at,
                                     int64_t n)
{
    tp_loop_item *item = NULL;
    if (at) return refuse(context);
    if (n == 0) return TROPIC_OK;
    TP_TRY(next(context, TP_ITEM_RESTRICT, &item));
    item->has = has;
    item->mask = *mask;
    item->n = n;
    return TROPIC_OK;
}

static tropic_status record_elementwise(tropic_context *context, const tp_elementwise *e)
{
    tp_loop_item *item = NULL;
    if (e->n == 0) return TROPIC_OK;
    TP_TRY(next(context, TP_ITEM_ELEMENTWISE, &item));
    item->e = *e;
    item->n = e->n;
    return TROPIC_OK;
}

/* Nobody knows yet: some place may lack an entry, so the vector stays a bitmap. It is counted afterwards. */
static tropic_status record_count(tropic_context *context, const uint8_t *has, const tropic_index *places, int64_t n,
                                  int64_t *count)
{
    (void)has;
    if (places) return refuse(context);
    *count = n - 1;
    return TROPIC_OK;
}

/* (While a body is recorded, vectors are bitmaps or full, and nothing goes along lists of entries.) */
static tropic_status record_listed(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    (void)product, (void)t;
    return refuse(context);
}

static tropic_status record_unite(tropic_context *context, tropic_index *ids, const tropic_index *a, int64_t a_count,
                                  const tropic_index *b, int64_t b_count, int64_t *count)
{
    (void)ids, (void)a, (void)a_count, (void)b, (void)b_count, (void)count;
    return refuse(context);
}

static tropic_status record_look_up(tropic_context *context, tropic_index *at, const tropic_index *ids, int64_t n,
                                    const tropic_index *list, int64_t count)
{
    (void)at, (void)ids, (void)n, (void)list, (void)count;
    return refuse(context);
}

static tropic_status record_reduce(tropic_context *context, void *value, const tp_reduction *r)
{
    (void)value, (void)r;
    return refuse(context);
}

static tropic_status record_reduce_lists(tropic_context *context, const tp_list_reduction *r)
{
    (void)r;
    return refuse(context);
}

static tropic_status record_compact(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n,
                                    int64_t *count)
{
    (void)ids, (void)has, (void)n, (void)count;
    return refuse(context);
}

static tropic_status record_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                                    const tropic_index *ids, const void *values, int64_t count)
{
    (void)dense, (void)has, (void)type, (void)ids, (void)values, (void)count;
    return refuse(context);
}

static tropic_status record_gather(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                                   const void *dense, int64_t count)
{
    (void)values, (void)type, (void)ids, (void)dense, (void)count;
    return refuse(context);
}

/* With which the algorithms begin. */
static tropic_status record_timer(tropic_context *context)
{
    return refuse(context);
}

void tp_program_begin(tropic_context *context, tp_program *program)
{
    tp_backend *t = &program->recorder;
    memset(program, 0, sizeof *program);
    program->backend = context->backend;
    *t = *context->backend;
    t->allocate = record_allocate;
    t->release = record_release;
    t->upload = record_upload;
    t->download = record_download;
    t->copy = record_copy;
    t->fill = record_fill;
    t->wait = record_wait;
    t->timer_start = record_timer;
    t->step = record_step;
    t->restrict_to = record_restrict;
    t->count = record_count;
    t->multiply_listed = record_listed;
    t->unite = record_unite;
    t->look_up = record_look_up;
    t->elementwise = record_elementwise;
    t->reduce = record_reduce;
    t->reduce_lists = record_reduce_lists;
    t->compact = record_compact;
    t->scatter = record_scatter;
    t->gather = record_gather;
    context->program = program;
    context->recorded = program->backend;
    context->reformed = false;
    context->backend = t;
}

void tp_program_end(tropic_context *context)
{
    context->backend = context->recorded;
    context->recorded = NULL;
    context->program = NULL;
}

void tp_program_free(tropic_context *context, tp_program *program)
{
    for (int k = 0; k < program->memories; k++) context->backend->release(context, program->memory[k]);
    program->memories = 0;
}

/* A pointer as both recordings have it: of memory that the body was given, which it was. */
static uintptr_t place(const tp_program *program, const void *pointer)
{
    for (int k = 0; k < program->memories; k++)
        if (program->memory[k] == pointer) return (uintptr_t)k + 1;
    return (uintptr_t)pointer;
}

static bool same_mask(const tp_program *a, const tp_mask *x, const tp_program *b, const tp_mask *y)
{
    return place(a, x->values) == place(b, y->values) && place(a, x->has) == place(b, y->has) &&
           x->structure == y->structure && x->complement == y->complement;
}

static bool same_input(const tp_program *a, const tp_input *x, const tp_program *b, const tp_input *y)
{
    return place(a, x->values) == place(b, y->values) && place(a, x->has) == place(b, y->has);
}

static bool same_product(const tp_program *a, const tp_loop_item *x, const tp_program *b, const tp_loop_item *y)
{
    const tp_mxv_state *s = &x->state, *t = &y->state;
    return x->semiring == y->semiring && x->vxm == y->vxm && s->accum == t->accum && x->arcs.ids == y->arcs.ids &&
           x->arcs.values == y->arcs.values && place(a, s->u) == place(b, t->u) && place(a, s->w) == place(b, t->w) &&
           place(a, s->u_has) == place(b, t->u_has) && place(a, s->w_has) == place(b, t->w_has) &&
           same_mask(a, &s->mask, b, &t->mask);
}

static bool same_elementwise(const tp_program *a, const tp_elementwise *x, const tp_program *b, const tp_elementwise *y)
{
    return x->kind == y->kind && x->op == y->op && x->accum == y->accum &&
           memcmp(&x->value, &y->value, sizeof x->value) == 0 && place(a, x->places) == place(b, y->places) &&
           place(a, x->w) == place(b, y->w) && place(a, x->w_has) == place(b, y->w_has) &&
           same_input(a, &x->x, b, &y->x) && same_input(a, &x->y, b, &y->y) && same_mask(a, &x->mask, b, &y->mask);
}

bool tp_program_same(const tp_program *a, const tp_program *b)
{
    bool same = a->count == b->count && a->memories == b->memories;
    for (int k = 0; k < a->count && same; k++) {
        const tp_loop_item *x = &a->item[k], *y = &b->item[k];
        same = x->kind == y->kind && x->n == y->n && x->size == y->size &&
               memcmp(&x->value, &y->value, sizeof x->value) == 0 && place(a, x->has) == place(b, y->has) &&
               place(a, x->to) == place(b, y->to) && place(a, x->from) == place(b, y->from) &&
               same_product(a, x, b, y) && same_mask(a, &x->mask, b, &y->mask) && same_elementwise(a, &x->e, b, &y->e);
    }
    return same;
}
