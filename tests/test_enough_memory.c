/* SPDX-License-Identifier: Apache-2.0
 *
 * A call that needs more host memory than there is is refused before it begins. The limit of the process
 * is set low here: calls that fit need little.
 */
#include "tests/common.h"

#include "tests/files.h"

#include "algorithms/search/search.h"
#include "runtime/memory_left.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A matrix of FITS vertices has 128 MiB of offsets for each orientation; one of LARGE has 1 GiB. */
#define FITS ((tropic_index)1 << 24)
#define LARGE ((tropic_index)1 << 27)
#define MIB ((rlim_t)1 << 20)
/* Room for FITS in both orientations, and not for LARGE. */
#define SOME (1536 * MIB)
/* Below the 128 MiB that FITS asks of the other orientation, or of levels and parents. */
#define LITTLE (100 * MIB)

static tropic_context *context;
static struct rlimit limit;

/* The address space in use. */
static rlim_t used(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* So many bytes more. */
static void allow(rlim_t bytes)
{
    struct rlimit small = limit;
    tp_memory_trim();
    small.rlim_cur = used() + bytes;
    assert_int_equal(setrlimit(RLIMIT_AS, &small), 0);
}

static int restore(void **unused)
{
    return setrlimit(RLIMIT_AS, &limit);
}

/* n vertices, of which the first has an arc to the second. */
static tropic_status make(tropic_matrix **A, tropic_context *in, tropic_index n, tropic_direction direction)
{
    const tropic_index from = 0, to = 1;
    const tropic_build_options options = {.size = sizeof options, .direction = direction};
    return tropic_matrix_from_coo(A, in, n, n, 1, &from, &to, TROPIC_BOOL, NULL, &options);
}

/* Refused with both figures; the first, of bytes, is `needed`. */
static void assert_refused(tropic_status status, uint64_t needed)
{
    char text[64];
    snprintf(text, sizeof text, "needs %llu bytes; ", (unsigned long long)needed);
    assert_status(context, TROPIC_OUT_OF_MEMORY, status);
    if (!strstr(tropic_context_error(context), text) || !strstr(tropic_context_error(context), " are available"))
        fail_msg("'%s' does not say '%s'", tropic_context_error(context), text);
}

/* A matrix with one arc takes little memory, however many vertices it has; its arrays do not. */
static void from_arrays(void **unused)
{
    const tropic_offset *offsets = NULL;
    OWNED(tropic_matrix) *A = NULL;
    tropic_status status;
    allow(SOME);
    assert_ok(context, make(&A, context, LARGE, TROPIC_DIRECTION_AUTO));
    allow(LITTLE);
    status = tropic_matrix_csr(A, context, &offsets, NULL, NULL);
    assert_refused(status, ((uint64_t)LARGE + 1) * sizeof(tropic_offset) + sizeof(tropic_index));
    allow(SOME);
    tropic_matrix_free(&A);
    assert_ok(context, make(&A, context, TROPIC_INDEX_MAX, TROPIC_DIRECTION_UNDIRECTED));
    status = tropic_matrix_csc(A, context, &offsets, NULL, NULL);
    assert_refused(status, ((uint64_t)TROPIC_INDEX_MAX + 1) * sizeof(tropic_offset) + 2 * sizeof(tropic_index));
    assert_null(offsets);
    assert_int_equal(tropic_matrix_count(A), 2);
}

/* Two lines that would ask for 32 GiB. */
static void from_file(void **unused)
{
    static const char text[] = "p sp 2147483647 1\na 1 2 3\n";
    OWNED_MEMORY char *path = test_file_name("large.gr");
    OWNED(tropic_matrix) *A = NULL;
    tropic_status status;
    test_write(path, text, strlen(text));
    allow(SOME);
    assert_ok(context, tropic_matrix_load(&A, context, path, NULL));
    assert_int_equal(tropic_matrix_rows(A), TROPIC_INDEX_MAX);
    status = tropic_matrix_csr(A, context, NULL, NULL, NULL);
    assert_refused(status,
                   ((uint64_t)TROPIC_INDEX_MAX + 1) * sizeof(tropic_offset) + sizeof(tropic_index) + sizeof(int32_t));
    assert_int_equal(remove(path), 0);
}

/* The matrix stays as it was, and can be used when there is memory again. */
static void other_orientation(void **unused)
{
    const tropic_offset *offsets = NULL;
    OWNED(tropic_matrix) *A = NULL;
    tropic_status status;
    assert_ok(context, make(&A, context, FITS, TROPIC_DIRECTION_AUTO));
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_ROWS));
    allow(LITTLE);
    status = tropic_matrix_csc(A, context, &offsets, NULL, NULL);
    /* (The entry, and a cursor of 32 bits.) */
    assert_refused(status, ((uint64_t)FITS + 1) * sizeof(tropic_offset) + sizeof(tropic_index) + sizeof(uint32_t));
    restore(NULL);
    assert_null(offsets);
    assert_ok(context, tropic_matrix_csc(A, context, &offsets, NULL, NULL));
    assert_int_equal(offsets[1], 0);
    assert_int_equal(offsets[2], 1);
}

/* Bytes of a vertex that communities need at least, by method: their arrays, the graphs of two levels, and of each
 * thread a number and a sum. */
static void check_communities(const tropic_matrix *A, tropic_vector *community)
{
    const uint64_t of_threads = 12 * (uint64_t)context->threads;
    const uint64_t least[] = {76 + of_threads, 76 + of_threads, 9 + of_threads};
    for (int method = 0; method < 3; method++) {
        const tropic_communities_options options = {.size = sizeof options,
                                                    .method = (tropic_communities_method)method};
        unsigned long long needed = 0, available = 0;
        const char *text;
        assert_status(context, TROPIC_OUT_OF_MEMORY, tropic_communities(community, NULL, A, &options, NULL));
        text = strstr(tropic_context_error(context), " vertices needs ");
        if (!text || sscanf(text, " vertices needs %llu bytes; %llu are available", &needed, &available) != 2)
            fail_msg("'%s' does not tell what is needed", tropic_context_error(context));
        assert_in_range(needed, FITS * least[method], FITS * 2 * least[method]);
        assert_true(available < needed);
    }
}

static void runs(void **unused)
{
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *level = NULL, *distance = NULL, *parent = NULL;
    tropic_status status;
    assert_ok(context, make(&A, context, FITS, TROPIC_DIRECTION_UNDIRECTED));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, FITS));
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, FITS));
    assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, FITS));
    allow(MIB); /* (And room for what A's offsets have, which can be made again.) */
    status = tropic_bfs(level, parent, A, 0, NULL, NULL);
    assert_refused(status, (uint64_t)FITS * (2 * sizeof(int32_t) + TP_SEARCH_BYTES));
    status = tropic_sssp(distance, parent, A, 0, NULL, NULL);
    assert_refused(status, (uint64_t)FITS * (sizeof(int64_t) + sizeof(int32_t) + TP_BUCKETS_BYTES));
    check_communities(A, level);
    restore(NULL);
    assert_int_equal(tropic_vector_count(level), 0);
    assert_int_equal(tropic_vector_count(parent), 0);
    assert_ok(context, tropic_bfs(level, parent, A, 0, NULL, NULL));
}

/* n x n, with `each` entries in a row: those at `stride` times the row, and after it, round the columns. */
static void make_bands(tropic_matrix **A, tropic_index n, tropic_index each, tropic_index stride)
{
    OWNED_MEMORY tropic_offset *offsets = calloc((size_t)n + 1, sizeof *offsets);
    OWNED_MEMORY tropic_index *cols = calloc((size_t)n * (size_t)each, sizeof *cols);
    for (tropic_index i = 0; i < n; i++) {
        const tropic_index first = (tropic_index)((int64_t)i * stride % n), beyond = first + each - n;
        offsets[i + 1] = offsets[i] + each;
        for (tropic_index k = 0; k < each; k++) /* (Those that go round come first.) */
            cols[offsets[i] + k] = k < beyond ? k : beyond > 0 ? first + k - beyond : first + k;
    }
    assert_ok(context, tropic_matrix_from_csr(A, context, n, n, offsets, cols, TROPIC_BOOL, NULL, NULL));
}

static tropic_status square(tropic_matrix **C, const tropic_matrix *A)
{
    return tropic_mxm(C, context, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32), A, A, NULL);
}

/* The number that follows `after` in the context's message. */
static long long told(const char *after)
{
    const char *at = strstr(tropic_context_error(context), after);
    if (!at) fail_msg("'%s' does not say '%s'", tropic_context_error(context), after);
    return atoll(at + strlen(after));
}

/* Rows of n entries each, of a product with n rows: counting stops soon after the entries that memory has room for. */
static void products_beyond(void **unused)
{
    enum { N = 40000, EACH = 200, SIZE = sizeof(tropic_index) + sizeof(int32_t), SLACK = 20 };
    const long long room = (long long)(LITTLE / SIZE);
    long long had;
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    make_bands(&A, N, EACH, EACH);
    assert_ok(context, tropic_matrix_duplicate(&C, context, A));
    allow(LITTLE);
    assert_status(context, TROPIC_OUT_OF_MEMORY, square(&C, A));
    restore(NULL);
    had = told("there is room for ");
    assert_in_range(had, room - room / SLACK, room + room / SLACK); /* (The process has a few more arrays then.) */
    assert_int_equal(told("of its "), N);
    assert_in_range(told("rows have "), had + 1, had + 2 * N);
    assert_int_equal(told("out of memory for a product: ") * N, told("rows have "));
    assert_int_equal(tropic_matrix_count(C), (tropic_offset)N * EACH);
}

/* Memory has no room for all products, but for the result. */
static void products_within(void **unused)
{
    enum { N = 2500, EACH = 300, PRODUCTS = N * EACH * EACH };
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    int64_t sum = 0;
    make_bands(&A, N, EACH, 1);
    allow(SOME);
    assert_true((uint64_t)PRODUCTS * (sizeof(tropic_index) + sizeof(int32_t)) > SOME);
    assert_ok(context, square(&C, A));
    restore(NULL);
    assert_int_equal(tropic_matrix_count(C), (tropic_offset)N * (2 * EACH - 1));
    assert_ok(context, tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64), C));
    assert_int_equal(sum, PRODUCTS);
}

/* Its size is known before. */
static void kronecker(void **unused)
{
    enum { N = 10000, EACH = 10 };
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_INT32);
    const uint64_t entries = (uint64_t)N * EACH * N * EACH;
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *C = NULL;
    tropic_status status;
    make_bands(&A, N, EACH, 1);
    allow(SOME);
    status = tropic_kronecker(&C, context, NULL, NULL, times, A, A, NULL);
    restore(NULL);
    assert_refused(status, entries * (sizeof(tropic_index) + sizeof(int32_t)));
    assert_int_equal(told("a Kronecker product of "), entries);
    assert_null(C);
}

/* So are those of a copy, and of a bitmap. */
static void copies(void **unused)
{
    enum { N = 30000, WORDS = (N + 63) / 64 };
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *C = NULL;
    tropic_status status;
    assert_ok(context, make(&A, context, FITS, TROPIC_DIRECTION_AUTO));
    assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_BY_ROWS));
    allow(LITTLE);
    status = tropic_matrix_duplicate(&C, context, A);
    restore(NULL);
    assert_refused(status, ((uint64_t)FITS + 1) * sizeof(tropic_offset) + sizeof(tropic_index));
    assert_null(C);
    tropic_matrix_free(&A);
    make_bands(&A, N, 1, 1);
    allow(LITTLE);
    status = tropic_matrix_set_form(A, context, TROPIC_MATRIX_BITMAP);
    restore(NULL);
    assert_refused(status, (uint64_t)N * WORDS * sizeof(uint64_t));
    assert_int_equal(told("a bitmap of "), N * N);
}

/* Files as those of Linux's control groups, in a folder. */
static void put(const char *root, const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", root, path);
    test_write(name, text, strlen(text));
}

static void make_folder(const char *root, const char *path)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", root, path);
    assert_int_equal(mkdir(name, 0700), 0);
}

static void remove_folders(const char *root)
{
    static const char *const paths[] = {"a/b/memory.max",
                                        "a/b/memory.current",
                                        "a/b",
                                        "a/memory.max",
                                        "a/memory.current",
                                        "a/memory.stat",
                                        "a",
                                        "list",
                                        "memory/memory.limit_in_bytes",
                                        "memory/memory.usage_in_bytes",
                                        "memory",
                                        ""};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", root, paths[k]);
        assert_int_equal(remove(name), 0);
    }
}

/* The tightest limit counts, of a group and of those that it lies in, in both versions. */
static void control_groups(void **unused)
{
    OWNED_MEMORY char *root = test_file_name("groups");
    char list[512];
    assert_int_equal(mkdir(root, 0700), 0);
    snprintf(list, sizeof list, "%s/list", root);
    assert_true(tp_memory_of_groups(list, root) == SIZE_MAX);
    put(root, "list", "3:cpuset:/\n0::/a/b\n");
    assert_true(tp_memory_of_groups(list, root) == SIZE_MAX);
    make_folder(root, "a");
    make_folder(root, "a/b");
    put(root, "a/memory.max", "1000\n");
    put(root, "a/memory.current", "700\n");
    put(root, "a/b/memory.max", "max\n");
    put(root, "a/b/memory.current", "600\n");
    assert_true(tp_memory_of_groups(list, root) == 300);
    put(root, "a/memory.stat", "anon 500\ninactive_file 200\n");
    assert_true(tp_memory_of_groups(list, root) == 500);
    put(root, "a/b/memory.max", "550\n");
    assert_true(tp_memory_of_groups(list, root) == 0);
    make_folder(root, "memory");
    put(root, "memory/memory.limit_in_bytes", "64\n");
    put(root, "memory/memory.usage_in_bytes", "60\n");
    put(root, "list", "4:memory:/elsewhere\n");
    assert_true(tp_memory_of_groups(list, root) == 4);
    remove_folders(root);
}

static void *allocate_some(size_t bytes, void *user)
{
    ++*(int *)user;
    return bytes < LITTLE ? malloc(bytes) : NULL;
}

static void release_some(void *pointer, void *user)
{
    free(pointer);
}

/* A context with a caller's own functions, which count in *asked. */
static tropic_context *open_own(int *asked)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CPU,
                                            .threads = 1,
                                            .allocate = allocate_some,
                                            .release = release_some,
                                            .memory_user = asked};
    tropic_context *own = NULL;
    assert_ok(NULL, tropic_context_create(&own, &options));
    return own;
}

/* They are asked, and believed. */
static void own_functions(void **unused)
{
    int asked = 0, before;
    OWNED(tropic_context) *own = open_own(&asked);
    OWNED(tropic_matrix) *A = NULL;
    assert_ok(own, make(&A, own, TROPIC_INDEX_MAX, TROPIC_DIRECTION_AUTO));
    before = asked;
    assert_status(own, TROPIC_OUT_OF_MEMORY, tropic_matrix_csr(A, own, NULL, NULL, NULL));
    assert_null(strstr(tropic_context_error(own), "are available"));
    assert_true(asked > before);
}

/* A METIS file has a line for each vertex; reading and writing need no memory for each. */
static void lines_without_edges(void **unused)
{
    static const char edge[] = "16777216 1\n2\n1\n", lopsided[] = "16777216 1\n2 3\n";
    OWNED_MEMORY char *path = test_file_name("large.graph"), *text = NULL;
    int asked = 0;
    OWNED(tropic_context) *own = open_own(&asked);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    tropic_index rows[2], cols[2];
    size_t count = 0;
    assert_ok(own, make(&A, own, FITS, TROPIC_DIRECTION_UNDIRECTED));
    assert_ok(own, tropic_matrix_save(A, own, path, TROPIC_FORMAT_AUTO));
    text = test_read(path, &count);
    assert_int_equal(count, strlen(edge) + FITS - 2);
    assert_memory_equal(text, edge, strlen(edge));
    for (size_t k = strlen(edge); k < count; k++) assert_true(text[k] == '\n');
    assert_ok(own, tropic_matrix_load(&B, own, path, NULL));
    assert_int_equal(tropic_matrix_rows(B), FITS);
    assert_int_equal(tropic_matrix_count(B), 2);
    assert_ok(own, tropic_matrix_get_entries(B, own, rows, cols, NULL));
    assert_true(rows[0] == 0 && cols[0] == 1 && rows[1] == 1 && cols[1] == 0);
    tropic_matrix_free(&B);
    memcpy(text, lopsided, strlen(lopsided));
    test_write(path, text, count);
    assert_status(own, TROPIC_FORMAT_ERROR, tropic_matrix_load(&B, own, path, NULL));
    assert_non_null(strstr(tropic_context_error(own), "vertex 1 lists 2, which does not list it"));
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(from_arrays, restore),
        cmocka_unit_test_teardown(from_file, restore),
        cmocka_unit_test_teardown(other_orientation, restore),
        cmocka_unit_test_teardown(runs, restore),
        cmocka_unit_test_teardown(products_beyond, restore),
        cmocka_unit_test_teardown(products_within, restore),
        cmocka_unit_test_teardown(kronecker, restore),
        cmocka_unit_test_teardown(copies, restore),
        cmocka_unit_test(control_groups),
        cmocka_unit_test(own_functions),
        cmocka_unit_test(lines_without_edges),
    };
    /* A limit would also keep OpenMP from starting threads, and then it ends the process. */
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1};
    int failed;
    if (test_addresses_sanitized() || test_threads_sanitized()) {
        puts("skipped: the shadow of a sanitizer is larger than any limit");
        return TEST_SKIPPED;
    }
    if (test_emulated()) {
        puts("skipped: the emulator keeps no limit of memory");
        return 77;
    }
    if (getrlimit(RLIMIT_AS, &limit) != 0) return 1;
    if (tropic_context_create(&context, &options) != TROPIC_OK) return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    tropic_context_free(&context);
    return failed;
}
