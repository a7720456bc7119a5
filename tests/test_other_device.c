/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix that a device alone has, which is not the context's. The device is made up: its memory is the host's, where
 * bytes lie inverted, so that whoever reads them without it finds something else.
 */
#include "tests/other_device.h"
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/hypersparse.h"
#include "tests/fixtures.h"
#include "tests/matrix_calls.h"

enum { MADE_UP = TP_MAX_DEVICES - 1 };

static long downloads;

static void invert(void *to, const void *from, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++) ((unsigned char *)to)[k] = (unsigned char)~((const unsigned char *)from)[k];
}

static tropic_status download(tropic_context *context, int device, void *to, const void *from, size_t bytes)
{
    if (device != MADE_UP) return TROPIC_DEVICE_ERROR;
    __atomic_add_fetch(&downloads, 1, __ATOMIC_RELAXED);
    invert(to, from, bytes);
    return TROPIC_OK;
}

static void release(const tp_memory *memory, int device, void *const *arrays, int count)
{
    for (int k = 0; k < count; k++) free(arrays[k]);
}

static const tp_backend made_up = {.mirror_release = release, .mirror_download = download};

static void *hide(const void *from, size_t bytes)
{
    void *to = from ? malloc(bytes + 1) : NULL;
    if (from) assert_non_null(to);
    if (from) invert(to, from, bytes);
    return to;
}

static void hide_forms(tropic_matrix *A)
{
    tp_forms *made = tp_allocate_zero(&A->memory, 1, sizeof *made);
    assert_non_null(made);
    made->device = MADE_UP;
    made->next = A->host.next;
    A->host.next = made;
    const size_t count = (size_t)A->count, size = tp_matrix_value_size(A);
    for (tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) hide_forms(cast);
    if (A->hypersparse) hide_forms(A->hypersparse->core);
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_side *from = &A->host.sides[o];
        const size_t lists = (size_t)tp_matrix_lists(A, (tp_orientation)o) + 1;
        if (!from->present) continue;
        made->sides[o] = (tp_side){.present = true,
                                   .owner = &made_up,
                                   .offsets = hide(from->offsets, lists * sizeof *from->offsets),
                                   .ids = hide(from->ids, count * sizeof *from->ids),
                                   .values = hide(from->values, count * size)};
    }
    if (!A->host.dense.present) return;
    made->dense = (tp_side){
        .present = true,
        .owner = &made_up,
        .bits = hide(A->host.dense.bits, (size_t)(A->rows * tp_dense_words(A->cols)) * sizeof *A->host.dense.bits),
        .values = hide(A->host.dense.values, (size_t)A->rows * (size_t)A->cols * size)};
}

/* The host makes the device's matrix. */
static void give(void *of, tropic_matrix *A, other_form form)
{
    OWNED(tropic_context) *host = test_context_of(1);
    switch (form) {
    case OTHER_COLUMNS: assert_ok(host, tropic_matrix_set_form(A, host, TROPIC_MATRIX_BY_COLUMNS)); break;
    case OTHER_BOTH: assert_ok(host, tropic_matrix_csc(A, host, NULL, NULL, NULL)); break;
    case OTHER_DENSE: assert_ok(host, tp_matrix_need_dense(host, A)); break;
    case OTHER_NAMED: assert_ok(host, tropic_matrix_set_form(A, host, TROPIC_MATRIX_HYPERSPARSE)); break;
    case OTHER_PRIMED: matrix_calls_prime(host, A); break;
    default: break;
    }
    hide_forms(A);
    other_forget_host(A);
}

static void every_call_reads_a_matrix_of_another_device(void **state)
{
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .reproducible = true};
    OWNED(tropic_context) *reader = NULL;
    assert_ok(NULL, tropic_context_create(&reader, &options));
    downloads = 0;
    other_check_calls(reader, give, NULL);
    assert_true(downloads > 0);
}

static void two_threads_read_one_at_once(void **state)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = test_device(), .threads = 2, .reproducible = true};
    tropic_context *readers[2] = {NULL};
    for (int k = 0; k < 2; k++) assert_ok(NULL, tropic_context_create(&readers[k], &options));
    other_check_threads(readers, give, NULL);
    for (int k = 0; k < 2; k++) tropic_context_free(&readers[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_reads_a_matrix_of_another_device),
        cmocka_unit_test(two_threads_read_one_at_once),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
