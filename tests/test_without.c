/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix made without loops or values of another is the one that its file gives so.
 */
#include "tests/graph_text.h"

enum { LINES_MAX = 30, ROUNDS = 300 };

/* Ids with gaps, loops, repeated arcs and opposites; now and then without values. */
static char *draw(uint64_t *seed, bool matrix_market)
{
    const int n = 1 + test_below(seed, 9), count = 1 + test_below(seed, LINES_MAX);
    const bool values = test_below(seed, 3) > 0, symmetric = matrix_market && test_below(seed, 2);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (matrix_market)
        fprintf(out, "%%%%MatrixMarket matrix coordinate %s %s\n%d %d %d\n", values ? "real" : "pattern",
                symmetric ? "symmetric" : "general", n, n, count);
    for (int k = 0; k < count; k++) {
        int i = test_below(seed, n), j = test_below(seed, n);
        if (symmetric && i < j) {
            const int swapped = i;
            i = j;
            j = swapped;
        }
        fprintf(out, "%d %d", matrix_market ? i + 1 : i * i + 1, matrix_market ? j + 1 : j * j + 1);
        if (values) fprintf(out, " %d.5", test_below(seed, 5) - 2);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static void same(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, const char *text)
{
    const tropic_index n = tropic_matrix_rows(B);
    const tropic_offset *a_offsets, *b_offsets;
    const tropic_index *a_ids, *b_ids;
    const void *a_values, *b_values;
    tropic_matrix_facts a_facts, b_facts;
    memset(&a_facts, 0, sizeof a_facts);
    memset(&b_facts, 0, sizeof b_facts);
    a_facts.size = b_facts.size = sizeof a_facts;
    assert_int_equal(tropic_matrix_rows(A), n);
    assert_int_equal(tropic_matrix_cols(A), tropic_matrix_cols(B));
    assert_ok(context, tropic_matrix_csr(A, context, &a_offsets, &a_ids, &a_values));
    assert_ok(context, tropic_matrix_csr(B, context, &b_offsets, &b_ids, &b_values));
    for (tropic_index i = 0; i <= n; i++)
        if (a_offsets[i] != b_offsets[i]) fail_msg("%s: offset %d", text, i);
    for (tropic_offset k = 0; k < b_offsets[n]; k++)
        if (a_ids[k] != b_ids[k]) fail_msg("%s: id %d", text, (int)k);
    assert_int_equal(tropic_matrix_is_pattern(A), tropic_matrix_is_pattern(B));
    assert_int_equal(tropic_matrix_type(A), tropic_matrix_type(B));
    if (!tropic_matrix_is_pattern(B))
        assert_memory_equal(a_values, b_values, (size_t)b_offsets[n] * tropic_type_size(tropic_matrix_type(B)));
    for (tropic_index i = 0; i < n; i++) assert_int_equal(tropic_matrix_label(A, i), tropic_matrix_label(B, i));
    assert_int_equal(tropic_matrix_loops_dropped(A), tropic_matrix_loops_dropped(B));
    assert_int_equal(tropic_matrix_file_direction(A), tropic_matrix_file_direction(B));
    assert_int_equal(tropic_matrix_format(A), tropic_matrix_format(B));
    assert_ok(context, tropic_matrix_describe(A, context, &a_facts));
    assert_ok(context, tropic_matrix_describe(B, context, &b_facts));
    assert_memory_equal(&a_facts, &b_facts, sizeof a_facts);
}

static tropic_status load(tropic_matrix **A, tropic_context *context, const char *name, const char *text, bool loops,
                          bool values)
{
    const tropic_load_options options = {
        .size = sizeof options, .loops = loops ? TROPIC_LOOPS_KEEP : TROPIC_LOOPS_DROP, .ignore_values = !values};
    return test_load_text(A, context, name, strdup(text), &options);
}

static void as_loaded(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 1;
    for (int round = 0; round < test_sized(ROUNDS, ROUNDS / 10); round++) {
        const bool matrix_market = test_below(&seed, 2);
        const char *name = matrix_market ? "a.mtx" : "a.txt";
        OWNED_MEMORY char *text = draw(&seed, matrix_market);
        OWNED(tropic_matrix) *all = NULL;
        assert_ok(context, load(&all, context, name, text, true, true));
        for (int k = 0; k < 4; k++) {
            const bool no_loops = k & 1, no_values = k & 2;
            OWNED(tropic_matrix) *loaded = NULL, *made = NULL;
            assert_ok(context, load(&loaded, context, name, text, !no_loops, !no_values));
            assert_ok(context, tropic_matrix_without(&made, context, all, no_loops, no_values));
            same(context, made, loaded, text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_loaded)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
