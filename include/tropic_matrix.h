/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: matrices, from arrays and files. Included by tropic.h, whose conventions hold here too.
 */
#ifndef TROPIC_MATRIX_H
#define TROPIC_MATRIX_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of several entries at one place. */
typedef enum tropic_duplicates {
    TROPIC_DUPLICATES_DEFAULT, /* sum for arrays, Matrix Market and KONECT `positive` (multigraphs),
                                  minimum for other graph files */
    TROPIC_DUPLICATES_SUM,     /* OVERFLOW, naming the place, past the type (whole values of files:
                                  64 bits); real values are added in the order they lie, and past
                                  the type is what is not finite though all of them are */
    TROPIC_DUPLICATES_MIN,
    TROPIC_DUPLICATES_MAX,
    TROPIC_DUPLICATES_FIRST,
    TROPIC_DUPLICATES_LAST,
    TROPIC_DUPLICATES_REFUSE /* INVALID_ARGUMENT, naming the place */
} tropic_duplicates;

typedef enum tropic_loops { TROPIC_LOOPS_KEEP, TROPIC_LOOPS_DROP } tropic_loops;

typedef enum tropic_direction {
    TROPIC_DIRECTION_AUTO,      /* as the file says; arrays, edge lists and DIMACS: directed */
    TROPIC_DIRECTION_DIRECTED,  /* each entry is one arc */
    TROPIC_DIRECTION_UNDIRECTED /* the transpose is added: where an entry and its opposite have one
                                   value it stays, so that a symmetric input stays as it is; where
                                   they differ the two combine by the duplicate rule */
} tropic_direction;

typedef struct tropic_build_options {
    size_t size;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    /* Use the caller's arrays without a copy; they must stay alive and unchanged until the matrix is
     * freed. They must be sorted (row ids ascending within a column and the reverse; COO by column,
     * then row), without duplicates; `loops` and `direction` must be left at zero. Host arrays are
     * checked. Device arrays are not checked, except for the first and last offset and, for COO, col_ids, which
     * are fetched to count them. */
    bool view;
    tropic_location location; /* where the arrays lie; TROPIC_DEVICE needs a CUDA context */
    /* CSR and CSC: offsets of 32 bits, as PETSc, MKL and SciPy have them, in place of the argument `offsets`, which is
     * then NULL. They are copied, of a view too (8 bytes a row or column, by way of the host and checked there), and
     * need not outlive the call. */
    const int32_t *offsets32;
} tropic_build_options;

/* Builds a rows x cols matrix.
 *   A        out
 *   context  in
 *   values   in   count values of `type`, or NULL: a pattern (type must be TROPIC_BOOL)
 *   options  in   may be NULL
 * Of no entries, ids and values may be NULL whatever the type; only of TROPIC_BOOL that is a pattern. More entries than
 * memory has room for, or of a view than rows * cols, are refused before an id is read.
 * COO: entry k is (row_ids[k], col_ids[k]), in any order. CSR: row i has entries offsets[i] up to
 * offsets[i+1] - 1 of col_ids; offsets has rows + 1 members. CSC: the same by columns.
 * Cost O(rows + cols + count), no comparison sort; from COO on the host with memory of at most 2.5 times the matrix,
 * the caller's arrays not counted (of a million entries and more). Status: usual, and INVALID_ARGUMENT (a duplicate
 * that is refused; a view that is not sorted; entries of a matrix without places), OVERFLOW (a sum of duplicates),
 * INDEX_OUT_OF_RANGE, DIMENSION_MISMATCH (symmetrising a rectangle), NO_DEVICE (device arrays without a CUDA context),
 * NOT_SUPPORTED (a view on the 17th GPU).
 */
TROPIC_API tropic_status tropic_matrix_from_coo(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                                tropic_index cols, tropic_offset count, const tropic_index *row_ids,
                                                const tropic_index *col_ids, tropic_type type, const void *values,
                                                const tropic_build_options *options);
TROPIC_API tropic_status tropic_matrix_from_csr(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                                tropic_index cols, const tropic_offset *offsets,
                                                const tropic_index *col_ids, tropic_type type, const void *values,
                                                const tropic_build_options *options);
TROPIC_API tropic_status tropic_matrix_from_csc(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                                tropic_index cols, const tropic_offset *offsets,
                                                const tropic_index *row_ids, tropic_type type, const void *values,
                                                const tropic_build_options *options);
TROPIC_API void tropic_matrix_free(tropic_matrix **A);

typedef enum tropic_format {
    TROPIC_FORMAT_AUTO,          /* reading: by content, then name; writing: by name */
    TROPIC_FORMAT_MATRIX_MARKET, /* .mtx */
    TROPIC_FORMAT_DIMACS,        /* .gr */
    TROPIC_FORMAT_METIS,         /* .graph, .metis */
    TROPIC_FORMAT_EDGE_LIST,     /* .txt, .tsv, .edges, .el, .csv (with commas): `from to [weight]` */
    TROPIC_FORMAT_KONECT         /* out.*, .konect */
} tropic_format;
#define TROPIC_FORMATS 6

/* "matrix-market", "dimacs", ...; NULL for no format. */
TROPIC_API const char *tropic_format_name(tropic_format format);

typedef struct tropic_load_options {
    size_t size;
    tropic_format format;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    tropic_type real_type; /* FP32 or FP64 for real values; zero means FP64 */
    bool ignore_values;    /* read the pattern only */
} tropic_load_options;

/* Reads a matrix from a file; gzip is transparent. Integer values become INT32 where all of them fit, and
 * so do sums of duplicates, else INT64; real values options->real_type. Formats whose ids are sparse (edge
 * lists, KONECT) number their vertices by ascending file id and keep it: tropic_matrix_label.
 * Cost O(bytes) in parallel. Status: usual, and IO_ERROR (cannot open or read), FORMAT_ERROR (the text is
 * "file:line: cause"), NOT_SUPPORTED (complex values, another compression), OVERFLOW (a sum of duplicates),
 * DIMENSION_MISMATCH (UNDIRECTED, of a matrix that is not square, or bipartite), CANCELLED.
 */
TROPIC_API tropic_status tropic_matrix_load(tropic_matrix **A, tropic_context *context, const char *path,
                                            const tropic_load_options *options);
/* Writes a matrix; a name that ends in .gz is compressed. The file appears complete, and is then on the disk, or not
 * at all; a device, a pipe, and what the process has open, by the names /dev/stdout, /dev/stderr and /dev/fd/N, are
 * written in place. Edge lists and KONECT have the vertices' labels, the other formats count from 1.
 * Cost O(bytes). Status: usual, and INVALID_ARGUMENT (AUTO, and a name that says no format), IO_ERROR (errno has the
 * cause), CANCELLED, NOT_SUPPORTED (the format cannot hold this matrix; the text says why). */
TROPIC_API tropic_status tropic_matrix_save(const tropic_matrix *A, tropic_context *context, const char *path,
                                            tropic_format format);

TROPIC_API tropic_index tropic_matrix_rows(const tropic_matrix *A);
TROPIC_API tropic_index tropic_matrix_cols(const tropic_matrix *A);
TROPIC_API tropic_offset tropic_matrix_count(const tropic_matrix *A);
TROPIC_API tropic_type tropic_matrix_type(const tropic_matrix *A);
/* Whether it stores no values (each entry counts as true, or 1). */
TROPIC_API bool tropic_matrix_is_pattern(const tropic_matrix *A);
/* Whether its rows and its columns are two sets of vertices: it is not square, or its file says so (KONECT `bip`, whose
 * sides may be as large as each other; Matrix Market written of such a matrix, in a comment). Algorithms refuse it. */
TROPIC_API bool tropic_matrix_is_bipartite(const tropic_matrix *A);
/* The format of the file that it was loaded from, found or asked for; AUTO for arrays. */
TROPIC_API tropic_format tropic_matrix_format(const tropic_matrix *A);
/* What that file says of its entries. Options may have had it read in another way. */
typedef enum tropic_file_direction {
    TROPIC_FILE_SILENT,     /* nothing: edge lists, general Matrix Market; arrays. AUTO: each is one arc */
    TROPIC_FILE_DIRECTED,   /* each is one arc: DIMACS sp, KONECT asym and bip */
    TROPIC_FILE_UNDIRECTED, /* edges: symmetric Matrix Market, METIS, KONECT sym, DIMACS edge and col */
    TROPIC_FILE_SKEW        /* two arcs, of opposite values: skew-symmetric Matrix Market */
} tropic_file_direction;
TROPIC_API tropic_file_direction tropic_matrix_file_direction(const tropic_matrix *A);

/* The id that vertex i has in its file; i + 1 or i where the format counts so; i for arrays. */
TROPIC_API int64_t tropic_matrix_label(const tropic_matrix *A, tropic_index i);
/* The vertex with this label, or -1. O(log n). */
TROPIC_API tropic_index tropic_matrix_find(const tropic_matrix *A, int64_t label);

/* Host arrays by rows (CSR) or by columns (CSC), borrowed: valid until A is freed. Made on first
 * use, at O(rows + cols + nnz), and copied from a device that has them alone. *values is NULL for a pattern. Any output
 * may be NULL. Status: usual, and NOT_SUPPORTED (A views device memory, and the context is of another device). */
TROPIC_API tropic_status tropic_matrix_csr(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets, const tropic_index **col_ids,
                                           const void **values);
TROPIC_API tropic_status tropic_matrix_csc(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets, const tropic_index **row_ids,
                                           const void **values);

typedef struct tropic_matrix_facts {
    size_t size;
    tropic_index rows, cols;
    tropic_offset count;
    tropic_offset loops;                             /* diagonal entries */
    bool symmetric_pattern, symmetric;               /* of structure; of structure and values, bit by bit */
    tropic_index min_out, max_out;                   /* entries of a row */
    tropic_index min_in, max_in;                     /* entries of a column */
    double mean_degree, deviation_out, deviation_in; /* of entries per row and per column */
    tropic_index components;                         /* weakly connected; -1 where bipartite */
    tropic_index largest_component;                  /* its vertices */
    tropic_index isolated;                           /* vertices without any arc but a loop */
    double min_value, max_value;                     /* 1 and 1 for a pattern; 0 and 0 when empty; NaN and NaN
                                            where a value is NaN */
    double mean_value;
    tropic_strategy pull; /* the pulling strategy that auto takes */
} tropic_matrix_facts;

/* Counts and properties; the caller sets facts->size. Cost O(n + nnz) the first time. Status: as
 * tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_describe(const tropic_matrix *A, tropic_context *context,
                                                tropic_matrix_facts *facts);

/* Looks for an arc whose opposite is there as well, loops apart: among all arcs, where they are up to 4096, or all lead
 * to a higher vertex, or all to a lower one; else among 4096, spread evenly over the entries.
 *   reciprocal  out  one was found
 *   looked      out  arcs looked at until then
 *   all         out  where none was found: there is none
 * Any output may be NULL. Cost O(n), and log n for each of the 4096; mostly less: it stops at the first. On host
 * arrays, by rows or by columns, whichever are there. Status: as tropic_matrix_csr, and DIMENSION_MISMATCH (not
 * square). */
TROPIC_API tropic_status tropic_matrix_reciprocal(const tropic_matrix *A, tropic_context *context, bool *reciprocal,
                                                  tropic_offset *looked, bool *all);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MATRIX_H */
