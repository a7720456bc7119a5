/* SPDX-License-Identifier: Apache-2.0
 *
 * Types of the caller of 129 bytes up to the largest, in all operations, against loops. On a GPU the objects stay on
 * the CPU.
 */
#include "tests/graphblas/wide/types.h"

/* ------------------------------------------------------------------------------------------------
 * Products
 */

static void check_products(const fixture *f)
{
    picture p = nothing(), q = copy_of(&f->a), w = nothing(), x = nothing(), places = nothing();
    uint8_t *term = malloc(size);
    GrB_Matrix C = new_matrix(f), D = NULL, P = new_matrix(f);
    GrB_Vector mv = new_vector(f), vm = new_vector(f);
    ok(GrB_Matrix_dup(&D, f->A));
    for (int k = 0; k < N * N * N; k++) {
        const int i = k / N / N, l = k / N % N, j = k % N, a = i * N + l, b = l * N + j, c = i * N + j;
        if (j == 0 && f->a.has[a] && f->v.has[l]) times(term, at(&f->a, a), at(&f->v, l)), add(&w, i, term);
        if (j == 0 && f->a.has[a] && f->v.has[i]) times(term, at(&f->v, i), at(&f->a, a)), add(&x, l, term);
        if (!f->a.has[a] || !f->a.has[b]) continue;
        times(term, at(&f->a, a), at(&f->a, b));
        add(&p, c, term);
        if (f->a.has[c]) add(&q, c, term);
        with_places(term, at(&f->a, a), (GrB_Index)i, (GrB_Index)l, at(&f->a, b), (GrB_Index)l, (GrB_Index)j, f->thunk);
        add(&places, c, term);
    }
    ok(GrB_mxm(C, NULL, NULL, f->semiring, f->A, f->A, NULL));
    ok(GrB_mxm(D, f->A, f->plus, f->semiring, f->A, f->A, GrB_DESC_S));
    if (size < 65536) {
        ok(GrB_mxm(P, NULL, NULL, f->with_places, f->A, f->A, NULL));
    } else { /* a value with its place would have eight bytes more */
        const char *error;
        fails(NOT_IMPLEMENTED, GrB_mxm(P, NULL, NULL, f->with_places, f->A, f->A, NULL));
        ok(GrB_Matrix_error(&error, P));
        assert_non_null(strstr(error, "65536 bytes"));
        memset(places.has, 0, sizeof places.has);
    }
    ok(GrB_mxv(mv, NULL, NULL, f->semiring, f->A, f->u, NULL));
    ok(GrB_vxm(vm, NULL, NULL, f->semiring, f->u, f->A, NULL));
    expect_matrix(C, &p, "mxm");
    expect_matrix(D, &q, "mxm, accumulated under a mask");
    expect_matrix(P, &places, "mxm with places");
    expect_vector(mv, &w, "mxv");
    expect_vector(vm, &x, "vxm");
    GrB_free(&C);
    GrB_free(&D);
    GrB_free(&P);
    GrB_free(&mv);
    GrB_free(&vm);
    free(term);
}

static void check_kronecker(const fixture *f)
{
    GrB_Matrix K;
    uint8_t *found = malloc(size), *wanted = malloc(size);
    ok(GrB_Matrix_new(&K, f->type, N * N, N * N));
    ok(GrB_kronecker(K, NULL, NULL, f->times, f->A, f->A, NULL));
    for (int a = 0; a < N * N; a += 3)
        for (int b = 0; b < N * N; b += 2) {
            const GrB_Index i = (GrB_Index)(a / N * N + b / N), j = (GrB_Index)(a % N * N + b % N);
            const bool has = GrB_Matrix_extractElement_UDT(found, K, i, j) == GrB_SUCCESS;
            assert_int_equal(has, f->a.has[a] && f->a.has[b]);
            if (has) times(wanted, at(&f->a, a), at(&f->a, b));
            if (has) assert_memory_equal(found, wanted, size);
        }
    GrB_free(&K);
    free(found);
    free(wanted);
}

/* ------------------------------------------------------------------------------------------------
 * Elementwise
 */

static void check_elementwise(const fixture *f)
{
    picture sum = nothing(), both = nothing(), filled = nothing();
    GrB_Matrix C = new_matrix(f), D = new_matrix(f), E = new_matrix(f);
    for (int k = 0; k < N * N; k++) {
        const int t = k % N * N + k / N;
        if (f->a.has[k]) add(&sum, k, at(&f->a, k));
        if (f->a.has[t]) add(&sum, k, at(&f->a, t));
        both.has[k] = f->a.has[k] && f->a.has[t];
        times(at(&both, k), at(&f->a, k), at(&f->a, t));
        filled.has[k] = sum.has[k];
        times(at(&filled, k), f->a.has[k] ? at(&f->a, k) : f->thunk, f->a.has[t] ? at(&f->a, t) : f->thunk);
    }
    ok(GrB_eWiseAdd(C, NULL, NULL, f->plus, f->A, f->A, GrB_DESC_T1));
    ok(GrB_eWiseMult(D, NULL, NULL, f->times, f->A, f->A, GrB_DESC_T1));
    ok(GxB_Matrix_eWiseUnion(E, NULL, NULL, f->times, f->A, f->one, f->A, f->one, GrB_DESC_T1));
    expect_matrix(C, &sum, "eWiseAdd");
    expect_matrix(D, &both, "eWiseMult");
    expect_matrix(E, &filled, "eWiseUnion");
    GrB_free(&C);
    GrB_free(&D);
    GrB_free(&E);
}

static void check_apply(const fixture *f)
{
    picture p = nothing(), q = nothing(), r = nothing(), s = nothing(), v = nothing();
    GrB_Matrix C = new_matrix(f), D = new_matrix(f), E = new_matrix(f), F = new_matrix(f);
    GrB_Vector w = new_vector(f);
    for (int k = 0; k < N * N; k++) {
        p.has[k] = q.has[k] = f->a.has[k];
        negate(at(&p, k), at(&f->a, k));
        times(at(&q, k), f->thunk, at(&f->a, k));
        r.has[k] = s.has[k] = f->a.has[k] && memcmp(at(&f->a, k), f->thunk, size) < 0;
        memcpy(at(&r, k), at(&f->a, k), size);
        memcpy(at(&s, k), at(&f->a, k), size);
    }
    for (int k = 0; k < N; k++) {
        v.has[k] = f->v.has[k];
        times(at(&v, k), at(&f->v, k), f->thunk);
    }
    ok(GrB_apply(C, NULL, NULL, f->negate, f->A, NULL));
    ok(GrB_Matrix_apply_BinaryOp1st_Scalar(D, NULL, NULL, f->times, f->one, f->A, NULL));
    ok(GrB_Matrix_select_UDT(E, NULL, NULL, f->is_less, f->A, f->thunk, NULL));
    ok(GxB_Matrix_select(F, NULL, NULL, f->select, f->A, f->one, NULL));
    ok(GrB_Vector_apply_BinaryOp2nd_UDT(w, NULL, NULL, f->times, f->u, f->thunk, NULL));
    expect_matrix(C, &p, "apply");
    expect_matrix(D, &q, "apply with a value");
    expect_matrix(E, &r, "select");
    expect_matrix(F, &s, "GxB_select");
    expect_vector(w, &v, "apply with a value of a vector");
    GrB_free(&C);
    GrB_free(&D);
    GrB_free(&E);
    GrB_free(&F);
    GrB_free(&w);
}

static void check_reduce(const fixture *f)
{
    picture rows = nothing(), all = nothing(), twice = nothing();
    uint8_t *found = calloc(1, size);
    GrB_Vector w = new_vector(f);
    GrB_Scalar s;
    ok(GrB_Scalar_dup(&s, f->one));
    for (int k = 0; k < N * N; k++) {
        if (f->a.has[k]) add(&rows, k / N, at(&f->a, k));
        if (f->a.has[k]) add(&all, 0, at(&f->a, k));
    }
    ok(GrB_reduce(w, NULL, NULL, f->monoid, f->A, NULL));
    ok(GrB_Matrix_reduce_UDT(found, NULL, f->monoid, f->A, NULL));
    assert_memory_equal(found, all.value, size);
    add(&twice, 0, f->thunk);
    add(&twice, 0, all.value);
    ok(GrB_Matrix_reduce_Monoid_Scalar(s, f->plus, f->monoid, f->A, NULL));
    ok(GrB_Scalar_extractElement_UDT(found, s));
    assert_memory_equal(found, twice.value, size);
    expect_vector(w, &rows, "reduce");
    GrB_free(&w);
    GrB_free(&s);
    free(all.value);
    free(twice.value);
    free(found);
}

/* ------------------------------------------------------------------------------------------------
 * Parts
 */

static bool listed(int i)
{
    return i == 6 || i == 1 || i == 3;
}

static void check_assign(const fixture *f)
{
    static const GrB_Index ids[] = {6, 1, 3};
    picture p = copy_of(&f->a), q, v = copy_of(&f->v);
    GrB_Matrix C, B;
    GrB_Vector w;
    ok(GrB_Matrix_dup(&C, f->A));
    ok(GrB_Vector_dup(&w, f->u));
    ok(GrB_Matrix_new(&B, f->type, 3, 3));
    for (int k = 0; k < N * N; k++)
        if (listed(k / N) && listed(k % N)) p.has[k] = true, memcpy(at(&p, k), f->thunk, size);
    q = copy_of(&p);
    for (int k = 0; k < N * N; k++)
        if (listed(k / N) && listed(k % N) && f->a.has[k]) add(&q, k, at(&f->a, k));
    for (int k = 0; k < N; k++)
        if (listed(k)) add(&v, k, f->thunk);
    ok(GrB_Matrix_assign_UDT(C, NULL, NULL, f->thunk, ids, 3, ids, 3, NULL));
    expect_matrix(C, &p, "assign of a value");
    ok(GrB_extract(B, NULL, NULL, f->A, ids, 3, ids, 3, NULL));
    ok(GxB_subassign(C, NULL, f->plus, B, ids, 3, ids, 3, NULL));
    expect_matrix(C, &q, "subassign of a matrix");
    ok(GrB_Vector_assign_Scalar(w, NULL, f->plus, f->one, ids, 3, NULL));
    expect_vector(w, &v, "assign of a scalar");
    GrB_free(&C);
    GrB_free(&B);
    GrB_free(&w);
}

/* Single entries and waits; transposed twice; through bytes; as arrays; packed and unpacked; in tiles; sorted. */
static void check_copies(const fixture *f)
{
    picture p = copy_of(&f->a), q = copy_of(&f->a), r = copy_of(&f->a), t = copy_of(&f->a);
    GrB_Matrix C, D = NULL, E = new_matrix(f), tiles[4] = {NULL};
    GrB_Index bytes, rows[] = {N / 2, N / 2}, n = N * N, *offsets = NULL, *ids = NULL, sizes[3];
    void *blob, *values = NULL;
    bool iso, jumbled;
    uint64_t random = 5;
    ok(GrB_Matrix_dup(&C, f->A));
    for (int k = 0; k < 20; k++) {
        const int place = test_below(&random, N * N);
        fill(at(&p, place), &random);
        p.has[place] = k % 4 != 3;
        ok(p.has[place] ? GrB_Matrix_setElement_UDT(C, at(&p, place), (GrB_Index)(place / N), (GrB_Index)(place % N))
                        : GrB_Matrix_removeElement(C, (GrB_Index)(place / N), (GrB_Index)(place % N)));
        if (k % 7 == 6) ok(GrB_wait(C, GrB_MATERIALIZE));
    }
    expect_matrix(C, &p, "set");
    ok(GrB_Matrix_serializeSize(&bytes, f->A));
    blob = malloc(bytes);
    ok(GrB_Matrix_serialize(blob, &bytes, f->A));
    ok(GrB_Matrix_deserialize(&D, f->type, blob, bytes));
    expect_matrix(D, &q, "deserialize");
    ok(GxB_Matrix_split(tiles, 2, 2, rows, rows, f->A, NULL));
    ok(GxB_Matrix_concat(E, tiles, 2, 2, NULL));
    ok(GrB_transpose(E, NULL, NULL, E, NULL));
    ok(GrB_transpose(E, NULL, NULL, E, NULL));
    expect_matrix(E, &r, "tiles");
    ok(GxB_Matrix_unpack_CSR(E, &offsets, &ids, &values, &sizes[0], &sizes[1], &sizes[2], &iso, &jumbled, NULL));
    ok(GxB_Matrix_pack_CSR(E, &offsets, &ids, &values, sizes[0], sizes[1], sizes[2], iso, jumbled, NULL));
    expect_matrix(E, &t, "pack");
    ok(GrB_Matrix_nvals(&n, E));
    values = malloc(n * size);
    ok(GrB_Matrix_extractTuples_UDT(NULL, NULL, values, &n, E));
    free(values);
    ok(GxB_Matrix_sort(D, NULL, f->less, E, NULL));
    for (int k = 0; k < 4; k++) GrB_free(&tiles[k]);
    GrB_free(&C);
    GrB_free(&D);
    GrB_free(&E);
    free(blob);
}

static void all_of_a_size(void **state)
{
    static const size_t sizes[] = {129, 1000, 4097, 65536};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        static fixture f;
        open(&f, sizes[k]);
        check_products(&f);
        check_kronecker(&f);
        check_elementwise(&f);
        check_apply(&f);
        check_reduce(&f);
        check_assign(&f);
        check_copies(&f);
        close(&f);
    }
}

static void too_large(void **state)
{
    GrB_Type type = NULL;
    fails(NOT_IMPLEMENTED, GrB_Type_new(&type, 65537));
    fails(NOT_IMPLEMENTED, GxB_Type_new(&type, 65537, "much", "typedef struct { char c[65537]; } much;"));
    fails(INVALID_VALUE, GrB_Type_new(&type, 0));
    assert_null(type);
}

/* ------------------------------------------------------------------------------------------------
 * Types and operators that are texts
 */

#define TEXT_WORDS 8192
typedef struct words {
    double w[TEXT_WORDS];
} words;
#define TYPE_TEXT "typedef struct { double w[8192]; } words;"
#define PLUS_TEXT                                                                                                      \
    "void words_plus(words *z, const words *x, const words *y)\n"                                                      \
    "{\n    for (int k = 0; k < 8192; k++) z->w[k] = x->w[k] + y->w[k];\n}"

/* The sum of three; the identity becomes part of the text. */
static void texts(void **state)
{
    GrB_Type type = NULL;
    GrB_BinaryOp add = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Vector u = NULL;
    words *value = calloc(1, sizeof *value);
    GrB_Info info;
    ok(GxB_Type_new(&type, sizeof(words), "words", TYPE_TEXT));
    ok(GxB_BinaryOp_new(&add, NULL, type, type, type, "words_plus", PLUS_TEXT));
    ok(GrB_Monoid_new_UDT(&monoid, add, value));
    ok(GrB_Vector_new(&u, type, 5));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < TEXT_WORDS; k++) value->w[k] = i + k;
        ok(GrB_Vector_setElement_UDT(u, value, (GrB_Index)i));
    }
    info = GrB_Vector_reduce_UDT(value, NULL, monoid, u, NULL);
    if (info == GrB_SUCCESS)
        for (int k = 0; k < TEXT_WORDS; k++) assert_true(value->w[k] == 3 + 3 * k);
    else
        assert_int_equal(info, GrB_NOT_IMPLEMENTED); /* no compiler */
    free(value);
    GrB_free(&u);
    GrB_free(&monoid);
    GrB_free(&add);
    GrB_free(&type);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_a_size), cmocka_unit_test(too_large),
                                       cmocka_unit_test(texts)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
