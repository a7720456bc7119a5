/* SPDX-License-Identifier: Apache-2.0
 *
 * The contexts that a command works in, of which `auto` chooses one.
 */
#include "cli/run/device.h"

#include "runtime/work.h"

#include <signal.h>

/* By the size of a file alone the work may seem twice as much as it is; and a GPU that was begun is waited for. */
#define BEGIN_SECONDS (2 * TP_GPU_START_SECONDS)

static void *open_gpu(void *of)
{
    cli_devices *devices = of;
    devices->status = cli_context_status(&devices->gpu, devices->options, TROPIC_DEVICE_CUDA, devices->progress);
    if (devices->status != TROPIC_OK && devices->status != TROPIC_NO_DEVICE)
        snprintf(devices->reason, sizeof devices->reason, "%s", tropic_context_error(NULL)); /* this thread's */
    return NULL;
}

static void begin(cli_devices *devices)
{
    sigset_t all, before;
    /* Signals are the calling thread's. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    devices->begun = pthread_create(&devices->thread, NULL, open_gpu, devices) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void await(cli_devices *devices)
{
    if (devices->begun) pthread_join(devices->thread, NULL);
    devices->begun = false;
}

int cli_devices_open(cli_devices *devices, const cli_options *options, cli_progress *progress, double seconds)
{
    const bool gpu = options->device == TROPIC_DEVICE_CUDA;
    int code;
    *devices = (cli_devices){.options = options, .progress = progress, .status = TROPIC_NO_DEVICE};
    cli_gpu_failures(gpu ? CLI_GPU_ASKED : CLI_GPU_UNUSED);
    code = gpu ? cli_context(&devices->gpu, options, TROPIC_DEVICE_CUDA, progress)
               : cli_context(&devices->host, options, TROPIC_DEVICE_CPU, progress);
    if (code == CLI_OK && options->device == TROPIC_DEVICE_AUTO && seconds > BEGIN_SECONDS && tropic_built_with_cuda())
        begin(devices);
    return code;
}

tropic_context *cli_devices_reader(const cli_devices *devices)
{
    return devices->host ? devices->host : devices->gpu;
}

/* By auto: is there a GPU, for such long work? (One that was begun by the size of the file costs no more.) */
static bool choose_gpu(cli_devices *devices, double seconds)
{
    if (devices->options->device != TROPIC_DEVICE_AUTO || !tropic_built_with_cuda()) return false;
    if (devices->begun)
        await(devices);
    else if (seconds > TP_GPU_START_SECONDS)
        open_gpu(devices);
    else
        snprintf(devices->reason, sizeof devices->reason, "the work is small: a CPU ends it before a GPU starts");
    return devices->gpu != NULL;
}

int cli_devices_run(cli_devices *devices, double seconds, cli_attempt *attempt, void *of)
{
    int code;
    if (!choose_gpu(devices, seconds)) return attempt(of, cli_devices_reader(devices), false);
    cli_gpu_failures(CLI_GPU_TRIED);
    code = attempt(of, devices->gpu, false);
    cli_gpu_failures(CLI_GPU_UNUSED);
    if (code != CLI_GPU_FAILED) return code;
    snprintf(devices->reason, sizeof devices->reason, "%s: %s", tropic_context_device_name(devices->gpu),
             cli_gpu_failure());
    return attempt(of, devices->host, true);
}

void cli_devices_text(FILE *file, const cli_devices *devices, const tropic_context *context)
{
    fprintf(file, "device   %s\n", tropic_context_device_name(context));
    if (devices->reason[0]) fprintf(file, "reason   %s\n", devices->reason);
}

void cli_devices_json(cli_json *json, const cli_devices *devices, const tropic_context *context)
{
    cli_json_string(json, "device", tropic_context_device_name(context));
    if (devices->reason[0]) cli_json_string(json, "device_reason", devices->reason);
}

void cli_devices_close(cli_devices *devices)
{
    await(devices);
    tropic_context_free(&devices->gpu);
    tropic_context_free(&devices->host);
}
