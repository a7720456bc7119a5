/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of the GPU kernel of a recorded loop. Steps that look at one place alone are done together,
 * place by place; between others stands a barrier.
 */
#include "spmv/loop/loop_source.h"

#include <stdio.h>

#include "spmv/jit/user_source.h"

/* Room for the name of a number of places. */
#define PLACES_TEXT 32

/* Work at each place: a step; or the test whether to go on; or the preparation of pushed step `q` for the next
 * iteration. */
typedef enum act_kind { ACT_STEP, ACT_TEST, ACT_PREPARE } act_kind;
typedef struct act {
    act_kind kind;
    int q;
    int64_t n;
} act;

/* An act looks at so many arrays of flags at most. */
#define FLAGS_EACH 3
typedef struct writing {
    tp_source_text *out;
    const tp_loop_item *items;
    const tp_mask *go_on;
    act group[2 * TP_LOOP_ITEMS + 1];
    int acts;
    tp_source_text busy; /* the arrays of flags that tell where the group has something to do */
    const uint8_t *flags[FLAGS_EACH * (2 * TP_LOOP_ITEMS + 1)];
    int arrays;
    bool dirty; /* something was done since the last barrier */
    int64_t n;  /* places of each pass that looks at flags; 0: there are several, or something else is done */
} writing;

/* The step's functions, in a namespace of their own. */
static void write_product(tp_source_text *out, const tp_loop_item *item, int q)
{
    const tropic_semiring *semiring = item->semiring;
    const bool push = item->kind == TP_ITEM_PUSH;
    const char *headers = push ? "#include \"spmv/strategies/csr_push.cuh\"\n#include \"spmv/loop/loop_push.cuh\"\n"
                               : "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/loop/loop_pull.cuh\"\n";
    tp_source_add(out, "namespace item%d {\n", q);
    if (semiring->user) {
        tp_user_source(out, semiring, item->vxm, headers);
    } else {
        const tropic_builtin name = item->vxm ? semiring->flipped : semiring->builtin;
        tp_builtin_source(out, name, semiring->type, headers);
    }
    tp_source_add(out, "#include \"spmv/ops/op_end.h\"\n}\n");
}

static void write_functions(tp_source_text *out, const tp_loop_item *items, int count)
{
    for (int q = 0; q < count; q++) {
        if (items[q].kind <= TP_ITEM_PULL_VECTOR) {
            write_product(out, &items[q], q);
        } else if (items[q].kind == TP_ITEM_ELEMENTWISE && items[q].e.user) {
            tp_source_add(out, "namespace item%d {\n", q);
            tp_elementwise_source(out, &items[q].e, false);
            tp_source_add(out, "#include \"spmv/ops/op_end.h\"\n}\n");
        }
    }
}

static bool is_local(const tp_loop_item *item)
{
    const tp_elementwise *e = &item->e;
    if (item->kind == TP_ITEM_ELEMENTWISE) return !e->places && !e->x.listed && !e->y.listed && !e->w_listed;
    return item->kind == TP_ITEM_RESTRICT || item->kind == TP_ITEM_FILL;
}

/* Flags of which one must be set where the group has something to do: item q's, or with q < 0 the test's. An array is
 * looked at once. */
static void add_flags(writing *w, const uint8_t *flags, const char *member, int q)
{
    for (int k = 0; k < w->arrays; k++)
        if (w->flags[k] == flags) return;
    w->flags[w->arrays++] = flags;
    if (q < 0)
        tp_source_add(&w->busy, ", p.%s", member);
    else
        tp_source_add(&w->busy, ", p.item[%d].%s", q, member);
}

/* False where no flags say so. */
static bool add_busy_elementwise(writing *w, const tp_elementwise *e, int q)
{
    const bool x = e->x.has != NULL, y = e->y.has != NULL;
    if (e->mask.has && !e->mask.complement) {
        add_flags(w, e->mask.has, "e.mask.has", q);
        return true;
    }
    if (e->kind == TP_UNION ? !(x && y) : !(x || y)) return false;
    if (x) add_flags(w, e->x.has, "e.x.has", q);
    if (y && (e->kind == TP_UNION || !x)) add_flags(w, e->y.has, "e.y.has", q);
    if (!e->accum && e->w_has) add_flags(w, e->w_has, "e.w_has", q);
    return true;
}

static bool add_busy(writing *w, const act *a)
{
    const tp_loop_item *item = &w->items[a->q];
    if (a->kind == ACT_TEST) {
        if (w->go_on->has) add_flags(w, w->go_on->has, "go_on.has", -1);
        return w->go_on->has != NULL;
    }
    if (a->kind == ACT_PREPARE) {
        add_flags(w, item->state.w_has, "state.w_has", a->q);
        return true;
    }
    if (item->kind == TP_ITEM_ELEMENTWISE) return add_busy_elementwise(w, &item->e, a->q);
    if (item->kind != TP_ITEM_RESTRICT) return false;
    add_flags(w, item->has, "has", a->q);
    return true;
}

static void write_elementwise(tp_source_text *out, const tp_elementwise *e, int q)
{
    if (e->user)
        tp_source_add(out, "item%d::tp_elementwise_user(&p.item[%d].e, i);\n", q, q);
    else if (tp_type_struct(e->result))
        tp_source_add(out, "tp_elementwise_bytes(&p.item[%d].e, i, %d);\n", q, (int)tropic_type_size(e->result));
    else
        tp_source_add(out, "tp_elementwise_%s%s(&p.item[%d].e, i);\n", e->result == e->type ? "" : "to_bool_",
                      tp_type_suffix(e->type), q);
}

static void write_act(const writing *w, const act *a)
{
    tp_source_text *out = w->out;
    const tp_loop_item *item = &w->items[a->q];
    if (a->kind == ACT_TEST)
        tp_source_add(out, "go = go || tp_mask_allows(&p.go_on, i);\n");
    else if (a->kind == ACT_PREPARE)
        tp_source_add(out,
                      "if (p.item[%d].state.w_has[i]) item%d::user_prepare(&p.item[%d].state, "
                      "(tropic_index)i);\n",
                      a->q, a->q, a->q);
    else if (item->kind == TP_ITEM_FILL)
        tp_source_add(out, "tp_loop_fill(&p.item[%d], i);\n", a->q);
    else if (item->kind == TP_ITEM_RESTRICT)
        tp_source_add(out,
                      "p.item[%d].has[i] = p.item[%d].has[i] && tp_mask_allows(&p.item[%d].mask, "
                      "i);\n",
                      a->q, a->q, a->q);
    else
        write_elementwise(out, &item->e, a->q);
}

static void write_barrier(writing *w)
{
    if (w->dirty) tp_source_add(w->out, "tp_loop_barrier(&p);\n");
    w->dirty = false;
}

/* The group of acts, in one loop over places. */
static void flush(writing *w, bool last)
{
    tp_source_text *out = w->out;
    const bool test = w->acts > 0 && w->group[0].kind == ACT_TEST;
    bool always = false;
    char n[PLACES_TEXT] = "p.go_on_places";
    if (w->acts == 0) return;
    write_barrier(w);
    w->busy = (tp_source_text){.memory = out->memory};
    w->arrays = 0;
    for (int a = 0; a < w->acts; a++) always = !add_busy(w, &w->group[a]) || always;
    if (always || w->group[0].n != w->n) w->n = 0;
    /* (Numbers of places are the program's, so that one text serves graphs of every size.) */
    if (!test) snprintf(n, sizeof n, "p.item[%d].n", w->group[0].q);
    tp_source_add(out, "tp_each_place(%s, %s, &work, [&](int64_t g) { return ", last ? "true" : "false", n);
    if (always)
        tp_source_add(out, "true");
    else
        tp_source_add(out, "tp_any_flag(g, %s%s)", n, w->busy.text);
    tp_source_add(out, "; }, [&](int64_t i) {\nif (i < 0) return;\n");
    for (int a = 0; a < w->acts; a++) write_act(w, &w->group[a]);
    tp_source_add(out, "});\n");
    out->failed = out->failed || w->busy.failed;
    tp_source_free(&w->busy);
    w->acts = 0;
    w->dirty = true;
}

static void add_act(writing *w, act_kind kind, int q, int64_t n)
{
    if (w->acts > 0 && w->group[0].n != n) flush(w, false);
    w->group[w->acts++] = (act){kind, q, n};
}

/* A step that reads other places than it writes. */
static void write_step(writing *w, int q, tropic_index hub)
{
    const tp_loop_item *item = &w->items[q];
    tp_source_text *out = w->out;
    flush(w, false);
    if (item->kind != TP_ITEM_PUSH || item->n != w->n || item->arcs.lists != w->n) w->n = 0;
    /* Copies in a row are of different arrays. */
    if (item->kind != TP_ITEM_COPY || q == 0 || w->items[q - 1].kind != TP_ITEM_COPY) write_barrier(w);
    switch (item->kind) {
    case TP_ITEM_PUSH:
        tp_source_add(out,
                      "{\nconst tp_hub_queue hubs = {(tp_hub_chunk *)p.hubs, &p.state->hubs[%d], NULL};\n"
                      "item%d::user_loop_push(&p.item[%d].state, &p.item[%d].arcs, &hubs, &work);\n",
                      q, q, q, q);
        if (item->arcs.longest > hub)
            tp_source_add(out,
                          "tp_loop_barrier(&p);\n"
                          "item%d::user_loop_push_hubs(&p.item[%d].state, &p.item[%d].arcs, &hubs);\n"
                          "tp_loop_barrier(&p);\n"
                          "if (tp_thread() == 0) *hubs.count = 0;\n",
                          q, q, q);
        tp_source_add(out, "}\n");
        break;
    case TP_ITEM_PULL_SCALAR:
    case TP_ITEM_PULL_VECTOR:
        tp_source_add(out,
                      "item%d::user_loop_%s(&p.item[%d].state, &p.item[%d].arcs, "
                      "(tropic_index)p.item[%d].n);\n",
                      q, item->kind == TP_ITEM_PULL_SCALAR ? "scalar" : "vector", q, q, q);
        break;
    case TP_ITEM_COPY: tp_source_add(out, "tp_loop_copy(&p.item[%d]);\n", q); break;
    default:
        tp_source_add(out, "for (int64_t i = tp_thread(); i < p.item[%d].n; i += tp_threads()) ", q);
        write_elementwise(out, &item->e, q);
    }
    w->dirty = true;
}

int64_t tp_loop_source(tp_source_text *out, const tp_loop_item *items, int count, const tp_mask *go_on,
                       int64_t go_on_places, tropic_index hub)
{
    writing w = {.out = out, .items = items, .go_on = go_on, .n = count > 0 ? items[0].n : 0};
    tp_source_add(out, "#define OP_SOURCES_CHANGE 1\n"
                       "#include \"spmv/loop/loop.cuh\"\n#include \"spmv/ewise/ewise_builtin.h\"\n"
                       "#include \"runtime/pass.cuh\"\n#undef TP_KERNEL\n"
                       "#define TP_KERNEL static __global__\n");
    write_functions(out, items, count);
    tp_source_add(out, "extern \"C\" __global__ void __launch_bounds__(TP_LOOP_BLOCK, TP_LOOP_EACH)\n"
                       "loop_kernel(const __grid_constant__ tp_loop_program p)\n{\n"
                       "int64_t done = 0;\ntp_loop_begin(&p);\n");
    for (int q = 0; q < count; q++)
        if (items[q].kind == TP_ITEM_PUSH)
            tp_source_add(out,
                          "for (int64_t i = tp_thread(); p.fresh && i < p.item[%d].n; i += tp_threads()) "
                          "item%d::user_prepare(&p.item[%d].state, (tropic_index)i);\n",
                          q, q, q);
    tp_source_add(out, "tp_loop_barrier(&p);\nfor (;;) {\nbool go = %s;\nunsigned work = 0;\n",
                  go_on_places > 0 ? "false" : "true");
    for (int q = 0; q < count; q++) {
        if (is_local(&items[q]))
            add_act(&w, ACT_STEP, q, items[q].n);
        else
            write_step(&w, q, hub);
    }
    if (go_on_places > 0) add_act(&w, ACT_TEST, 0, go_on_places);
    for (int q = 0; q < count; q++)
        if (items[q].kind == TP_ITEM_PUSH) add_act(&w, ACT_PREPARE, q, items[q].n);
    flush(&w, true);
    tp_source_add(out, "done++;\nconst tp_loop_turn turn = tp_loop_next(&p, done, go, work);\n"
                       "if (turn == TP_LOOP_GOES_ON && done < p.limit) continue;\n"
                       "tp_loop_end(&p, done, turn);\nreturn;\n}\n}\n");
    return w.n;
}
