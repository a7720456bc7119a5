/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the fuzzers: bytes become a text, the reader runs, and whatever it accepts must be sound.
 * Options come from the last byte, so that the corpus stays readable.
 */
#ifndef TROPIC_TESTS_FUZZ_H
#define TROPIC_TESTS_FUZZ_H

#include "formats/files/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Unlike assert, in every build. */
#define DEMAND(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Larger matrices are read but not built: a few bytes may truly ask for gigabytes of offsets. */
#define FUZZ_LARGEST 100000

static inline tropic_context *fuzz_context(void)
{
    static tropic_context *context;
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1};
    if (!context) DEMAND(tropic_context_create(&context, &options) == TROPIC_OK);
    return context;
}

/* The bytes with a zero after them, in memory of their own so that overruns show. */
static inline tp_text fuzz_text(const uint8_t *bytes, size_t count)
{
    char *memory = malloc(count + 1);
    DEMAND(memory);
    if (count > 0) memcpy(memory, bytes, count);
    memory[count] = '\0';
    return (tp_text){.path = "fuzz", .begin = memory, .end = memory + count};
}

#ifdef _GNU_SOURCE
/* The bytes as a file in memory, and its name; close() it. */
#define FUZZ_NAME 32
static inline int fuzz_file(char name[FUZZ_NAME], const uint8_t *bytes, size_t count)
{
    const int file = memfd_create("fuzz", 0);
    DEMAND(file >= 0 && write(file, bytes, count) == (ssize_t)count);
    snprintf(name, FUZZ_NAME, "/proc/self/fd/%d", file);
    return file;
}
#endif

static inline void fuzz_check_entries(const tp_entries *e)
{
    DEMAND(e->rows >= 1 && e->cols >= 1 && e->count >= 0);
    DEMAND(e->values ? e->type != TROPIC_BOOL : e->type == TROPIC_BOOL);
    for (tropic_offset k = 0; k < e->count; k++) {
        DEMAND(e->row_ids[k] >= 0 && e->row_ids[k] < e->rows);
        DEMAND(e->col_ids[k] >= 0 && e->col_ids[k] < e->cols);
        if (e->values && e->type == TROPIC_FP64) DEMAND(isfinite(((double *)e->values)[k]));
        if (e->values && e->type == TROPIC_FP32) DEMAND(isfinite(((float *)e->values)[k]));
    }
    if (e->mirrored) DEMAND(e->rows == e->cols);
    for (tropic_index i = 1; e->labels && i < e->rows; i++) DEMAND(e->labels[i - 1] < e->labels[i]);
}

/* The matrix that they make: rows ascend, the count is between none and twice the entries. */
static inline void fuzz_check_matrix(tropic_context *context, const tp_reader *reader, tp_entries *e)
{
    const tropic_index rows = e->rows;
    const tropic_offset entries = e->count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *A = NULL;
    tropic_status status;

    if (rows > FUZZ_LARGEST || e->cols > FUZZ_LARGEST) {
        tp_entries_free(context, e);
        return;
    }
    status = tp_matrix_build(&A, context, e, e->adds_up ? TROPIC_DUPLICATES_SUM : reader->duplicates, TROPIC_LOOPS_KEEP,
                             false);
    /* A sum of duplicates may be beyond its type. */
    if (status == TROPIC_OVERFLOW) return;
    DEMAND(status == TROPIC_OK);
    DEMAND(tropic_matrix_count(A) <= 2 * entries);
    DEMAND((tropic_matrix_count(A) == 0) == (entries == 0));
    DEMAND(tropic_matrix_csr(A, context, &offsets, &ids, NULL) == TROPIC_OK);
    for (tropic_index i = 0; i < rows; i++) {
        DEMAND(tropic_matrix_find(A, tropic_matrix_label(A, i)) == i);
        for (tropic_offset k = offsets[i] + 1; k < offsets[i + 1]; k++) DEMAND(ids[k - 1] < ids[k]);
    }
    tropic_matrix_free(&A);
}

static inline int fuzz_reader(const tp_reader *reader, const uint8_t *bytes, size_t count)
{
    tropic_context *context = fuzz_context();
    tp_text text = fuzz_text(bytes, count);
    const uint8_t last = count > 0 ? bytes[count - 1] : 0;
    tropic_load_options options = {.size = sizeof options,
                                   .real_type = last & 1 ? TROPIC_FP32 : TROPIC_FP64,
                                   .ignore_values = (last & 14) == 14,
                                   .zeros = last & 16 ? TROPIC_ZEROS_DROP : TROPIC_ZEROS_KEEP};
    tp_entries entries = {0};
    tropic_status status;

    DEMAND(tp_reader_for(&text) != NULL);
    status = reader->read(context, &text, &options, &entries);
    if (status == TROPIC_OK) {
        fuzz_check_entries(&entries);
        fuzz_check_matrix(context, reader, &entries);
    } else {
        DEMAND(status == TROPIC_FORMAT_ERROR || status == TROPIC_NOT_SUPPORTED);
        DEMAND(strncmp(tropic_context_error(context), "fuzz:", 5) == 0);
        tp_entries_free(context, &entries);
    }
    free((void *)text.begin);
    return 0;
}

#endif
