/* SPDX-License-Identifier: Apache-2.0
 *
 * A dense array in NumPy's format 1.0: a magic string, the length of a text, the text, and the values by rows.
 */
#include "cli/output/output.h"

#include <inttypes.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "values are written as they lie in memory, as little-endian ones"
#endif

/* The head ends at a multiple of this. */
#define ALIGNED 64
/* A magic string, the version, and the length of the text in two bytes. */
#define BEFORE 10
#define HEAD_ROOM 256
/* Bytes between two looks at whether to go on. */
#define PART ((size_t)1 << 20)

bool cli_is_npy(const char *path)
{
    return path && cli_ends_in(path, ".npy");
}

void cli_npy(cli_sink *sink, tropic_type type, int64_t rows, int64_t columns, const void *values)
{
    static const char magic[] = "\x93NUMPY\x01";
    const size_t size = tropic_type_size(type), bytes = (size_t)rows * (size_t)columns * size;
    const char kind = type == TROPIC_INT32 ? 'i' : 'f';
    char head[HEAD_ROOM];
    size_t length;
    memset(head, ' ', sizeof head);
    memcpy(head, magic, sizeof magic); /* and the second number of the version, 0 */
    length =
        BEFORE + (size_t)snprintf(head + BEFORE, sizeof head - BEFORE,
                                  "{'descr': '<%c%zu', 'fortran_order': False, 'shape': (%" PRId64 ", %" PRId64 "), }",
                                  kind, size, rows, columns);
    head[length] = ' ';
    length = (length + 1 + ALIGNED - 1) / ALIGNED * ALIGNED;
    head[length - 1] = '\n';
    head[BEFORE - 2] = (char)((length - BEFORE) & 0xff);
    head[BEFORE - 1] = (char)((length - BEFORE) >> 8);
    cli_sink_put(sink, head, length);
    for (size_t at = 0; at < bytes && !cli_sink_stopped(sink); at += PART)
        cli_sink_put(sink, (const char *)values + at, bytes - at < PART ? bytes - at : PART);
}
