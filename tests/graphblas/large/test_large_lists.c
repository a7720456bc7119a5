/* SPDX-License-Identifier: Apache-2.0
 *
 * extract, assign and subassign with lists, and some other calls between them, on large objects, compared with the same
 * calls on objects of few places. The objects stay from call to call, so that they come to share dictionaries in any
 * order.
 */
#include "tests/graphblas/large/relabel.h"

enum { POOL = 3, ROUNDS = 1500 };

/* Objects of all shapes. */
static matrices pool[2][2][POOL];
static vectors vector_pool[2][POOL];

typedef struct list {
    GrB_Index large[MANY], small[MANY], n; /* of both objects */
    bool all;
    dim size; /* of the dimension that it makes */
} list;

/* A list of a dimension: all, or as many ids as the other objects have places, so that they fit. */
static list draw_list(uint64_t *random, dim of, bool repeats)
{
    list l = {.all = test_below(random, 3) == 0, .n = FEW};
    l.size = l.all ? of : PLAIN;
    for (int k = 0; k < FEW; k++) {
        bool again;
        do {
            l.small[k] = (GrB_Index)test_below(random, (int)small_size(of));
            again = false;
            for (int e = 0; e < k; e++) again = again || l.small[e] == l.small[k];
        } while (again && !repeats);
        l.large[k] = large_id(of, l.small[k]);
    }
    return l;
}

static const GrB_Index *ids_of(const list *l, bool large)
{
    return l->all ? GrB_ALL : large ? l->large : l->small;
}

static matrices *any_matrix(uint64_t *random, dim rows, dim columns)
{
    return &pool[rows][columns][test_below(random, POOL)];
}

static vectors *any_vector(uint64_t *random, dim size)
{
    return &vector_pool[size][test_below(random, POOL)];
}

/* One call, with its objects of both sizes: `large` chooses. */
typedef struct trial {
    GrB_BinaryOp accum;
    GrB_Descriptor desc;
    bool masked, region, transposed, complement;
    matrices *C, *Mask, *A, *B;
    vectors *w, *mask, *u;
    list rows, columns;
    GrB_Index line;
    dim of_line;
} trial;

#define OBJECT(x, large_) ((large_) ? (x)->large : (x)->small)

static GrB_Info extract(const trial *t, bool large)
{
    return GrB_Matrix_extract(OBJECT(t->C, large), t->masked ? OBJECT(t->Mask, large) : NULL, t->accum,
                              OBJECT(t->A, large), ids_of(&t->rows, large), t->rows.n, ids_of(&t->columns, large),
                              t->columns.n, t->desc);
}

static GrB_Info extract_vector(const trial *t, bool large)
{
    return GrB_Vector_extract(OBJECT(t->w, large), t->masked ? OBJECT(t->mask, large) : NULL, t->accum,
                              OBJECT(t->u, large), ids_of(&t->rows, large), t->rows.n, t->desc);
}

static GrB_Info extract_column(const trial *t, bool large)
{
    return GrB_Col_extract(OBJECT(t->w, large), t->masked ? OBJECT(t->mask, large) : NULL, t->accum,
                           OBJECT(t->A, large), ids_of(&t->rows, large), t->rows.n,
                           large ? large_id(t->of_line, t->line) : t->line, t->desc);
}

static GrB_Info assign(const trial *t, bool large)
{
    return (t->region ? GxB_Matrix_subassign : GrB_Matrix_assign)(
        OBJECT(t->C, large), t->masked ? OBJECT(t->Mask, large) : NULL, t->accum, OBJECT(t->A, large),
        ids_of(&t->rows, large), t->rows.n, ids_of(&t->columns, large), t->columns.n, t->desc);
}

static GrB_Info assign_vector(const trial *t, bool large)
{
    return (t->region ? GxB_Vector_subassign
                      : GrB_Vector_assign)(OBJECT(t->w, large), t->masked ? OBJECT(t->mask, large) : NULL, t->accum,
                                           OBJECT(t->u, large), ids_of(&t->rows, large), t->rows.n, t->desc);
}

static GrB_Info assign_row(const trial *t, bool large)
{
    return (t->region ? GxB_Row_subassign : GrB_Row_assign)(
        OBJECT(t->C, large), t->masked ? OBJECT(t->mask, large) : NULL, t->accum, OBJECT(t->u, large),
        large ? large_id(t->of_line, t->line) : t->line, ids_of(&t->rows, large), t->rows.n, t->desc);
}

static GrB_Info assign_column(const trial *t, bool large)
{
    return (t->region ? GxB_Col_subassign : GrB_Col_assign)(
        OBJECT(t->C, large), t->masked ? OBJECT(t->mask, large) : NULL, t->accum, OBJECT(t->u, large),
        ids_of(&t->rows, large), t->rows.n, large ? large_id(t->of_line, t->line) : t->line, t->desc);
}

static GrB_Info assign_value(const trial *t, bool large)
{
    return (t->region ? GxB_Matrix_subassign_FP64 : GrB_Matrix_assign_FP64)(
        OBJECT(t->C, large), t->masked ? OBJECT(t->Mask, large) : NULL, t->accum, 4, ids_of(&t->rows, large), t->rows.n,
        ids_of(&t->columns, large), t->columns.n, t->desc);
}

static GrB_Info assign_value_to_vector(const trial *t, bool large)
{
    return (t->region ? GxB_Vector_subassign_INT32
                      : GrB_Vector_assign_INT32)(OBJECT(t->w, large), t->masked ? OBJECT(t->mask, large) : NULL,
                                                 t->accum, 4, ids_of(&t->rows, large), t->rows.n, t->desc);
}

/* Calls of other kinds, whose results stay small numbers. */
static GrB_Info multiply(const trial *t, bool large)
{
    return GrB_mxm(OBJECT(t->C, large), t->masked ? OBJECT(t->Mask, large) : NULL, NULL, GxB_MAX_MIN_FP64,
                   OBJECT(t->A, large), OBJECT(t->B, large), t->desc);
}

static GrB_Info add(const trial *t, bool large)
{
    return GrB_eWiseAdd(OBJECT(t->w, large), t->masked ? OBJECT(t->mask, large) : NULL, NULL, GrB_MAX_FP64,
                        OBJECT(t->u, large), OBJECT(t->mask, large), NULL);
}

/* Would a value go to all places of a large dimension? */
static bool is_endless(const trial *t, const list *l)
{
    return l->size == WIDE && (t->masked ? t->complement : !t->complement);
}

static void draw_descriptor(uint64_t *random, trial *t)
{
    ok(GrB_Descriptor_new(&t->desc));
    t->transposed = test_below(random, 2);
    t->complement = test_below(random, 4) == 0;
    if (t->transposed) ok(GrB_Descriptor_set(t->desc, GrB_INP0, GrB_TRAN));
    if (t->complement) ok(GrB_Descriptor_set(t->desc, GrB_MASK, GrB_COMP));
    if (test_below(random, 2)) ok(GrB_Descriptor_set(t->desc, GrB_MASK, GrB_STRUCTURE));
    if (test_below(random, 3) == 0) ok(GrB_Descriptor_set(t->desc, GrB_OUTP, GrB_REPLACE));
}

static void run(const trial *t, GrB_Info (*call)(const trial *t, bool large))
{
    const bool endless = (call == assign_value && (is_endless(t, &t->rows) || is_endless(t, &t->columns))) ||
                         (call == assign_value_to_vector && is_endless(t, &t->rows));
    const GrB_Info info = call(t, true);
    if (endless) {
        assert_int_equal(info, GrB_OUT_OF_MEMORY);
    } else {
        assert_int_equal(info, GrB_SUCCESS);
        ok(call(t, false));
    }
    if (t->C) same_matrices(t->C, NULL, 0);
    if (t->w) same_vectors(t->w, NULL, 0);
}

/* Sizes of the mask: those of the output, or of the region. */
static void draw_matrices(uint64_t *random, trial *t, bool assigns)
{
    const dim m = any_dim(random), n = any_dim(random);
    t->rows = draw_list(random, m, true);
    t->columns = draw_list(random, n, true);
    const dim r = t->rows.size, s = t->columns.size;
    const bool transposed = t->transposed;
    t->C = assigns ? any_matrix(random, m, n) : any_matrix(random, r, s);
    t->Mask = assigns && !t->region ? any_matrix(random, m, n) : any_matrix(random, r, s);
    if (assigns)
        t->A = transposed ? any_matrix(random, s, r) : any_matrix(random, r, s);
    else
        t->A = transposed ? any_matrix(random, n, m) : any_matrix(random, m, n);
}

static void draw_vectors(uint64_t *random, trial *t, bool assigns)
{
    const dim m = any_dim(random);
    t->rows = draw_list(random, m, true);
    t->w = any_vector(random, assigns ? m : t->rows.size);
    t->mask = any_vector(random, assigns && !t->region ? m : t->rows.size);
    t->u = any_vector(random, assigns ? t->rows.size : m);
}

static void draw_line(uint64_t *random, trial *t, bool row)
{
    const dim m = any_dim(random);
    t->of_line = any_dim(random);
    t->line = (GrB_Index)test_below(random, (int)small_size(t->of_line));
    t->rows = draw_list(random, m, true);
    t->C = row ? any_matrix(random, t->of_line, m) : any_matrix(random, m, t->of_line);
    t->mask = any_vector(random, t->region ? t->rows.size : m);
    t->u = any_vector(random, t->rows.size);
}

static void draw_column(uint64_t *random, trial *t)
{
    const dim m = any_dim(random);
    t->of_line = any_dim(random);
    t->line = (GrB_Index)test_below(random, (int)small_size(t->of_line));
    t->rows = draw_list(random, m, true);
    t->A = t->transposed ? any_matrix(random, t->of_line, m) : any_matrix(random, m, t->of_line);
    t->w = any_vector(random, t->rows.size);
    t->mask = any_vector(random, t->rows.size);
}

static void draw_factors(uint64_t *random, trial *t)
{
    const dim m = any_dim(random), k = any_dim(random), n = any_dim(random);
    t->C = any_matrix(random, m, n);
    t->Mask = any_matrix(random, m, n);
    t->A = t->transposed ? any_matrix(random, k, m) : any_matrix(random, m, k);
    t->B = any_matrix(random, k, n);
}

static void draw_terms(uint64_t *random, trial *t)
{
    const dim m = any_dim(random);
    t->w = any_vector(random, m);
    t->mask = any_vector(random, m);
    t->u = any_vector(random, m);
}

/* An object is made anew now and then, so that dictionaries differ. */
static void renew(uint64_t *random)
{
    const dim m = any_dim(random), n = any_dim(random);
    matrices *a = any_matrix(random, m, n);
    vectors *v = any_vector(random, m);
    free_matrices(a);
    free_vectors(v);
    *a = new_matrices(random, GrB_FP64, m, n, 15);
    *v = new_vectors(random, GrB_FP64, m, 6);
}

static void test_lists(void **state)
{
    uint64_t random = 1;
    for (int k = 0; k < 4 * POOL; k++)
        pool[k / POOL / 2][k / POOL % 2][k % POOL] =
            new_matrices(&random, GrB_FP64, (dim)(k / POOL / 2), (dim)(k / POOL % 2), 15);
    for (int k = 0; k < 2 * POOL; k++)
        vector_pool[k / POOL][k % POOL] = new_vectors(&random, GrB_FP64, (dim)(k / POOL), 6);
    for (int round = 0; round < ROUNDS; round++) {
        trial t = {.accum = test_below(&random, 3) ? NULL : GrB_PLUS_FP64,
                   .masked = test_below(&random, 2),
                   .region = test_below(&random, 2)};
        if (test_below(&random, 8) == 0) t.accum = GrB_MINUS_FP64;
        draw_descriptor(&random, &t);
        switch (round % 11) {
        case 0: draw_matrices(&random, &t, false), run(&t, extract); break;
        case 1: draw_vectors(&random, &t, false), run(&t, extract_vector); break;
        case 2: draw_column(&random, &t), run(&t, extract_column); break;
        case 3: draw_matrices(&random, &t, true), run(&t, assign); break;
        case 4: draw_vectors(&random, &t, true), run(&t, assign_vector); break;
        case 5: draw_line(&random, &t, true), run(&t, assign_row); break;
        case 6: draw_line(&random, &t, false), run(&t, assign_column); break;
        case 9: draw_factors(&random, &t), run(&t, multiply); break;
        case 10: draw_terms(&random, &t), run(&t, add); break;
        case 7: draw_matrices(&random, &t, true), run(&t, assign_value); break;
        default: draw_vectors(&random, &t, true), run(&t, assign_value_to_vector);
        }
        ok(GrB_free(&t.desc));
        if (round % 5 == 0) renew(&random);
    }
    for (int k = 0; k < 4 * POOL; k++) free_matrices(&pool[k / POOL / 2][k / POOL % 2][k % POOL]);
    for (int k = 0; k < 2 * POOL; k++) free_vectors(&vector_pool[k / POOL][k % POOL]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
