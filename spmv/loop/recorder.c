/* SPDX-License-Identifier: Apache-2.0
 *
 * Records the calls of a loop's body: a backend that notes the calls it gets.
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

static tropic_status record_restrict_to(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n)
{
    tp_loop_item *item = NULL;
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
static tropic_status record_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count)
{
    (void)context, (void)has;
    *count = n - 1;
    return TROPIC_OK;
}

/* ---- calls that are refused, or passed on ---- */

/* refuse_NAME of each call in the list that returns a status. */
#define REFUSE(result, prefix, name, parameters) REFUSE_##result(prefix##name, parameters)
#define REFUSE_tropic_status(name, parameters)                                                                         \
    __attribute__((unused)) static tropic_status name parameters                                                       \
    {                                                                                                                  \
        return refuse(context);                                                                                        \
    }
#define REFUSE_void(name, parameters)
#define REFUSE_bool(name, parameters)
#define REFUSE_int64_t(name, parameters)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
TP_BACKEND_CALLS(REFUSE, refuse_)
TP_DEVICE_CALLS(REFUSE, refuse_)
#pragma GCC diagnostic pop

/* A row for each call that has no function above: it is refused, or passed on to the backend. A call of the list that
 * has neither does not compile. */
/* Refused: a body makes no objects, and moves none. */
#define record_open refuse_open
#define record_generate refuse_generate
#define record_hand_over refuse_hand_over
#define record_build refuse_build
/* Refused: the result goes to the host. */
#define record_available refuse_available
#define record_download refuse_download
#define record_list_entries refuse_list_entries
#define record_reduce refuse_reduce
#define record_any refuse_any
#define record_any_above refuse_any_above
/* Refused: only algorithms call these, and operations that a body may not call. */
#define record_timer_start refuse_timer_start
#define record_timer_stop refuse_timer_stop
#define record_use_stream refuse_use_stream
#define record_scale refuse_scale
#define record_cast refuse_cast
#define record_reduce_lists refuse_reduce_lists
#define record_run refuse_run
/* Refused: these go along lists, and vectors are bitmaps or full while a body is recorded. */
#define record_multiply_listed refuse_multiply_listed
#define record_look_up refuse_look_up
#define record_compact refuse_compact
#define record_scatter refuse_scatter
#define record_gather refuse_gather
#define record_listed refuse_listed
#define record_push_into refuse_push_into
#define record_make_due refuse_make_due
/* Refused: forms of matrices and counts of vectors are made after tp_recording_suspend. */
#define record_mirror_allocate refuse_mirror_allocate
#define record_mirror_download refuse_mirror_download
#define record_row_of refuse_row_of
#define record_transpose refuse_transpose
#define record_pack_dense refuse_pack_dense
#define record_split_points refuse_split_points
#define record_take_slot refuse_take_slot
/* Passed on: each call asks first whether the device is still there. */
#define record_check_device backend->check_device
/* Passed on: the host answers, and the device does nothing. */
#define record_is_captured backend->is_captured
#define record_push_room backend->push_room
/* Passed on: a body may ask about a matrix, whose entries stay as they are while the loop runs. */
#define record_survey backend->survey
/* Passed on: a body frees no object that it uses. */
#define record_mirror_release backend->mirror_release
#define record_detach backend->detach
#define record_close backend->close

void tp_program_begin(tropic_context *context, tp_program *program)
{
    const tp_backend *backend = context->backend;
    memset(program, 0, sizeof *program);
    program->backend = backend;
    program->recorder = (tp_backend){.device = backend->device,
                                     .location = backend->location,
                                     .choose = backend->choose,
                                     TP_BACKEND_CALLS(TP_CALL_ROW, record_) TP_DEVICE_CALLS(TP_CALL_ROW, record_)};
    context->program = program;
    context->recorded = backend;
    context->reformed = false;
    context->backend = &program->recorder;
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
