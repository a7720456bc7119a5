/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing to files.
 */
#ifndef TP_WRITE_H
#define TP_WRITE_H

#include <stdbool.h>
#include <sys/types.h>

/* write(2), but that a file which may not grow further (ulimit -f) is an error alone, EFBIG: the signal that comes
 * with it, SIGXFSZ, would end a program that knows nothing of our files. */
ssize_t tp_file_write(int file, const void *bytes, size_t count);
/* All of it; errno tells why not. */
bool tp_file_write_all(int file, const void *bytes, size_t count);

#endif
