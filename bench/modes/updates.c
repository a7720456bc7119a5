/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --updates: small changes of a large matrix, in turn with GraphBLAS: minima of some rounds in
 * microseconds, alone, with the number of entries that there then are, and until the matrix is complete: as arrays of
 * the CPU, or, on a GPU, those that it lies in.
 */
#include "bench/modes/updates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THEN(name, ...)                                                                                                \
    {name, .then = THEN_NOTHING, __VA_ARGS__}, {name ", count", .then = THEN_COUNT, __VA_ARGS__},                      \
    {                                                                                                                  \
        name ", read", .then = THEN_READ, __VA_ARGS__                                                                  \
    }
#define ROWS_OF(name, ...)                                                                                             \
    {                                                                                                                  \
        name, .verb = UPDATE_ROWS, .then = THEN_READ, __VA_ARGS__                                                      \
    }

static const bench_update updates[] = {
    THEN("C(I,J) = P, 10 x 10", .verb = UPDATE_ASSIGN),
    THEN("C(I,J) += P, 10 x 10", .verb = UPDATE_ASSIGN, .accum = true),
    THEN("C(I,J) = 3, 10 x 10", .verb = UPDATE_SCALAR),
    THEN("C(i,:) = u", .verb = UPDATE_ROW),
    THEN("C(i,:) += u", .verb = UPDATE_ROW, .accum = true),
    THEN("C(i,J) = u, 10 places", .verb = UPDATE_PART),
    THEN("C(:,j) = u", .verb = UPDATE_COLUMN),
    THEN("C(:,j) += u", .verb = UPDATE_COLUMN, .accum = true),
    THEN("100 entries removed", .verb = UPDATE_REMOVE),
    THEN("100 entries set", .verb = UPDATE_SET),
    THEN("100 other values set", .verb = UPDATE_OTHER),
    THEN("an entry of a copy set", .verb = UPDATE_DUP),
    ROWS_OF("1000 rows of 10, empty before", .entries = 10),
    ROWS_OF("1000 rows of 200, empty before", .entries = 200),
    ROWS_OF("1000 rows of 2000, empty before", .entries = 2000),
    ROWS_OF("1000 rows of 10, full before", .entries = 10, .full = true),
    ROWS_OF("1000 rows of 200, full before", .entries = 200, .full = true),
    ROWS_OF("1000 rows of 2000, full before", .entries = 2000, .full = true),
};
#define UPDATES (sizeof updates / sizeof *updates)

typedef struct session {
    bench_updates b;
    bool on_gpu;
    tropic_matrix *whole, *C, *P;
    tropic_vector *u, *part;
    void *other;
} session;

/* ---- inputs ---- */

static uint64_t next_word(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 31;
}

static tropic_index below(uint64_t *state, tropic_index n)
{
    return (tropic_index)((next_word(state) >> 32) * (uint64_t)n >> 32);
}

/* So many ids of n, ascending, one from each part of n. */
static void spread(uint64_t *state, tropic_index *ids, tropic_index count, tropic_index n)
{
    for (tropic_index k = 0; k < count; k++) ids[k] = k * (n / count) + below(state, n / count);
}

static bench_update_places places_of(const bench_updates *b, int round)
{
    uint64_t state = (uint64_t)round + 1;
    bench_update_places at;
    spread(&state, at.rows, UPDATES_SIDE, UPDATES_N);
    spread(&state, at.cols, UPDATES_SIDE, UPDATES_N);
    for (int k = 0; k < UPDATES_TIMES; k++) {
        const tropic_index drawn = below(&state, UPDATES_ENTRIES);
        at.entry_i[k] = b->rows[drawn];
        at.entry_j[k] = b->cols[drawn];
        at.i[k] = below(&state, UPDATES_N);
        at.j[k] = below(&state, UPDATES_N);
    }
    for (tropic_index k = 0; k < UPDATES_ROWS; k++) at.row_of[k] = below(&state, UPDATES_DENSE);
    return at;
}

static tropic_vector *vector_of(tropic_context *context, tropic_index n, tropic_index count, const tropic_index *ids,
                                const double *values)
{
    tropic_vector *v = bench_vector(context, TROPIC_FP64, n);
    bench_check(tropic_vector_put_entries(v, count, ids, values), context, "a vector");
    return v;
}

static void open_inputs(session *s, uint64_t seed)
{
    const tropic_build_options last = {.size = sizeof last, .duplicates = TROPIC_DUPLICATES_LAST};
    bench_updates *b = &s->b;
    tropic_index ids[UPDATES_SIDE * UPDATES_SIDE], others[UPDATES_SIDE * UPDATES_SIDE];
    uint64_t state = seed;
    b->rows = bench_reserve(UPDATES_ENTRIES * sizeof *b->rows);
    b->cols = bench_reserve(UPDATES_ENTRIES * sizeof *b->cols);
    b->values = bench_reserve(UPDATES_ENTRIES * sizeof *b->values);
    for (tropic_index k = 0; k < UPDATES_ENTRIES; k++) {
        b->rows[k] = below(&state, UPDATES_N);
        b->cols[k] = below(&state, UPDATES_N);
        b->values[k] = 1 + below(&state, 4);
    }
    for (tropic_index k = 0; k < UPDATES_SIDE * UPDATES_SIDE; k++) {
        ids[k] = k / UPDATES_SIDE;
        others[k] = k % UPDATES_SIDE;
        b->side[k] = 1 + k % 7;
    }
    spread(&state, b->line, UPDATES_LINE, UPDATES_N);
    for (int k = 0; k < UPDATES_LINE; k++) b->line_values[k] = k + 1;
    bench_check(tropic_matrix_from_coo(&s->whole, b->context, UPDATES_N, UPDATES_N, UPDATES_ENTRIES, b->rows, b->cols,
                                       TROPIC_FP64, b->values, &last),
                b->context, "a matrix");
    bench_check(tropic_matrix_from_coo(&s->P, b->context, UPDATES_SIDE, UPDATES_SIDE, UPDATES_SIDE * UPDATES_SIDE, ids,
                                       others, TROPIC_FP64, b->side, NULL),
                b->context, "a matrix");
    s->u = vector_of(b->context, UPDATES_N, UPDATES_LINE, b->line, b->line_values);
    s->part = vector_of(b->context, UPDATES_SIDE, UPDATES_SIDE / 2, others, b->line_values);
}

static void close_inputs(session *s)
{
    tropic_matrix_free(&s->whole);
    tropic_matrix_free(&s->C);
    tropic_matrix_free(&s->P);
    tropic_vector_free(&s->u);
    tropic_vector_free(&s->part);
    free(s->b.rows);
    free(s->b.cols);
    free(s->b.values);
}

/* ---- by the library ---- */

static void begin(session *s, const bench_update *u)
{
    tropic_context *context = s->b.context;
    const double one = 1;
    tropic_matrix_free(&s->C);
    if (u->verb != UPDATE_ROWS) {
        bench_check(tropic_matrix_duplicate(&s->C, context, s->whole), context, "a copy");
        return;
    }
    bench_check(tropic_matrix_create(&s->C, context, TROPIC_FP64, UPDATES_DENSE, UPDATES_DENSE), context, "a matrix");
    if (u->full)
        bench_check(tropic_matrix_assign_scalar(&s->C, context, NULL, NULL, &one, NULL, NULL, NULL), context,
                    "a full matrix");
}

static tropic_status assign_rows(session *s, const bench_update *u, const bench_update_places *at)
{
    tropic_context *context = s->b.context;
    tropic_index ids[UPDATES_DENSE];
    double values[UPDATES_DENSE];
    tropic_vector *v;
    tropic_status status = TROPIC_OK;
    for (tropic_index k = 0; k < u->entries; k++) ids[k] = k * (UPDATES_DENSE / u->entries), values[k] = k + 1;
    v = vector_of(context, UPDATES_DENSE, u->entries, ids, values);
    for (tropic_index k = 0; k < UPDATES_ROWS && status == TROPIC_OK; k++)
        status = tropic_matrix_assign_row(&s->C, context, NULL, NULL, v, at->row_of[k], NULL, NULL);
    tropic_vector_free(&v);
    return status;
}

/* The matrix is complete. */
static tropic_status read_matrix(const session *s, tropic_matrix *A)
{
    return s->on_gpu ? tropic_matrix_set_form(A, s->b.context, TROPIC_MATRIX_AUTO)
                     : tropic_matrix_csr(A, s->b.context, NULL, NULL, NULL);
}

static tropic_status set_in_copy(const session *s, const bench_update_places *at, bench_update_then then)
{
    tropic_context *context = s->b.context;
    const double five = 5;
    tropic_matrix *copy = NULL;
    tropic_status status = tropic_matrix_duplicate(&copy, context, s->C);
    if (status == TROPIC_OK) status = tropic_matrix_set(copy, context, at->rows[0], at->cols[0], &five);
    if (status == TROPIC_OK && then == THEN_READ) status = read_matrix(s, copy);
    tropic_matrix_free(&copy);
    return status;
}

static tropic_status update_entries(const session *s, bench_update_verb verb, const bench_update_places *at)
{
    tropic_context *context = s->b.context;
    tropic_status status = TROPIC_OK;
    for (int k = 0; k < UPDATES_TIMES && status == TROPIC_OK; k++) {
        const tropic_index i = verb == UPDATE_SET ? at->i[k] : at->entry_i[k];
        const tropic_index j = verb == UPDATE_SET ? at->j[k] : at->entry_j[k];
        const double value = 5 + i;
        status = verb == UPDATE_REMOVE ? tropic_matrix_remove(s->C, context, i, j)
                                       : tropic_matrix_set(s->C, context, i, j, &value);
    }
    return status;
}

static tropic_status change(session *s, const bench_update *u, const bench_update_places *at)
{
    const tropic_operator *accum = u->accum ? tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64) : NULL;
    const tropic_indices rows = {.ids = at->rows, .count = UPDATES_SIDE}, cols = {at->cols, UPDATES_SIDE, 0, 0};
    const tropic_index i = at->rows[0], j = at->cols[0];
    const double three = 3;
    tropic_context *context = s->b.context;
    switch (u->verb) {
    case UPDATE_ASSIGN: return tropic_matrix_assign(&s->C, context, NULL, accum, s->P, &rows, &cols, NULL);
    case UPDATE_SCALAR: return tropic_matrix_assign_scalar(&s->C, context, NULL, accum, &three, &rows, &cols, NULL);
    case UPDATE_ROW: return tropic_matrix_assign_row(&s->C, context, NULL, accum, s->u, i, NULL, NULL);
    case UPDATE_PART: return tropic_matrix_assign_row(&s->C, context, NULL, accum, s->part, i, &cols, NULL);
    case UPDATE_COLUMN: return tropic_matrix_assign_column(&s->C, context, NULL, accum, s->u, NULL, j, NULL);
    case UPDATE_REMOVE:
    case UPDATE_SET:
    case UPDATE_OTHER: return update_entries(s, u->verb, at);
    case UPDATE_DUP: return set_in_copy(s, at, u->then);
    default: return assign_rows(s, u, at);
    }
}

static double time_ours(session *s, const bench_update *u, const bench_update_places *at)
{
    double seconds;
    volatile tropic_offset entries;
    if (u->verb == UPDATE_ROWS) begin(s, u);
    seconds = -bench_now();
    bench_check(change(s, u, at), s->b.context, u->name);
    if (u->then == THEN_COUNT) entries = tropic_matrix_count(s->C);
    if (u->then == THEN_READ && u->verb != UPDATE_DUP) bench_check(read_matrix(s, s->C), s->b.context, u->name);
    (void)entries;
    return seconds + bench_now();
}

static bench_update_figures figures(const session *s)
{
    bench_update_figures f = {(double)tropic_matrix_count(s->C), 0};
    bench_check(tropic_matrix_reduce(&f.sum, s->b.context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), s->C),
                s->b.context, "a sum");
    return f;
}

/* ---- both ---- */

typedef struct timed {
    session *s;
    const bench_update *u;
    int rounds[2]; /* of ours, and of the other: each has the same places */
} timed;

static double run_ours(void *data)
{
    timed *t = data;
    const bench_update_places at = places_of(&t->s->b, t->rounds[0]++);
    return time_ours(t->s, t->u, &at);
}

static double run_other(void *data)
{
    timed *t = data;
    const bench_update_places at = places_of(&t->s->b, t->rounds[1]++);
    return t->s->other ? bench_updates_run(t->s->other, t->u, &at) : NAN;
}

static void time_update(bench_session *all, session *s, const bench_update *u)
{
    static const bench_rounds few = {.least = 5, .most = 31, .seconds = 0.3};
    timed both = {.s = s, .u = u};
    const bench_side sides[] = {{run_ours, &both}, {run_other, &both}};
    bench_update_figures ours, due;
    bench_times t[2];
    bool right;
    begin(s, u);
    if (s->other) bench_updates_begin(s->other, u);
    run_ours(&both);
    run_other(&both);
    bench_time(&few, sides, 2, t);
    ours = figures(s);
    due = s->other ? bench_updates_figures(s->other) : ours;
    right = ours.entries == due.entries && ours.sum == due.sum;
    printf("%-34s", u->name);
    bench_put(12, 1, 1e6 * t[0].min);
    bench_put(12, 1, 1e6 * t[0].median);
    bench_put(12, 1, 1e6 * t[1].min);
    bench_put(12, 1, 1e6 * t[1].median);
    bench_put(8, 2, t[0].min / t[1].min);
    printf("%s\n", right ? "" : "  DIFFERS");
    bench_flush();
    all->wrong += !right;
    bench_ratios_add(&all->ratios[0], t[1].min / t[0].min);
}

static void time_updates(bench_session *all, const bench_place *place)
{
    session s = {.b = {.context = place->context, .threads = all->set.threads},
                 .on_gpu = strcmp(place->word, "cuda") == 0};
    open_inputs(&s, all->set.seed);
    s.other = bench_updates_open(&s.b);
    printf(
        "# small changes of a matrix of %d x %d with %d entries in FP64, and rows assigned to one of %d x %d, on %s,\n"
        "# beside GraphBLAS: microseconds, least and median, and the least of ours by its.\n"
        "# change                                 Tropic      median       other      median   ratio\n",
        UPDATES_N, UPDATES_N, UPDATES_ENTRIES, UPDATES_DENSE, UPDATES_DENSE, place->name);
    for (size_t k = 0; k < UPDATES; k++) time_update(all, &s, &updates[k]);
    if (s.other) bench_updates_close(s.other);
    close_inputs(&s);
}

const bench_mode bench_updates_mode = {.name = "updates",
                                       .help = "small changes of a large matrix, in turn with GraphBLAS's",
                                       .options = "",
                                       .begin = time_updates};
