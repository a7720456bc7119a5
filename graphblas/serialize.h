/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes that serialize writes and deserialize reads: a header, the name of a user's type, and the arrays of rows,
 * columns and values, in the machine's order of bytes. A vector is a matrix of one column. The second format, of large
 * objects, has sizes and ids of 64 bits.
 */
#ifndef GRB_SERIALIZE_H
#define GRB_SERIALIZE_H

#include "graphblas/large.h"

typedef struct header {
    char format[8];
    uint64_t type_size;
    int32_t type_code, rows, cols;
    int32_t name_size; /* bytes of the type's name, with zeros behind it; 0: it has none, or is built in */
    int64_t count;
} header;
#define GRB_FORMAT "Tropic1"

typedef struct large_header {
    char format[8];
    uint64_t type_size, rows, cols;
    int32_t type_code, name_size;
    int64_t count;
} large_header;
#define GRB_LARGE_FORMAT "Tropic2"

/* What all parts are aligned to, where the first byte is. */
#define ALIGNMENT sizeof(int64_t)

/* What the bytes hold. The arrays are those of the first format. */
typedef struct contents {
    large_header h; /* whatever the format is */
    bool large;     /* it is the second */
    const char *name;
    tropic_index *rows, *cols;
    void *values;
} contents;

static inline size_t head_size(const contents *x)
{
    return x->large ? sizeof(large_header) : sizeof(header);
}

static inline size_t id_size(const contents *x)
{
    return x->large ? sizeof(GrB_Index) : sizeof(tropic_index);
}

static inline size_t bytes_of(const contents *x)
{
    return head_size(x) + (size_t)x->h.name_size + (size_t)x->h.count * (2 * id_size(x) + (size_t)x->h.type_size);
}

static inline bool rooms(grb_call *c, contents *x)
{
    const size_t count = (size_t)x->h.count;
    x->rows = grb_room(c, count, sizeof *x->rows);
    x->cols = grb_room(c, count, sizeof *x->cols);
    x->values = grb_room(c, count, (size_t)x->h.type_size);
    return c->info == GrB_SUCCESS;
}

/* The arrays where they lie in the bytes, which are aligned. */
static inline void in_place(contents *x, char *bytes)
{
    const size_t count = (size_t)x->h.count;
    x->rows = (tropic_index *)(void *)(bytes + head_size(x) + x->h.name_size);
    x->cols = x->rows + count;
    x->values = x->cols + count;
}

#endif
