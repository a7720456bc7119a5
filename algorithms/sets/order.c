/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorts vertices by their class and hash. Hashes are uniform: so a class of m vertices has buckets for about so many
 * hashes that each gets a few, and what is left to sort in a bucket is little.
 */
#include "algorithms/sets/order.h"

#include <string.h>

#define DOING "an order of vertices"
/* Vertices of a bucket, at most on average. (2 to 32 take as long, within a tenth, for colourings of six graphs.) */
#define BUCKET 8
/* Up to so many classes a thread counts apart from others, on its stack. */
#define COUNTED_APART 1024

typedef struct sorting {
    const tp_set_graph *g;
    tp_set_order *order;
    int64_t classes;
    int64_t *first;  /* of each class: its vertices, then its first bucket */
    uint8_t *bits;   /* of each class: of the hash, that choose the bucket */
    int64_t *begins; /* of each bucket: its vertices, its begin, then its end */
    int64_t buckets;
} sorting;

/* Classes in their order; -1: a vertex without an arc. */
static int64_t kind_of(const sorting *s, tropic_index v)
{
    if (s->g->offsets[v] == s->g->offsets[v + 1]) return -1;
    return tp_set_kind(s->g, &s->order->kinds, v);
}

static void count_classes(const void *of, int64_t begin, int64_t end)
{
    const sorting *s = of;
    int64_t apart[COUNTED_APART] = {0};
    const bool few = s->classes <= COUNTED_APART;
    for (int64_t v = begin; v < end; v++) {
        const int64_t kind = kind_of(s, (tropic_index)v);
        if (kind >= 0 && few) apart[kind]++;
        if (kind >= 0 && !few) __atomic_fetch_add(&s->first[kind], 1, __ATOMIC_RELAXED);
    }
    for (int64_t kind = 0; few && kind < s->classes; kind++)
        if (apart[kind] > 0) __atomic_fetch_add(&s->first[kind], apart[kind], __ATOMIC_RELAXED);
}

static int64_t *bucket_of(const sorting *s, int64_t kind, tp_set_item item)
{
    return &s->begins[s->first[kind] + (int64_t)(item >> 32 << s->bits[kind] >> 32)];
}

static void count_buckets(const void *of, int64_t begin, int64_t end)
{
    const sorting *s = of;
    for (int64_t v = begin; v < end; v++) {
        const int64_t kind = kind_of(s, (tropic_index)v);
        if (kind >= 0)
            __atomic_fetch_add(bucket_of(s, kind, tp_set_item_of(s->g, (tropic_index)v)), 1, __ATOMIC_RELAXED);
    }
}

static void deal(const void *of, int64_t begin, int64_t end)
{
    const sorting *s = of;
    for (int64_t v = begin; v < end; v++) {
        const int64_t kind = kind_of(s, (tropic_index)v);
        const tp_set_item item = tp_set_item_of(s->g, (tropic_index)v);
        if (kind < 0) continue;
        s->order->items[__atomic_fetch_add(bucket_of(s, kind, item), 1, __ATOMIC_RELAXED)] = item;
    }
}

/* By insertion: a bucket is small. */
static void sort_buckets(const void *of, int64_t begin, int64_t end)
{
    const sorting *s = of;
    tp_set_item *items = s->order->items;
    for (int64_t b = begin; b < end; b++) {
        const int64_t from = b > 0 ? s->begins[b - 1] : 0;
        for (int64_t i = from + 1; i < s->begins[b]; i++) {
            const tp_set_item item = items[i];
            int64_t at = i;
            for (; at > from && items[at - 1] > item; at--) items[at] = items[at - 1];
            items[at] = item;
        }
    }
}

/* Numbers the buckets. */
static void divide(sorting *s)
{
    for (int64_t kind = 0; kind < s->classes; kind++) {
        const int64_t members = s->first[kind];
        uint8_t bits = 0;
        while (members >> bits > BUCKET) bits++;
        s->order->count += members;
        s->bits[kind] = bits;
        s->first[kind] = s->buckets;
        s->buckets += (int64_t)1 << bits;
    }
}

tropic_status tp_set_sort(tp_run *run, const tp_set_graph *graph, tp_set_order *order)
{
    const tp_team team = tp_team_for(run->context, 4 * (int64_t)graph->n);
    const int64_t n = graph->n;
    sorting s = {.g = graph, .order = order, .classes = tp_set_kind_count(&order->kinds)};
    int64_t sum = 0;
    order->count = 0;
    TP_TRY(tp_set_array(run, &order->items, n, sizeof *order->items, DOING));
    TP_TRY(tp_set_array(run, &s.first, s.classes, sizeof *s.first, DOING));
    TP_TRY(tp_set_array(run, &s.bits, s.classes, sizeof *s.bits, DOING));
    memset(s.first, 0, (size_t)s.classes * sizeof *s.first);
    tp_for(team, n, TP_CHUNK_ANY, count_classes, &s);
    divide(&s);
    TP_TRY(tp_set_array(run, &s.begins, s.buckets, sizeof *s.begins, DOING));
    memset(s.begins, 0, (size_t)s.buckets * sizeof *s.begins);
    tp_for(team, n, TP_CHUNK_ANY, count_buckets, &s);
    for (int64_t b = 0; b < s.buckets; b++) {
        const int64_t members = s.begins[b];
        s.begins[b] = sum;
        sum += members;
    }
    tp_for(team, n, TP_CHUNK_ANY, deal, &s);
    tp_for(team, s.buckets, TP_CHUNK_ANY, sort_buckets, &s);
    return TROPIC_OK;
}
