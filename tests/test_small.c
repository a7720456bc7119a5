/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph of a hundred vertices takes one thread, no file and little memory, whatever is asked of it. These are counts;
 * how long it takes, `tropic bench --small` says.
 */
#define _GNU_SOURCE
#include "tests/common.h"

#include <dirent.h>
#include <dlfcn.h>

#define VERTICES 100
#define CHORDS 200
#define EDGES (VERTICES + CHORDS)
/* At once, for the context, the matrix and the arrays of an answer: betweenness from many sources has arrays for each
 * thread. */
#define BYTES_MAX ((size_t)384 * 1024)

/* ---- the counted memory ---- */

static int opened;

/* In place of the C library's, for this program and for the library: see files_are_counted. */
FILE *fopen(const char *path, const char *mode)
{
    FILE *(*next)(const char *, const char *) = NULL;
    void *symbol = dlsym(RTLD_NEXT, "fopen");
    opened++;
    memcpy(&next, &symbol, sizeof next);
    return next(path, mode);
}

/* Threads of this process; 0 where the system does not say. */
static int count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    if (!tasks) return 0;
    for (const struct dirent *task = readdir(tasks); task; task = readdir(tasks)) count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* Bytes that are out, and their maximum. */
typedef struct memory {
    size_t now, max;
} memory;
/* Before each block: its size, in as many bytes as blocks are aligned to. */
#define HEADER 16

static void *allocate(size_t bytes, void *user)
{
    memory *m = user;
    char *block = malloc(bytes + HEADER);
    if (!block) return NULL;
    memcpy(block, &bytes, sizeof bytes);
    m->now += bytes;
    if (m->now > m->max) m->max = m->now;
    return block + HEADER;
}

static void release(void *pointer, void *user)
{
    char *block = (char *)pointer - HEADER;
    size_t bytes;
    memcpy(&bytes, block, sizeof bytes);
    ((memory *)user)->now -= bytes;
    free(block);
}

/* ---- the answers ---- */

typedef struct small {
    tropic_context *context;
    tropic_matrix *A;
} small;

/* A ring with chords, both ways, of weights 1 to 7. */
static void open_graph(small *s, tropic_context_options options)
{
    const tropic_build_options rules = {
        .size = sizeof rules, .duplicates = TROPIC_DUPLICATES_MIN, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_index from[EDGES], to[EDGES];
    int32_t weights[EDGES];
    for (tropic_index k = 0; k < EDGES; k++) {
        from[k] = k % VERTICES;
        to[k] = k < VERTICES ? (k + 1) % VERTICES : (from[k] * 37 + k / VERTICES * 11 + 5) % VERTICES;
        weights[k] = 1 + k % 7;
    }
    options.size = sizeof options;
    options.device = TROPIC_DEVICE_CPU;
    options.threads = 4;
    assert_ok(NULL, tropic_context_create(&s->context, &options));
    assert_ok(s->context, tropic_matrix_from_coo(&s->A, s->context, VERTICES, VERTICES, EDGES, from, to, TROPIC_INT32,
                                                 weights, &rules));
}

static void small_free(small *s)
{
    tropic_matrix_free(&s->A);
    tropic_context_free(&s->context);
}

static tropic_vector *vector_of(const small *s, tropic_type type)
{
    tropic_vector *v = NULL;
    assert_ok(s->context, tropic_vector_create(&v, s->context, type, VERTICES));
    return v;
}

static void bfs(const small *s)
{
    OWNED(tropic_vector) *level = vector_of(s, TROPIC_INT32), *parent = vector_of(s, TROPIC_INT32);
    int32_t levels[VERTICES];
    assert_ok(s->context, tropic_bfs(level, parent, s->A, 0, NULL, NULL));
    assert_ok(s->context, tropic_vector_get_dense(level, levels, NULL));
    assert_int_equal(levels[0], 0);
    assert_int_equal(levels[1], 1);
}

static void sssp(const small *s)
{
    OWNED(tropic_vector) *distance = vector_of(s, TROPIC_INT64), *parent = vector_of(s, TROPIC_INT32);
    int64_t distances[VERTICES];
    assert_ok(s->context, tropic_sssp(distance, parent, s->A, 0, NULL, NULL));
    assert_ok(s->context, tropic_vector_get_dense(distance, distances, NULL));
    assert_int_equal(distances[0], 0);
    assert_int_equal(distances[1], 1);
}

static double bc_by(const small *s, tropic_bc_options options)
{
    OWNED(tropic_vector) *centrality = vector_of(s, TROPIC_FP64);
    double sum = 0;
    options.size = sizeof options;
    assert_ok(s->context, tropic_bc(centrality, s->A, &options, NULL));
    assert_ok(s->context, tropic_reduce(&sum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), centrality));
    return sum;
}

static void bc_one(const small *s)
{
    const tropic_index source = 0;
    assert_true(bc_by(s, (tropic_bc_options){.sources = &source, .source_count = 1}) > 0);
}

static void bc(const small *s)
{
    assert_true(bc_by(s, (tropic_bc_options){.method = TROPIC_BC_AUTO}) > 0);
}

static void bc_batched(const small *s)
{
    assert_true(bc_by(s, (tropic_bc_options){.method = TROPIC_BC_BATCHED}) > 0);
}

static void bc_weighted(const small *s)
{
    assert_true(bc_by(s, (tropic_bc_options){.weighted = true}) > 0);
}

static void bc_edges(const small *s)
{
    OWNED(tropic_matrix) *C = NULL;
    assert_ok(s->context, tropic_bc_edges(&C, s->context, s->A, NULL, NULL));
    assert_int_equal(tropic_matrix_count(C), tropic_matrix_count(s->A));
}

static void operations(const small *s)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    OWNED(tropic_vector) *x = vector_of(s, TROPIC_INT32), *y = vector_of(s, TROPIC_INT32);
    const int32_t one = 1;
    int32_t sum = 0;
    assert_ok(s->context, tropic_vector_fill(x, &one));
    assert_ok(s->context,
              tropic_mxv(y, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32), s->A, x, NULL));
    assert_ok(s->context, tropic_ewise_add(y, NULL, NULL, plus, x, y, NULL));
    assert_ok(s->context, tropic_reduce(&sum, plus, y));
    assert_int_equal(sum, VERTICES + tropic_matrix_count(s->A));
}

static const struct {
    const char *name;
    void (*ask)(const small *s);
} questions[] = {{"bfs", bfs},
                 {"sssp", sssp},
                 {"bc, one source", bc_one},
                 {"bc", bc},
                 {"bc, batched", bc_batched},
                 {"bc, weighted", bc_weighted},
                 {"bc_edges", bc_edges},
                 {"operations", operations}};
#define QUESTIONS (sizeof questions / sizeof *questions)

/* ---- tests ---- */

static void it_takes_one_thread_and_no_file(void **state)
{
    const int before = count_threads();
    if (before == 0) test_skip("the system does not say how many threads there are");
    for (size_t q = 0; q < QUESTIONS; q++) {
        OWNED(small) s = {NULL, NULL};
        opened = 0;
        open_graph(&s, (tropic_context_options){0});
        questions[q].ask(&s);
        if (count_threads() != before) fail_msg("%s: %d threads", questions[q].name, count_threads());
        if (opened != 0) fail_msg("%s: %d files are opened", questions[q].name, opened);
    }
}

/* Those of the library, too: of a matrix of so many rows it asks the system whether there is memory for them. */
static void files_are_counted(void **state)
{
    enum { ROWS = 1 << 23 };
    const tropic_index from = 0, to = 1;
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, ROWS, 1, &from, &to, TROPIC_BOOL, NULL, NULL));
    opened = 0;
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, NULL));
    assert_true(opened > 0);
}

static void it_takes_little_memory(void **state)
{
    for (size_t q = 0; q < QUESTIONS; q++) {
        memory m = {0, 0};
        small s = {NULL, NULL};
        open_graph(&s,
                   (tropic_context_options){.threads = 2, .allocate = allocate, .release = release, .memory_user = &m});
        questions[q].ask(&s);
        small_free(&s);
        assert_int_equal(m.now, 0);
        if (m.max == 0 || m.max > BYTES_MAX) fail_msg("%s: %zu bytes", questions[q].name, m.max);
    }
}

/* More work is shared, by helpers that are then there. */
static void much_work_takes_several_threads(void **state)
{
    const int before = count_threads();
    OWNED(small) s = {NULL, NULL};
    if (before == 0) test_skip("the system does not say how many threads there are");
    if (test_threads_sanitized()) test_skip("ThreadSanitizer has a thread of its own");
    open_graph(&s, (tropic_context_options){0});
    for (int k = 0; k < 100 && count_threads() == before; k++) bc(&s);
    assert_int_equal(count_threads(), before + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_one_thread_and_no_file),
        cmocka_unit_test(files_are_counted),
        cmocka_unit_test(it_takes_little_memory),
        cmocka_unit_test(much_work_takes_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
