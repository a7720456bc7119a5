/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of a compiler: the caller's, except for variables that would change its language, or lead it to files
 * that others may exchange.
 */
#define _GNU_SOURCE
#include "runtime/environment.h"
#include "runtime/jit/jit_parts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define PATH "PATH"
#define USUAL_FOLDERS "/usr/bin:/bin"

/* Ours: its messages are read, and it works in a folder of its own. */
static const char *const ours[] = {"LC_ALL=C", "TMPDIR=."};
static const char path_if_none[] = PATH "=" USUAL_FOLDERS;
/* (LANGUAGE goes before LC_ALL.) */
static const char *const replaced[] = {"LC_ALL=", "TMPDIR=", "LANGUAGE=", "TMP=", "TEMP="};

const char *tp_program_folders(void)
{
    const char *folders = tp_environment(PATH);
    return folders ? folders : USUAL_FOLDERS;
}

static bool is_replaced(const char *variable)
{
    for (size_t k = 0; k < sizeof replaced / sizeof *replaced; k++)
        if (strncmp(variable, replaced[k], strlen(replaced[k])) == 0) return true;
    return false;
}

char **tp_cc_environment(tropic_context *context)
{
    enum { OURS = sizeof ours / sizeof *ours };
    const char **made, **next;
    size_t count = 0;
    while (!tp_rights_raised() && environ && environ[count]) count++;
    made = next = calloc(count + OURS + 2, sizeof *made);
    if (!made) {
        tp_out_of_memory(context, "a compiler's environment");
        return NULL;
    }
    for (size_t k = 0; k < count; k++)
        if (!is_replaced(environ[k])) *next++ = environ[k];
    for (int k = 0; k < OURS; k++) *next++ = ours[k];
    if (!tp_environment(PATH)) *next++ = path_if_none;
    *next = NULL;
    return (char **)made;
}

/* Lines of /proc/cpuinfo, on x86 and on ARM, that tell one kind of processor from another. */
static bool is_of_kind(const char *line)
{
    static const char *const words[] = {"vendor_id", "cpu family",      "model",    "stepping",   "flags",
                                        "Features",  "CPU implementer", "CPU part", "CPU variant"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(line, words[k], strlen(words[k])) == 0) return true;
    return false;
}

void tp_processor_kind(char kind[TP_PROCESSOR])
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    uLong sum = crc32_z(0, Z_NULL, 0);
    char line[8192];
    if (file) {
        /* The first processor's alone: a machine's are of one kind, for programs. */
        while (fgets(line, sizeof line, file) && line[0] != '\n')
            if (is_of_kind(line)) sum = crc32_z(sum, (const Bytef *)line, strlen(line));
        fclose(file);
    }
    snprintf(kind, TP_PROCESSOR, "%08lx", sum);
}
