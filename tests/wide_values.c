/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of any number of bytes.
 */
#include "tests/wide_values.h"

/* ------------------------------------------------------------------------------------------------
 * Operators, and the same for one value
 */

void wide_plus(size_t size, uint8_t *z, const uint8_t *x, const uint8_t *y)
{
    for (size_t b = 0; b < size; b++) z[b] = (uint8_t)(x[b] + y[b]);
}
void wide_times(size_t size, uint8_t *z, const uint8_t *x, const uint8_t *y, int i, int j)
{
    for (size_t b = 0; b < size; b++) z[b] = (uint8_t)(x[b] * (y[b] + 1) + i + 3 * j);
}
bool wide_less(size_t size, const uint8_t *x, const uint8_t *y)
{
    return memcmp(x, y, size) < 0;
}
int64_t wide_shown(size_t size, const uint8_t *x)
{
    return x[0] + 256 * x[size - 1];
}

static size_t size_of(const tropic_host_operator *self)
{
    return ((const wide_functions *)(const void *)self)->size;
}

static void plus_map(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                     const tropic_index *j, int64_t count)
{
    const size_t size = size_of(self);
    (void)i, (void)j;
    for (size_t k = 0; k < (size_t)count; k++)
        wide_plus(size, (uint8_t *)z + k * size, (const uint8_t *)x + k * size, (const uint8_t *)y + k * size);
}
static void plus_identity(const tropic_host_operator *self, void *z)
{
    memset(z, 0, size_of(self));
}
static void times_map(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                      const tropic_index *j, int64_t count)
{
    const size_t size = size_of(self);
    for (size_t k = 0; k < (size_t)count; k++)
        wide_times(size, (uint8_t *)z + k * size, (const uint8_t *)x + k * size, (const uint8_t *)y + k * size, i[k],
                   j ? j[k] : 0);
}
static void less_map(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                     const tropic_index *j, int64_t count)
{
    const size_t size = size_of(self);
    (void)i, (void)j;
    for (size_t k = 0; k < (size_t)count; k++)
        ((bool *)z)[k] = wide_less(size, (const uint8_t *)x + k * size, (const uint8_t *)y + k * size);
}
static void shown_map(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                      const tropic_index *j, int64_t count)
{
    const size_t size = size_of(self);
    (void)y, (void)i, (void)j;
    for (size_t k = 0; k < (size_t)count; k++) ((int64_t *)z)[k] = wide_shown(size, (const uint8_t *)x + k * size);
}

/* ------------------------------------------------------------------------------------------------
 * The wide_fixture
 */

void wide_fill(const wide_fixture *f, uint8_t *value, uint64_t *random)
{
    for (size_t b = 0; b < f->size; b++) value[b] = (uint8_t)test_random(random);
}

uint8_t *wide_at(const wide_fixture *f, uint8_t *values, int64_t k)
{
    return values + (size_t)k * f->size;
}

void wide_add(const wide_fixture *f, bool *has, uint8_t *sum, const uint8_t *x)
{
    if (*has)
        wide_plus(f->size, sum, sum, x);
    else
        memcpy(sum, x, f->size);
    *has = true;
}

static void make_operator(wide_fixture *f, tropic_operator **op, wide_functions *functions, const char *z,
                          const char *x, const char *y)
{
    const tropic_operator_source source = {
        .size = sizeof source, .name = "op", .z = z, .x = x, .y = y, .host = &functions->host};
    functions->host.size = sizeof functions->host;
    functions->size = f->size;
    assert_ok(f->context, tropic_operator_create(op, f->context, &source));
}

/* Several entries at some places, which combine. */
static void make_matrix(wide_fixture *f, uint64_t *random)
{
    tropic_index rows[ARCS], cols[ARCS];
    OWNED_MEMORY uint8_t *values = test_room(ARCS, f->size);
    tropic_build_options options = {.size = sizeof options};
    options.duplicates_op = f->plus;
    for (int k = 0; k < ARCS; k++) {
        rows[k] = test_below(random, N);
        cols[k] = test_below(random, N);
        wide_fill(f, wide_at(f, values, k), random);
        wide_add(f, &f->a_has[rows[k] * N + cols[k]], wide_at(f, f->a, rows[k] * N + cols[k]), wide_at(f, values, k));
    }
    assert_ok(f->context, tropic_matrix_from_coo(&f->A, f->context, N, N, ARCS, rows, cols, f->type, values, &options));
}

void wide_open(wide_fixture *f, size_t size)
{
    char name[32], members[48];
    uint64_t random = size;
    const tropic_type_source type = {sizeof type, name, members, size, 1};
    snprintf(name, sizeof name, "sized_%d", (int)size);
    snprintf(members, sizeof members, "unsigned char c[%d];", (int)size);
    memset(f, 0, sizeof *f);
    f->size = size;
    f->context = test_context();
    f->a = test_room(N * N, size);
    f->u = test_room(N, size);
    f->plus_functions.host = (tropic_host_operator){.map = plus_map, .identity = plus_identity};
    f->times_functions.host.map = times_map;
    f->less_functions.host.map = less_map;
    f->shown_functions.host.map = shown_map;
    assert_ok(f->context, tropic_type_define(&f->type, f->context, &type));
    make_operator(f, &f->plus, &f->plus_functions, name, name, name);
    make_operator(f, &f->times, &f->times_functions, name, name, name);
    make_operator(f, &f->less, &f->less_functions, "bool", name, name);
    make_operator(f, &f->shown, &f->shown_functions, "int64_t", name, "bool");
    assert_ok(f->context, tropic_semiring_from_operators(&f->semiring, f->context, f->plus, f->times));
    make_matrix(f, &random);
    for (int i = 0; i < N; i++) {
        f->u_has[i] = test_below(&random, 3) > 0;
        wide_fill(f, wide_at(f, f->u, i), &random);
    }
    assert_ok(f->context, tropic_vector_create(&f->v, f->context, f->type, N));
    assert_ok(f->context, tropic_vector_put_dense(f->v, f->u, f->u_has));
}

void wide_close(wide_fixture *f)
{
    tropic_vector_free(&f->v);
    tropic_matrix_free(&f->A);
    tropic_semiring_free(&f->semiring);
    tropic_operator_free(&f->plus);
    tropic_operator_free(&f->times);
    tropic_operator_free(&f->less);
    tropic_operator_free(&f->shown);
    tropic_context_free(&f->context);
    free(f->a);
    free(f->u);
}

wide_expected wide_nothing(const wide_fixture *f)
{
    return (wide_expected){.value = test_room(N * N, f->size)};
}

void wide_expect_vector(const wide_fixture *f, const tropic_vector *w, const wide_expected *e, const char *what)
{
    OWNED_MEMORY uint8_t *found = test_room(N, f->size);
    bool has[N];
    assert_ok(f->context, tropic_vector_get_dense(w, found, has));
    for (int i = 0; i < N; i++) {
        if (has[i] != e->has[i]) fail_msg("%s: place %d has %s entry", what, i, has[i] ? "an" : "no");
        if (has[i] && memcmp(wide_at(f, found, i), wide_at(f, e->value, i), f->size) != 0)
            fail_msg("%s: place %d has another value", what, i);
    }
}

void wide_expect_matrix(const wide_fixture *f, const tropic_matrix *C, const wide_expected *e, const char *what)
{
    OWNED_MEMORY uint8_t *found = test_room(1, f->size);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            bool has = false;
            assert_ok(f->context, tropic_matrix_get(C, f->context, i, j, found, &has));
            if (has != e->has[i * N + j]) fail_msg("%s: (%d, %d) has %s entry", what, i, j, has ? "an" : "no");
            if (has && memcmp(found, wide_at(f, e->value, i * N + j), f->size) != 0)
                fail_msg("%s: (%d, %d) has another value", what, i, j);
        }
}
