/* SPDX-License-Identifier: Apache-2.0
 *
 * User-defined types, operators and semirings. From the same expressions, each macro, at file scope, makes functions
 * for the CPU and the text that is compiled for a GPU on first use:
 *
 *     TROPIC_SEMIRING(widest, float, float, float, a > b ? a : b, x < y ? x : y, -INFINITY);
 *
 *     tropic_semiring *semiring = NULL;
 *     tropic_semiring_create(&semiring, context, &widest);
 *
 * Expressions are C that CUDA C++ understands too, with the functions of <math.h>. They may use a and b (the values to
 * add), x and y (the operands), i, j and r (indices) and w (see tropic_semiring_source). They may not use macros,
 * functions or variables of the program, which do not exist on the GPU. Enclose an expression in parentheses if it
 * contains a top-level comma. Types are bool, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
 * float, double, and structs that TROPIC_STRUCT and tropic_type_define have defined. Arithmetic on integers of 8 and 16
 * bits gives an int, as always in C; the result becomes a value of the type again, and wraps.
 */
#ifndef TROPIC_DEFINE_H
#define TROPIC_DEFINE_H

#include <tropic.h>
#include <tropic_host_functions.h>

#include <math.h>
#include <string.h>

/* Defines typedef struct name { members } name; and name_type, its source for tropic_type_define. */
#define TROPIC_STRUCT(name_, ...)                                                                                      \
    typedef struct name_ {                                                                                             \
        __VA_ARGS__                                                                                                    \
    } name_;                                                                                                           \
    struct name_##_aligned {                                                                                           \
        char first;                                                                                                    \
        name_ value;                                                                                                   \
    };                                                                                                                 \
    static const tropic_type_source name_##_type = {sizeof(tropic_type_source), #name_, #__VA_ARGS__, sizeof(name_),   \
                                                    offsetof(struct name_##_aligned, value)}

/* TROPIC_OPERATOR defines the source of an operator z = expression(x, y, i, j), TROPIC_MONOID that of a monoid
 * expression(a, b, i, j) with its identity. */
#define TROPIC_OPERATOR(name_, Z, X, Y, expression_)                                                                   \
    TROPIC_HOST_OPERATOR(name_, Z, X, Y, expression_, x, y)                                                            \
    static const tropic_operator_source name_ = {                                                                      \
        sizeof(tropic_operator_source), #name_, #Z, #X, #Y, #expression_, NULL, NULL, __FILE__, __LINE__,              \
        &name_##_host_operator,         NULL}
#define TROPIC_MONOID(name_, T, add_, identity_)                                                                       \
    TROPIC_HOST_MONOID(name_, T, add_, identity_, false)                                                               \
    static const tropic_operator_source name_ = {                                                                      \
        sizeof(tropic_operator_source), #name_, #T, #T, #T, #add_, #identity_, NULL, __FILE__, __LINE__,               \
        &name_##_host_operator,         NULL}

/* TROPIC_SEMIRING defines the source of a semiring: z = add(a, b) with its identity, and z = multiply(x, y, i, j, r,
 * w). In TROPIC_SEMIRING_STOP, a sum may stop once the condition stop(a) is true. */
#define TROPIC_SEMIRING(name_, Z, X, Y, add_, multiply_, identity_)                                                    \
    TROPIC_HOST_SEMIRING(name_, Z, X, Y, add_, multiply_, identity_, false, true)                                      \
    TROPIC_SEMIRING_TEXT(name_, #Z, #X, #Y, #add_, #multiply_, #identity_, NULL)
#define TROPIC_SEMIRING_STOP(name_, Z, X, Y, add_, multiply_, identity_, stop_)                                        \
    TROPIC_HOST_SEMIRING(name_, Z, X, Y, add_, multiply_, identity_, stop_, false)                                     \
    TROPIC_SEMIRING_TEXT(name_, #Z, #X, #Y, #add_, #multiply_, #identity_, #stop_)

#define TROPIC_SEMIRING_TEXT(name_, Z, X, Y, add_, multiply_, identity_, stop_)                                        \
    static const tropic_semiring_source name_ = {sizeof(tropic_semiring_source),                                       \
                                                 #name_,                                                               \
                                                 Z,                                                                    \
                                                 X,                                                                    \
                                                 Y,                                                                    \
                                                 add_,                                                                 \
                                                 multiply_,                                                            \
                                                 identity_,                                                            \
                                                 stop_,                                                                \
                                                 __FILE__,                                                             \
                                                 __LINE__,                                                             \
                                                 &name_##_host}

/* ------------------------------------------------------------------------------------------------
 * The rest of this header is for the macros and the library.
 */

#define TROPIC_HOST_APART static __attribute__((unused, noinline))
/* In a loop, this keeps GCC from vectorising it: for gathered operands the vectorised loop takes longer. */
#define TROPIC_HOST_NO_VECTORS __asm__ volatile("")

#define TROPIC_HOST_OPERATOR(name_, Z, X, Y, expression_, x_, y_)                                                      \
    TROPIC_HOST_FN Z name_##_operate(X x_, Y y_, tropic_index i, tropic_index j)                                       \
    {                                                                                                                  \
        (void)x_, (void)y_, (void)i, (void)j;                                                                          \
        return (expression_);                                                                                          \
    }                                                                                                                  \
    TROPIC_HOST_MAP(name_, Z, X, Y)                                                                                    \
    static const tropic_host_operator name_##_host_operator = {sizeof(tropic_host_operator), name_##_map, NULL, NULL};

#define TROPIC_HOST_MONOID(name_, T, add_, identity_, stop_)                                                           \
    TROPIC_HOST_FN T name_##_operate(T a, T b, tropic_index i, tropic_index j)                                         \
    {                                                                                                                  \
        (void)a, (void)b, (void)i, (void)j;                                                                            \
        return (add_);                                                                                                 \
    }                                                                                                                  \
    TROPIC_HOST_FN T name_##_identity(void)                                                                            \
    {                                                                                                                  \
        return (identity_);                                                                                            \
    }                                                                                                                  \
    TROPIC_HOST_FN bool name_##_stop(T a)                                                                              \
    {                                                                                                                  \
        (void)a;                                                                                                       \
        return (stop_);                                                                                                \
    }                                                                                                                  \
    TROPIC_HOST_MAP(name_, T, T, T)                                                                                    \
    TROPIC_HOST_FN void name_##_neutral(const tropic_host_operator *self, void *z)                                     \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        *(T *)z = name_##_identity();                                                                                  \
    }                                                                                                                  \
    TROPIC_HOST_FN bool name_##_terminal(const tropic_host_operator *self, const void *a)                              \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        return name_##_stop(*(const T *)a);                                                                            \
    }                                                                                                                  \
    static const tropic_host_operator name_##_host_operator = {sizeof(tropic_host_operator), name_##_map,              \
                                                               name_##_neutral, name_##_terminal};

#define TROPIC_HOST_MAP(name_, Z, X, Y)                                                                                \
    TROPIC_HOST_FN void name_##_map(const tropic_host_operator *self, void *z, const void *x, const void *y,           \
                                    const tropic_index *i, const tropic_index *j, int64_t count)                       \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t k = 0; k < count; k++)                                                                            \
            ((Z *)z)[k] = name_##_operate(((const X *)x)[k], ((const Y *)y)[k], i[k], j ? j[k] : 0);                   \
    }

/* A copy of the list, some of whose members have values that the compiler knows. `simple`: the vector is full, and
 * multiply sees no w and no names. */
TROPIC_HOST_FORM tropic_host_list tropic_host_known(const tropic_host_list *list, tropic_host_by x_by,
                                                    tropic_host_by y_by, bool simple)
{
    tropic_host_list l = *list;
    l.x_by = x_by;
    l.y_by = y_by;
    if (simple) l.has = NULL;
    if (simple) l.old = NULL;
    if (simple) l.i_names = l.j_names = NULL;
    return l;
}

TROPIC_HOST_FORM bool tropic_host_plain(const tropic_host_list *l)
{
    return !l->old && !l->i_names && !l->j_names;
}

/* call(l, x_by, y_by, simple, ...), compiled separately for the usual lists: values times a vector, in either order,
 * and a pattern. */
#define TROPIC_HOST_FORMS(call_, simple_, l_, ...)                                                                     \
    if ((simple_) && (l_)->x_by == TROPIC_HOST_ENTRY && (l_)->y_by == TROPIC_HOST_PLACE)                               \
        call_(l_, TROPIC_HOST_ENTRY, TROPIC_HOST_PLACE, true, __VA_ARGS__);                                            \
    else if ((simple_) && (l_)->x_by == TROPIC_HOST_PLACE && (l_)->y_by == TROPIC_HOST_ENTRY)                          \
        call_(l_, TROPIC_HOST_PLACE, TROPIC_HOST_ENTRY, true, __VA_ARGS__);                                            \
    else if ((simple_) && (l_)->x_by == TROPIC_HOST_ONE && (l_)->y_by == TROPIC_HOST_PLACE)                            \
        call_(l_, TROPIC_HOST_ONE, TROPIC_HOST_PLACE, true, __VA_ARGS__);                                              \
    else                                                                                                               \
        call_(l_, (l_)->x_by, (l_)->y_by, false, __VA_ARGS__)

/* The number of partial sums of a list that is summed in lanes: so many additions are in flight at once. */
#define TROPIC_HOST_LANES 8
/* Larger sums are not made in lanes, which are all on the stack. */
#define TROPIC_HOST_LANE_BYTES 1024
/* There is no loop here, because a compiler that does not unroll it would keep the lanes in memory. */
#define TROPIC_HOST_EACH_LANE(do_, name_)                                                                              \
    do_(name_, 0) do_(name_, 1) do_(name_, 2) do_(name_, 3) do_(name_, 4) do_(name_, 5) do_(name_, 6) do_(name_, 7)
#define TROPIC_HOST_LANE_STARTS(name_, f) lane[f] = sum;
#define TROPIC_HOST_LANE_TAKES(name_, f) hit |= name_##_lane(&l, k + f, j, &lane[f]);
#define TROPIC_HOST_LANE_ENDS(name_, f) part[f] = lane[f];

#define TROPIC_HOST_SEMIRING(name_, Z, X, Y, add_, multiply_, identity_, stop_, lanes_)                                \
    TROPIC_HOST_MONOID(name_, Z, add_, identity_, stop_)                                                               \
    TROPIC_HOST_FORM Z name_##_multiply(X x, Y y, tropic_index i, tropic_index j, tropic_index r, Z w)                 \
    {                                                                                                                  \
        (void)x, (void)y, (void)i, (void)j, (void)r, (void)w;                                                          \
        return (multiply_);                                                                                            \
    }                                                                                                                  \
    TROPIC_HOST_FORM Z name_##_product(const tropic_host_list *l, tropic_offset k, tropic_index i, tropic_index j,     \
                                       tropic_index from, tropic_index to)                                             \
    {                                                                                                                  \
        Z w;                                                                                                           \
        if (l->old && (!l->old_has || l->old_has[to]))                                                                 \
            w = ((const Z *)l->old)[to];                                                                               \
        else                                                                                                           \
            memset(&w, 0, sizeof w);                                                                                   \
        return name_##_multiply(((const X *)l->x)[tropic_host_at(l->x_by, k, from)],                                   \
                                ((const Y *)l->y)[tropic_host_at(l->y_by, k, from)], tropic_host_name(l->i_names, i),  \
                                tropic_host_name(l->j_names, j), l->row, w);                                           \
    }                                                                                                                  \
    TROPIC_HOST_FORM bool name_##_sum(const tropic_host_list *l, tropic_index j, tropic_offset k, tropic_offset to,    \
                                      Z *t)                                                                            \
    {                                                                                                                  \
        Z sum;                                                                                                         \
        while (k < to && l->has && !l->has[l->ids[k]]) k++;                                                            \
        if (k == to) return false;                                                                                     \
        sum = name_##_product(l, k, l->ids[k], j, l->ids[k], j);                                                       \
        while (++k < to && !name_##_stop(sum)) {                                                                       \
            const tropic_index i = l->ids[k];                                                                          \
            TROPIC_HOST_NO_VECTORS;                                                                                    \
            if (l->has && !l->has[i]) continue;                                                                        \
            sum = name_##_operate(sum, name_##_product(l, k, i, j, i, j), j, 0);                                       \
        }                                                                                                              \
        *t = sum;                                                                                                      \
        return true;                                                                                                   \
    }                                                                                                                  \
    TROPIC_HOST_FORM bool name_##_lane(const tropic_host_list *l, tropic_offset k, tropic_index j, Z *lane)            \
    {                                                                                                                  \
        const tropic_index i = l->ids[k];                                                                              \
        TROPIC_HOST_NO_VECTORS;                                                                                        \
        if (l->has && !l->has[i]) return false;                                                                        \
        *lane = name_##_operate(*lane, name_##_product(l, k, i, j, i, j), j, 0);                                       \
        return true;                                                                                                   \
    }                                                                                                                  \
    TROPIC_HOST_FORM bool name_##_lanes_of(const tropic_host_list *list, tropic_host_by x_by, tropic_host_by y_by,     \
                                           bool simple, tropic_index j, Z *t)                                          \
    {                                                                                                                  \
        const tropic_host_list l = tropic_host_known(list, x_by, y_by, simple);                                        \
        const tropic_offset to = l.offsets[j + 1];                                                                     \
        tropic_offset k = l.offsets[j];                                                                                \
        Z lane[TROPIC_HOST_LANES], part[TROPIC_HOST_LANES], sum = name_##_identity();                                  \
        bool hit = false;                                                                                              \
        TROPIC_HOST_EACH_LANE(TROPIC_HOST_LANE_STARTS, name_)                                                          \
        for (; k + TROPIC_HOST_LANES <= to; k += TROPIC_HOST_LANES) {                                                  \
            TROPIC_HOST_EACH_LANE(TROPIC_HOST_LANE_TAKES, name_)                                                       \
        }                                                                                                              \
        TROPIC_HOST_EACH_LANE(TROPIC_HOST_LANE_ENDS, name_)                                                            \
        if (name_##_sum(&l, j, k, to, &sum)) hit = true;                                                               \
        if (!hit) return false;                                                                                        \
        for (int half = TROPIC_HOST_LANES / 2; half > 0; half /= 2)                                                    \
            for (int f = 0; f < half; f++) part[f] = name_##_operate(part[f], part[f + half], j, 0);                   \
        *t = name_##_operate(sum, part[0], j, 0);                                                                      \
        return true;                                                                                                   \
    }                                                                                                                  \
    TROPIC_HOST_APART bool name_##_lanes(const tropic_host_list *l, tropic_index j, Z *t)                              \
    {                                                                                                                  \
        TROPIC_HOST_FORMS(return name_##_lanes_of, !l->has && tropic_host_plain(l), l, j, t);                          \
    }                                                                                                                  \
    TROPIC_HOST_FORM void name_##_sums_of(const tropic_host_list *list, tropic_host_by x_by, tropic_host_by y_by,      \
                                          bool simple, const tropic_index *which, tropic_index from,                   \
                                          tropic_index count, tropic_offset max, Z *t, uint8_t *has)                   \
    {                                                                                                                  \
        const tropic_host_list l = tropic_host_known(list, x_by, y_by, simple);                                        \
        tropic_index c = 0;                                                                                            \
        while (c < count) {                                                                                            \
            /* This loop calls no function, so its values stay in registers. */                                        \
            for (; c < count; c++) {                                                                                   \
                const tropic_index j = which && !simple ? which[c] : from + c;                                         \
                const tropic_offset k = l.offsets[j], to = l.offsets[j + 1];                                           \
                bool hit;                                                                                              \
                if ((lanes_) && sizeof(Z) <= TROPIC_HOST_LANE_BYTES && to - k > max) break;                            \
                hit = name_##_sum(&l, j, k, to, &t[c]);                                                                \
                if (has) has[c] = hit;                                                                                 \
            }                                                                                                          \
            if (c < count) {                                                                                           \
                const bool hit = name_##_lanes(list, which ? which[c] : from + c, &t[c]);                              \
                if (has) has[c] = hit;                                                                                 \
                c++;                                                                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_sums(const tropic_host_semiring *self, const tropic_host_list *l,                      \
                                     const tropic_index *which, tropic_index from, tropic_index count,                 \
                                     tropic_offset max, void *t, uint8_t *has)                                         \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        TROPIC_HOST_FORMS(name_##_sums_of, !l->has && !which && tropic_host_plain(l), l, which, from, count, max,      \
                          (Z *)t, has);                                                                                \
    }                                                                                                                  \
    TROPIC_HOST_FORM void name_##_push_by(const tropic_host_list *list, tropic_host_by x_by, tropic_host_by y_by,      \
                                          bool simple, const tropic_index *which, tropic_index count,                  \
                                          const tropic_offset *bounds, Z *t, uint8_t *flags)                           \
    {                                                                                                                  \
        const tropic_host_list l = tropic_host_known(list, x_by, y_by, simple);                                        \
        const tropic_index *ids = l.ids;                                                                               \
        for (tropic_index c = 0; c < count; c++) {                                                                     \
            const tropic_index i = which[c];                                                                           \
            const tropic_offset to = bounds ? bounds[2 * c + 1] : l.offsets[i + 1];                                    \
            for (tropic_offset k = bounds ? bounds[2 * c] : l.offsets[i]; k < to; k++) {                               \
                const tropic_index j = ids[k];                                                                         \
                t[j] = name_##_operate(t[j], name_##_product(&l, k, i, j, c, j), j, 0);                                \
                flags[j] = 1;                                                                                          \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_push_lists(const tropic_host_semiring *self, const tropic_host_list *l,                \
                                           const tropic_index *which, tropic_index count, const tropic_offset *bounds, \
                                           void *t, uint8_t *flags)                                                    \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        TROPIC_HOST_FORMS(name_##_push_by, tropic_host_plain(l), l, which, count, bounds, (Z *)t, flags);              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_push(const tropic_host_semiring *self, const tropic_host_list *l, tropic_index i,      \
                                     tropic_index at, tropic_offset from, tropic_offset to, void *t, uint8_t *flags,   \
                                     bool alone)                                                                       \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (tropic_offset k = from; k < to; k++) {                                                                    \
            const tropic_index j = l->ids[k];                                                                          \
            Z z, *sum = (Z *)t + j;                                                                                    \
            if (l->allow && (l->allow[j] != 0) == l->complement) continue;                                             \
            z = name_##_product(l, k, i, j, at, j);                                                                    \
            if ((alone ? flags[j] : tropic_host_lock(&flags[j])) == 0)                                                 \
                *sum = z;                                                                                              \
            else                                                                                                       \
                *sum = name_##_operate(*sum, z, j, 0);                                                                 \
            if (alone)                                                                                                 \
                flags[j] = 1;                                                                                          \
            else                                                                                                       \
                __atomic_store_n(&flags[j], (uint8_t)1, __ATOMIC_RELEASE);                                             \
        }                                                                                                              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_push_table(const tropic_host_semiring *self, const tropic_host_list *l,                \
                                           tropic_index i, tropic_index at, tropic_offset from, tropic_offset to,      \
                                           tropic_host_table *table)                                                   \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (tropic_offset k = from; k < to; k++) {                                                                    \
            const tropic_index j = l->ids[k];                                                                          \
            uint32_t slot;                                                                                             \
            Z z, *sum;                                                                                                 \
            if (l->allow && (l->allow[j] != 0) == l->complement) continue;                                             \
            slot = tropic_host_slot(table, j);                                                                         \
            sum = (Z *)table->sums + slot;                                                                             \
            z = name_##_product(l, k, i, j, at, j);                                                                    \
            if (table->places[slot] == j) {                                                                            \
                *sum = name_##_operate(*sum, z, j, 0);                                                                 \
            } else {                                                                                                   \
                table->places[slot] = j;                                                                               \
                table->slots[table->count++] = (tropic_index)slot;                                                     \
                *sum = z;                                                                                              \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_columns(const tropic_host_semiring *self, const tropic_host_list *l, tropic_index j,   \
                                        tropic_offset from, tropic_offset to, tropic_index columns,                    \
                                        tropic_index first, tropic_index width, void *t, bool *hit)                    \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        Z *sum = (Z *)t;                                                                                               \
        for (tropic_offset k = from; k < to; k++) {                                                                    \
            const tropic_index i = l->ids[k], x = i * columns + first, p = j * columns + first;                        \
            for (tropic_index c = 0; c < width; c++) {                                                                 \
                Z z;                                                                                                   \
                if (l->has && !l->has[x + c]) continue;                                                                \
                z = name_##_product(l, k, i, j, x + c, p + c);                                                         \
                sum[c] = hit[c] ? name_##_operate(sum[c], z, j, 0) : z;                                                \
                hit[c] = true;                                                                                         \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TROPIC_HOST_FN void name_##_add(const tropic_host_semiring *self, void *a, const void *b)                          \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        *(Z *)a = name_##_operate(*(Z *)a, *(const Z *)b, 0, 0);                                                       \
    }                                                                                                                  \
    static const tropic_host_semiring name_##_host = {                                                                 \
        sizeof(tropic_host_semiring), name_##_sums,    name_##_push,       name_##_add,                                \
        &name_##_host_operator,       name_##_columns, name_##_push_table, name_##_push_lists};

#endif
