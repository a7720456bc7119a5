/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_loop: calls the body each time; or, after the first, records it and has the backend run the rest.
 */
#include "formats/vector/vector.h"
#include "runtime/choice.h"
#include "runtime/evict.h"
#include "spmv/operands/operand.h"
#include "spmv/loop/recorder.h"
#include "spmv/tuning.h"

/* Recordings until no vector changes its form any more: few bodies need more than two. */
#define MAX_RECORDINGS 8

/* A loop as asked for. */
typedef struct loop {
    tropic_context *context;
    tropic_body *body;
    void *user;
    const tropic_vector *go_on;
    int64_t limit, done;
} loop;

static tropic_status call_body(const loop *l)
{
    const uint64_t failure = tp_failure(l->context);
    tropic_status status;
    l->context->looping = true;
    status = l->body(l->user);
    l->context->looping = false;
    if (status != TROPIC_OK && tp_failure(l->context) == failure)
        return tp_fail(l->context, status, "the loop's body returned %s", tropic_status_name(status));
    return status;
}

static tropic_status shall_go_on(const loop *l, bool *found)
{
    const tropic_vector *v = l->go_on;
    tropic_descriptor d = {.size = sizeof d};
    tp_mask mask;
    *found = true;
    if (!v) return TROPIC_OK;
    TP_TRY(tp_vector_finish(v));
    *found = v->count.entries > 0;
    d.structure = tp_type_struct(v->type);
    if (!*found || d.structure) return TROPIC_OK;
    mask = tp_mask_of(v, &d);
    return l->context->backend->any(l->context, &mask, v->form == TROPIC_SPARSE ? v->count.entries : v->n, found);
}

/* The body as a program: recorded until no vector changes its form any more, and once again, so that a body
 * that does not ask for the same each time is noticed. */
static tropic_status record(const loop *l, tp_program *program)
{
    tropic_context *context = l->context;
    tp_program before;
    bool settled = false;
    for (int round = 0; round < MAX_RECORDINGS; round++) {
        tropic_status status = TROPIC_OK;
        tp_program_begin(context, program);
        if (l->go_on) status = tp_vector_check(context, l->go_on, "go_on", l->go_on->n);
        if (status == TROPIC_OK) status = call_body(l);
        tp_program_end(context);
        if (status == TROPIC_OK && settled && !context->reformed) {
            if (tp_program_same(&before, program)) return TROPIC_OK;
            status = tp_fail(context, TROPIC_NOT_SUPPORTED,
                             "a loop's body that does not ask for the same each time: other vectors, "
                             "values or calls");
        }
        before = *program;
        settled = !context->reformed;
        tp_program_free(context, program);
        TP_TRY(status);
    }
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body in which vectors change between bitmap and full");
}

/* The iterations after the first, on the device. *ran: they need not be done here. */
static tropic_status run_recorded(loop *l, bool *ran)
{
    tropic_context *context = l->context;
    tp_program program;
    int64_t slice = TP_LOOP_FIRST_SLICE;
    tropic_status status = record(l, &program);
    *ran = true;
    if (l->go_on) {
        program.go_on = (tp_mask){.values = l->go_on->values,
                                  .has = l->go_on->has,
                                  .type = l->go_on->type,
                                  .structure = tp_type_struct(l->go_on->type)};
        program.go_on_places = l->go_on->n;
    }
    if (status != TROPIC_OK) {
        const tropic_status counted = tp_vectors_count(context);
        return counted == TROPIC_OK ? status : counted;
    }
    for (bool first = true, going = true; going && status == TROPIC_OK; first = false) {
        const int64_t left = l->limit - l->done, max = left < slice ? left : slice;
        const double started = tp_now();
        int64_t done = 0;
        status = context->backend->run(context, &program, max, &done, &going);
        if (status == TROPIC_NOT_SUPPORTED && first) {
            *ran = false;
            status = TROPIC_OK;
            break;
        }
        l->done += done;
        going = going && l->done < l->limit;
        if (tp_now() - started < TP_LOOP_PATIENCE) slice *= 2;
        if (status == TROPIC_OK && going) status = tp_progress(context, 0);
    }
    tp_program_free(context, &program);
    if (status == TROPIC_OK) return tp_vectors_count(context);
    tp_vectors_count(context);
    return status;
}

static tropic_status run(loop *l)
{
    tropic_context *context = l->context;
    bool going = true, recordable = true;
    while (going) {
        TP_TRY(call_body(l));
        l->done++;
        tp_choose_after_body(context);
        TP_TRY(shall_go_on(l, &going));
        if (!going || l->done == l->limit) break;
        TP_TRY(tp_progress(context, 0));
        if (recordable && context->backend->run) {
            TP_TRY(run_recorded(l, &recordable));
            if (recordable) break;
        }
    }
    return TROPIC_OK;
}

tropic_status tropic_loop(tropic_context *context, tropic_body *body, void *user, const tropic_vector *go_on,
                          int64_t limit, int64_t *iterations)
{
    loop l = {context, body, user, go_on, limit, 0};
    tropic_status status;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "contain a loop"));
    if (!body) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "body is NULL");
    if (limit < 1) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a limit of %lld iterations", (long long)limit);
    if (go_on) TP_TRY(tp_vector_check(context, go_on, "go_on", go_on->n));
    status = run(&l);
    if (iterations) *iterations = l.done;
    return status;
}
