/* SPDX-License-Identifier: Apache-2.0
 *
 * The headers that texts compiled at run time include: the library carries them with it. The build
 * writes the table (cmake/TropicSources.cmake).
 */
#ifndef TP_JIT_SOURCES_H
#define TP_JIT_SOURCES_H

#include <stddef.h>

typedef enum tp_source_use {
    TP_SOURCE_PUBLIC, /* for the host and the device */
    TP_SOURCE_KERNEL, /* for the device */
    TP_SOURCE_NVRTC   /* in place of the C library's, where there is none */
} tp_source_use;

typedef struct tp_source {
    const char *name; /* as it is included */
    tp_source_use use;
    const unsigned char *text; /* a zero follows */
    size_t bytes;
} tp_source;

extern const tp_source tp_sources[];
extern const int tp_source_count;
/* Of all names and texts. */
extern const char tp_sources_hash[];

#endif
