/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on hypersparse matrices, done on their cores.
 */
#include "formats/tuning.h"
#include "spmv/operands/cores.h"

enum { MASK = TP_CORE_OPERANDS, OLD, MEMBERS };

/* A matrix of an operation, and the core that stands for it. */
typedef struct member {
    tp_core_operand in;
    const tp_hypersparse *form; /* NULL: it is short, and has all names */
    const tropic_matrix *before, *core;
    tropic_matrix *made; /* memory of core */
} member;

typedef struct cores {
    tropic_context *context;
    member members[MEMBERS];
    tp_hyperlist axes[TP_AXES];
    bool has_axis[TP_AXES];
} cores;

tropic_status tp_core_of(tropic_context *context, const tropic_matrix *A, const tp_hypersparse **form, bool *named)
{
    TP_TRY(tp_matrix_hypersparse(context, A, form));
    *named = *form || (A->rows <= TP_SHORT_SIDE && A->cols <= TP_SHORT_SIDE);
    return TROPIC_OK;
}

/* *found: one of them is hypersparse, and all can be expressed by names. */
static tropic_status look(cores *c, bool *found)
{
    bool named = true, any = false;
    for (int k = 0; k < MEMBERS && named; k++) {
        member *m = &c->members[k];
        if (!m->before) continue;
        TP_TRY(tp_core_of(c->context, m->before, &m->form, &named));
        any = any || m->form;
    }
    *found = any && named;
    return TROPIC_OK;
}

/* The axis gets these names, too. */
static tropic_status unite(cores *c, tp_axis axis, const tp_hyperlist *names)
{
    tp_hyperlist united;
    tropic_status status;
    if (!c->has_axis[axis])
        status = tp_hyperlist_copy(c->context, names, &united);
    else
        status = tp_hyperlist_unite(c->context, &c->axes[axis], names, &united);
    TP_TRY(status);
    tp_hyperlist_free(&c->context->memory, &c->axes[axis]);
    c->axes[axis] = united;
    c->has_axis[axis] = true;
    return TROPIC_OK;
}

static tropic_status open_axes(cores *c)
{
    for (int k = 0; k < MEMBERS; k++) {
        const member *m = &c->members[k];
        tp_hyperlist rows, cols;
        if (!m->before) continue;
        rows = m->form ? m->form->rows : tp_hyperlist_all(m->before->rows);
        cols = m->form ? m->form->cols : tp_hyperlist_all(m->before->cols);
        TP_TRY(unite(c, m->in.rows, &rows));
        TP_TRY(unite(c, m->in.cols, &cols));
    }
    return TROPIC_OK;
}

static tropic_status express(cores *c)
{
    for (int k = 0; k < MEMBERS; k++) {
        member *m = &c->members[k];
        m->core = m->before;
        if (m->form)
            TP_TRY(tp_hypersparse_express(c->context, m->form, &c->axes[m->in.rows], &c->axes[m->in.cols], &m->made,
                                          &m->core));
    }
    return TROPIC_OK;
}

/* The operation with cores instead of matrices. Where C then has all its rows and columns, it is C itself. */
static tropic_status run_on_cores(cores *c, tp_matrix_output *o, tp_core_run *run, void *of, tropic_matrix **core)
{
    tp_matrix_output small = *o;
    tropic_status status;
    small.handle = core;
    small.C = c->members[OLD].core;
    small.mask = c->members[MASK].core;
    small.rows = c->axes[TP_AXIS_ROWS].count;
    small.cols = c->axes[TP_AXIS_COLS].count;
    small.labels = NULL;
    if (!c->axes[TP_AXIS_ROWS].ids && !c->axes[TP_AXIS_COLS].ids) {
        small.handle = o->handle;
        small.labels = o->labels ? o->labels : o->C;
    }
    small.row_names = c->axes[TP_AXIS_ROWS].ids;
    small.col_names = c->axes[TP_AXIS_COLS].ids;
    small.inner_names = c->axes[TP_AXIS_INNER].ids;
    for (int k = 0; k < TP_CORE_OPERANDS; k++)
        if (c->members[k].before) *c->members[k].in.matrix = c->members[k].core;
    status = run(of, &small);
    for (int k = 0; k < TP_CORE_OPERANDS; k++)
        if (c->members[k].before) *c->members[k].in.matrix = c->members[k].before;
    return status;
}

/* A matrix of the output's shape with this core, which it takes over. */
static tropic_status named_matrix(const tp_matrix_output *o, tropic_matrix **core, tp_hyperlist *rows,
                                  tp_hyperlist *cols, tropic_matrix **made)
{
    tropic_status status;
    TP_TRY(tp_matrix_output_new(o, (*core)->count, (*core)->pattern, made));
    (*made)->type = (*core)->type;
    status = tp_hypersparse_new(o->context, core, rows, cols, &(*made)->hypersparse);
    if (status != TROPIC_OK) tropic_matrix_free(made);
    return status;
}

/* The core becomes C. */
static tropic_status become(tp_matrix_output *o, tropic_matrix **core, tp_hyperlist *rows, tp_hyperlist *cols)
{
    tropic_matrix *made;
    tropic_status status;
    TP_TRY(named_matrix(o, core, rows, cols, &made));
    status = tp_hypersparse_settle(o->context, made);
    if (status == TROPIC_OK)
        tp_matrix_output_replace(o, made);
    else
        tropic_matrix_free(&made);
    return status;
}

static tropic_status open(cores *c, const tp_matrix_output *o, const tp_core_operand *operands, int count, bool *found)
{
    *c = (cores){.context = o->context};
    for (int k = 0; k < count; k++) c->members[k] = (member){.in = operands[k], .before = *operands[k].matrix};
    c->members[MASK] = (member){.in = tp_core_like(NULL, false), .before = o->mask};
    c->members[OLD] = (member){.in = tp_core_like(NULL, false), .before = o->C};
    return look(c, found);
}

tropic_status tp_cores_apply(const tp_matrix_output *o, const tp_core_operand *operands, int count, bool *apply)
{
    cores c;
    return open(&c, o, operands, count, apply);
}

tropic_status tp_cores_run_with(tp_matrix_output *o, const tp_core_operand *operands, int count,
                                const tp_hyperlist *names, tp_core_run *run, void *of)
{
    tropic_matrix *core = NULL;
    tropic_status status;
    bool found;
    cores c;
    TP_TRY(open(&c, o, operands, count, &found));
    if (!found) return run(of, o);
    status = open_axes(&c);
    for (int k = 0; k < TP_AXES && names && status == TROPIC_OK; k++)
        if (names[k].n > 0) status = unite(&c, (tp_axis)k, &names[k]);
    if (status == TROPIC_OK) status = express(&c);
    if (status == TROPIC_OK) status = run_on_cores(&c, o, run, of, &core);
    if (status == TROPIC_OK && core) status = become(o, &core, &c.axes[TP_AXIS_ROWS], &c.axes[TP_AXIS_COLS]);
    tropic_matrix_free(&core);
    for (int k = 0; k < MEMBERS; k++) tropic_matrix_free(&c.members[k].made);
    for (int k = 0; k < TP_AXES; k++) tp_hyperlist_free(&o->context->memory, &c.axes[k]);
    return status;
}

tropic_status tp_cores_run(tp_matrix_output *o, const tp_core_operand *operands, int count, tp_core_run *run, void *of)
{
    return tp_cores_run_with(o, operands, count, NULL, run, of);
}

static tropic_status write(void *of, tp_matrix_output *o)
{
    const tropic_matrix *const *T = of;
    tp_lists rows;
    TP_TRY(tp_matrix_open_lists(o->context, *T, TP_BY_ROW, &rows));
    return tp_matrix_write_copy(o, &rows);
}

tropic_status tp_cores_write_matrix(tp_matrix_output *o, tropic_matrix *T)
{
    const tropic_matrix *operand = T;
    const tropic_status status =
        tp_cores_run(o, (tp_core_operand[]){tp_core_like(&operand, false)}, 1, write, &operand);
    tropic_matrix_free(&T);
    return status;
}

tropic_status tp_cores_write(tp_matrix_output *o, tropic_matrix *core, tp_hyperlist *rows, tp_hyperlist *cols)
{
    tropic_matrix *T = NULL;
    tropic_status status;
    if (tp_matrix_output_plain(o, core->pattern) && (core->pattern || core->type == o->type)) {
        status = become(o, &core, rows, cols);
    } else {
        status = named_matrix(o, &core, rows, cols, &T);
        if (status == TROPIC_OK) status = tp_cores_write_matrix(o, T);
    }
    tropic_matrix_free(&core);
    tp_hyperlist_free(&o->context->memory, rows);
    tp_hyperlist_free(&o->context->memory, cols);
    return status;
}
