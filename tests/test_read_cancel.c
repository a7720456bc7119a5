/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers that the caller cancels: whenever it is asked, nothing is made, and nothing stays allocated.
 */
#include <pthread.h>
#include <zlib.h>

#include "tests/common.h"
#include "tests/files.h"

/* Several chunks of text. */
enum { LINES = 60000, VERTICES = 50000 };

typedef struct watch {
    int calls, stop_at; /* 0: never */
    int strangers;      /* calls by other threads than the caller */
    pthread_t caller;
} watch;

static bool look(double done, void *user)
{
    watch *w = user;
    assert_true(done == 0);
    w->strangers += !pthread_equal(pthread_self(), w->caller);
    return ++w->calls != w->stop_at;
}

typedef struct sample {
    const char *name, *head;
    const char *line; /* printf, of a vertex and another; "": METIS's */
    int lines;
    tropic_status (*load)(tropic_context *context, const char *path);
} sample;

static tropic_status load_matrix(tropic_context *context, const char *path)
{
    OWNED(tropic_matrix) *A = NULL;
    const tropic_status status = tropic_matrix_load(&A, context, path, NULL);
    assert_int_equal(A == NULL, status != TROPIC_OK);
    return status;
}

static tropic_status load_vector(tropic_context *context, const char *path)
{
    OWNED(tropic_vector) *v = NULL;
    const tropic_status status = tropic_vector_load(&v, context, path);
    assert_int_equal(v == NULL, status != TROPIC_OK);
    return status;
}

static tropic_status load_coordinates(tropic_context *context, const char *path)
{
    OWNED(tropic_vector) *x = NULL, *y = NULL;
    const tropic_status status = tropic_coordinates_load(&x, &y, context, path);
    assert_true(!x == (status != TROPIC_OK) && !y == !x);
    return status;
}

#define MM "%%MatrixMarket matrix "
static const sample samples[] = {
    {"a.mtx", MM "coordinate pattern general\n50000 50000 60000\n", "%d %d\n", LINES, load_matrix},
    {"a.gr", "p sp 50000 60000\n", "a %d %d 7\n", LINES, load_matrix},
    {"a.txt", "# vertex 0\n", "%d %d\n", LINES, load_matrix},
    {"a.txt.gz", "", "%d %d\n", LINES, load_matrix},
    {"wide.txt", "# vertex 7\n", "99999%07d 1%07d\n", LINES, load_matrix},
    {"sparse.txt", "# vertex 7\n", "99999%07d000 1%07d000000\n", LINES, load_matrix},
    {"out.a", "% asym unweighted\n", "%d %d\n", LINES, load_matrix},
    {"out.b", "% asym dynamic\n", "%d %d -1 7\n", LINES, load_matrix},
    {"b.mtx", MM "array integer general\n50000 2\n", "%d %d\n", VERTICES, load_matrix},
    {"a.graph", "50000 50000\n", "", VERTICES, load_matrix},
    {"v.mtx", MM "array integer general\n50000 1\n", "%d\n", VERTICES, load_vector},
    {"a.co", "p aux sp co 50000\n", "v %d %d 0\n", VERTICES, load_coordinates},
};
#undef MM

/* Each vertex of METIS's has its two neighbours on a ring. */
static int put_ring(char *line, size_t room, int v)
{
    return snprintf(line, room, "%d %d\n", (v + VERTICES - 1) % VERTICES + 1, (v + 1) % VERTICES + 1);
}

static void make(const sample *s, const char *path)
{
    const bool packed = strstr(s->name, ".gz");
    /* Without .gz zlib's "T" writes plain bytes. */
    gzFile file = gzopen(path, packed ? "wb1" : "wbT");
    char line[64];
    assert_non_null(file);
    assert_int_equal(gzwrite(file, s->head, (unsigned)strlen(s->head)), strlen(s->head));
    for (int k = 0; k < s->lines; k++) {
        const int v = k % VERTICES, far = (int)((int64_t)k * 7919 % VERTICES);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const int length =
            *s->line ? snprintf(line, sizeof line, s->line, v + 1, far + 1) : put_ring(line, sizeof line, v);
#pragma GCC diagnostic pop
        assert_int_equal(gzwrite(file, line, (unsigned)length), length);
    }
    assert_int_equal(gzclose(file), Z_OK);
}

static int64_t held; /* blocks of memory */

static void *allocate(size_t bytes, void *user)
{
#pragma omp atomic
    held++;
    return malloc(bytes);
}

static void release(void *pointer, void *user)
{
    if (!pointer) return;
#pragma omp atomic
    held--;
    free(pointer);
}

static void cancelled(void **state)
{
    const int threads[] = {1, 3};
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        const sample *s = &samples[k];
        OWNED_MEMORY char *path = test_file_name(s->name);
        make(s, path);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            watch w = {.caller = pthread_self()};
            const tropic_context_options options = {.size = sizeof options,
                                                    .device = TROPIC_DEVICE_CPU,
                                                    .threads = threads[t],
                                                    .allocate = allocate,
                                                    .release = release,
                                                    .progress = look,
                                                    .progress_user = &w};
            OWNED(tropic_context) *context = NULL;
            int64_t before;
            int calls;
            assert_ok(NULL, tropic_context_create(&context, &options));
            before = held;
            assert_ok(context, s->load(context, path));
            calls = w.calls;
            /* Once for each block that is read and, by one thread, for each chunk. */
            if (calls < (threads[t] == 1 ? 3 : 1)) fail_msg("%s: asked %d times", s->name, calls);
            for (int stop = 1; stop <= calls; stop++) {
                tropic_status status;
                w = (watch){.stop_at = stop, .caller = pthread_self()};
                status = s->load(context, path);
                /* Of several threads the one that asks may have less to do than before. */
                if (threads[t] > 1 && w.calls < stop) continue;
                assert_status(context, TROPIC_CANCELLED, status);
                assert_int_equal(w.calls, stop);
                assert_int_equal(held, before);
            }
            assert_int_equal(w.strangers, 0);
        }
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cancelled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
