/* SPDX-License-Identifier: Apache-2.0
 *
 * What all layers and kernels pass to one another: values of any type, the arrays of a matrix, masks, lists of places.
 */
#ifndef TP_ARCS_H
#define TP_ARCS_H

#include <tropic.h>

/* One value of any type, by the type's name. */
typedef union tp_value {
    bool bool8;
    int8_t int8;
    int16_t int16;
    int32_t int32;
    int64_t int64;
    uint8_t uint8;
    uint16_t uint16;
    uint32_t uint32;
    uint64_t uint64;
    float fp32;
    double fp64;
} tp_value;

/* Entries of one tile, where a product's entries are shared out equally over a GPU's warps: of 512, 1024
 * and 4096 the best over all graphs (H200), up to a tenth faster on some. */
#define TP_NNZ_TILE 1024
#define TP_NNZ_TILES(entries) ((tropic_index)((entries) > 0 ? ((entries) + TP_NNZ_TILE - 1) / TP_NNZ_TILE : 1))

/* One orientation of a matrix: `lists` lists of ids, list v at offsets[v] .. offsets[v+1] - 1,
 * ascending, unless they are places of a vector in groups (tp_matrix_group). row_of[k] is the list that position k
 * belongs to (made on request, else NULL). values: of the matrix's type, NULL for a pattern. */
typedef struct tp_arcs {
    tropic_index lists;
    tropic_index longest; /* entries of the longest list; 0: not asked */
    bool banded;          /* as tp_degrees.banded, where longest was asked */
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const tropic_index *row_of;
    /* List split_points[b] is the first to begin at b * TP_NNZ_TILE or later. NULL: not asked for. */
    const tropic_index *split_points;
    const void *values;
} tp_arcs;

/* has NULL: full. Without a mask: {.structure = true}. */
typedef struct tp_mask {
    const void *values; /* of `type` */
    const uint8_t *has;
    tropic_type type;
    bool structure, complement;
} tp_mask;

/* Places in memory of the backend, ascending unless they are a caller's ids. */
typedef struct tp_places {
    const tropic_index *ids;
    int64_t count;
} tp_places;

/* One value of any type that a GPU takes, a user's struct among them. */
typedef union tp_any {
    char byte[TROPIC_TYPE_DEVICE_MAX];
    tp_value value;
} tp_any;

/* A larger one, on the CPU, where its owner has it. NULL: there is none. */
typedef struct tp_large {
    const void *at;
    size_t size;
} tp_large;

#endif
