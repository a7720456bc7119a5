/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions and macros that spmv/ops/mxv_op.h needs for a semiring of the user's own, on the GPU. Read after the
 * user's functions (spmv/jit/user_source.c writes them):
 *
 *     tp_user_value tp_add_user_user(a, b), tp_identity_user_user()
 *     bool          tp_terminal_user_user(a)
 *     tp_user_value tp_user_multiply(x, y, i, j, r, w)
 *
 * and the macros USER_ENTRY, USER_SOURCE (types of A's and u's values), USER_ONE_ENTRY, USER_ONE_SOURCE, USER_VXM,
 * USER_USES_ENTRY (multiply looks at A's value), USER_USES_J, USER_USES_W, USER_ANY (its add takes either term),
 * TP_TERMINAL_user (its sums may stop), USER_PUT (tp_put_<type>, where the value is of a built-in type) and USER_MERGE
 * (tp_merge_plus_<type>, where the add is known to be that).
 */
#include "spmv/write/mask_accum.h"
#include "spmv/device/atomics.h"
#include "spmv/ops/state.h"

#define TP_C_user tp_user_value

#define USER_ACCUM(w, t, i) tp_add_user_user(w, t)
#include "spmv/jit/user_put.cuh"

/* The value that multiply sees as w. */
TP_FN tp_user_value tp_user_old(const tp_mxv_state *s, tropic_index j)
{
    if (s->old && (!s->old_has || s->old_has[j])) return ((const tp_user_value *)s->old)[j];
    return tp_user_value{};
}

/* A copy that no cache between the threads may answer, nor the compiler leave out. */
TP_FN void tp_user_copy(tp_user_value *to, const tp_user_value *from)
{
    typedef volatile unsigned char byte;
    typedef volatile unsigned word;
    if (alignof(tp_user_value) % sizeof(unsigned) == 0)
        for (size_t k = 0; k < sizeof *to / sizeof(unsigned); k++) ((word *)to)[k] = ((const word *)from)[k];
    else
        for (size_t k = 0; k < sizeof *to; k++) ((byte *)to)[k] = ((const byte *)from)[k];
}

/* t[j] = t[j] + v for a type that no atomic instruction takes: under a lock, bit 1 of the flag has[j], whose
 * bit 0 says that t[j] holds something. The loop's body holds the lock from taking it to giving it
 * back, so that lanes of one warp cannot wait for each other. */
TP_FN void tp_merge_locked(tp_user_value *t, uint8_t *has, tropic_index j, tp_user_value v)
{
    const uintptr_t flag = (uintptr_t)(has + j), in_word = flag % sizeof(unsigned);
    unsigned *word = (unsigned *)(flag - in_word);
    const unsigned set = 1u << (8 * in_word), lock = 2u << (8 * in_word);
    for (bool done = false; !done;) {
        const unsigned was = atomicOr(word, lock);
        if (was & lock) continue;
        __threadfence();
        if (was & set) {
            tp_user_value sum;
            tp_user_copy(&sum, t + j);
            v = tp_add_user_user(sum, v);
        }
        tp_user_copy(t + j, &v);
        __threadfence();
        atomicXor(word, was & set ? lock : lock | set);
        done = true;
    }
}

/* The same for a type of 1, 2, 4 or 8 bytes: tries until the sum of the old value and v is in place. */
template <typename BITS> TP_FN void tp_merge_bits(tp_user_value *p, tp_user_value v)
{
    BITS seen = *(const volatile BITS *)p;
    for (;;) {
        tp_user_value sum;
        BITS next, now;
        memcpy(&sum, &seen, sizeof seen);
        sum = tp_add_user_user(sum, v);
        memcpy(&next, &sum, sizeof next);
        if (next == seen) return;
        now = tp_swap_bits((BITS *)p, seen, next);
        if (now == seen) return;
        seen = now;
    }
}

template <int SIZE> TP_FN void tp_merge_user(const tp_mxv_state *s, tropic_index j, tp_user_value v)
{
    tp_user_value *t = (tp_user_value *)s->w;
#if USER_ANY && defined USER_PUT
    t[j] = v; /* any value will do, so the last to come stays */
    tp_store_bool8((bool *)&s->w_has[j], true);
#elif USER_ANY
    tp_merge_locked(t, s->w_has, j, v);
#elif defined USER_MERGE
    USER_MERGE(t + j, v);
    tp_store_bool8((bool *)&s->w_has[j], true);
#else
    if (SIZE == 1 || SIZE == 2 || SIZE == 4 || SIZE == 8) {
        if (SIZE == 1)
            tp_merge_bits<unsigned char>(t + j, v);
        else if (SIZE == 2)
            tp_merge_bits<unsigned short>(t + j, v);
        else if (SIZE == 4)
            tp_merge_bits<unsigned>(t + j, v);
        else
            tp_merge_bits<unsigned long long>(t + j, v);
        tp_store_bool8((bool *)&s->w_has[j], true);
    } else {
        tp_merge_locked(t, s->w_has, j, v);
    }
#endif
}

#define OP_NAME user
#define OP_STATE tp_mxv_state
#define TYPE user
#define ADD user
#define ENTRY USER_ENTRY
#define SOURCE USER_SOURCE
#define ONE_ENTRY USER_ONE_ENTRY
#define ONE_SOURCE USER_ONE_SOURCE
#define PUT tp_put_user
#define OP_LOOKS_AT_ENTRIES USER_USES_ENTRY
#define OP_PLACED (USER_USES_J || USER_USES_W)
#define MERGE(s, j, t) tp_merge_user<sizeof(tp_user_value)>(s, j, t)
#if USER_USES_W
#define USER_OLD(s, p) tp_user_old(s, p)
#else
#define USER_OLD(s, p) (tp_user_value{})
#endif
#define USER_PLACES(s, i_, j_) tp_named((s)->names.i, i_), tp_named((s)->names.j, j_), tp_named((s)->names.r, (s)->row)
#if USER_VXM
#define MULTIPLY(s, a, u, i, j, p) tp_user_multiply(u, a, USER_PLACES(s, i, j), USER_OLD(s, p))
#else
#define MULTIPLY(s, a, u, i, j, p) tp_user_multiply(a, u, USER_PLACES(s, i, j), USER_OLD(s, p))
#endif
#include "spmv/ops/mxv_op.h"
