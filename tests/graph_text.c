/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/graph_text.h"
#include "tests/files.h"

double test_fold(tropic_duplicates rule, const double *values, int count)
{
    double result = values[0];
    for (int k = 1; k < count; k++) {
        if (rule == TROPIC_DUPLICATES_SUM) result += values[k];
        if (rule == TROPIC_DUPLICATES_LAST) result = values[k];
        if (rule == TROPIC_DUPLICATES_MIN && values[k] < result) result = values[k];
        if (rule == TROPIC_DUPLICATES_MAX && values[k] > result) result = values[k];
    }
    return result;
}

void test_place_lines(test_places *p, const test_line *lines, int count, tropic_duplicates rule, bool both)
{
    OWNED_MEMORY double *values = test_room(count, sizeof *values);
    for (int i = 1; i <= TEST_LABELS; i++)
        for (int j = 1; j <= TEST_LABELS; j++) {
            int here = 0;
            for (int k = 0; k < count; k++)
                if ((lines[k].i == i && lines[k].j == j) || (both && lines[k].i == j && lines[k].j == i))
                    values[here++] = lines[k].value;
            p->has[i][j] = here > 0;
            p->value[i][j] = here > 0 ? test_fold(rule, values, here) : 0;
        }
}

tropic_status test_load_text(tropic_matrix **A, tropic_context *context, const char *name, char *text,
                             const tropic_load_options *options)
{
    OWNED_MEMORY char *path = test_file_name(name);
    tropic_status status;
    test_write(path, text, strlen(text));
    status = tropic_matrix_load(A, context, path, options);
    free(text);
    return status;
}

void test_refuse_text(tropic_context *context, const char *name, const char *text, const char *message)
{
    tropic_matrix *A = NULL;
    assert_status(context, TROPIC_FORMAT_ERROR, test_load_text(&A, context, name, strdup(text), NULL));
    if (!strstr(tropic_context_error(context), message)) fail_msg("%s: %s", text, tropic_context_error(context));
}

void test_check_places(tropic_context *context, const tropic_matrix *A, const test_places *p, bool pattern,
                       const char *text)
{
    const int64_t count = tropic_matrix_count(A);
    OWNED_MEMORY tropic_index *rows = test_room(count, sizeof *rows), *cols = test_room(count, sizeof *cols);
    OWNED_MEMORY void *values = test_room(count, tropic_type_size(tropic_matrix_type(A)));
    int64_t expected = 0;
    for (int i = 1; i <= TEST_LABELS; i++)
        for (int j = 1; j <= TEST_LABELS; j++) expected += p->has[i][j];
    if (tropic_matrix_is_pattern(A) != pattern) fail_msg("%s: a pattern or not", text);
    if (count != expected) fail_msg("%s: %lld entries, not %lld", text, (long long)count, (long long)expected);
    assert_ok(context, tropic_matrix_get_entries(A, context, rows, cols, values));
    for (int64_t k = 0; k < count; k++) {
        const int64_t i = tropic_matrix_label(A, rows[k]), j = tropic_matrix_label(A, cols[k]);
        assert_in_range(i, 1, TEST_LABELS);
        assert_in_range(j, 1, TEST_LABELS);
        if (!p->has[i][j]) fail_msg("%s: an entry (%d, %d)", text, (int)i, (int)j);
        if (pattern) continue;
        if (test_value_load(tropic_matrix_type(A), values, k) != (long double)p->value[i][j])
            fail_msg("%s: entry (%d, %d) is %Lg, not %g", text, (int)i, (int)j,
                     test_value_load(tropic_matrix_type(A), values, k), p->value[i][j]);
    }
}

bool test_has_note(const tropic_matrix *A, const char *text)
{
    const char *note;
    for (int k = 0; (note = tropic_matrix_note(A, k)); k++)
        if (strstr(note, text)) return true;
    return false;
}
