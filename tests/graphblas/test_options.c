/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of the library, and contexts of threads.
 */
#include "tests/graphblas/options.h"

#include <pthread.h>
#include <stdarg.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------------
 * The library
 */

static void test_values(void **state)
{
    static const int values[][2] = {
        {GxB_HYPER_SWITCH, 0},
        {GxB_FORMAT, 1},
        {GxB_MODE, 2},
        {GxB_NTHREADS, 5},
        {GxB_GLOBAL_NTHREADS, 5},
        {GxB_IS_HYPER, 6},
        {GxB_CHUNK, 7},
        {GxB_LIBRARY_NAME, 8},
        {GxB_LIBRARY_VERSION, 9},
        {GxB_API_VERSION, 16},
        {GxB_GPU_CONTROL, 21},
        {GxB_SPARSITY_CONTROL, 32},
        {GxB_SPARSITY_STATUS, 33},
        {GxB_SORT, 35},
        {GxB_COMPRESSION, 36},
        {GxB_IMPORT, 37},
        {GxB_BITMAP_SWITCH, 34},
        {GxB_BURBLE, 99},
        {GxB_PRINTF, 101},
        {GxB_FLUSH, 102},
        {GxB_MEMORY_POOL, 103},
        {GxB_PRINT_1BASED, 104},
        {GxB_AxB_METHOD, 1000},
        {GxB_DESCRIPTOR_CHUNK, 7},
        {GxB_AxB_GUSTAVSON, 1001},
        {GxB_AxB_DOT, 1003},
        {GxB_AxB_HASH, 1004},
        {GxB_AxB_SAXPY, 1005},
        {GxB_SECURE_IMPORT, 502},
        {GxB_FAST_IMPORT, 0},
        {GxB_DEFAULT, 0},
        {GrB_SCMP, GrB_COMP},
        {GxB_HYPERSPARSE, 1},
        {GxB_SPARSE, 2},
        {GxB_BITMAP, 4},
        {GxB_FULL, 8},
        {GxB_AUTO_SPARSITY, 15},
        {GxB_BY_ROW, 0},
        {GxB_BY_COL, 1},
        {GxB_NO_FORMAT, -1},
        {GxB_JIT_OFF, 0},
        {GxB_JIT_ON, 4},
        {GxB_COMPRESSION_ZSTD, 3000},
    };
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) assert_int_equal(values[k][0], values[k][1]);
    assert_true(GxB_HYPER_DEFAULT == 0.0625 && GxB_ALWAYS_HYPER == 1 && GxB_NEVER_HYPER == -1);
    assert_int_equal(GxB_FORMAT_DEFAULT, GxB_BY_ROW);
    assert_true(GxB_IMPLEMENTATION == GxB_VERSION(7, 4, 0) && GxB_SPEC_VERSION == GxB_VERSION(2, 1, 0));
}

static void test_about(void **state)
{
    static const int texts[] = {
        GxB_LIBRARY_NAME,         GxB_LIBRARY_DATE,         GxB_LIBRARY_ABOUT, GxB_LIBRARY_URL, GxB_LIBRARY_LICENSE,
        GxB_LIBRARY_COMPILE_DATE, GxB_LIBRARY_COMPILE_TIME, GxB_API_DATE,      GxB_API_ABOUT,   GxB_API_URL,
        GxB_COMPILER_NAME};
    int version[3] = {-1, -1, -1};
    char *text = NULL;
    bool openmp = false;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char *same = NULL;
        ok(GxB_Global_Option_get(texts[k], &text));
        assert_true(strlen(text) > 0);
        ok(GxB_Global_Option_get_CHAR(texts[k], &same));
        assert_ptr_equal(same, text);
    }
    ok(GxB_get(GxB_LIBRARY_NAME, &text));
    assert_string_equal(text, "Tropic");
    ok(GxB_get(GxB_LIBRARY_VERSION, version));
    assert_true(GxB_VERSION((unsigned)version[0], (unsigned)version[1], (unsigned)version[2]) == GxB_IMPLEMENTATION);
    ok(GxB_Global_Option_get_INT32(GxB_API_VERSION, version));
    assert_true(GxB_VERSION((unsigned)version[0], (unsigned)version[1], (unsigned)version[2]) == GxB_SPEC_VERSION);
    ok(GrB_get(GrB_GLOBAL, (void *)version, GxB_COMPILER_VERSION));
    assert_true(version[0] > 0);
    ok(GxB_get(GxB_LIBRARY_OPENMP, &openmp));
    assert_true(openmp);
    gives(GrB_NONBLOCKING, GxB_MODE);
    fails(INVALID_VALUE, GxB_set(GxB_MODE, GrB_BLOCKING));
    fails(INVALID_VALUE, GxB_set(GxB_LIBRARY_NAME, "other"));
    fails(INVALID_VALUE, GxB_Global_Option_get_INT32(GxB_LIBRARY_NAME, version));
    fails(INVALID_VALUE, GxB_Global_Option_get_CHAR(GxB_MODE, &text));
    fails(NULL_POINTER, GxB_get(GxB_MODE, NULL));
    fails(INVALID_VALUE, GxB_get(12345, version));
    fails(INVALID_VALUE, GxB_set(12345, 1));
}

/* The specification's fields keep their numbers. */
static void test_shared_numbers(void **state)
{
    char *text = NULL, name[16];
    int32_t number = -1;
    size_t size = 0;
    assert_int_equal((int)GxB_LIBRARY_DATE, (int)GrB_NAME);
    ok(GrB_get(GrB_GLOBAL, (char *)name, GrB_NAME));
    assert_string_equal(name, "Tropic");
    ok(GxB_get(GxB_LIBRARY_DATE, &text));
    assert_string_equal(text, GxB_IMPLEMENTATION_DATE);
    ok(GrB_get(GrB_GLOBAL, &number, GrB_API_VER_MAJOR));
    assert_int_equal(number, 2);
    fails(INVALID_VALUE, GrB_get(GrB_GLOBAL, &size, GrB_API_VER_MAJOR));
    ok(GrB_get(GrB_GLOBAL, &size, GxB_LIBRARY_NAME));
    assert_int_equal(size, strlen("Tropic") + 1);
}

/* ------------------------------------------------------------------------------------------------
 * Threads
 */

typedef struct threads_seen {
    pthread_mutex_t lock;
    pthread_t seen[64];
    int count;
} threads_seen;

static threads_seen seen = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* An operator notes the thread that it runs in. */
static void note(void *z, const void *x)
{
    const pthread_t self = pthread_self();
    bool known = false;
    pthread_mutex_lock(&seen.lock);
    for (int k = 0; k < seen.count; k++) known = known || pthread_equal(seen.seen[k], self);
    if (!known && seen.count < 64) seen.seen[seen.count++] = self;
    pthread_mutex_unlock(&seen.lock);
    *(double *)z = *(const double *)x + 1;
}

/* How many threads, at most `threads`, add 1 to all entries. */
static void check_threads(GrB_Vector u, GrB_UnaryOp op, int threads)
{
    seen.count = 0;
    ok(GrB_apply(u, NULL, NULL, op, u, NULL));
    ok(GrB_wait(u, GrB_MATERIALIZE));
    assert_in_range(seen.count, 1, threads);
}

static void test_threads(void **state)
{
    const GrB_Index n = 20000;
    GrB_Vector u = NULL;
    GrB_Matrix A = NULL;
    GrB_UnaryOp op = NULL;
    int usual = -1, number = -1;
    double value = 0;
    ok(GxB_get(GxB_NTHREADS, &usual));
    assert_true(usual >= 1);
    ok(GrB_Vector_new(&u, GrB_FP64, n));
    ok(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    ok(GrB_Matrix_setElement(A, 5.0, 1, 1));
    ok(GrB_assign(u, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    ok(GrB_UnaryOp_new(&op, note, GrB_FP64, GrB_FP64));
    for (int threads = 1; threads <= 4; threads++) {
        ok(GxB_set(GxB_NTHREADS, threads));
        gives(threads, GxB_GLOBAL_NTHREADS);
        check_threads(u, op, threads);
    }
    /* What there was stays. */
    ok(GrB_Vector_extractElement(&value, u, n - 1));
    assert_true(value == 4);
    ok(GrB_Matrix_extractElement(&value, A, 1, 1));
    assert_true(value == 5);
    ok(GxB_Global_Option_set_INT32(GxB_NTHREADS, 2));
    ok(GxB_Global_Option_get_INT32(GxB_NTHREADS, &number));
    assert_int_equal(number, 2);
    ok(GrB_set(GrB_GLOBAL, 3, GxB_NTHREADS));
    ok(GrB_get(GrB_GLOBAL, &number, GxB_NTHREADS));
    assert_int_equal(number, 3);
    fails(INVALID_VALUE, GxB_Global_Option_set_FP64(GxB_NTHREADS, 2));
    gives(3, GxB_NTHREADS);
    ok(GxB_set(GxB_NTHREADS, 100000));
    gives(4096, GxB_NTHREADS);
    ok(GxB_set(GxB_NTHREADS, -3));
    gives(usual, GxB_NTHREADS);
    ok(GxB_set(GxB_NTHREADS, GxB_DEFAULT));
    gives(usual, GxB_NTHREADS);
    ok(GrB_free(&u));
    ok(GrB_free(&A));
    ok(GrB_free(&op));
}

/* GrB_init has all options as they were. */
static void test_init(void **state)
{
    int usual = -1;
    char *text = NULL;
    ok(GxB_get(GxB_NTHREADS, &usual));
    ok(GxB_set(GxB_NTHREADS, usual + 1));
    ok(GxB_set(GxB_CHUNK, 5.0));
    ok(GxB_set(GxB_JIT_CACHE_PATH, "/tmp"));
    ok(GrB_finalize());
    ok(GrB_init(GrB_NONBLOCKING));
    gives(usual, GxB_NTHREADS);
    gives_real(65536, GxB_CHUNK);
    ok(GxB_get(GxB_JIT_CACHE_PATH, &text));
    assert_string_equal(text, "");
}

static void test_contexts(void **state)
{
    GxB_Context context = NULL, other = NULL;
    GrB_Scalar s = NULL;
    const char *text = NULL;
    int usual = -1, number = -1;
    ok(GxB_get(GxB_NTHREADS, &usual));
    ok(GxB_Context_new(&context));
    ok(GxB_Context_new(&other));
    gives(usual, context, GxB_CONTEXT_NTHREADS);
    ok(GxB_set(context, GxB_NTHREADS, 7));
    ok(GxB_Context_engage(context));
    gives(7, context, GxB_NTHREADS);
    gives(usual, GxB_NTHREADS);
    fails(INVALID_VALUE, GxB_Context_disengage(other));
    ok(GxB_Context_disengage(context));
    ok(GxB_Context_disengage(other));
    ok(GxB_Context_disengage(NULL));
    ok(GxB_Context_engage(GxB_CONTEXT_WORLD));
    ok(GxB_Context_disengage(GxB_CONTEXT_WORLD));
    fails(NULL_POINTER, GxB_Context_engage(NULL));
    ok(GrB_set(context, 3, GxB_NTHREADS));
    ok(GrB_get(context, &number, GxB_NTHREADS));
    assert_int_equal(number, 3);
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement(s, 1000.0));
    ok(GrB_set(context, s, GxB_CHUNK));
    gives_real(1000, context, GxB_CHUNK);
    fails(INVALID_VALUE, GxB_set(context, GxB_BURBLE, 1));
    ok(GrB_error(&text, context));
    assert_non_null(strstr(text, "no field 99"));
    ok(GxB_set(GxB_CONTEXT_WORLD, GxB_NTHREADS, 2));
    gives(2, GxB_NTHREADS);
    gives(2, GxB_CONTEXT_WORLD, GxB_NTHREADS);
    ok(GxB_set(GxB_NTHREADS, 0));
    ok(GrB_wait(context, GrB_COMPLETE));
    ok(GxB_fprint(context, GxB_SILENT, NULL));
    ok(GxB_Context_engage(other));
    ok(GrB_free(&other));
    assert_null(other);
    ok(GrB_free(&context));
    ok(GxB_Context_free(NULL));
    ok(GxB_Context_free(&GxB_CONTEXT_WORLD));
    assert_non_null(GxB_CONTEXT_WORLD);
    ok(GrB_free(&s));
}

/* ------------------------------------------------------------------------------------------------
 * Lines about calls
 */

static char told[4096];
static int flushes;

static int keep(const char *format, ...)
{
    const size_t used = strlen(told);
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(told + used, sizeof told - used, format, arguments);
    va_end(arguments);
    return count;
}

static int count_flush(void)
{
    return ++flushes;
}

static void test_burble(void **state)
{
    GrB_Vector u = NULL;
    GrB_Index size = 0;
    bool burble = true;
    int number = -1;
    void *function = NULL;
    ok(GxB_get(GxB_BURBLE, &burble));
    assert_false(burble);
    ok(GxB_set(GxB_PRINTF, (void *)(uintptr_t)keep));
    ok(GxB_Global_Option_set_FUNCTION(GxB_FLUSH, (void *)(uintptr_t)count_flush));
    ok(GxB_get(GxB_PRINTF, &function));
    assert_true(function == (void *)(uintptr_t)keep);
    ok(GrB_Vector_new(&u, GrB_FP64, 5));
    assert_string_equal(told, "");
    ok(GxB_set(GxB_BURBLE, true));
    memset(told, 0, sizeof told);
    ok(GrB_Vector_size(&size, u));
    assert_non_null(strstr(told, "GrB_Vector_size: "));
    ok(GrB_assign(u, NULL, NULL, 1.0, GrB_ALL, 5, NULL));
    assert_non_null(strstr(told, test_device() == TROPIC_DEVICE_CUDA ? "assign: GPU, " : "assign: CPU, "));
    assert_non_null(strstr(told, " s\n"));
    fails(INVALID_INDEX, GrB_Vector_removeElement(u, 9));
    assert_non_null(strstr(told, " s, fails\n"));
    ok(GxB_Global_Option_get_INT32(GxB_BURBLE, &number));
    assert_int_equal(number, 1);
    assert_true(flushes >= 3);
    ok(GrB_set(GrB_GLOBAL, false, GxB_BURBLE));
    memset(told, 0, sizeof told);
    ok(GrB_Vector_size(&size, u));
    assert_string_equal(told, "");
    ok(GxB_set(GxB_PRINTF, NULL));
    ok(GxB_set(GxB_FLUSH, NULL));
    ok(GxB_Global_Option_get_FUNCTION(GxB_PRINTF, &function));
    assert_null(function);
    ok(GrB_free(&u));
}

/* ------------------------------------------------------------------------------------------------
 * Those that are kept
 */

static void test_kept(void **state)
{
    double real = 0, switches[GxB_NBITMAP_SWITCH] = {1, 2, 3, 4, 5, 6, 7, 8}, got[GxB_NBITMAP_SWITCH];
    int64_t pool[GxB_NMEMORY_POOL], same[GxB_NMEMORY_POOL];
    bool truth = true;
    char *text = NULL, name[16];
    GrB_Scalar s = NULL;
    gives_real(65536, GxB_CHUNK);
    ok(GxB_set(GxB_CHUNK, 10.0));
    gives_real(10, GxB_CHUNK);
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_get(GrB_GLOBAL, s, GxB_CHUNK));
    ok(GrB_Scalar_extractElement(&real, s));
    assert_true(real == 10);
    ok(GrB_Scalar_setElement(s, 2.5));
    ok(GrB_set(GrB_GLOBAL, s, GxB_CHUNK));
    ok(GxB_Global_Option_get_FP64(GxB_CHUNK, &real));
    assert_true(real == 2.5);
    ok(GxB_set(GxB_CHUNK, -1.0));
    gives_real(65536, GxB_CHUNK);
    ok(GxB_Global_Option_set_FP64_ARRAY(GxB_BITMAP_SWITCH, switches));
    ok(GxB_get(GxB_BITMAP_SWITCH, got));
    assert_memory_equal(got, switches, sizeof got);
    fails(INVALID_VALUE, GrB_set(GrB_GLOBAL, (void *)switches, GxB_BITMAP_SWITCH, sizeof switches - 1));
    ok(GxB_set(GxB_BITMAP_SWITCH, NULL));
    ok(GxB_Global_Option_get_FP64(GxB_BITMAP_SWITCH, got));
    assert_true(got[0] == 0.04 && got[7] == 0.40);
    for (int k = 0; k < GxB_NMEMORY_POOL; k++) pool[k] = k;
    ok(GxB_set(GxB_MEMORY_POOL, pool));
    ok(GxB_Global_Option_get_INT64(GxB_MEMORY_POOL, same));
    assert_memory_equal(same, pool, sizeof pool);
    ok(GxB_Global_Option_set_INT64_ARRAY(GxB_MEMORY_POOL, NULL));
    ok(GxB_get(GxB_PRINT_1BASED, &truth));
    assert_false(truth);
    ok(GxB_set(GxB_PRINT_1BASED, true));
    ok(GxB_get(GxB_PRINT_1BASED, &truth));
    assert_true(truth);
    gives(GxB_GPU_NEVER, GxB_GPU_CONTROL);
    ok(GxB_set(GxB_GPU_CONTROL, 77));
    gives(GxB_DEFAULT, GxB_GPU_CONTROL);
    ok(GrB_set(GrB_GLOBAL, "-O2", GxB_JIT_C_COMPILER_FLAGS));
    ok(GrB_get(GrB_GLOBAL, (char *)name, GxB_JIT_C_COMPILER_FLAGS));
    assert_string_equal(name, "-O2");
    ok(GxB_Global_Option_set_CHAR(GxB_JIT_ERROR_LOG, "log"));
    ok(GxB_get(GxB_JIT_ERROR_LOG, &text));
    assert_string_equal(text, "log");
    ok(GrB_free(&s));
}

static void add_one(void *z, const void *x)
{
    *(double *)z = *(const double *)x + 1;
}

/* Below ON the function does, and the text, which adds 2, does not. */
static void test_jit(void **state)
{
    static const char *text = "static void more(double *z, const double *x) { *z = *x + 2; }";
    for (int control = GxB_JIT_OFF; control <= GxB_JIT_LOAD; control++) {
        GrB_UnaryOp op = NULL;
        GrB_Vector u = NULL;
        double value = 0;
        ok(GxB_set(GxB_JIT_C_CONTROL, control));
        gives(control, GxB_JIT_C_CONTROL);
        ok(GxB_UnaryOp_new(&op, add_one, GrB_FP64, GrB_FP64, "more", text));
        ok(GrB_Vector_new(&u, GrB_FP64, 2));
        ok(GrB_Vector_setElement(u, 5.0, 1));
        ok(GrB_apply(u, NULL, NULL, op, u, NULL));
        ok(GrB_Vector_extractElement(&value, u, 1));
        assert_true(value == 6);
        ok(GrB_free(&u));
        ok(GrB_free(&op));
    }
    fails(INVALID_VALUE, GxB_set(GxB_JIT_C_CONTROL, 5));
    fails(INVALID_VALUE, GxB_set(GxB_JIT_C_CONTROL, -1));
    ok(GrB_set(GrB_GLOBAL, GxB_JIT_ON, GxB_JIT_C_CONTROL));
    gives(GxB_JIT_ON, GxB_JIT_C_CONTROL);
}

/* The first time that one is set which has no effect, a line tells so, where TROPIC_GRAPHBLAS_VERBOSE asks for it. */
static void test_told_once(void **state)
{
    const int before = dup(STDERR_FILENO);
    FILE *file = tmpfile();
    char text[4096] = "", *at = text;
    int lines = 0;
    assert_true(before >= 0 && file);
    ok(GrB_finalize());
    setenv("TROPIC_GRAPHBLAS_VERBOSE", "1", 1);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    GrB_Info info = GrB_init(GrB_NONBLOCKING);
    for (int k = 0; k < 3 && info == GrB_SUCCESS; k++) info = GxB_set(GxB_PRINT_1BASED, true);
    if (info == GrB_SUCCESS) info = GxB_set(GxB_NTHREADS, 0);
    dup2(before, STDERR_FILENO);
    close(before);
    unsetenv("TROPIC_GRAPHBLAS_VERBOSE");
    ok(info);
    ok(GrB_finalize());
    ok(GrB_init(GrB_NONBLOCKING));
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (; (at = strstr(at, "GxB_PRINT_1BASED is kept")); at++) lines++;
    assert_int_equal(lines, 1);
    assert_null(strstr(text, "GxB_NTHREADS"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_about),     cmocka_unit_test(test_shared_numbers),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_init),      cmocka_unit_test(test_contexts),
        cmocka_unit_test(test_burble),  cmocka_unit_test(test_told_once), cmocka_unit_test(test_kept),
        cmocka_unit_test(test_jit),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}
