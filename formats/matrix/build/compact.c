/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ways to find the distinct ids, where it is not known that they have no gaps. Where they lie dense in their
 * range, as in nearly every file: a bit per id of the range, and an id's rank is the number of bits before it. Else a
 * hash table, whose keys are then sorted.
 */
#include "formats/matrix/build/compact.h"
#include "formats/tuning.h"
#include "runtime/random.h"
#include "runtime/threads.h"

#define WORD_BITS 64
/* A table has 2^10 slots at first, and twice as many when it is half full, so that chains stay short. */
#define TABLE_FIRST_BITS 10
/* Keys between prefetching a slot and using it: about a memory latency's worth of work. */
#define PREFETCH_AHEAD 16
/* Keys between two checks whether the caller cancels: a tenth of a second or so. */
#define CANCEL_INTERVAL ((int64_t)1 << 20)
#define DIGIT_BITS 8
#define DIGITS (1 << DIGIT_BITS)

typedef struct compaction {
    tropic_context *context;
    tp_file_ids *ids;
    tp_entries *entries;
    tp_team team;
} compaction;

static tropic_status out_of_memory(tropic_context *context)
{
    return tp_out_of_memory(context, "the vertex ids of a file");
}

static inline int64_t id_at(const compaction *c, int side, int64_t k)
{
    return tp_file_id(c->ids, c->entries, side, k);
}

static tropic_status too_many(tropic_context *context, const char *path, int64_t n)
{
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: %lld vertices are more than ids of 32 bits can number", path,
                   (long long)n);
}

/* ---- dense: a bitmap of the range ---- */

typedef struct bitmap {
    uint64_t *words;
    int64_t *ranks; /* bits set before each word */
    int64_t count;  /* words */
} bitmap;

/* A loop over the entries' ids of one side. */
typedef struct pass {
    const compaction *c;
    int side;
    const bitmap *map;         /* where there is one */
    const struct table *table; /* likewise */
    tropic_index *to;          /* ids' ranks */
} pass;

static uint64_t bit_of(uint64_t place)
{
    return (uint64_t)1 << (place % WORD_BITS);
}

static inline void mark_one(const bitmap *map, uint64_t place)
{
    uint64_t *word = &map->words[place / WORD_BITS];
    /* Most ids come often: reading first keeps the line shared. */
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit_of(place)))
        __atomic_fetch_or(word, bit_of(place), __ATOMIC_RELAXED);
}

static void mark_chunk(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    const int side = p->side;
    const uint64_t min = (uint64_t)p->c->ids->min;
    for (int64_t k = begin; k < end; k++) mark_one(p->map, (uint64_t)id_at(p->c, side, k) - min);
}

static void mark(const compaction *c, const bitmap *map)
{
    const uint64_t min = (uint64_t)c->ids->min;
    for (int side = 0; side < 2; side++) {
        const pass p = {.c = c, .side = side, .map = map};
        tp_for(c->team, c->entries->count, TP_CHUNK_ANY, mark_chunk, &p);
    }
    for (int64_t k = 0; k < c->ids->isolated_count; k++) mark_one(map, (uint64_t)c->ids->isolated[k] - min);
}

static int64_t rank_words(bitmap *map)
{
    int64_t n = 0;
    for (int64_t w = 0; w < map->count; w++) {
        map->ranks[w] = n;
        n += __builtin_popcountll(map->words[w]);
    }
    return n;
}

static int64_t *list_labels(const compaction *c, const bitmap *map, int64_t n)
{
    int64_t *labels = tp_allocate(&c->context->memory, n, sizeof *labels);
    if (!labels) return NULL;
    for (int64_t w = 0, k = 0; w < map->count; w++)
        for (uint64_t rest = map->words[w]; rest != 0; rest &= rest - 1)
            labels[k++] = (int64_t)((uint64_t)c->ids->min + (uint64_t)w * WORD_BITS + (uint64_t)__builtin_ctzll(rest));
    return labels;
}

/* ---- sparse: a hash table with open addressing ---- */

typedef struct slot {
    int64_t key;
    tropic_index rank; /* -1: free */
} slot;

typedef struct table {
    slot *slots;
    int64_t size; /* 2^bits */
    int bits;
    int64_t used;
} table;

/* The slot where the search for a key begins. */
static inline slot *first_slot(const table *t, int64_t key)
{
    return &t->slots[tp_slot((uint64_t)key, t->bits)];
}

/* The key's slot, or the free one where it belongs. */
static inline slot *slot_of(const table *t, int64_t key)
{
    slot *at = first_slot(t, key), *end = t->slots + t->size;
    while (at->rank >= 0 && at->key != key)
        if (++at == end) at = t->slots;
    return at;
}

static tropic_status table_open(tropic_context *context, table *t, int bits)
{
    *t = (table){.size = (int64_t)1 << bits, .bits = bits};
    t->slots = tp_allocate(&context->memory, t->size, sizeof *t->slots);
    if (!t->slots) return out_of_memory(context);
    for (int64_t s = 0; s < t->size; s++) t->slots[s] = (slot){0, -1};
    return TROPIC_OK;
}

static tropic_status table_grow(tropic_context *context, table *t)
{
    table larger;
    TP_TRY(table_open(context, &larger, t->bits + 1));
    for (int64_t s = 0; s < t->size; s++)
        if (t->slots[s].rank >= 0) *slot_of(&larger, t->slots[s].key) = t->slots[s];
    larger.used = t->used;
    tp_release(&context->memory, t->slots);
    *t = larger;
    return TROPIC_OK;
}

static inline tropic_status insert(tropic_context *context, table *t, int64_t key)
{
    slot *at = slot_of(t, key);
    if (at->rank >= 0) return TROPIC_OK;
    *at = (slot){key, 0};
    t->used++;
    return 2 * t->used > t->size ? table_grow(context, t) : TROPIC_OK;
}

/* In a table larger than the caches each key waits for memory, so slots are prefetched. */
static inline void prefetch(const compaction *c, const table *t, int side, int64_t k)
{
    if (k + PREFETCH_AHEAD < c->entries->count) __builtin_prefetch(first_slot(t, id_at(c, side, k + PREFETCH_AHEAD)));
}

static tropic_status insert_all(const compaction *c, table *t)
{
    for (int side = 0; side < 2; side++) {
        for (int64_t k = 0; k < c->entries->count; k++) {
            prefetch(c, t, side, k);
            if (k % CANCEL_INTERVAL == 0) TP_TRY(tp_progress(c->context, 0));
            TP_TRY(insert(c->context, t, id_at(c, side, k)));
        }
    }
    for (int64_t k = 0; k < c->ids->isolated_count; k++) TP_TRY(insert(c->context, t, c->ids->isolated[k]));
    return TROPIC_OK;
}

static bool ascend(const int64_t *keys, int64_t n)
{
    int64_t k = 1;
    while (k < n && keys[k - 1] <= keys[k]) k++;
    return k >= n;
}

int64_t *tp_sort_keys(int64_t *keys, int64_t *spare, int64_t n, int shift, int64_t min, int64_t max)
{
    const uint64_t low = (uint64_t)min, range = (uint64_t)max - low;
    if (ascend(keys, n)) return keys;
    for (; shift < 64 && range >> shift != 0; shift += DIGIT_BITS) {
        int64_t starts[DIGITS + 1] = {0}, *swap = keys;
        for (int64_t k = 0; k < n; k++) starts[(((uint64_t)keys[k] - low) >> shift) % DIGITS + 1]++;
        for (int d = 0; d < DIGITS; d++) starts[d + 1] += starts[d];
        for (int64_t k = 0; k < n; k++) spare[starts[(((uint64_t)keys[k] - low) >> shift) % DIGITS]++] = keys[k];
        keys = spare;
        spare = swap;
    }
    return keys;
}

/* The distinct ids in order, each slot's rank set. NULL: no memory. */
static int64_t *rank_slots(compaction *c, table *t)
{
    const tp_memory *memory = &c->context->memory;
    int64_t *one = tp_allocate(memory, t->used, sizeof *one);
    int64_t *two = tp_allocate(memory, t->used, sizeof *two), *labels = NULL;
    if (one && two) {
        for (int64_t s = 0, k = 0; s < t->size; s++)
            if (t->slots[s].rank >= 0) one[k++] = t->slots[s].key;
        labels = tp_sort_keys(one, two, t->used, 0, c->ids->min, c->ids->max);
        for (int64_t k = 0; k < t->used; k++) slot_of(t, labels[k])->rank = (tropic_index)k;
    }
    if (labels != one) tp_release(memory, one);
    if (labels != two) tp_release(memory, two);
    return labels;
}

/* ---- either ---- */

/* By the structure that is there; neither: ids without gaps, whose rank is the distance from the least. */
static inline tropic_index rank_of(const pass *p, int64_t id)
{
    const uint64_t place = (uint64_t)id - (uint64_t)p->c->ids->min, w = place / WORD_BITS;
    if (p->table) return slot_of(p->table, id)->rank;
    if (!p->map) return (tropic_index)place;
    return (tropic_index)(p->map->ranks[w] + __builtin_popcountll(p->map->words[w] & (bit_of(place) - 1)));
}

static void translate_chunk(const void *of, int64_t begin, int64_t end)
{
    const pass p = *(const pass *)of;
    /* Entries ahead may be ranks already where ids are replaced in place. */
    const bool ahead = p.table && p.c->ids->wide[p.side];
    for (int64_t k = begin; k < end; k++) {
        if (ahead) prefetch(p.c, p.table, p.side, k);
        p.to[k] = rank_of(&p, id_at(p.c, p.side, k));
    }
}

/* Ids become ranks. Ids of 32 bits are replaced in place. */
static tropic_status translate(compaction *c, const bitmap *map, const table *t)
{
    const tp_memory *memory = &c->context->memory;
    for (int side = 0; side < 2; side++) {
        tropic_index **to = side == 0 ? &c->entries->row_ids : &c->entries->col_ids;
        TP_TRY(tp_progress(c->context, 0));
        if (c->ids->wide[side]) *to = tp_allocate(memory, c->entries->count, sizeof **to);
        if (!*to) return out_of_memory(c->context);
        if (map || t || c->ids->wide[side] || c->ids->min != 0) {
            const pass p = {.c = c, .side = side, .map = map, .table = t, .to = *to};
            tp_for(c->team, c->entries->count, TP_CHUNK_ANY, translate_chunk, &p);
        }
        tp_release(memory, c->ids->wide[side]);
        c->ids->wide[side] = NULL;
    }
    return TROPIC_OK;
}

static tropic_status compact_dense(compaction *c, const char *path, int64_t range)
{
    const tp_memory *memory = &c->context->memory;
    bitmap map = {.count = range / WORD_BITS + 1};
    tropic_status status = TROPIC_OK;
    int64_t n = 0;

    map.words = tp_allocate_zero(memory, map.count, sizeof *map.words);
    map.ranks = tp_allocate(memory, map.count, sizeof *map.ranks);
    if (!map.words || !map.ranks) {
        status = out_of_memory(c->context);
    } else {
        mark(c, &map);
        n = rank_words(&map);
        if (n > TROPIC_INDEX_MAX) status = too_many(c->context, path, n);
    }
    if (status == TROPIC_OK && n < range) {
        c->entries->labels = list_labels(c, &map, n);
        if (!c->entries->labels) status = out_of_memory(c->context);
    }
    if (status == TROPIC_OK) status = translate(c, n < range ? &map : NULL, NULL);
    c->entries->rows = c->entries->cols = (tropic_index)n;
    tp_release(memory, map.words);
    tp_release(memory, map.ranks);
    return status;
}

static tropic_status compact_sparse(compaction *c, const char *path)
{
    table t;
    tropic_status status = table_open(c->context, &t, TABLE_FIRST_BITS);

    if (status == TROPIC_OK) status = insert_all(c, &t);
    if (status == TROPIC_OK && t.used > TROPIC_INDEX_MAX) status = too_many(c->context, path, t.used);
    if (status == TROPIC_OK) {
        c->entries->labels = rank_slots(c, &t);
        status = c->entries->labels ? translate(c, NULL, &t) : out_of_memory(c->context);
        c->entries->rows = c->entries->cols = (tropic_index)t.used;
    }
    tp_release(&c->context->memory, t.slots);
    return status;
}

void tp_file_ids_free(tropic_context *context, tp_file_ids *ids)
{
    for (int side = 0; side < 2; side++) {
        tp_release(&context->memory, ids->wide[side]);
        ids->wide[side] = NULL;
    }
    tp_release(&context->memory, ids->isolated);
    ids->isolated = NULL;
}

static tropic_status compact_whole(compaction *c, const char *path, uint64_t gaps)
{
    if (gaps >= TROPIC_INDEX_MAX) return too_many(c->context, path, (int64_t)gaps + 1);
    c->entries->rows = c->entries->cols = (tropic_index)gaps + 1;
    return translate(c, NULL, NULL);
}

tropic_status tp_compact(tropic_context *context, const char *path, tp_file_ids *ids, tp_entries *entries)
{
    const int64_t total = 2 * entries->count + ids->isolated_count;
    compaction c = {context, ids, entries, tp_team_for(context, total)};
    tropic_status status;
    uint64_t span;

    for (int64_t k = 0; k < ids->isolated_count; k++) {
        if (ids->isolated[k] < ids->min) ids->min = ids->isolated[k];
        if (ids->isolated[k] > ids->max) ids->max = ids->isolated[k];
    }
    span = (uint64_t)ids->max - (uint64_t)ids->min;
    entries->label_base = ids->min;
    if (ids->whole)
        status = compact_whole(&c, path, span);
    else if (span / TP_COMPACT_DENSE < (uint64_t)total)
        status = compact_dense(&c, path, (int64_t)span + 1);
    else
        status = compact_sparse(&c, path);
    tp_file_ids_free(context, ids);
    return status;
}
