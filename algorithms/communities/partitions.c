/* SPDX-License-Identifier: Apache-2.0
 *
 * How alike two partitions are, by the sizes of their sets and of what two sets have in common.
 */
#include "algorithms/run.h"
#include "runtime/evict.h"

#include <math.h>

#include <tropic_communities.h>

/* Working arrays: two partitions, the sizes of their sets, two orders, offsets; and flags. */
#define BYTES_A_VERTEX (7 * sizeof(tropic_index) + sizeof(bool))

/* A partition in host memory. */
typedef struct sets {
    tropic_index *of;   /* the set of each vertex */
    tropic_index *size; /* of each number, 0 for none */
    tropic_index count;
} sets;

typedef struct comparison {
    tropic_index n;
    sets a, b;
    double common, entropy_a, entropy_b;    /* I, H(a), H(b) */
    int64_t pairs_common, pairs_a, pairs_b; /* R, A, B */
    tropic_index cells;                     /* pairs of sets with a vertex in common */
} comparison;

static tropic_status read_sets(tp_arena *arena, const tropic_vector *v, const char *name, tropic_index n, sets *s,
                               bool *present)
{
    tropic_context *context = arena->context;
    s->of = tp_arena_array(arena, n, sizeof *s->of);
    s->size = tp_arena_zeros(arena, n, sizeof *s->size);
    TP_TRY(tp_arena_check(arena, "partitions"));
    TP_TRY(tropic_vector_get_dense(v, s->of, present));
    for (tropic_index i = 0; i < n; i++) {
        if (!present[i]) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s has no entry %d", name, i);
        if (s->of[i] < 0 || s->of[i] >= n)
            return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s(%d) = %d is not from 0 to %d", name, i, s->of[i],
                           n - 1);
        s->count += s->size[s->of[i]]++ == 0;
    }
    return TROPIC_OK;
}

/* to = the vertices of `from` (NULL: 0 to n - 1) in order of their sets; those of one set stay in theirs. */
static void sort(const sets *s, tropic_index n, const tropic_index *from, tropic_index *to, tropic_index *offset)
{
    tropic_index sum = 0;
    for (tropic_index i = 0; i < n; i++) {
        offset[i] = sum;
        sum += s->size[i];
    }
    for (tropic_index k = 0; k < n; k++) {
        const tropic_index v = from ? from[k] : k;
        to[offset[s->of[v]]++] = v;
    }
}

static int64_t pairs_of(tropic_index x)
{
    return (int64_t)x * (x - 1) / 2;
}

static void add_sets(const sets *s, tropic_index n, double *entropy, int64_t *pairs)
{
    for (tropic_index i = 0; i < n; i++) {
        if (s->size[i] == 0) continue;
        *entropy += (double)s->size[i] / n * log((double)n / s->size[i]);
        *pairs += pairs_of(s->size[i]);
    }
}

/* Of vertices in order of both sets: those of one cell lie side by side. */
static void add_cells(comparison *c, const tropic_index *order)
{
    for (tropic_index k = 0, next; k < c->n; k = next) {
        const tropic_index i = c->a.of[order[k]], j = c->b.of[order[k]];
        for (next = k + 1; next < c->n && c->a.of[order[next]] == i && c->b.of[order[next]] == j;) next++;
        c->common += (double)(next - k) / c->n * log((double)c->n * (next - k) / ((double)c->a.size[i] * c->b.size[j]));
        c->pairs_common += pairs_of(next - k);
        c->cells++;
    }
}

static void tell(const comparison *c, tropic_partition_report *report)
{
    const bool equal = c->cells == c->a.count && c->cells == c->b.count;
    const double entropy = c->entropy_a + c->entropy_b, chance = (double)c->pairs_a * (double)c->pairs_b;
    const double all = (double)pairs_of(c->n), pairs = ((double)c->pairs_a + (double)c->pairs_b) / 2;
    const double expected = all > 0 ? chance / all : 0;
    tropic_partition_report told = {.size = sizeof told, .mutual_information = 1, .rand = 1};
    if (!equal) {
        told.mutual_information = fmin(fmax(2 * c->common / entropy, 0), 1);
        told.rand = ((double)c->pairs_common - expected) / (pairs - expected);
    }
    told.sets_a = c->a.count;
    told.sets_b = c->b.count;
    tp_report_copy(report, &told, sizeof told);
}

static tropic_status compare(tp_arena *arena, const tropic_vector *a, const tropic_vector *b,
                             tropic_partition_report *report)
{
    comparison c = {.n = a->n};
    tropic_index *order[2], *offset;
    bool *present;
    if (!report) return tp_fail(arena->context, TROPIC_INVALID_ARGUMENT, "report is NULL");
    TP_TRY(tp_options_check_size(arena->context, report->size, "report of partitions"));
    TP_TRY(tp_vector_check_typed(arena->context, a, "a", c.n, TROPIC_INT32));
    TP_TRY(tp_vector_check_typed(arena->context, b, "b", c.n, TROPIC_INT32));
    TP_TRY(tp_need_memory(arena->context, &arena->context->work, (size_t)c.n * BYTES_A_VERTEX,
                          "two partitions of %d vertices", c.n));
    present = tp_arena_array(arena, c.n, sizeof *present);
    order[0] = tp_arena_array(arena, c.n, sizeof *order[0]);
    order[1] = tp_arena_array(arena, c.n, sizeof *order[1]);
    offset = tp_arena_array(arena, c.n, sizeof *offset);
    TP_TRY(read_sets(arena, a, "a", c.n, &c.a, present));
    TP_TRY(read_sets(arena, b, "b", c.n, &c.b, present));
    sort(&c.b, c.n, NULL, order[0], offset);
    sort(&c.a, c.n, order[0], order[1], offset);
    add_sets(&c.a, c.n, &c.entropy_a, &c.pairs_a);
    add_sets(&c.b, c.n, &c.entropy_b, &c.pairs_b);
    add_cells(&c, order[1]);
    tell(&c, report);
    return TROPIC_OK;
}

tropic_status tropic_partition_compare(const tropic_vector *a, const tropic_vector *b, tropic_partition_report *report)
{
    tp_arena arena = {.context = a ? a->context : NULL};
    tropic_status status;
    TP_CALL(a ? a->context : NULL);
    if (!a) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "a is NULL");
    status = compare(&arena, a, b, report);
    tp_arena_release(&arena);
    return status;
}
