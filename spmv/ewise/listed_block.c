/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise operation along a list on the CPU, TP_LISTED_MAX places at a time: lists are merged, and places looked
 * up from where the last ones stood. Of a new list each thread makes a part, of ids up to the next part's, where there
 * is room for all that it may have; then these are moved together.
 */
#include "formats/matrix/list_at.h"
#include "semiring/evaluate.h"
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_rule.h"

/* No id of a list: there are fewer than so many places. */
#define NO_ID TROPIC_INDEX_MAX

enum { PLACES, MORE, OLD, X, Y, MASK, LISTS };
enum { MERGED = OLD + 1 }; /* lists whose ids become places of the new one */
enum { MOST_PARTS = 64 };

/* What a thread does: the lists' ids from `at` on, up to `end`; then how many entries it has, or w has more of. */
typedef struct part {
    int64_t at[LISTS], end[MERGED];
    int64_t begin, result; /* of a new list: where the part begins, and how many entries it has */
} part;

typedef struct listing {
    tropic_context *context;
    const tp_listed *l;
    tp_places list[LISTS];
    size_t x, y, w; /* sizes of values */
    bool merges;    /* the lists' ids, to places */
    part *parts;
} listing;

/* By position. */
typedef struct block {
    tropic_index all[TP_LISTED_MAX], old[TP_LISTED_MAX]; /* w's new places, and where the old list has them */
    tropic_index places[TP_LISTED_MAX], w_at[TP_LISTED_MAX], first[TP_LISTED_MAX], more[TP_LISTED_MAX];
    tropic_index x[TP_LISTED_MAX], y[TP_LISTED_MAX], mask[TP_LISTED_MAX];
    uint8_t has[TP_LISTED_MAX];
    int64_t base;                        /* position of the first place in the list that is gone along */
    const tropic_index *these, *new_ids; /* places to go to, and those of the new list */
    int count, new_count;
} block;

static tropic_index id_at(const listing *g, const part *p, int k)
{
    return p->at[k] < p->end[k] ? g->list[k].ids[p->at[k]] : NO_ID;
}

/* The next places, of all lists. */
static void merge(const listing *g, part *p, block *b)
{
    const bool everywhere = g->l->everywhere;
    b->count = b->new_count = 0;
    while (b->new_count < TP_LISTED_MAX) {
        const tropic_index a = id_at(g, p, PLACES), more = id_at(g, p, MORE), old = id_at(g, p, OLD);
        const tropic_index either = a < more ? a : more, id = either < old ? either : old;
        if (id == NO_ID) break;
        b->all[b->new_count] = b->places[b->count] = id;
        b->old[b->new_count] = old == id ? (tropic_index)p->at[OLD] : -1;
        b->first[b->count] = a == id ? (tropic_index)p->at[PLACES] : -1;
        b->more[b->count] = more == id ? (tropic_index)p->at[MORE] : -1;
        b->w_at[b->count] = b->new_count++;
        b->count += everywhere || either == id;
        p->at[PLACES] += a == id;
        p->at[MORE] += more == id;
        p->at[OLD] += old == id;
    }
    b->these = b->places;
    b->new_ids = b->all;
}

/* The next places of the one list. */
static void follow(const listing *g, part *p, block *b)
{
    const int64_t left = p->end[PLACES] - p->at[PLACES];
    b->these = b->new_ids = g->list[PLACES].ids + p->at[PLACES];
    b->count = b->new_count = (int)(left < TP_LISTED_MAX ? left : TP_LISTED_MAX);
    p->at[PLACES] += b->count;
}

/* Where list k has the block's places, in `at`, unless they are known from the merge. */
static const tropic_index *look_up(const listing *g, part *p, const block *b, int k, tropic_index *at)
{
    const tropic_index *ids = g->list[k].ids;
    if (g->merges && ids == g->l->places.ids) return b->first;
    if (g->merges && ids == g->l->more.ids) return b->more;
    tp_cpu_look_up_from(at, b->these, b->count, g->list[k], &p->at[k]);
    return at;
}

/* An operand at the block's places. */
static void open_input(const listing *g, part *p, const block *b, int k, size_t size, tropic_index *at, tp_input *in)
{
    if ((k == X ? g->l->x : g->l->y).used) {
        in->at = look_up(g, p, b, k, at);
    } else if (in->at) {
        in->at += b->base;
    } else if (in->listed) {
        if (in->values) in->values = (const char *)in->values + (size_t)b->base * size;
        if (in->has) in->has += b->base;
    }
}

static void open_mask(const listing *g, part *p, block *b, tp_elementwise *e)
{
    const tp_look_up *mask = &g->l->mask;
    const bool along = mask->list.ids == g->l->places.ids && !g->l->everywhere && g->l->more.count == 0;
    if (!mask->used) return;
    e->mask_at = along ? b->mask : look_up(g, p, b, MASK, b->mask);
    if (!along) return;
    if (e->mask.structure && !e->mask.complement)
        e->mask_at = NULL; /* by place: all are let through */
    else
        for (int c = 0; c < b->count; c++) b->mask[c] = (tropic_index)(b->base + c);
}

/* values: room for those of the block's places, as it has them; w's own ones come first. */
static void open_new(const listing *g, block *b, tp_elementwise *e, char *values)
{
    const char *old = g->l->old_values;
    e->w = values;
    e->w_has = b->has;
    e->w_at = g->merges ? b->w_at : NULL;
    e->w_listed = true;
    memset(b->has, 0, sizeof b->has);
    for (int c = 0; g->merges && c < b->new_count; c++) b->has[c] = b->old[c] >= 0;
#define TAKE(size)                                                                                                     \
    for (int c = 0; g->merges && c < b->new_count; c++)                                                                \
        if (b->old[c] >= 0) memcpy(values + (size_t)c * (size), old + (size_t)b->old[c] * (size), size);
    TP_BY_SIZE(g->w, TAKE)
}

/* Those of the block's entries that stay, from position `kept` of the new list on. How many they are. */
static int keep(const listing *g, block *b, int64_t kept, char *values)
{
    tropic_index *ids = g->l->ids + kept;
    int stay = 0, count = 0;
    if (g->l->removes) {
        tp_elementwise e = {.mask = g->l->e.mask, .mask_at = g->l->mask.used ? b->mask : NULL};
        int64_t from = 0;
        if (e.mask_at) tp_cpu_look_up_from(b->mask, b->new_ids, b->new_count, g->list[MASK], &from);
        for (int c = 0; c < b->new_count; c++) b->has[c] = b->has[c] && tp_position_allowed(&e, c, b->new_ids[c]);
    }
    for (int c = 0; c < b->new_count; c++) {
        ids[count] = b->new_ids[c];
        count += b->has[c];
    }
    if (count == b->new_count) return count;
#define KEEP(size)                                                                                                     \
    for (int c = 0; c < b->new_count; c++) {                                                                           \
        memmove(values + (size_t)stay * (size), values + (size_t)c * (size), size);                                    \
        stay += b->has[c];                                                                                             \
    }
    TP_BY_SIZE(g->w, KEEP)
    return count;
}

static int64_t count_at(const tp_elementwise *e)
{
    int64_t count = 0;
    for (int64_t c = 0; e->w_has && c < e->n; c++) count += e->w_has[e->places[c]];
    return count;
}

static void run_block(const listing *g, part *p, block *b)
{
    const tp_listed *l = g->l;
    char *values = l->in_place ? NULL : (char *)l->values + (size_t)(p->begin + p->result) * g->w;
    tp_elementwise e = l->e;
    e.places = b->these;
    e.n = b->count;
    open_input(g, p, b, X, g->x, b->x, &e.x);
    open_input(g, p, b, Y, g->y, b->y, &e.y);
    open_mask(g, p, b, &e);
    if (l->in_place)
        p->result -= count_at(&e);
    else
        open_new(g, b, &e, values);
    (void)tp_cpu_elementwise(g->context, &e); /* (a user's operator is there) */
    p->result += l->in_place ? count_at(&e) : keep(g, b, p->begin + p->result, values);
}

static void run_part(const listing *g, part *p)
{
    block b;
    do {
        b.base = p->at[PLACES];
        if (g->merges)
            merge(g, p, &b);
        else
            follow(g, p, &b);
        if (b.new_count > 0) run_block(g, p, &b);
    } while (b.new_count == TP_LISTED_MAX);
}

static void run_parts(const void *of, int64_t begin, int64_t end)
{
    const listing *g = of;
    for (int64_t k = begin; k < end; k++) run_part(g, &g->parts[k]);
}

/* Cuts the lists where at most `before` places of the new list come, with those that two lists have twice. */
static void cut(const listing *g, int64_t before, int64_t *at)
{
    tropic_index low = 0, high = NO_ID; /* ids */
    if (!g->merges) {
        at[PLACES] = before;
        return;
    }
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2 + 1;
        int64_t below = 0;
        for (int k = 0; k < MERGED; k++) below += tp_find_id(g->list[k].ids, 0, g->list[k].count, middle);
        if (below <= before)
            low = middle;
        else
            high = middle - 1;
    }
    for (int k = 0; k < MERGED; k++) at[k] = tp_find_id(g->list[k].ids, 0, g->list[k].count, low);
}

/* Parts of the new list are moved together. */
static int64_t join(const listing *g, int parts)
{
    const tp_listed *l = g->l;
    int64_t count = g->parts[0].result;
    for (int k = 1; k < parts; k++) {
        const part *p = &g->parts[k];
        if (!l->in_place && p->begin > count) {
            memmove(l->ids + count, l->ids + p->begin, (size_t)p->result * sizeof *l->ids);
            memmove((char *)l->values + (size_t)count * g->w, (char *)l->values + (size_t)p->begin * g->w,
                    (size_t)p->result * g->w);
        }
        count += p->result;
    }
    return count;
}

tropic_status tp_cpu_listed(tropic_context *context, const tp_listed *l, tp_wait wait, tp_count *change)
{
    const int64_t n = l->places.count + l->more.count + l->old.count;
    const tp_team team = tp_team_for(context, n);
    const int count = team.threads < MOST_PARTS ? team.threads : MOST_PARTS;
    part parts[MOST_PARTS];
    listing g = {.context = context,
                 .l = l,
                 .list = {l->places, l->more, l->old, l->x.list, l->y.list, l->mask.list},
                 .w = tropic_type_size(l->e.result),
                 .merges = l->more.count > 0 || l->old.count > 0,
                 .parts = parts};
    (void)wait;
    g.x = l->e.op ? tropic_type_size(l->e.op->x) : g.w;
    g.y = l->e.op ? tropic_type_size(l->e.op->y) : g.w;
    if (l->e.user) { /* compiles its operator */
        tp_elementwise none = l->e;
        none.n = 0;
        TP_TRY(tp_cpu_elementwise(context, &none));
    }
    memset(parts, 0, (size_t)count * sizeof *parts);
    for (int k = 0; k < MERGED; k++) parts[count - 1].end[k] = g.list[k].count;
    for (int p = 1; p < count; p++) {
        cut(&g, n * p / count, parts[p].at);
        memcpy(parts[p - 1].end, parts[p].at, sizeof parts[p].end);
        for (int k = 0; k < MERGED; k++) parts[p].begin += parts[p].at[k];
    }
    tp_for(team, count, 1, run_parts, &g);
    *change = tp_count_known(join(&g, count));
    return TROPIC_OK;
}
