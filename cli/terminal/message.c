/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages of the tool, one line each, and the exit codes that statuses have.
 */
#include "cli/cli.h"
#include "cli/terminal/text.h"

#include <inttypes.h>
#include <stdarg.h>

#define CLI_GPU_FAILURE_LENGTH 400

int cli_error(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_text_say(NULL, "", format, arguments);
    va_end(arguments);
    return code;
}

int cli_usage_error(const char *command, const char *format, ...)
{
    char hint[64];
    va_list arguments;
    snprintf(hint, sizeof hint, "; see 'tropic %s%s--help'", command ? command : "", command ? " " : "");
    va_start(arguments, format);
    cli_text_say(command, hint, format, arguments);
    va_end(arguments);
    return CLI_USAGE;
}

void cli_message_place(const char *place)
{
    cli_text_place(place);
}

static cli_gpu gpu;
static char kept[CLI_GPU_FAILURE_LENGTH];

void cli_gpu_failures(cli_gpu how)
{
    gpu = how;
}

const char *cli_gpu_failure(void)
{
    return kept;
}

/* Is it one that a run on the CPU has not? */
static bool is_of_gpu(tropic_status status)
{
    return status == TROPIC_NO_DEVICE || status == TROPIC_OUT_OF_DEVICE_MEMORY || status == TROPIC_DEVICE_ERROR;
}

int cli_check(tropic_status status, const tropic_context *context, int otherwise)
{
    const char *text = tropic_context_error(context);
    int code = otherwise;
    switch (status) {
    case TROPIC_OK: return CLI_OK;
    case TROPIC_CANCELLED:
        cli_signals_say(true);
        code = cli_error(CLI_CANCELLED, "cancelled");
        cli_signals_say(false);
        return code;
    case TROPIC_NO_DEVICE: code = CLI_MISSING; break;
    case TROPIC_OUT_OF_MEMORY:
    case TROPIC_OUT_OF_DEVICE_MEMORY:
    case TROPIC_DEVICE_ERROR: code = CLI_FAILED; break;
    default: break;
    }
    if (!text || !*text) text = tropic_status_message(status);
    if (!is_of_gpu(status) || gpu == CLI_GPU_UNUSED) return cli_error(code, "%s", text);
    if (gpu == CLI_GPU_ASKED) return cli_error(code, "%s; --device cpu does it without a GPU", text);
    snprintf(kept, sizeof kept, "%s", text);
    return CLI_GPU_FAILED;
}

/* Labels ascend. */
const char *cli_ids(char text[CLI_IDS_LENGTH], const tropic_matrix *A)
{
    const tropic_index n = tropic_matrix_rows(A);
    const int64_t min = n > 0 ? tropic_matrix_label(A, 0) : 0;
    const int64_t max = n > 0 ? tropic_matrix_label(A, n - 1) : 0;
    if (n == 0)
        snprintf(text, CLI_IDS_LENGTH, "it has none");
    else if ((uint64_t)max - (uint64_t)min + 1 == (uint64_t)n)
        snprintf(text, CLI_IDS_LENGTH, "ids go from %" PRId64 " to %" PRId64, min, max);
    else
        snprintf(text, CLI_IDS_LENGTH, "it has %d ids, from %" PRId64 " to %" PRId64, n, min, max);
    return text;
}

int cli_check_cancelled(void)
{
    return cli_check(cli_cancelled() ? TROPIC_CANCELLED : TROPIC_OK, NULL, CLI_CANCELLED);
}

void cli_put_name(FILE *file, const char *name)
{
    cli_text_put(file, name);
}

void cli_put_file(FILE *file, const char *key, const char *name)
{
    fprintf(file, "%-9s", key);
    cli_put_name(file, name);
    fputc('\n', file);
}
