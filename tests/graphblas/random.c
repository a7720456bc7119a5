/* SPDX-License-Identifier: Apache-2.0
 *
 * Random cases, run by two libraries of GraphBLAS in one process: each is linked to a plugin of its own, and both are
 * to answer the same. Cases run in children, a few hundred in each, so that one that crashes is known and the others
 * still run. A crash of the second library, which is the reference, fails nothing, unless it crashes in one case of 50.
 *
 *     graphblas_random [--cases N] [--from K] [--seed S] [--wrong] [--large] [--go-on] [--verbose] [--libraries A B]
 *
 * --large: all cases have objects of large sizes. --go-on: does not end at the first that differs. --verbose: prints
 * the answers of all. A and B may be one: it answers twice. As for other tests, TROPIC_TEST_DEVICE=cuda runs the cases
 * on the GPU, and TROPIC_TEST_SMALL=1 few of them.
 */
#include "tests/graphblas/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIBRARIES = 2, CHUNK = 500, SECONDS = 300 };
/* Cases, where no option says how many. (A GPU compiles kernels for most of them.) */
enum { CASES = 3000, GPU_CASES = 300, SMALL = 30 };
/* The status of GrB_init if TROPIC_DEVICE asks for a device that is not there. */
enum { NO_DEVICE = -8 };

typedef struct options {
    const char *paths[LIBRARIES];
    uint64_t seed;
    int cases, from;
    case_list list;
    bool large, go_on, verbose;
} options;

/* The reports of children, in memory that all share. */
typedef struct progress {
    int number;  /* of the case that runs */
    int library; /* by which */
    int differing, crashes, reference_crashes, unclosed, short_of_memory;
    long calls, errors;
} progress;

static progress *shared;

/* That of a case; each is drawn from one of its own. */
static uint64_t seed_of(const options *o, int number)
{
    uint64_t state = o->seed * 0x9e3779b97f4a7c15u + (uint64_t)number;
    return test_random(&state);
}

static const plugin *load(const char *path)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plugin_get get = NULL;
    if (module) *(void **)(void *)&get = dlsym(module, PLUGIN_SYMBOL);
    if (get) return get();
    fprintf(stderr, "%s\n", dlerror());
    exit(EXIT_FAILURE);
}

static void print_answer(const answer *a, const char *whose, size_t count)
{
    printf(" %s:\n", whose);
    for (size_t k = 0; k < count && k < a->count; k++) answer_print(&a->items[k]);
}

static void report(const options *o, const answer *answers, size_t at)
{
    printf("case %d of seed %llu differs in item %zu:\n", shared->number, (unsigned long long)o->seed, at);
    print_answer(&answers[0], "before it", at);
    for (int k = 0; k < LIBRARIES; k++) {
        printf(" %s has there\n", k == 0 ? "the library" : "the reference");
        if (at < answers[k].count)
            answer_print(&answers[k].items[at]);
        else
            printf("  nothing\n");
    }
    printf("this case alone: --seed %llu --from %d --cases 1%s%s\n", (unsigned long long)o->seed, shared->number,
           o->list == CASE_WRONG ? " --wrong" : "", o->large ? " --large" : "");
    fflush(stdout);
}

static void run_one(const options *o, const plugin *const *plugins)
{
    answer answers[LIBRARIES] = {{0}, {0}};
    ptrdiff_t at;
    alarm(SECONDS);
    for (int k = 0; k < LIBRARIES; k++) {
        shared->library = k;
        plugins[k]->run(&answers[k], o->list, o->large, seed_of(o, shared->number));
    }
    if (o->verbose) print_answer(&answers[1], "answers", answers[1].count);
    at = answer_differs(&answers[0], &answers[1]);
    if (at >= 0) {
        report(o, answers, (size_t)at);
        shared->differing++;
    }
    shared->short_of_memory += answer_end(&answers[1]) < answers[1].count;
    for (size_t k = 0; k < answers[1].count; k++) {
        shared->calls += answers[1].items[k].type == TYPE_NONE;
        shared->errors += answers[1].items[k].info != 0;
    }
    for (int k = 0; k < LIBRARIES; k++) answer_clear(&answers[k]);
}

/* Of objects of large sizes, what needs an array of all lines is to find no memory, and not to take the machine's. (A
 * GPU and sanitizers map more than they use.) */
static void limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__
    enum { GIGABYTES = 8 };
    const struct rlimit limit = {(rlim_t)GIGABYTES << 30, (rlim_t)GIGABYTES << 30};
    const char *device = getenv("TROPIC_DEVICE");
    const bool cpu = device ? strcmp(device, "cpu") == 0 : access("/dev/nvidiactl", F_OK) != 0;
    if (cpu && setrlimit(RLIMIT_AS, &limit) != 0) exit(EXIT_FAILURE);
#endif
}

/* Cases up to end, of which number is the first; some chunks run in blocking mode. */
static void run_child(const options *o, int end)
{
    const plugin *plugins[LIBRARIES];
    const bool blocking = shared->number / CHUNK % 2 == 1;
    limit_memory();
    for (int k = 0; k < LIBRARIES; k++) {
        int32_t info;
        plugins[k] = load(o->paths[k]);
        if (k > 0 && plugins[k] == plugins[0]) break;
        info = plugins[k]->open(blocking);
        if (info == 0) continue;
        fprintf(stderr, "%s: %s does not open: %d\n", info == NO_DEVICE ? "skipped" : "error", o->paths[k], info);
        exit(info == NO_DEVICE ? TEST_SKIPPED : EXIT_FAILURE);
    }
    for (; shared->number < end; shared->number++) {
        run_one(o, plugins);
        if (shared->differing > 0 && !o->go_on) break;
    }
    shared->library = 0; /* whose leaks a sanitizer finds */
    for (int k = 0; k < LIBRARIES && (k == 0 || plugins[k] != plugins[0]); k++)
        if (plugins[k]->close() != 0) {
            printf("%s does not close\n", o->paths[k]);
            shared->unclosed++;
        }
    exit(EXIT_SUCCESS);
}

/* Has a child run cases up to end, and another one those after a crash. A case that crashes after others is tried again
 * in a child of its own: the reference writes beyond its arrays in some wrong calls, and whoever comes later falls. */
static void run_chunk(const options *o, int end)
{
    while (shared->number < end && (shared->differing + shared->crashes == 0 || o->go_on)) {
        const int began = shared->number;
        int status = 0;
        pid_t child;
        fflush(NULL);
        child = fork();
        if (child == 0) run_child(o, end);
        if (child < 0 || waitpid(child, &status, 0) != child) exit(EXIT_FAILURE);
        if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) continue;
        if (WIFEXITED(status) && shared->calls == 0) exit(WEXITSTATUS(status));
        if (shared->number > began) continue;
        printf("case %d of seed %llu: %s ends by %s %d\n", shared->number, (unsigned long long)o->seed,
               shared->library == 0 ? "the library" : "the reference", WIFEXITED(status) ? "exit" : "signal",
               WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
        *(shared->library == 0 ? &shared->crashes : &shared->reference_crashes) += 1;
        shared->number++;
    }
}

/* The environment variables of all tests. */
static void read_environment(options *o)
{
    const char *device = getenv("TROPIC_TEST_DEVICE");
    if (device) setenv("TROPIC_DEVICE", device, 1);
    o->cases = getenv("TROPIC_TEST_SMALL") ? SMALL : device && strcmp(device, "cuda") == 0 ? GPU_CASES : CASES;
}

/* The file of that name in this program's folder: a build tree may be moved. */
static const char *beside(const char *program, const char *name, char path[PATH_MAX])
{
    const char *slash = strrchr(program, '/');
    snprintf(path, PATH_MAX, "%.*s%s", slash ? (int)(slash + 1 - program) : 0, program, name);
    return path;
}

static options read_options(int count, char **words)
{
    static char paths[LIBRARIES][PATH_MAX];
    options o = {.paths = {beside(words[0], TROPIC_TEST_PLUGIN, paths[0]),
                           beside(words[0], TROPIC_TEST_REFERENCE_PLUGIN, paths[1])},
                 .seed = 1};
    read_environment(&o);
    for (int k = 1; k < count; k++) {
        const char *word = words[k], *next = k + 1 < count ? words[k + 1] : "0";
        if (strcmp(word, "--wrong") == 0) {
            o.list = CASE_WRONG;
        } else if (strcmp(word, "--large") == 0) {
            o.large = true;
        } else if (strcmp(word, "--go-on") == 0) {
            o.go_on = true;
        } else if (strcmp(word, "--verbose") == 0) {
            o.verbose = true;
        } else if (strcmp(word, "--libraries") == 0 && k + 2 < count) {
            o.paths[0] = words[++k];
            o.paths[1] = words[++k];
        } else if (strcmp(word, "--cases") == 0) {
            o.cases = atoi(next);
            k++;
        } else if (strcmp(word, "--from") == 0) {
            o.from = atoi(next);
            k++;
        } else if (strcmp(word, "--seed") == 0) {
            o.seed = strtoull(next, NULL, 0);
            k++;
        } else {
            fprintf(stderr, "unknown option %s\n", word);
            exit(EXIT_FAILURE);
        }
    }
    return o;
}

int main(int count, char **words)
{
    const options o = read_options(count, words);
    const int end = o.from + o.cases;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return EXIT_FAILURE;
    shared->number = o.from;
    while (shared->number < end && (shared->differing + shared->crashes == 0 || o.go_on)) {
        const int border = (shared->number / CHUNK + 1) * CHUNK;
        run_chunk(&o, border < end ? border : end);
    }
    printf("%d cases, %ld calls, of which %ld returned errors; %d differ, %d crash, %d crash the reference, %d find it "
           "short of memory\n",
           shared->number - o.from, shared->calls, shared->errors, shared->differing, shared->crashes,
           shared->reference_crashes, shared->short_of_memory);
    if (shared->calls == 0 || shared->reference_crashes > 1 + o.cases / 50) return EXIT_FAILURE;
    return shared->differing + shared->crashes + shared->unclosed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
