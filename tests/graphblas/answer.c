/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers: made by plugins, compared and printed by the program.
 */
#include "tests/graphblas/answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_OF(NAME, C_TYPE) sizeof(C_TYPE),
#define NAME_OF(NAME, C_TYPE) #NAME,

size_t value_size(value_type type)
{
    static const size_t sizes[] = {TEST_EACH_TYPE(SIZE_OF) sizeof(pair), 0, 0};
    return sizes[type];
}

const char *value_type_name(value_type type)
{
    static const char *const names[] = {TEST_EACH_TYPE(NAME_OF) "PAIR", "?", "none"};
    return names[type];
}

const void *value_at(value_type type, const void *values, uint64_t k)
{
    return (const char *)values + k * value_size(type);
}

static void *checked(void *allocated)
{
    if (allocated) return allocated;
    fprintf(stderr, "no memory\n");
    abort();
}

answer_item *answer_add(answer *a, int32_t info, const char *format, ...)
{
    enum { WORDS = 1024 };
    answer_item *item;
    va_list list;
    if (a->count == a->room) {
        a->room = 2 * a->room + 8;
        a->items = checked(realloc(a->items, a->room * sizeof *a->items));
    }
    item = &a->items[a->count++];
    *item = (answer_item){.words = checked(malloc(WORDS)), .info = info, .type = TYPE_NONE};
    va_start(list, format);
    vsnprintf(item->words, WORDS, format, list);
    va_end(list);
    return item;
}

void answer_reserve(answer_item *item, value_type type, uint64_t count)
{
    item->type = type;
    item->count = count;
    item->i = checked(calloc(count + 1, sizeof *item->i));
    item->j = checked(calloc(count + 1, sizeof *item->j));
    item->values = checked(calloc(count + 1, value_size(type)));
}

void answer_value(answer_item *item, value_type type, const void *v)
{
    answer_reserve(item, type, 1);
    item->rows = item->cols = 1;
    memcpy(item->values, v, value_size(type));
}

/* Where an entry is, and where it lay. */
typedef struct place {
    uint64_t i, j, k;
} place;

static int by_place(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    return (x->j > y->j) - (x->j < y->j);
}

void answer_sort(answer_item *item)
{
    const size_t size = value_size(item->type);
    OWNED_MEMORY place *places = checked(calloc(item->count + 1, sizeof *places));
    char *values = checked(calloc(item->count + 1, size));
    for (uint64_t k = 0; k < item->count; k++) places[k] = (place){item->i[k], item->j[k], k};
    qsort(places, item->count, sizeof *places, by_place);
    for (uint64_t k = 0; k < item->count; k++) {
        item->i[k] = places[k].i;
        item->j[k] = places[k].j;
        memcpy(values + k * size, value_at(item->type, item->values, places[k].k), size);
    }
    free(item->values);
    item->values = values;
}

void answer_drop(answer_item *item)
{
    free(item->words);
    free(item->i);
    free(item->j);
    free(item->values);
}

void answer_clear(answer *a)
{
    for (size_t k = 0; k < a->count; k++) answer_drop(&a->items[k]);
    free(a->items);
    *a = (answer){0};
}

/* -- comparison -------------------------------------------------------------------------------- */

/* A NaN equals a NaN alone, and 0 equals -0. */
static bool same_real(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_value(value_type type, const void *a, const void *b)
{
    const float *x = a, *y = b;
    const double *u = a, *v = b;
    if (type == TYPE_FP32) return same_real((double)*x, (double)*y);
    if (type == TYPE_FP64) return same_real(*u, *v);
    if (type == TYPE_PAIR)
        return same_real(u[0], v[0]) && same_real(u[1], v[1]) &&
               memcmp(u + 2, v + 2, sizeof(pair) - 2 * sizeof *u) == 0;
    return memcmp(a, b, value_size(type)) == 0;
}

bool answer_same_contents(const answer_item *a, const answer_item *b)
{
    if (a->type != b->type || a->rows != b->rows || a->cols != b->cols || a->count != b->count) return false;
    for (uint64_t k = 0; k < a->count; k++) {
        if (a->i[k] != b->i[k] || a->j[k] != b->j[k]) return false;
        if (!same_value(a->type, value_at(a->type, a->values, k), value_at(b->type, b->values, k))) return false;
    }
    return true;
}

/* Where the reference departs from the specification. */
typedef struct departure {
    const char *words;
    int32_t info, reference;
} departure;

static const departure departures[] = {
    /* It calls such arrays an invalid object. */
    {"GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSR_FORMAT)", -105, -104},
    {"GrB_Matrix_import_INT32(&b->made, type, n, n, b->i, b->j, b->x, n + 1, 1, 1, GrB_CSC_FORMAT)", -105, -104},
    /* It writes to pointers that are not NULL. */
    {"GrB_getVersion(NULL, NULL)", -2, 0},
    /* It takes no descriptor for the default one. */
    {"GrB_Descriptor_wait(NULL, GrB_COMPLETE)", -2, 0},
};

/* Operations: SuiteSparse returns before it looks at all arguments where there is nothing to do, such as with the
 * complement of no mask; takes a pointer to a value of the user's own for one of whatever type is needed; and does
 * not see all errors of a reduction to a GrB_Scalar. */
static bool departs(const answer_item *a, const answer_item *b)
{
    if (a->expected != 0 && a->info == a->expected) return a->info != b->info;
    for (size_t k = 0; k < sizeof departures / sizeof *departures; k++)
        if (strcmp(a->words, departures[k].words) == 0 && a->info == departures[k].info)
            return b->info == departures[k].reference;
    return false;
}

size_t answer_end(const answer *a)
{
    enum { OUT_OF_MEMORY = -102 };
    size_t end = 0;
    while (end < a->count && a->items[end].info != OUT_OF_MEMORY) end++;
    return end;
}

ptrdiff_t answer_differs(const answer *a, const answer *b)
{
    const size_t end = answer_end(b), both = a->count < end ? a->count : end;
    for (size_t k = 0; k < both; k++) {
        const answer_item *x = &a->items[k], *y = &b->items[k];
        if (strcmp(x->words, y->words) != 0) return (ptrdiff_t)k;
        /* The rest names the changes in the reference, and that nothing changed here. */
        if (departs(x, y)) return a->count == k + 1 ? -1 : (ptrdiff_t)k + 1;
        if (x->info != y->info || !answer_same_contents(x, y)) return (ptrdiff_t)k;
    }
    /* (In the reference, a wrong call may.) */
    if (end < b->count && a->count >= end) return -1;
    if (a->count < b->count && strstr(b->items[both].words, "has changed")) return -1;
    return a->count == b->count ? -1 : (ptrdiff_t)both;
}

/* -- words ------------------------------------------------------------------------------------- */

static void print_value(value_type type, const void *v)
{
    switch (type) {
    case TYPE_BOOL: printf("%s", *(const bool *)v ? "true" : "false"); break;
    case TYPE_INT8: printf("%d", *(const int8_t *)v); break;
    case TYPE_INT16: printf("%d", *(const int16_t *)v); break;
    case TYPE_INT32: printf("%" PRId32, *(const int32_t *)v); break;
    case TYPE_INT64: printf("%" PRId64, *(const int64_t *)v); break;
    case TYPE_UINT8: printf("%u", *(const uint8_t *)v); break;
    case TYPE_UINT16: printf("%u", *(const uint16_t *)v); break;
    case TYPE_UINT32: printf("%" PRIu32, *(const uint32_t *)v); break;
    case TYPE_UINT64: printf("%" PRIu64, *(const uint64_t *)v); break;
    case TYPE_FP32: printf("%.9g", (double)*(const float *)v); break;
    case TYPE_FP64: printf("%.17g", *(const double *)v); break;
    default: printf("{%.17g, %.17g}", ((const pair *)v)->re, ((const pair *)v)->im); break;
    }
}

void answer_print(const answer_item *item)
{
    enum { MOST = 60 };
    printf("  %s", item->words);
    if (item->info != 0 || item->type == TYPE_NONE) printf(" -> %d", item->info);
    if (item->type == TYPE_NONE) {
        printf("\n");
        return;
    }
    printf(": %s, %" PRIu64 " x %" PRIu64 ", %" PRIu64 " entries:", value_type_name(item->type), item->rows, item->cols,
           item->count);
    for (uint64_t k = 0; k < item->count && k < MOST; k++) {
        printf(" (%" PRIu64 ",%" PRIu64 ") ", item->i[k], item->j[k]);
        print_value(item->type, value_at(item->type, item->values, k));
    }
    printf("%s\n", item->count > MOST ? " ..." : "");
}
