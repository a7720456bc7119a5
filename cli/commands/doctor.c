/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic doctor: the abilities of this build and this machine, and whether they work.
 */
#include "cli/options/option_table.h"
#include "cli/files/graphs.h"
#include "cli/verify/selftest.h"

/* "cuda:12" and a suffix. */
#define KEY_LENGTH 40

/* Tests one device. *good turns false where it fails. Only a missing device is an exit code. */
static int examine(cli_record *record, const cli_options *options, tropic_device device, int index, bool *good)
{
    char name[KEY_LENGTH], key[KEY_LENGTH + 10], message[CLI_VERIFY_MESSAGE] = "";
    cli_options chosen = *options;
    cli_progress progress = {0};
    tropic_context *context = NULL;
    bool passed;
    int code;

    chosen.device_index = index;
    code = cli_context(&context, &chosen, device, &progress);
    if (code == CLI_MISSING) return code;
    if (device == TROPIC_DEVICE_CPU)
        snprintf(name, sizeof name, "cpu");
    else
        snprintf(name, sizeof name, "cuda:%d", index);
    snprintf(key, sizeof key, "%s_test", name);
    passed = code == CLI_OK && cli_selftest(context, options->verify, message);
    if (code == CLI_OK) cli_record_text(record, name, tropic_context_device_name(context));
    if (code == CLI_OK && device == TROPIC_DEVICE_CPU)
        cli_record_text(record, "cpu_instruction_set", tropic_context_instruction_set(context));
    cli_record_text(record, key, passed ? "passed" : "failed");
    if (code == CLI_OK && !passed && !cli_cancelled()) cli_error(CLI_FAILED, "%s: self-test failed: %s", name, message);
    *good = *good && passed;
    tropic_context_free(&context);
    return CLI_OK;
}

static int examine_all(cli_record *record, const cli_options *options, bool *good)
{
    const int gpus = tropic_device_count();
    int code = CLI_OK;
    cli_record_text(record, "version", tropic_version());
    cli_record_bool(record, "built_with_cuda", tropic_built_with_cuda());
#ifdef TROPIC_HAVE_PNG
    cli_record_bool(record, "built_with_png", true);
#else
    cli_record_bool(record, "built_with_png", false);
#endif
    cli_record_text(record, "graphblas", cli_verify_graphblas() ? cli_verify_graphblas() : "no");
    cli_record_text(record, "processor_instruction_set", tropic_context_instruction_set(NULL));
    cli_record_integer(record, "gpus", gpus);
    if (options->device == TROPIC_DEVICE_CUDA)
        return examine(record, options, TROPIC_DEVICE_CUDA, options->device_index, good);
    code = examine(record, options, TROPIC_DEVICE_CPU, 0, good);
    if (options->device == TROPIC_DEVICE_CPU) return code;
    for (int k = 0; k < gpus && code == CLI_OK; k++) code = examine(record, options, TROPIC_DEVICE_CUDA, k, good);
    return code;
}

/* Is the device of --device there? Known before anything is written. */
static int find_device(const cli_options *options)
{
    cli_progress progress = {0};
    tropic_context *context = NULL;
    int code = cli_context(&context, options, options->device, &progress);
    tropic_context_free(&context);
    return code;
}

typedef struct examination {
    const cli_options *options;
    int *code;
    bool *good;
} examination;

/* Each finding shows at once: a test may take long, or hang. */
static void put(cli_sink *sink, const void *what)
{
    const examination *e = what;
    cli_record record;
    *e->good = true;
    cli_record_begin_file(&record, sink, e->options->json, e->options->output, e->options->command->name);
    *e->code = examine_all(&record, e->options, e->good);
    cli_record_end(&record);
}

static int doctor(const cli_options *options)
{
    bool good = true;
    int code = options->verify ? cli_verify_available() : CLI_OK, written;
    if (code == CLI_OK && options->device == TROPIC_DEVICE_CUDA) code = find_device(options);
    if (code != CLI_OK) return code;
    written = cli_write(options->output, false, put, &(const examination){options, &code, &good});
    if (code == CLI_OK && options->verify && good)
        fprintf(stderr, "verified against %s: all self-tests\n", cli_verify_name());
    if (code == CLI_OK) code = cli_check_cancelled();
    if (code != CLI_OK) return code;
    return good ? written : CLI_FAILED;
}

extern const cli_command cli_doctor;
static const cli_option options_of[] = {
    {"device", "WHERE", CLI_TAKES(cli_take_device), CLI_GIVEN(has_device),
     .help = "auto (default: all), cpu, cuda or cuda:K for the K-th GPU. Without this\n"
             "option, TROPIC_DEVICE of the environment says it"},
};

const cli_command cli_doctor = {
    .name = "doctor",
    .arguments = "[options]",
    .summary = "version, features, devices, a self-test",
    .details = "Shows the version, the features of this build, the devices and the processor's instruction\n"
               "set, one KEY<TAB>VALUE per line. Then runs BFS, SSSP and BC of a small graph with known\n"
               "answers by every strategy, on the CPU and on each GPU, or on --device alone. The exit\n"
               "code is 1 if one is wrong. --verify also compares with SuiteSparse:GraphBLAS, or in a\n"
               "build without it with textbook algorithms. The output\n"
               "goes to stdout or --output; with --format json it is one object. If the environment sets\n"
               "TROPIC_INSTRUCTION_SET (x86-64, x86-64-v3, x86-64-v4), the CPU uses that set\n"
               "(cpu_instruction_set) instead of the newest; results are the same.\n",
    .traits = CLI_VERIFIES | CLI_RECORDS | CLI_FORMATS,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 0,
    .run = doctor,
};
