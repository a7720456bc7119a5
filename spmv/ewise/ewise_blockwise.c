/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU, a block of positions at a time: the rules of ewise_rule.h for operators that
 * take lists of values.
 *
 * This is the one place that has these rules a second time. An operator over a list of values is a loop that becomes
 * vectors, and of a user's function the call costs little; the text for one position cannot be stopped at each operator
 * until others have come as far. So here each rule is a pass over the block: it finds the operands that meet, applies
 * op to them, and applies the accumulator where there is something to accumulate. (A pass over full vectors took ten
 * times as long position by position.) A rule that changes there changes here; tests/test_mapped.c compares the two on
 * random operations.
 */
#include "spmv/ewise/ewise_blockwise.h"

#include <string.h>
#include <tropic_host.h>

#include "runtime/types.h"
#include "semiring/evaluate.h"
#include "spmv/ewise/ewise_builtin.h"
#include "spmv/tuning.h"

/* Bytes of the block's values: so many positions at most, fewer of long structs, and one of those that are longer. */
#define ROOM (16 * TP_PACKED)

typedef struct mapping {
    const tp_elementwise *e;
    tp_evaluator op, accum;
    tp_input w;     /* w, read as an operand */
    size_t x, y, z; /* sizes: op's types, and w's */
    int positions;  /* of a block */
    bool plain;     /* no flags, no mask, no list */
} mapping;

/* Values of a block's positions. One alone is read where it lies. */
typedef struct room {
    _Alignas(64) char byte[ROOM];
} room;
typedef struct made_room {
    _Alignas(64) char byte[TROPIC_TYPE_MAX];
} made_room;

/* By position: flags are 0 or 1. */
typedef struct block {
    int64_t begin;
    int count;
    int hits, met; /* flags that are set */
    tropic_index places[TP_PACKED];
    uint8_t allowed[TP_PACKED];                 /* the mask lets it through */
    uint8_t x_has[TP_PACKED], y_has[TP_PACKED]; /* allowed or not */
    uint8_t meets[TP_PACKED];                   /* allowed, and both operands have an entry */
    uint8_t hit[TP_PACKED];                     /* t has an entry */
    uint8_t had[TP_PACKED];                     /* t and w have one */
    const char *t;
    room x, y;           /* operands, where they are not read in place */
    made_room made, old; /* t, and w's old values, the same, to which t is added */
} block;

static const tropic_index no_columns[TP_PACKED];

/* ---- entries and the mask ---- */

static int count_flags(const uint8_t *flags, int count)
{
    int set = 0;
    for (int k = 0; k < count; k++) set += flags[k];
    return set;
}

#define TRUE_VALUES(TYPE, C)                                                                                           \
    case TYPE: {                                                                                                       \
        const C *values = (const C *)mask->values + b->begin;                                                          \
        for (int k = 0; k < b->count; k++) b->allowed[k] = values[k] != 0;                                             \
        break;                                                                                                         \
    }
#define TRUE_NUMBERS(type) TRUE_VALUES(TP_TYPE_##type, TP_C(type))

static void find_allowed(const tp_elementwise *e, block *b)
{
    const tp_mask *mask = &e->mask;
    const uint8_t *has = mask->has ? mask->has + b->begin : NULL;
    if (e->places || e->mask_at) {
        for (int k = 0; k < b->count; k++) b->allowed[k] = tp_position_allowed(e, b->begin + k, b->places[k]);
        return;
    }
    memset(b->allowed, 1, (size_t)b->count);
    if (!mask->structure) switch (mask->type) {
            TRUE_VALUES(TROPIC_BOOL, uint8_t) /* without an entry the byte may be no bool */
            TP_EACH_NUMERIC(TRUE_NUMBERS)
        }
    for (int k = 0; has && k < b->count; k++) b->allowed[k] = b->allowed[k] & (has[k] != 0);
    for (int k = 0; mask->complement && k < b->count; k++) b->allowed[k] ^= 1;
}

/* Do an operand's positions lie one after another? */
static bool is_straight(const tp_elementwise *e, const tp_input *in)
{
    return !in->at && (in->listed || !e->places);
}

static void find_entries(const tp_elementwise *e, const tp_input *in, const block *b, uint8_t *flags)
{
    const uint8_t *has = in->has ? in->has + b->begin : NULL;
    if (!is_straight(e, in)) {
        for (int k = 0; k < b->count; k++) flags[k] = tp_input_has(in, tp_input_at(in, b->begin + k, b->places[k]));
    } else if (has) {
        for (int k = 0; k < b->count; k++) flags[k] = has[k] != 0;
    } else {
        memset(flags, 1, (size_t)b->count);
    }
}

/* Which positions the mask lets through, and where t may have entries. */
static void find_hits(const mapping *m, block *b)
{
    const tp_elementwise *e = m->e;
    for (int k = 0; k < b->count; k++) {
        const int64_t c = b->begin + k;
        b->places[k] = e->places ? e->places[c] : (tropic_index)c;
    }
    find_allowed(e, b);
    find_entries(e, &e->x, b, b->x_has);
    find_entries(e, &e->y, b, b->y_has);
    for (int k = 0; k < b->count; k++) b->meets[k] = b->allowed[k] & b->x_has[k] & b->y_has[k];
    for (int k = 0; k < b->count; k++)
        b->hit[k] = e->kind == TP_UNION ? b->allowed[k] & (b->x_has[k] | b->y_has[k]) : b->meets[k];
    b->met = count_flags(b->meets, b->count);
    b->hits = e->kind == TP_UNION ? count_flags(b->hit, b->count) : b->met;
}

/* ---- values ---- */

/* The one value of all positions. (An operand without values may also be one without entries, or one that the operator
 * does not look at; a large one of those is zeros.) */
static const void *one_value(const tp_elementwise *e, size_t size)
{
    if (size <= sizeof e->value) return e->value.byte;
    return e->large.size == size ? e->large.at : tp_type_zero();
}

/* An operand's values; the one value of all positions is in the room already, if it is not too large. */
static const char *find_values(const tp_elementwise *e, const tp_input *in, size_t size, const block *b, char *room)
{
    if (size > ROOM && !in->values) return one_value(e, size);
    if (size > ROOM) return tp_input_value(e, in, tp_input_at(in, b->begin, b->places[0]), size);
    if (!in->values) return room;
    if (is_straight(e, in)) return (const char *)in->values + (size_t)b->begin * size;
#define GATHER(size)                                                                                                   \
    for (int k = 0; k < b->count; k++) {                                                                               \
        const int64_t at = tp_input_at(in, b->begin + k, b->places[k]);                                                \
        if ((size) > sizeof e->value && in->values && at < 0) continue; /* a missing value is anything */              \
        memcpy(room + (size_t)k * (size), tp_input_value(e, in, at, size), size);                                      \
    }
    TP_BY_SIZE(size, GATHER)
    return room;
}

static void fill(const tp_elementwise *e, room *r, size_t size, int count)
{
    const void *value = one_value(e, size);
#define FILL(size)                                                                                                     \
    for (int k = 0; k < count; k++) memcpy(r->byte + (size_t)k * (size), value, size);
    if (size <= ROOM) TP_BY_SIZE(size, FILL)
}

/* to[k] = of[k] where the flag is set. */
static void blend(char *to, const char *of, const uint8_t *restrict flags, size_t size, int count)
{
#define CHOOSE(type)                                                                                                   \
    case sizeof(type): {                                                                                               \
        type *restrict w = (type *)(void *)to;                                                                         \
        const type *restrict t = (const type *)(const void *)of;                                                       \
        for (int k = 0; k < count; k++) { /* (loads without a condition, so that it becomes vectors) */                \
            const type now = w[k], then = t[k];                                                                        \
            w[k] = flags[k] ? then : now;                                                                              \
        }                                                                                                              \
        break;                                                                                                         \
    }
    switch (size) {
        CHOOSE(uint8_t)
        CHOOSE(uint16_t)
        CHOOSE(uint32_t)
        CHOOSE(uint64_t)
    default:
        for (int k = 0; k < count; k++)
            if (flags[k]) memcpy(to + (size_t)k * size, of + (size_t)k * size, size);
    }
}

/* The values of the positions whose flag is set, in a row; and back, when all others become anything. (Without
 * branches, which take three times as long where flags are set at random.) */
static void pack(char *to, const char *values, size_t size, const uint8_t *flags, int count)
{
#define PACK(size)                                                                                                     \
    for (int k = 0; k < count; k++) {                                                                                  \
        memcpy(to, values + (size_t)k * (size), size);                                                                 \
        to += flags[k] * (size);                                                                                       \
    }
    TP_BY_SIZE(size, PACK)
}
static void unpack(char *values, const char *from, size_t size, const uint8_t *flags, int count)
{
#define UNPACK(size)                                                                                                   \
    for (int k = 0; k < count; k++) {                                                                                  \
        memcpy(values + (size_t)k * (size), from, size);                                                               \
        from += flags[k] * (size);                                                                                     \
    }
    TP_BY_SIZE(size, UNPACK)
}

/* z[k] = f(x[k], y[k]) where the flag is set, of which there are `set`; elsewhere z may become anything. A user's
 * function sees nothing else, nor does an operator of BOOL, since a place without an entry may be neither true nor
 * false. */
static void evaluate(const tp_evaluator *f, const block *b, char *z, const char *x, const char *y, const uint8_t *flags,
                     int set)
{
    const tropic_operator *op = f->op;
    tropic_index places[TP_PACKED];
    room some_x, some_y, some_z;
    const bool any_value = !f->host && op->x != TROPIC_BOOL && op->y != TROPIC_BOOL;
    if (set == b->count || (any_value && set > b->count / TP_OPERATOR_FEW_PART)) {
        tp_evaluate(f, z, x, y, b->places, no_columns, b->count);
        return;
    }
    if (set == 0) return;
    pack((char *)places, (const char *)b->places, sizeof *places, flags, b->count);
    pack(some_x.byte, x, tropic_type_size(op->x), flags, b->count);
    pack(some_y.byte, y, tropic_type_size(op->y), flags, b->count);
    tp_evaluate(f, some_z.byte, some_x.byte, some_y.byte, places, no_columns, set);
    unpack(z, some_z.byte, tropic_type_size(op->z), flags, b->count);
}

/* ---- the rules ---- */

/* Where w has the block, if that is in a row; else NULL. */
static char *place_in_w(const mapping *m, const block *b)
{
    return is_straight(m->e, &m->w) ? (char *)m->e->w + (size_t)b->begin * m->z : NULL;
}

static void make_t(const mapping *m, block *b)
{
    const tp_elementwise *e = m->e;
    const char *x = find_values(e, &e->x, m->x, b, b->x.byte), *y;
    char *made = b->made.byte;
    b->t = x;
    if (e->kind == TP_COPY) return;
    y = find_values(e, &e->y, m->y, b, b->y.byte);
    if (e->kind != TP_SELECT && !e->accum && b->met == b->count && place_in_w(m, b)) made = place_in_w(m, b);
    evaluate(&m->op, b, made, x, y, b->meets, b->met);
    if (e->kind == TP_SELECT) {
        for (int k = 0; k < b->count; k++) b->hit[k] = b->hit[k] & (made[k] != 0);
        b->hits = count_flags(b->hit, b->count);
        return;
    }
    b->t = made;
    for (int k = 0; b->met < b->hits && k < b->count; k++)
        if (b->hit[k] && !b->meets[k]) memcpy(made + (size_t)k * m->z, (b->x_has[k] ? x : y) + (size_t)k * m->z, m->z);
}

/* t becomes accum(w, t) where w has an entry, too. */
static void accumulate(const mapping *m, block *b)
{
    const char *old = find_values(m->e, &m->w, m->z, b, b->old.byte);
    char *place = place_in_w(m, b);
    int had = b->count;
    if (!m->plain) {
        find_entries(m->e, &m->w, b, b->had);
        for (int k = 0; k < b->count; k++) b->had[k] &= b->hit[k];
        had = count_flags(b->had, b->count);
    }
    if (had == b->count && place) {
        evaluate(&m->accum, b, place, old, b->t, b->had, had);
        b->t = place;
        return;
    }
    evaluate(&m->accum, b, b->old.byte, old, b->t, b->had, had);
    if (b->t != b->made.byte) memcpy(b->made.byte, b->t, (size_t)b->count * m->z);
    blend(b->made.byte, b->old.byte, b->had, m->z, b->count);
    b->t = b->made.byte;
}

static void write_flags(const tp_elementwise *e, const block *b, bool in_row)
{
    uint8_t *restrict has = in_row ? e->w_has + b->begin : e->w_has;
    if (!in_row) {
        for (int k = 0; k < b->count; k++) {
            const int64_t at = tp_output_at(e, b->begin + k, b->places[k]);
            has[at] = e->accum ? has[at] | b->hit[k] : b->allowed[k] ? b->hit[k] : has[at];
        }
    } else if (e->accum) {
        for (int k = 0; k < b->count; k++) has[k] |= b->hit[k];
    } else {
        blend((char *)has, (const char *)b->hit, b->allowed, sizeof *has, b->count);
    }
}

static void write(const mapping *m, const block *b)
{
    const tp_elementwise *e = m->e;
    char *place = place_in_w(m, b);
    if (!place) {
        for (int k = 0; k < b->count; k++)
            if (b->hit[k])
                memcpy((char *)e->w + (size_t)tp_output_at(e, b->begin + k, b->places[k]) * m->z,
                       b->t + (size_t)k * m->z, m->z);
    } else if (b->t != place && b->hits < b->count) {
        blend(place, b->t, b->hit, m->z, b->count);
    } else if (b->t != place) {
        memcpy(place, b->t, (size_t)b->count * m->z);
    }
    if (e->w_has) write_flags(e, b, place != NULL);
}

static void run_block(const mapping *m, block *b)
{
    const tp_elementwise *e = m->e;
    if (m->plain)
        b->hits = b->met = b->count;
    else
        find_hits(m, b);
    if (b->hits > 0) make_t(m, b);
    if (b->hits > 0 && e->accum) accumulate(m, b);
    if (b->hits > 0)
        write(m, b);
    else if (e->w_has && !e->accum)
        write_flags(e, b, is_straight(e, &m->w));
}

static void run(const void *of, int64_t begin, int64_t end)
{
    const mapping *m = of;
    const tp_elementwise *e = m->e;
    block b;
    if (!e->x.values) fill(e, &b.x, m->x, m->positions);
    if (!e->y.values) fill(e, &b.y, m->y, m->positions);
    for (b.begin = begin; b.begin < end; b.begin += m->positions) {
        b.count = end - b.begin < m->positions ? (int)(end - b.begin) : m->positions;
        run_block(m, &b);
    }
}

/* Nothing but arrays by place in which all have an entry before and after, where nobody asks which place it is? */
static bool is_plain(const mapping *m)
{
    const tp_elementwise *e = m->e;
    return !e->places && !e->x.has && !e->x.at && !e->y.has && !e->y.at && !e->w_has && !e->w_at && !e->mask_at &&
           tp_mask_is_open(&e->mask) && !m->op.reads_places && !m->accum.reads_places && e->kind != TP_SELECT;
}

static tp_evaluator evaluator_of(const tropic_operator *op, const tropic_host_operator *host)
{
    return (tp_evaluator){
        .op = op, .host = host, .reads_places = op && (host || tp_operator_reads_places(op->builtin))};
}

tropic_status tp_cpu_elementwise_blockwise(tropic_context *context, const tp_elementwise *e,
                                           const tropic_host_operator *op, const tropic_host_operator *accum)
{
    mapping m = {.e = e,
                 .op = evaluator_of(e->op, op),
                 .accum = evaluator_of(e->accum, accum),
                 .w = {.values = e->w, .has = e->w_has, .at = e->w_at, .listed = e->w_listed},
                 .z = tropic_type_size(e->result)};
    size_t size;
    m.x = e->op ? tropic_type_size(e->op->x) : m.z;
    m.y = e->op ? tropic_type_size(e->op->y) : m.z;
    size = m.x > m.y ? m.x : m.y;
    if (m.z > size) size = m.z;
    m.positions = size > ROOM ? 1 : size > ROOM / TP_PACKED ? (int)(ROOM / size) : TP_PACKED;
    m.plain = is_plain(&m);
    tp_for(tp_team_for(context, e->n), e->n, TP_CHUNK_ANY, run, &m);
    return TROPIC_OK;
}
