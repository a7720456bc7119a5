/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_semiring_check: the laws of a semiring, tried with its own operations on many values at once.
 */
#include "formats/files/decimal.h"
#include "formats/vector/vector.h"
#include "runtime/random.h"
#include "semiring/composed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Triples that are tried. */
#define TRIALS 4096
/* Random numbers lie between minus this and this; every so many, one is an end of the type. */
#define LARGEST 20
#define SPECIAL_EVERY 16
/* ... but of signed types a part of it, so that a sum of three does not overflow, which in the user's C is
 * undefined. */
#define SPARE_PART 4
/* Of floating sums, whose terms may round differently. */
#define TOLERANCE 1e-6
#define VALUE_TEXT 96

/* ... but fewer of large values, which take so many bytes. */
#define TRIAL_BYTES ((size_t)1 << 22)

/* The operands and results of trials, in host memory. */
typedef enum side { A, B, C, LEFT, RIGHT, SIDES } side;

typedef struct trial {
    tropic_context *context;
    const tropic_semiring *semiring;
    const tropic_operator *add;
    tropic_type type;
    size_t size;
    tropic_index trials;
    uint64_t random;
    void *host[SIDES];
    tropic_vector *v[SIDES];
    void *identity;
    tropic_law_report report;
} trial;

static uint64_t draw(trial *t)
{
    return tp_mix(t->random += TP_GOLDEN);
}

static void draw_value(trial *t, void *to)
{
    const int small = (int)(draw(t) % (2 * LARGEST + 1)) - LARGEST;
    const bool special = draw(t) % SPECIAL_EVERY == 0, upper = draw(t) % 2;
    tp_value v = {0};
    switch (t->type) {
    case TROPIC_BOOL: v.bool8 = small > 0; break;
    case TROPIC_INT8:
        v.int8 = (int8_t)(!special ? small : upper ? INT8_MAX / SPARE_PART : INT8_MIN / SPARE_PART);
        break;
    case TROPIC_INT16:
        v.int16 = (int16_t)(!special ? small : upper ? INT16_MAX / SPARE_PART : INT16_MIN / SPARE_PART);
        break;
    case TROPIC_INT32: v.int32 = !special ? small : upper ? INT32_MAX / SPARE_PART : INT32_MIN / SPARE_PART; break;
    case TROPIC_INT64: v.int64 = !special ? small : upper ? INT64_MAX / SPARE_PART : INT64_MIN / SPARE_PART; break;
    case TROPIC_UINT8: v.uint8 = (uint8_t)(!special ? small + LARGEST : upper * UINT8_MAX); break;
    case TROPIC_UINT16: v.uint16 = (uint16_t)(!special ? small + LARGEST : upper * UINT16_MAX); break;
    case TROPIC_UINT32: v.uint32 = !special ? (uint32_t)(small + LARGEST) : upper * UINT32_MAX; break;
    case TROPIC_UINT64: v.uint64 = !special ? (uint64_t)(small + LARGEST) : upper * UINT64_MAX; break;
    case TROPIC_FP32: v.fp32 = !special ? (float)small / 4 : upper ? HUGE_VALF : -HUGE_VALF; break;
    case TROPIC_FP64: v.fp64 = !special ? (double)small / 4 : upper ? HUGE_VAL : -HUGE_VAL; break;
    }
    memcpy(to, &v, t->size);
}

static void *at(const trial *t, side s, int64_t k)
{
    return (char *)t->host[s] + (size_t)k * t->size;
}

static double real(const trial *t, const void *value)
{
    float narrow;
    double wide;
    if (t->type == TROPIC_FP32) {
        memcpy(&narrow, value, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, value, sizeof wide);
    return wide;
}

static bool equal(const trial *t, const void *x, const void *y)
{
    double a, b;
    if (!tp_type_floating(t->type)) return memcmp(x, y, t->size) == 0;
    a = real(t, x);
    b = real(t, y);
    if (a == b || (a != a && b != b)) return true;
    if (isinf(a) || isinf(b)) return false;
    return fabs(a - b) <= TOLERANCE * fmax(fabs(a), fabs(b));
}

static void print_value(const trial *t, const void *value, char *text)
{
    const unsigned char *bytes = value;
    tp_value v = {0};
    size_t length = 0;
    if (!tp_type_struct(t->type)) memcpy(&v, value, t->size);
    switch (t->type) {
    case TROPIC_BOOL: snprintf(text, VALUE_TEXT, "%s", v.bool8 ? "true" : "false"); return;
    case TROPIC_INT8: snprintf(text, VALUE_TEXT, "%d", v.int8); return;
    case TROPIC_INT16: snprintf(text, VALUE_TEXT, "%d", v.int16); return;
    case TROPIC_INT32: snprintf(text, VALUE_TEXT, "%d", v.int32); return;
    case TROPIC_INT64: snprintf(text, VALUE_TEXT, "%lld", (long long)v.int64); return;
    case TROPIC_UINT8: snprintf(text, VALUE_TEXT, "%d", v.uint8); return;
    case TROPIC_UINT16: snprintf(text, VALUE_TEXT, "%d", v.uint16); return;
    case TROPIC_UINT32: snprintf(text, VALUE_TEXT, "%u", v.uint32); return;
    case TROPIC_UINT64: snprintf(text, VALUE_TEXT, "%llu", (unsigned long long)v.uint64); return;
    case TROPIC_FP32: tp_write_fp32(text, v.fp32); return;
    case TROPIC_FP64: tp_write_fp64(text, v.fp64); return;
    }
    length = (size_t)snprintf(text, VALUE_TEXT, "bytes ");
    for (size_t b = 0; b < t->size && length + sizeof "00.." <= VALUE_TEXT; b++)
        length += (size_t)snprintf(text + length, VALUE_TEXT - length, "%02x%s", bytes[b],
                                   b + 1 < t->size && length + sizeof "00.." + 2 > VALUE_TEXT ? ".." : "");
}

/* Notes a counterexample: the law, the values that met, and the results of the two sides. */
static void note(trial *t, const char *law, int sides, int64_t k, const void *left, const void *right)
{
    static const char *const names[] = {"a", "b", "c"};
    char value[VALUE_TEXT], *text = t->report.text;
    size_t length = strlen(text);
#define NOTE(...)                                                                                                      \
    length += (size_t)snprintf(text + length, sizeof t->report.text - length, __VA_ARGS__);                            \
    if (length >= sizeof t->report.text) length = sizeof t->report.text - 1
    NOTE("%s%s", length > 0 ? "\n" : "", law);
    for (int s = 0; s < sides; s++) {
        print_value(t, at(t, (side)s, k), value);
        NOTE("%s %s = %s", s > 0 ? "," : ":", names[s], value);
    }
    print_value(t, left, value);
    NOTE(" gives %s", value);
    print_value(t, right, value);
    NOTE(", not %s", value);
}

/* result = x + y, place by place. */
static tropic_status add(trial *t, side result, side x, side y)
{
    TP_TRY(tropic_ewise_multiply(t->v[result], NULL, NULL, t->add, t->v[x], t->v[y], NULL));
    return tropic_vector_get_dense(t->v[result], t->host[result], NULL);
}

/* Does LEFT equal RIGHT everywhere? */
static bool compare(trial *t, const char *law, int sides)
{
    for (int64_t k = 0; k < t->trials; k++)
        if (!equal(t, at(t, LEFT, k), at(t, RIGHT, k))) {
            note(t, law, sides, k, at(t, LEFT, k), at(t, RIGHT, k));
            return false;
        }
    return true;
}

static tropic_status try_identity(trial *t)
{
    TP_TRY(tropic_vector_fill(t->v[C], t->identity));
    memcpy(t->host[RIGHT], t->host[A], (size_t)t->trials * t->size);
    TP_TRY(add(t, LEFT, A, C));
    t->report.identity = compare(t, "identity, a + identity", 1);
    if (!t->report.identity) return TROPIC_OK;
    TP_TRY(add(t, LEFT, C, A));
    t->report.identity = compare(t, "identity, identity + a", 1);
    return TROPIC_OK;
}

static tropic_status try_commutative(trial *t)
{
    TP_TRY(add(t, LEFT, A, B));
    TP_TRY(add(t, RIGHT, B, A));
    t->report.commutative = compare(t, "commutativity, a + b against b + a", 2);
    return TROPIC_OK;
}

static tropic_status try_associative(trial *t)
{
    TP_TRY(tropic_vector_put_dense(t->v[C], t->host[C], NULL));
    TP_TRY(add(t, LEFT, A, B));
    TP_TRY(add(t, LEFT, LEFT, C));
    TP_TRY(add(t, RIGHT, B, C));
    TP_TRY(add(t, RIGHT, A, RIGHT));
    t->report.associative = compare(t, "associativity, (a + b) + c against a + (b + c)", 3);
    return TROPIC_OK;
}

/* Where a is terminal, a + b is a. (Those of the table are right.) */
static tropic_status try_terminal(trial *t)
{
    tp_evaluator sum;
    t->report.terminal = true;
    if (!t->semiring->user || !t->semiring->user->stops) return TROPIC_OK;
    TP_TRY(tp_evaluator_open(t->context, &sum, &t->semiring->sum));
    TP_TRY(add(t, LEFT, A, B));
    for (int64_t k = 0; k < t->trials; k++)
        if (tp_evaluate_terminal(&sum, at(t, A, k)) && !equal(t, at(t, LEFT, k), at(t, A, k))) {
            t->report.terminal = false;
            note(t, "terminal value, a + b", 2, k, at(t, LEFT, k), at(t, A, k));
            break;
        }
    return TROPIC_OK;
}

/* x.mul.identity, by a product with a diagonal matrix of the values. */
static tropic_status try_annihilates(trial *t)
{
    const tropic_semiring *s = t->semiring;
    tropic_matrix *D = NULL;
    tropic_index *ids;
    tropic_status status;
    if (s->x != t->type || s->y != t->type) return TROPIC_OK;
    ids = tp_allocate(&t->context->memory, t->trials, sizeof *ids);
    if (!ids) return tp_out_of_memory(t->context, "a test of laws");
    for (tropic_index k = 0; k < t->trials; k++) ids[k] = k;
    status =
        tropic_matrix_from_coo(&D, t->context, t->trials, t->trials, t->trials, ids, ids, t->type, t->host[A], NULL);
    tp_release(&t->context->memory, ids);
    if (status == TROPIC_OK) status = tropic_vector_fill(t->v[C], t->identity);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(t->v[C], t->host[RIGHT], NULL);
    if (status == TROPIC_OK) status = tropic_mxv(t->v[LEFT], NULL, NULL, s, D, t->v[C], NULL);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(t->v[LEFT], t->host[LEFT], NULL);
    tropic_matrix_free(&D);
    TP_TRY(status);
    t->report.annihilates = compare(t, "annihilation, a * identity", 1);
    return TROPIC_OK;
}

static tropic_status prepare(trial *t, const void *values, int64_t count)
{
    tropic_vector *none = NULL;
    tropic_status status;
    t->identity = tp_allocate(&t->context->memory, 1, t->size);
    if (!t->identity) return tp_out_of_memory(t->context, "a test of laws");
    for (int s = 0; s < SIDES; s++) {
        t->host[s] = tp_allocate_zero(&t->context->memory, t->trials, t->size);
        if (!t->host[s]) return tp_out_of_memory(t->context, "a test of laws");
        TP_TRY(tropic_vector_create(&t->v[s], t->context, t->type, t->trials));
        for (int64_t k = 0; k < t->trials && s <= C; k++)
            if (values)
                memcpy(at(t, (side)s, k), (const char *)values + (size_t)(draw(t) % (uint64_t)count) * t->size,
                       t->size);
            else
                draw_value(t, at(t, (side)s, k));
        TP_TRY(tropic_vector_put_dense(t->v[s], t->host[s], NULL));
    }
    TP_TRY(tropic_vector_create(&none, t->context, t->type, 0));
    status = tropic_reduce(t->identity, t->add, none);
    tropic_vector_free(&none);
    return status;
}

static tropic_status try_laws(trial *t)
{
    if (t->semiring->add == TROPIC_ANY) {
        t->report.identity = t->report.associative = t->report.commutative = true;
        t->report.terminal = t->report.annihilates = true;
        return TROPIC_OK;
    }
    TP_TRY(try_identity(t));
    TP_TRY(try_commutative(t));
    TP_TRY(try_associative(t));
    TP_TRY(try_terminal(t));
    if (!t->report.identity || !t->report.commutative || !t->report.associative || !t->report.terminal)
        return tp_fail(t->context, TROPIC_LAW_BROKEN, "%s: %s", t->semiring->name, t->report.text);
    return try_annihilates(t);
}

tropic_status tropic_semiring_check(const tropic_semiring *semiring, tropic_context *context, const void *values,
                                    int64_t count, uint64_t seed, tropic_law_report *report)
{
    trial t = {.context = context, .semiring = semiring, .random = seed};
    tropic_status status;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "check a semiring"));
    if (!semiring) return tp_semiring_null(context);
    if (report) TP_TRY(tp_options_check_size(context, report->size, "law report"));
    t.type = semiring->type;
    t.size = tropic_type_size(t.type);
    t.trials = t.size > TRIAL_BYTES / TRIALS ? (tropic_index)(TRIAL_BYTES / t.size) : TRIALS;
    t.add = tropic_semiring_add(semiring);
    if (values ? count < 1 : tp_type_struct(t.type))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values of type %s to try are needed",
                       tropic_type_name(t.type));
    status = prepare(&t, values, count);
    if (status == TROPIC_OK) status = try_laws(&t);
    for (int s = 0; s < SIDES; s++) {
        tropic_vector_free(&t.v[s]);
        tp_release(&context->memory, t.host[s]);
    }
    tp_release(&context->memory, t.identity);
    if (report && (status == TROPIC_OK || status == TROPIC_LAW_BROKEN))
        tp_report_copy(report, &t.report, sizeof t.report);
    return status;
}
