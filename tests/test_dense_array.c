/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix Market's array format against the same matrix as coordinates: random shapes, symmetries and fields, values on
 * lines of their own or not, zeros kept and dropped.
 */
#include "tests/graph_text.h"

enum { SIDE_MAX = 7, ROUNDS = 2500 };
typedef enum symmetry { GENERAL, SYMMETRIC, SKEW, SYMMETRIES } symmetry;
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
static const char *const fields[] = {"real", "double", "integer", "unsigned-integer"};
enum { INTEGER = 2, UNSIGNED, FIELDS };

typedef struct dense {
    int rows, cols, field;
    symmetry symmetry;
    bool one_sign;                /* of the banner's two */
    int values;                   /* in the file */
    int zeros;                    /* of these */
    bool shares_line;             /* some two */
    char *array, *coordinates[2]; /* with zeros, without */
} dense;

static void put_banner(FILE *out, const dense *d, const char *layout)
{
    fprintf(out, "%s%%MatrixMarket matrix %s %s %s\n", d->one_sign ? "" : "%", layout, fields[d->field],
            symmetries[d->symmetry]);
}

/* A value that is not zero, or one of the ways to write zero. */
static const char *draw_value(const dense *d, bool zero, uint64_t *seed)
{
    static const char *const whole[] = {"1", "7", "+3", "2147483648", "-4", "-2147483648"};
    static const char *const real[] = {"0.5", "1e-300", "-2.25", "3", "1D2", "-7e5"};
    static const char *const whole_zero[] = {"0", "+0", "-0", "000"};
    static const char *const real_zero[] = {"0", "-0.0", "0e5", ".0"};
    const bool is_real = d->field < INTEGER;
    if (zero) return (is_real ? real_zero : whole_zero)[test_below(seed, 4)];
    return (is_real ? real : whole)[test_below(seed, d->field == UNSIGNED ? 4 : 6)];
}

/* Between two values. */
static void put_break(FILE *out, dense *d, bool several, uint64_t *seed)
{
    if (several && test_below(seed, 2)) {
        fputs(test_below(seed, 2) ? " " : "\t ", out);
        d->shares_line = true;
        return;
    }
    fputs(test_below(seed, 4) ? "\n" : " \r\n", out);
    if (test_below(seed, 6) == 0) fputs("% 1 2\n", out);
    if (test_below(seed, 6) == 0) fputs(" \n  ", out);
}

static FILE *open_text(char **text)
{
    static size_t size;
    FILE *out = open_memstream(text, &size);
    assert_non_null(out);
    return out;
}

static dense draw(uint64_t *seed)
{
    dense d = {.rows = 1 + test_below(seed, SIDE_MAX), .cols = 1 + test_below(seed, SIDE_MAX)};
    const bool several = test_below(seed, 2);
    const int density = test_below(seed, 5);
    char *listed[2];
    int count[2] = {0, 0};
    FILE *out, *list[2], *array;
    d.field = test_below(seed, FIELDS);
    d.symmetry = (symmetry)test_below(seed, SYMMETRIES);
    d.one_sign = test_below(seed, 4) == 0;
    if (d.symmetry != GENERAL) d.cols = d.rows;
    for (int k = 0; k < 2; k++) list[k] = open_text(&listed[k]);
    array = open_text(&d.array);
    put_banner(array, &d, "array");
    fprintf(array, "%% c\n%d %d\n", d.rows, d.cols);
    for (int j = 1; j <= d.cols; j++)
        for (int i = d.symmetry == GENERAL ? 1 : d.symmetry == SKEW ? j + 1 : j; i <= d.rows; i++) {
            const bool zero = test_below(seed, 4) >= density;
            const char *value = draw_value(&d, zero, seed);
            if (d.values++ > 0) put_break(array, &d, several, seed);
            fputs(value, array);
            d.zeros += zero;
            for (int k = 0; k < 2; k++) {
                if (k == 1 && zero) continue;
                fprintf(list[k], "%d %d %s\n", i, j, value);
                count[k]++;
            }
        }
    fputs(test_below(seed, 2) ? "\n" : "", array);
    fclose(array);
    for (int k = 0; k < 2; k++) {
        fclose(list[k]);
        out = open_text(&d.coordinates[k]);
        put_banner(out, &d, "coordinate");
        fprintf(out, "%d %d %d\n%s", d.rows, d.cols, count[k], listed[k]);
        fclose(out);
        free(listed[k]);
    }
    return d;
}

static void random_arrays(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    uint64_t seed = 1;
    for (int round = 0; round < test_sized(ROUNDS, ROUNDS / 50); round++) {
        const dense d = draw(&seed);
        const bool drops = test_below(&seed, 2);
        char zeros[64];
        tropic_load_options options = {.size = sizeof options, .ignore_values = test_below(&seed, 3) == 0};
        OWNED(tropic_matrix) *A = NULL, *B = NULL;
        options.direction = d.rows != d.cols || d.symmetry == SKEW
                                ? TROPIC_DIRECTION_AUTO
                                : (tropic_direction)test_below(&seed, TROPIC_DIRECTION_UNDIRECTED + 1);
        if (test_below(&seed, 3) == 0) options.real_type = TROPIC_FP32;
        if (options.real_type == TROPIC_FP32 && strstr(d.array, "e-300")) options.real_type = TROPIC_FP64;
        if (test_below(&seed, 3) == 0) options.loops = TROPIC_LOOPS_DROP;
        assert_ok(context, test_load_text(&B, context, "b.mtx", strdup(d.coordinates[drops]), &options));
        options.zeros = drops ? TROPIC_ZEROS_DROP : TROPIC_ZEROS_KEEP;
        assert_ok(context, test_load_text(&A, context, "a.mtx", strdup(d.array), &options));
        test_matrices_same(context, A, context, B);
        assert_int_equal(tropic_matrix_is_pattern(A), options.ignore_values);
        snprintf(zeros, sizeof zeros, "zeros of an array are no arcs: %d were", d.zeros);
        assert_int_equal(test_has_note(A, "zeros of an array"), drops && d.zeros > 0);
        assert_true(!drops || d.zeros == 0 || test_has_note(A, zeros));
        assert_int_equal(test_has_note(A, "a line has several values"), d.shares_line);
        assert_int_equal(test_has_note(A, "begins with one %"), d.one_sign);
        assert_int_equal(test_has_note(A, "unsigned-integer"), d.field == UNSIGNED);
        free(d.array);
        free(d.coordinates[0]);
        free(d.coordinates[1]);
    }
}

#define MM "%%MatrixMarket matrix array "

/* Faults in lines of several values are found where they are. */
static void wrong_arrays(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {MM "real general\n2 2\n1 2 3\n", "a.mtx:2: an array of this shape has 4 values, the file has 3"},
        {MM "real general\n2 2\n1 2\n3 4 5\n", "a.mtx:2: an array of this shape has 4 values, the file has 5"},
        {MM "real general\n2 2\n1 2\n3 x\n", "a.mtx:4: expected a value, found \"x\""},
        {MM "real general\n2 2\n1,2 3 4 5\n", "a.mtx:3: expected a value, found \",2\""},
        {MM "real general\n2 2\n1\n2\n3 4\n5\n", "a.mtx:2: an array of this shape has 4 values, the file has 5"},
        {MM "integer general\n2 2\n1 2\n3 0.5\n", "a.mtx:4: value \"0.5\" is not an integer"},
        {MM "real general\n2 2\n1 2\n3 \x01\n", "a.mtx:4: expected a value"},
        {MM "integer skew-symmetric\n3 3\n1 2\n-9223372036854775808\n",
         "a.mtx:4: the opposite of -9223372036854775808"},
        {MM "integer skew-symmetric\n3 3\n1 -9223372036854775808\n2\n",
         "a.mtx:3: the opposite of -9223372036854775808"},
        {MM "unsigned-integer general\n1 1\n18446744073709551615\n", "does not fit a 64-bit integer"},
    };
    OWNED(tropic_context) *context = test_context_of(2);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        test_refuse_text(context, "a.mtx", cases[k].text, cases[k].message);
}

/* Where nobody wants the values, those of any size are looked at for zeros. */
static void ignored_values(void **state)
{
    const tropic_load_options options = {.size = sizeof options, .ignore_values = true, .zeros = TROPIC_ZEROS_DROP};
    static const test_places places = {.has[1][1] = true, .has[2][1] = true, .has[2][2] = true};
    const char *text = MM "integer general\n2 2\n99999999999999999999\n5\n0\n-1\n";
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, test_load_text(&A, context, "a.mtx", strdup(text), &options));
    test_check_places(context, A, &places, true, text);
    tropic_matrix_free(&A);
    text = MM "real general\n2 2\nnan\n-inf\n0\n1e999\n";
    assert_ok(context, test_load_text(&A, context, "a.mtx", strdup(text), &options));
    test_check_places(context, A, &places, true, text);
}

/* So many that several threads read them, and lines longer than a thread's part. */
static void long_lines(void **state)
{
    enum { N = 700 };
    const tropic_load_options options = {.size = sizeof options, .zeros = TROPIC_ZEROS_DROP};
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    char *text, *listed, *coordinates;
    FILE *array = open_text(&text), *list = open_text(&listed), *out;
    int count = 0;
    fprintf(array, MM "integer general\n%d %d\n", N, N);
    for (int j = 1; j <= N; j++)
        for (int i = 1; i <= N; i++) {
            const int value = i * j % 5;
            fprintf(array, "%d%s", value, j < N / 2 || i % 3 ? " " : "\n");
            if (value > 0) fprintf(list, "%d %d %d\n", i, j, value);
            count += value > 0;
        }
    fclose(array);
    fclose(list);
    out = open_text(&coordinates);
    fprintf(out, "%%%%MatrixMarket matrix coordinate integer general\n%d %d %d\n%s", N, N, count, listed);
    fclose(out);
    free(listed);
    assert_ok(context, test_load_text(&A, context, "a.mtx", text, &options));
    assert_ok(context, test_load_text(&B, context, "b.mtx", coordinates, &options));
    test_matrices_same(context, A, context, B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_arrays),
        cmocka_unit_test(wrong_arrays),
        cmocka_unit_test(ignored_values),
        cmocka_unit_test(long_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
