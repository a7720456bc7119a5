/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that are compiled side by side, and waits: for another's lock, and for NVRTC, both of which progress ends.
 * Needs NVRTC, and no GPU.
 */
#define _GNU_SOURCE
#include "tests/jit_kernels.h"

#include "runtime/jit/jit.h"
#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARCHITECTURE 90

typedef struct asked {
    int times;
    bool goes_on;
} asked;

static bool ask(double done, void *user)
{
    asked *a = user;
    assert_true(done >= 0 && done <= 1);
    a->times++;
    return a->goes_on;
}

static tropic_context *open_context(asked *a)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 3, .progress = ask, .progress_user = a};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    return context;
}

static void free_images(tropic_context *context, tp_jit_text *texts, int count)
{
    for (int k = 0; k < count; k++) tp_release(&context->memory, texts[k].image);
}

/* More texts than threads, one of them twice; then one more, which alone is compiled. */
static void texts_become_images_side_by_side(void **state)
{
    enum { TEXTS = 7 };
    asked a = {0, true};
    OWNED(tropic_context) *context = open_context(&a);
    const long before = tp_jit_compilations();
    tp_jit_text texts[TEXTS];
    char text[TEXTS][64], name[32];
    for (int k = 0; k < TEXTS; k++) {
        snprintf(text[k], sizeof text[k], "extern \"C\" __global__ void kernel_%d() {}", k % (TEXTS - 1));
        texts[k] = (tp_jit_text){.name = "one", .text = text[k]};
    }
    assert_ok(context, tp_jit_cubins(context, ARCHITECTURE, texts, TEXTS - 2));
    assert_int_equal(tp_jit_compilations() - before, TEXTS - 2);
    free_images(context, texts, TEXTS - 2);
    assert_ok(context, tp_jit_cubins(context, ARCHITECTURE, texts, TEXTS));
    assert_int_equal(tp_jit_compilations() - before, TEXTS - 1);
    for (int k = 0; k < TEXTS; k++) {
        snprintf(name, sizeof name, "kernel_%d", k % (TEXTS - 1));
        assert_non_null(memmem(texts[k].image, texts[k].bytes, name, strlen(name)));
    }
    free_images(context, texts, TEXTS);
}

static void one_that_is_wrong_leaves_no_image(void **state)
{
    asked a = {0, true};
    OWNED(tropic_context) *context = open_context(&a);
    tp_jit_text texts[] = {{.name = "good", .text = "__global__ void good() {}"},
                           {.name = "bad", .text = "__global__ void bad() { none; }"},
                           {.name = "fine", .text = "__global__ void fine() {}"}};
    assert_status(context, TROPIC_COMPILE_ERROR, tp_jit_cubins(context, ARCHITECTURE, texts, 3));
    assert_non_null(strstr(tropic_context_error(context), "bad:1: error: identifier \"none\""));
    for (int k = 0; k < 3; k++) assert_null(texts[k].image);
}

/* All kernels of products of matrices, of which each takes some tenths of a second; beside them a short text, which is
 * kept. */
static void compiling_is_told_and_cancelled(void **state)
{
    asked a = {0, false};
    OWNED(tropic_context) *context = open_context(&a);
    tp_source_text source = {.memory = &context->memory};
    tp_jit_text texts[] = {{.name = "short", .text = "__global__ void short_one() {}"}, {.name = "long"}};
    const double since = tp_now();
    tropic_status status;
    long compiled;
    tp_builtin_source(&source, TROPIC_PLUS_TIMES, TROPIC_FP64,
                      "#include \"spmv/mxm/cuda/sort.cuh\"\n#include \"spmv/mxm/cuda/spa.cuh\"\n"
                      "#include \"spmv/mxm/cuda/dots.cuh\"\n#include \"spmv/mxm/cuda/gemm.cuh\"\n"
                      "#include \"spmv/strategies/csc_columns.cuh\"\n");
    texts[1].text = source.text;
    status = tp_jit_cubins(context, ARCHITECTURE, texts, 2);
    if (status == TROPIC_OK && tp_now() - since < 1.1) {
        free_images(context, texts, 2); /* a machine that no test has met */
    } else {
        assert_int_equal(status, TROPIC_CANCELLED);
        assert_int_equal(a.times, 1);
        for (int k = 0; k < 2; k++) assert_null(texts[k].image);
        compiled = tp_jit_compilations();
        assert_ok(context, tp_jit_cubins(context, ARCHITECTURE, texts, 1));
        assert_int_equal(tp_jit_compilations(), compiled);
        free_images(context, texts, 1);
    }
    tp_source_free(&source);
}

/* A process that holds every lock of the cache's folder; it writes a byte to `told` then. */
static pid_t hold_locks(int told)
{
    const pid_t child = fork();
    if (child == 0) {
        struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        char path[4096];
        int file;
        snprintf(path, sizeof path, "%s/locks", test_cache_folder());
        file = open(path, O_RDWR);
        if (file < 0 || fcntl(file, F_OFD_SETLK, &all) != 0 || write(told, "", 1) != 1) _exit(1);
        for (;;) pause();
    }
    return child;
}

static void end_child(pid_t child)
{
    int status;
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

/* Who ends another process, which has the locks, when it is asked. */
typedef struct ender {
    pid_t child;
    int times;
} ender;

static bool end_and_go_on(double done, void *user)
{
    ender *e = user;
    if (e->times++ == 0) end_child(e->child);
    return true;
}

static void waiting_for_a_lock_is_cancelled_and_ends_with_its_holder(void **state)
{
    asked a = {0, true};
    ender e = {0, 0};
    OWNED(tropic_context) *context = open_context(&a);
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .progress = end_and_go_on, .progress_user = &e};
    OWNED(tropic_context) *second = NULL;
    tp_jit_text text = {.name = "one", .text = "__global__ void waited_for() {}"};
    long before;
    int told[2];
    char byte;
    assert_int_equal(tropic_context_create(&second, &options), TROPIC_OK);
    assert_int_equal(pipe(told), 0);
    e.child = hold_locks(told[1]);
    assert_true(e.child > 0);
    assert_int_equal(read(told[0], &byte, 1), 1);
    before = tp_jit_compilations();
    a.goes_on = false;
    a.times = 0;
    assert_status(context, TROPIC_CANCELLED, tp_jit_cubins(context, ARCHITECTURE, &text, 1));
    assert_int_equal(a.times, 1);
    assert_int_equal(tp_jit_compilations(), before);
    assert_ok(second, tp_jit_cubins(second, ARCHITECTURE, &text, 1));
    assert_true(e.times >= 1); /* again while it is compiled, if that takes long */
    assert_int_equal(tp_jit_compilations(), before + 1);
    tp_release(&second->memory, text.image);
    close(told[0]);
    close(told[1]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(texts_become_images_side_by_side),
        TEST(one_that_is_wrong_leaves_no_image),
        TEST(compiling_is_told_and_cancelled),
        TEST(waiting_for_a_lock_is_cancelled_and_ends_with_its_holder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
