/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA texts that become machine code, which needs NVRTC but no GPU. All of it happens in processes of
 * its own: this one never loads NVRTC, so that each begins without it.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/jit.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/jit/jit.h"
#include "tests/jit_kernels.h"

#define ARCHITECTURE 90

static bool have_nvrtc;

#define need_nvrtc()                                                                                                   \
    do {                                                                                                               \
        if (!have_nvrtc) test_skip("no NVRTC");                                                                        \
    } while (0)

static const char little[] = "TP_KERNEL void little(int *p)\n{\n    *p = 1;\n}\n";
static const char head[] = "#include \"semiring/language.h\"\n";

/* Instances of the library's skeletons as run-time texts. */
static const char skeletons[] = "#include \"spmv/ops/state.h\"\n"
                                "#define OP_NAME mxv_user\n"
                                "#define OP_STATE tp_mxv_state\n"
                                "#define TYPE fp32\n"
                                "#define ADD plus\n"
                                "#define MUL times\n"
                                "#include \"spmv/ops/mxv_op.h\"\n"
                                "#include \"spmv/device/kernel.cuh\"\n"
                                "#include \"spmv/strategies/pull_list.cuh\"\n"
                                "#include \"spmv/strategies/csc_scalar.cuh\"\n"
                                "#include \"spmv/strategies/csc_subwarp.cuh\"\n"
                                "#include \"spmv/strategies/cooc_segmented.cuh\"\n"
                                "#include \"spmv/strategies/prepare.cuh\"\n"
                                "#include \"spmv/strategies/csr_push.cuh\"\n";

/* And the kernels of the library's first product with a block of columns. */
static const char columns[] = "#include \"spmv/ops/state.h\"\n"
                              "#include \"spmv/write/mask_accum.h\"\n"
                              "#define OP_NAME user\n"
                              "#define OP_STATE tp_mxv_state\n"
                              "#define TYPE fp64\n"
                              "#define ADD plus\n"
                              "#define MUL times\n"
                              "#include \"spmv/ops/mxv_op.h\"\n"
                              "#include \"spmv/device/kernel.cuh\"\n"
                              "#include \"spmv/strategies/csc_columns.cuh\"\n";

static bool is_loaded(void)
{
    char line[512];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found = found || strstr(line, "libnvrtc");
    if (maps) fclose(maps);
    return found;
}

/* Compiles `text` behind the head, and expects a cubin with a kernel of that name. */
static bool compiles(int architecture, const char *text, const char *kernel)
{
    static const char elf[] = "\177ELF";
    OWNED(tropic_context) *context = test_context();
    void *image;
    size_t bytes;
    char whole[2048];
    tropic_status status;
    bool good;
    snprintf(whole, sizeof whole, "%s%s", head, text);
    status = test_cubin(context, architecture, "text", whole, &image, &bytes);
    if (status != TROPIC_OK) fprintf(stderr, "%s\n", tropic_context_error(context));
    good = test_holds(status == TROPIC_OK) && test_holds(bytes > sizeof elf) &&
           test_holds(memcmp(image, elf, sizeof elf - 1) == 0) &&
           test_holds(memmem(image, bytes, kernel, strlen(kernel)));
    tp_release(&context->memory, image);
    return good;
}

static bool is_refused(tropic_status expected, int architecture, const char *text, const char *says)
{
    OWNED(tropic_context) *context = test_context();
    void *image = context;
    size_t bytes = 1;
    const tropic_status status = test_cubin(context, architecture, "given.name", text, &image, &bytes);
    const char *error = tropic_context_error(context);
    bool good = test_holds(status == expected) && test_holds(!image) && test_holds(bytes == 0) &&
                test_holds(strstr(error, says));
    if (!good) fprintf(stderr, "status %s: %s\n", tropic_status_name(status), error);
    return good;
}

static bool little_compiles(void)
{
    return compiles(ARCHITECTURE, little, "little");
}

static bool little_is_there(void)
{
    return little_compiles() && test_holds(!is_loaded()) && test_holds(tp_jit_compilations() == 0);
}

static bool another_is_compiled(void)
{
    return compiles(ARCHITECTURE + 10, little, "little") && test_holds(is_loaded()) &&
           test_holds(tp_jit_compilations() == 1) && compiles(ARCHITECTURE, little, "little") &&
           test_holds(tp_jit_compilations() == 1);
}

/* A kept cubin is found without NVRTC: is it there? */
static bool is_kept(int architecture, bool expected)
{
    OWNED(tropic_context) *context = test_context();
    char whole[256];
    tp_jit_text one = {.name = "text", .text = whole};
    bool good;
    snprintf(whole, sizeof whole, "%s%s", head, little);
    good = test_holds(tp_jit_kept(context, architecture, &one, 1) == TROPIC_OK) &&
           test_holds(!one.image == !expected) && test_holds(!one.bytes == !expected) && test_holds(!is_loaded()) &&
           test_holds(tp_jit_compilations() == 0);
    tp_release(&context->memory, one.image);
    return good;
}

static bool nothing_is_kept(void)
{
    return is_kept(ARCHITECTURE, false);
}

static bool little_is_kept(void)
{
    return is_kept(ARCHITECTURE, true) && is_kept(ARCHITECTURE + 10, false);
}

static void a_hit_does_not_load_nvrtc(void **state)
{
    need_nvrtc();
    test_in_processes(1, nothing_is_kept);
    test_in_processes(1, little_compiles);
    test_in_processes(1, little_is_kept);
    /* The cubin, the record of NVRTC, and the file of locks. */
    assert_int_equal(test_count_files(test_cache_folder()), 3);
    test_in_processes(1, little_is_there);
    test_in_processes(1, another_is_compiled);
    assert_int_equal(test_count_files(test_cache_folder()), 4);
}

static bool is_refused_without_nvrtc(void)
{
    bool good;
    setenv("TROPIC_NVRTC", "/dev/null/libnvrtc.so", 1);
    good = is_refused(TROPIC_NOT_SUPPORTED, ARCHITECTURE, little, "/dev/null/libnvrtc.so");
    setenv("TROPIC_NVRTC", "libm.so.6", 1);
    return good && is_refused(TROPIC_NOT_SUPPORTED, ARCHITECTURE, little, "NVRTC");
}

static void without_nvrtc_it_says_so(void **state)
{
    test_in_processes(1, is_refused_without_nvrtc);
}

static bool errors_are_explained(void)
{
    return is_refused(TROPIC_COMPILE_ERROR, ARCHITECTURE,
                      "#include \"spmv/ops/op.h\"\n#line 7 \"my.tsr\"\nTP_FN int add(int a)\n{\n"
                      "    int unused;\n    return a + c;\n}\n",
                      "my.tsr:10: error: identifier \"c\"") &&
           is_refused(TROPIC_COMPILE_ERROR, ARCHITECTURE, "TP_FN\n?\n", "given.name:1:") &&
           is_refused(TROPIC_COMPILE_ERROR, ARCHITECTURE, "#include \"spmv/kernels\"\n", "given.name:1:") &&
           is_refused(TROPIC_COMPILE_ERROR, ARCHITECTURE,
                      "#include \"spmv/ops/op.h\"\n#define OP_NAME t\n#define ADD plas\n"
                      "#define OP_STATE int\n#define TYPE fp32\n#define MUL times\n"
                      "#include \"spmv/ops/mxv_op.h\"\n",
                      "spmv/ops/mxv_op.h:") &&
           is_refused(TROPIC_NOT_SUPPORTED, 9999, "", "sm_9999");
}

static void errors_name_the_users_line(void **state)
{
    need_nvrtc();
    test_in_processes(1, errors_are_explained);
}

static bool skeletons_compile(void)
{
    static const int architectures[] = {75, 90};
    bool good = true;
    for (size_t k = 0; k < sizeof architectures / sizeof *architectures; k++)
        good = good && compiles(architectures[k], skeletons, "mxv_user_csc_scalar") &&
               compiles(architectures[k], skeletons, "mxv_user_csc_pieces_dense") &&
               compiles(architectures[k], skeletons, "mxv_user_cooc_segmented_dense") &&
               compiles(architectures[k], skeletons, "mxv_user_csr_push_hubs") &&
               compiles(architectures[k], columns, "user_csc_columns_4");
    return good;
}

static void the_skeletons_compile(void **state)
{
    need_nvrtc();
    test_in_processes(1, skeletons_compile);
}

static void *little_in_thread(void *state)
{
    return little_compiles() ? "" : NULL;
}

/* The texts that all processes have compiled. */
static long *together;

static bool little_compiles_in_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    bool good = true;
    for (int k = 0; k < THREADS; k++)
        if (!test_holds(pthread_create(&threads[k], NULL, little_in_thread, NULL) == 0)) return false;
    for (int k = 0; k < THREADS; k++) {
        void *answer;
        pthread_join(threads[k], &answer);
        good = good && test_holds(answer);
    }
    __atomic_add_fetch(together, tp_jit_compilations(), __ATOMIC_RELAXED);
    return good;
}

static void processes_and_threads_compile_the_same(void **state)
{
    need_nvrtc();
    if (test_threads_sanitized()) test_skip("ThreadSanitizer does not know the locks of a child");
    together = mmap(NULL, sizeof *together, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(together, MAP_FAILED);
    test_in_processes(4, little_compiles_in_threads);
    assert_int_equal(*together, 1);
    munmap(together, sizeof *together);
    assert_int_equal(test_count_files(test_cache_folder()), 3);
    test_in_processes(1, little_is_there);
}

static bool little_compiles_uncached(void)
{
    return little_compiles() && test_holds(tp_jit_compilations() == 1) && little_compiles() &&
           test_holds(tp_jit_compilations() == 2);
}

static void it_works_without_a_cache(void **state)
{
    need_nvrtc();
    setenv("TROPIC_CACHE_DIR", "", 1);
    test_in_processes(1, little_compiles_uncached);
    setenv("TROPIC_CACHE_DIR", "/dev/null/below", 1);
    test_in_processes(1, little_compiles_uncached);
}

static const char *failing_text;

static tropic_status attempt(tropic_context *context, test_failing_objects *objects)
{
    void *image;
    size_t bytes;
    const tropic_status status = test_cubin(context, ARCHITECTURE, "text", failing_text, &image, &bytes);
    tp_release(&context->memory, image);
    return status == TROPIC_COMPILE_ERROR ? TROPIC_OK : status;
}

/* CMocka's assertions would not end this process; test_failing_run() ends the test or returns. */
static bool memory_runs_out(void)
{
    const test_failing_case what = {"cubin", NULL, attempt, TROPIC_STRATEGY_AUTO};
    bool good;
    setenv("TROPIC_CACHE_DIR", "", 1);
    failing_text = "";
    good = test_holds(test_failing_run(&test_failing_host, &what) == 8);
    failing_text = "?";
    good = good && test_holds(test_failing_run(&test_failing_host, &what) == 8);
    setenv("TROPIC_CACHE_DIR", test_cache_folder(), 1);
    failing_text = "";
    test_failing_run(&test_failing_host, &what);
    return good && test_holds(test_failing_run(&test_failing_host, &what) == 6);
}

static void memory_may_run_out(void **state)
{
    need_nvrtc();
    test_in_processes(1, memory_runs_out);
}

static void a_build_without_cuda_loads_nothing(void **state)
{
    OWNED(tropic_context) *context = test_context();
    void *library = context;
    int architecture;
    if (tropic_built_with_cuda()) test_skip("built with CUDA");
    assert_status(context, TROPIC_NO_DEVICE, tp_cuda_architecture(context, &architecture));
    assert_status(context, TROPIC_NO_DEVICE, tp_cuda_load(context, "", 0, NULL, 0, NULL, &library));
    assert_null(library);
    tp_cuda_unload(library);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hit_does_not_load_nvrtc),
        TEST(without_nvrtc_it_says_so),
        TEST(errors_name_the_users_line),
        TEST(the_skeletons_compile),
        TEST(processes_and_threads_compile_the_same),
        TEST(it_works_without_a_cache),
        TEST(memory_may_run_out),
        TEST(a_build_without_cuda_loads_nothing),
    };
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        tropic_context *context = test_context();
        void *image;
        size_t bytes;
        setenv("TROPIC_CACHE_DIR", "", 1);
        _exit(test_cubin(context, ARCHITECTURE, "", "", &image, &bytes) == TROPIC_NOT_SUPPORTED);
    }
    have_nvrtc = waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
