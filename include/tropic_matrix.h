/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: matrices, from arrays and files. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_MATRIX_H
#define TROPIC_MATRIX_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* How several entries at one place combine. */
typedef enum tropic_duplicates {
    TROPIC_DUPLICATES_DEFAULT, /* arrays and Matrix Market: sum, but minimum of an entry and its opposite
                                  (TROPIC_DIRECTION_UNDIRECTED). KONECT `positive` (multigraphs): sum of all.
                                  Other graph files: minimum */
    TROPIC_DUPLICATES_SUM,     /* the sum, real values in the order of the input. If it leaves the type (integers
                                  in files: 64 bits), or is not finite although its terms are, the call fails with
                                  OVERFLOW and names the place */
    TROPIC_DUPLICATES_MIN,
    TROPIC_DUPLICATES_MAX,
    TROPIC_DUPLICATES_FIRST,
    TROPIC_DUPLICATES_LAST,
    TROPIC_DUPLICATES_REFUSE /* the call fails with INVALID_ARGUMENT and names the place */
} tropic_duplicates;

/* Shortest paths know the dropped loops of negative length, which are negative cycles: see tropic_sssp. */
typedef enum tropic_loops { TROPIC_LOOPS_KEEP, TROPIC_LOOPS_DROP } tropic_loops;

typedef enum tropic_direction {
    TROPIC_DIRECTION_AUTO,      /* as the file says; arrays, edge lists and DIMACS: directed */
    TROPIC_DIRECTION_DIRECTED,  /* each entry is one arc */
    TROPIC_DIRECTION_UNDIRECTED /* the transpose is added: entry (i, j), i != j, also stands at (j, i). Entries at
                                   one place then combine by the duplicate rule, in the order of the input. DEFAULT of
                                   arrays and Matrix Market combines the values of (i, j) and those of (j, i) by sum,
                                   and takes the smaller of the two: such a file has each edge twice. So a symmetric
                                   input does not change, except by SUM, which doubles it off the diagonal. REFUSE lets
                                   an entry and its opposite pass if their values are equal, except in KONECT
                                   `positive` */
} tropic_direction;

typedef struct tropic_build_options {
    size_t size;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    /* The matrix uses the caller's arrays without a copy. They must stay alive and unchanged until the matrix is freed,
     * sorted (row ids ascending within a column, column ids within a row; COO by column, then row) and without
     * duplicates; `loops` and `direction` must be zero. Host arrays are checked. Device arrays are not checked, except
     * for the first and last offset and, for COO, col_ids, which are copied to the host to count them. */
    bool view;
    tropic_location location; /* where the arrays lie; TROPIC_DEVICE needs a CUDA context */
    /* For CSR and CSC: offsets of 32 bits, as PETSc, MKL and SciPy have them. The argument `offsets` must then be NULL.
     * These offsets are checked and copied on the host (8 bytes per row or column), even for a view, and need not
     * outlive the call. */
    const int32_t *offsets32;
    /* Instead of a rule: values at one place combine by this operator, in the order of the input, z = op(z, next). Its
     * types are the matrix's, and `duplicates` must be zero. It may use the place. A pattern has no values to combine.
     * With UNDIRECTED, the value above the diagonal is x where it meets its opposite, y, equal or not, and both get
     * the result. */
    const tropic_operator *duplicates_op;
} tropic_build_options;

/* Builds a rows x cols matrix from entries: COO has entry k at (row_ids[k], col_ids[k]), in any order. CSR has the
 * entries offsets[i] to offsets[i+1] - 1 of col_ids in row i. CSC has the same by columns.
 *   A        out
 *   context  in
 *   offsets  in   CSR: rows + 1 members; CSC: cols + 1 members
 *   ids      in   `count` ids, for CSR and CSC as many as the last offset; may be NULL if there are no entries
 *   values   in   a value of `type` for each id. NULL: a pattern (type must be TROPIC_BOOL), or, if there are no
 *                 entries, a matrix of any type
 *   options  in   may be NULL
 * Cost: O(rows + cols + count), without a comparison sort; of a hypersparse matrix (see Forms) O(count log count).
 * Status: usual, and INVALID_ARGUMENT (a duplicate that is refused; a view that is not sorted or has more than rows *
 * cols entries; entries in a matrix without places), OVERFLOW (a sum of duplicates), INDEX_OUT_OF_RANGE, TYPE_MISMATCH
 * (duplicates_op), DIMENSION_MISMATCH (UNDIRECTED for a matrix that is not square), NO_DEVICE (device arrays without a
 * CUDA context), NOT_SUPPORTED (a view on the 17th GPU), and those of a user-defined operator.
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
/* Notes on tropic_matrix_from_coo, tropic_matrix_from_csr and tropic_matrix_from_csc
 * Without entries and values, only a matrix of type TROPIC_BOOL is a pattern.
 * Memory: a matrix of a million entries or more from COO arrays on the host takes at most 2.5 times the memory of the
 * matrix, without the caller's arrays. If there are more entries than memory has room for, the call fails before it
 * reads an id.
 * Device arrays are sorted by the device, a radix sort, and the matrix is in its memory alone; on the way it takes 16
 * bytes for each entry and twice its value. The host does it instead, if the device has no room for that, if there are
 * 2^31 entries or more, and for duplicates_op with more than 128 values at one place.
 */

/* Frees a matrix. */
TROPIC_API void tropic_matrix_free(tropic_matrix **A);

typedef enum tropic_format {
    TROPIC_FORMAT_AUTO,          /* reading: by content, then by name; writing: by name */
    TROPIC_FORMAT_MATRIX_MARKET, /* .mtx */
    TROPIC_FORMAT_DIMACS,        /* .gr */
    TROPIC_FORMAT_METIS,         /* .graph, .metis */
    TROPIC_FORMAT_EDGE_LIST,     /* .txt, .tsv, .edges, .el, .csv (with commas): `from to [weight]` */
    TROPIC_FORMAT_KONECT         /* out.*, .konect */
} tropic_format;
#define TROPIC_FORMATS 6

/* Returns "matrix-market", "dimacs", ...; NULL if there is no such format. */
TROPIC_API const char *tropic_format_name(tropic_format format);

/* Zeros of a Matrix Market `array` file, which has a value for each place. (A zero of any other file is an entry.) */
typedef enum tropic_zeros {
    TROPIC_ZEROS_KEEP, /* they are entries with the value 0 */
    TROPIC_ZEROS_DROP  /* they are no entries, as in a graph's dense adjacency matrix */
} tropic_zeros;
/* Is the first line of an edge list one of sizes: VERTICES EDGES, or VERTICES VERTICES EDGES? */
typedef enum tropic_sizes {
    /* If its last number is the number of lines that follow, these are 16 or more, and its first number is the largest
     * id, or one more where 0 is the least, or the number of different ids. A comment "# Nodes: N Edges: M" above it
     * that counts it among the M says that it is an edge. */
    TROPIC_SIZES_AUTO,
    /* A vertex without edges that is beyond the sizes is an error. If edges have ids beyond them, ids are no range. */
    TROPIC_SIZES_YES,
    TROPIC_SIZES_NO
} tropic_sizes;

typedef struct tropic_load_options {
    size_t size;
    tropic_format format;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    tropic_type real_type; /* FP32 or FP64 for real values; zero means FP64 */
    bool ignore_values;    /* read the pattern only */
    tropic_zeros zeros;
    /* For edge lists: which columns are source, target and weight, as "FROM,TO" or "FROM,TO,WEIGHT", by the names in
     * the file's first line or by numbers from 1. There may then be any number of columns, and text in the others.
     * NULL: as the names say, or the first two or three. For other formats, this and `sizes` are errors. */
    const char *columns;
    tropic_sizes sizes; /* for edge lists */
    int64_t max_text;   /* bytes of text, unpacked, to read at most; 0: any number */
} tropic_load_options;

/* Reads a matrix from a file, which may be compressed by gzip. A compressed file, or a pipe, is parsed as it is read:
 * memory is needed for its entries, and for one line, which may have 1 GiB, but not for comments, blanks, or entries
 * beyond the number in the header. Integer values become INT32 if all of them and all sums
 * of duplicates fit, else INT64; real values get options->real_type. Formats with sparse ids (edge lists, KONECT)
 * number their vertices by ascending file id; tropic_matrix_label returns that id. KONECT `dynamic` is read as the
 * pattern of the edges that are there after all lines, in the order of their times or, without times, of the file.
 * Cost: O(bytes), in parallel.
 * Status: usual, and IO_ERROR (the file cannot be opened or read), FORMAT_ERROR (the text is "file:line: cause"),
 * NOT_SUPPORTED (complex values that are not ignored, those of an array, another compression, a format that is not
 * read, or more text than max_text), OVERFLOW (a sum of duplicates), DIMENSION_MISMATCH (UNDIRECTED for a matrix that
 * is not square or is bipartite), CANCELLED.
 */
TROPIC_API tropic_status tropic_matrix_load(tropic_matrix **A, tropic_context *context, const char *path,
                                            const tropic_load_options *options);
/* Writes a matrix to a file. If the name ends in .gz, the file is compressed. It appears complete, and is then on the
 * disk, or not at all. Devices, pipes and open files of the process, by the names /dev/stdout, /dev/stderr and
 * /dev/fd/N, are written in place. Edge lists and KONECT have the vertices' labels; the other formats count from 1.
 * METIS has a line for each vertex: one byte if it has no neighbours.
 * Cost: O(bytes).
 * Status: usual, and INVALID_ARGUMENT (AUTO, and the name does not tell the format), IO_ERROR (errno has the cause),
 * CANCELLED, NOT_SUPPORTED (the format cannot hold this matrix; the text says why). */
TROPIC_API tropic_status tropic_matrix_save(const tropic_matrix *A, tropic_context *context, const char *path,
                                            tropic_format format);

TROPIC_API tropic_index tropic_matrix_rows(const tropic_matrix *A);
TROPIC_API tropic_index tropic_matrix_cols(const tropic_matrix *A);
TROPIC_API tropic_offset tropic_matrix_count(const tropic_matrix *A); /* stored entries */
TROPIC_API tropic_type tropic_matrix_type(const tropic_matrix *A);
/* Returns whether A stores no values. Each entry then counts as true, or 1. */
TROPIC_API bool tropic_matrix_is_pattern(const tropic_matrix *A);
/* Returns whether A's rows and columns are two sets of vertices. This is true if A is not square, or if its file says
 * so: KONECT `bip`, even if both sets have the same size, and a Matrix Market file that was written from such a matrix,
 * by a comment. Algorithms refuse such a matrix. */
TROPIC_API bool tropic_matrix_is_bipartite(const tropic_matrix *A);
/* Returns how many loops A was made without (TROPIC_LOOPS_DROP), each vertex counted once. Neither later changes of A's
 * entries nor results of operations on A change or inherit it; a duplicate has it. */
TROPIC_API tropic_offset tropic_matrix_loops_dropped(const tropic_matrix *A);
/* Returns whether A's values are multiplicities by its file: how many edges a pair of vertices has (KONECT
 * `positive`). */
TROPIC_API bool tropic_matrix_has_multiplicities(const tropic_matrix *A);
/* Returns the format of the file that A was loaded from, whether detected or requested; AUTO for arrays. */
TROPIC_API tropic_format tropic_matrix_format(const tropic_matrix *A);
/* Directions of entries, as the file of a matrix states them. */
typedef enum tropic_file_direction {
    TROPIC_FILE_SILENT,     /* nothing: edge lists, general Matrix Market, arrays. AUTO reads each entry as one arc */
    TROPIC_FILE_DIRECTED,   /* each entry is one arc: DIMACS sp, KONECT asym and bip */
    TROPIC_FILE_UNDIRECTED, /* an edge each: symmetric Matrix Market, METIS, KONECT sym, DIMACS edge, our edge lists */
    TROPIC_FILE_SKEW        /* each entry is two arcs with opposite values: skew-symmetric Matrix Market */
} tropic_file_direction;
/* Returns what A's file says about its entries. The options may have caused A to be read in another way. */
TROPIC_API tropic_file_direction tropic_matrix_file_direction(const tropic_matrix *A);
/* Returns note k, counted from 0, on how A's file was read: a sentence that begins with the file's name and says what
 * the library took for granted where something else may have been meant. Returns NULL if there are not so many notes.
 * It belongs to A, and is valid until A is freed. Cost: O(k). */
TROPIC_API const char *tropic_matrix_note(const tropic_matrix *A, int k);

/* Returns the id that vertex i has in its file: i + 1 or i for formats that count in this way, and i for arrays. */
TROPIC_API int64_t tropic_matrix_label(const tropic_matrix *A, tropic_index i);
/* Returns the vertex with this label, or -1. Cost: O(log n). */
TROPIC_API tropic_index tropic_matrix_find(const tropic_matrix *A, int64_t label);

/* Returns A's arrays by rows (CSR) or by columns (CSC), on the host. They belong to A and are valid until A is freed,
 * or A is used after an entry was set or removed, or tropic_matrix_set_form or tropic_matrix_update_values ends them
 * (see there). Any output may be NULL; *values is NULL for a pattern.
 * Cost: the first use builds the arrays, in O(rows + cols + nnz), or copies them from a device if only that has them. A
 * hypersparse matrix gets arrays with all its rows or columns: tropic_matrix_get_entries and tropic_matrix_entries do
 * without.
 * Status: usual. */
TROPIC_API tropic_status tropic_matrix_csr(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets, const tropic_index **col_ids,
                                           const void **values);
TROPIC_API tropic_status tropic_matrix_csc(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets, const tropic_index **row_ids,
                                           const void **values);

/* Copies all entries to host memory, by row, then column.
 *   row_ids, col_ids, values  out  tropic_matrix_count(A) members each; any may be NULL. Values of a pattern are true
 * Cost and status: as for tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_get_entries(const tropic_matrix *A, tropic_context *context,
                                                   tropic_index *row_ids, tropic_index *col_ids, void *values);

/* ------------------------------------------------------------------------------------------------
 * Forms
 */

/* A matrix is stored in one form or in several, of the same entries. Each form is made when it is first needed, and
 * then kept, until memory runs short: see tropic_matrix_report. */
typedef enum tropic_matrix_form {
    /* For tropic_matrix_set_form: the one that the library prefers. (Numbers that no form of vectors has.) */
    TROPIC_MATRIX_AUTO = 16,
    TROPIC_MATRIX_BY_ROWS,    /* CSR: an offset for each row, and the entries by row */
    TROPIC_MATRIX_BY_COLUMNS, /* CSC: the same by column */
    /* A list of the rows and a list of the columns that have entries (and perhaps of others, or one list for both), and
     * the matrix of these alone: for matrices most of whose rows or columns are empty. A matrix that is built from
     * entries, or made empty, has this form if it has more than 65536 rows or columns and entries for fewer than one in
     * 16 of these. */
    TROPIC_MATRIX_HYPERSPARSE,
    /* The values of all places, row by row, and a bit for each place that says whether it has an entry; of a full
     * matrix the values alone. For matrices of at most 2^31 - 1 places. Products on a GPU use it. Other calls, except
     * set and get of an entry, make the form by rows beside it. */
    TROPIC_MATRIX_BITMAP
} tropic_matrix_form;

/* Forms of a matrix, and the bytes of their arrays that belong to the matrix (not those that a view uses). */
typedef struct tropic_matrix_forms {
    size_t size;
    bool by_rows, by_columns, hypersparse; /* the form is there, in host memory or on a device */
    bool symmetric;                        /* known to be: the form by rows also serves as that by columns */
    bool full;                             /* an entry at each place: by rows, the values are a dense array */
    size_t bytes_by_rows, bytes_by_columns, bytes_hypersparse;                      /* in host memory */
    size_t device_bytes_by_rows, device_bytes_by_columns, device_bytes_hypersparse; /* on all devices */
    tropic_index named_rows, named_cols; /* of the hypersparse form: in its lists of rows and columns */
    tropic_offset pending;               /* places set or removed that are not yet merged into the arrays */
    size_t bytes_pending;
    int32_t casts; /* copies with values of other types */
    size_t bytes_casts, device_bytes_casts;
    size_t device_bytes_symbolic; /* of the terms that a product kept with it (keep_symbolic of tropic_descriptor) */
    bool bitmap; /* the form is there; where A is full, the form by rows, if that is there, has its values */
    size_t bytes_bitmap, device_bytes_bitmap;
    int32_t dropped; /* how many forms, or parts of them, the library has dropped for want of memory */
    size_t bytes_dropped;
} tropic_matrix_forms;

/* Reports which forms A has; the caller sets forms->size. Makes none, and merges nothing: all but
 * `pending` is of the arrays as they are. Before a call fails with OUT_OF_MEMORY or OUT_OF_DEVICE_MEMORY, the library
 * drops forms that can be made again, if it can, of any matrix with memory from the same functions, those first that
 * were used longest ago. Notes name the forms that stay.
 * Cost: O(pending updates). Status: usual. */
TROPIC_API tropic_status tropic_matrix_report(const tropic_matrix *A, tropic_context *context,
                                              tropic_matrix_forms *forms);
/* Notes on tropic_matrix_report
 * Forms that may be dropped: copies on a device of forms on the host; the second orientation, bitmaps, casts, and the
 * terms that keep_symbolic kept, on the host or a device.
 * Forms that stay: the last one on the host, or, if the host has none, on a device; the caller's arrays of a view;
 * those in use by a call that is under way in any thread; arrays that tropic_matrix_csr, tropic_matrix_csc or
 * tropic_matrix_entries have handed out; and those in use by products that the caller captures in a CUDA graph. Nothing
 * is dropped from a device while a stream is captured there.
 * The caller's functions for memory may therefore be called from any thread that has a context with the same functions
 * and the same memory_user.
 */
/* Gives A this form, in host memory, and drops all others, devices' copies and casts: for memory that runs short, or
 * for a matrix whose next operations are known. If A need not become hypersparse, AUTO makes no new form. It keeps the
 * form by rows if host memory has it. Else it keeps that by columns, or else one of a device. If A is known to be
 * symmetric, BY_COLUMNS keeps the form by rows. Arrays of tropic_matrix_csr become invalid, and no other thread may
 * use A meanwhile. Dropped forms are made again when they are needed.
 * Cost: that of making the form, O(rows + cols + nnz), of BITMAP O(rows * cols). If that fails, A is as it was.
 * Status: as for tropic_matrix_csr, and INVALID_ARGUMENT (no such form), NOT_SUPPORTED (in a loop's body; too many
 * places for a bitmap). */
TROPIC_API tropic_status tropic_matrix_set_form(tropic_matrix *A, tropic_context *context, tropic_matrix_form form);

/* ------------------------------------------------------------------------------------------------
 * Single entries
 */

/* Set, get and remove the entry at row i and column j. Updates are kept beside A's arrays, and merged into them by the
 * first call that needs them. No other thread may use A while an entry is set or removed.
 *   value    in   of A's type; NULL for a pattern, which has no values
 *            out  the same; of a pattern, true. May be NULL. Unchanged if there is no entry
 *   present  out  whether there is an entry; may be NULL
 * Cost: O(1) expected, and O(log n) to look for the entry in A's arrays. The next call that needs the arrays costs
 * O(rows + nnz + u log u) more after u updates, and forms made of A on demand (the other orientation, a device's copy)
 * are made again. A matrix that only a device has is first copied to the host.
 * Another value of an entry is written into arrays that are A's own, and any change into a bitmap, so that nothing has
 * to be merged.
 * Status: usual, and INDEX_OUT_OF_RANGE, NOT_SUPPORTED (in a loop's body). */
TROPIC_API tropic_status tropic_matrix_set(tropic_matrix *A, tropic_context *context, tropic_index i, tropic_index j,
                                           const void *value);
TROPIC_API tropic_status tropic_matrix_get(const tropic_matrix *A, tropic_context *context, tropic_index i,
                                           tropic_index j, void *value, bool *present);
TROPIC_API tropic_status tropic_matrix_remove(tropic_matrix *A, tropic_context *context, tropic_index i,
                                              tropic_index j);
/* Notes on tropic_matrix_set, tropic_matrix_get and tropic_matrix_remove
 * Removing an entry that is not there is no error. When updates are merged into a view, it gets arrays of its own, and
 * the caller's stay as they are.
 * Memory: at most 52 bytes and two values for each place that was set or removed since the last merge; while they are
 * merged, twice that, and the new arrays beside the old ones.
 * If a merge fails (OUT_OF_MEMORY), the call that needed it fails, and A has its entries and updates as before.
 */

/* Replaces the values of all entries. Their places stay, and A is known to have the same pattern: products that keep
 * their terms (keep_symbolic of tropic_descriptor) then only sum.
 *   values    in   tropic_matrix_count(A) of A's type, by row, then column, as tropic_matrix_get_entries has them
 *   location  in   where `values` lie; TROPIC_DEVICE needs a CUDA context, and they must be there in its stream's order
 * Values from the host go to A's rows there, and to those of the context's device if it has some. Arrays of
 * tropic_matrix_csr stay valid and show the new values, unless A is a view: this gets new values, and its old array
 * keeps the old ones. Values from a device go there alone, and arrays on the host become invalid. Those of
 * tropic_matrix_csc do in any case. No other thread may use A meanwhile, nor work of another context that has not
 * ended (tropic_vector_wait of its results).
 * After DEVICE_ERROR, values are the old or the new ones.
 * Cost: O(nnz), and that of A's rows if it has none.
 * Status: usual, and INVALID_ARGUMENT (A is a pattern), NOT_SUPPORTED (in a loop's body; the stream is captured). */
TROPIC_API tropic_status tropic_matrix_update_values(tropic_matrix *A, tropic_context *context, const void *values,
                                                     tropic_location location);

/* Goes over the entries of a matrix on the host, by row, then column:
 *
 *     tropic_entries e;
 *     status = tropic_matrix_entries(&e, A, context);
 *     if (status == TROPIC_OK)
 *         while (tropic_entries_next(&e)) use(e.row, e.col, e.value);
 *
 * It is valid as long as the arrays of tropic_matrix_csr. */
typedef struct tropic_entries {
    tropic_index row, col; /* of the entry */
    const void *value;     /* of A's type; NULL for a pattern */
    /* For the functions below: A's arrays by rows, of a hypersparse matrix those of the rows and columns that have
     * names, else NULL; and the position of the next entry. */
    tropic_index list, lists;
    tropic_offset next;
    const tropic_index *row_names, *col_names;
    const tropic_offset *offsets;
    const tropic_index *col_ids;
    const char *values;
    size_t value_size;
} tropic_entries;

/* Sets *e before the first entry. Cost and status: as for tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_entries(tropic_entries *e, const tropic_matrix *A, tropic_context *context);
/* Goes to the next entry; returns whether there is one. Cost: O(1), and O(1) for each row without entries (of a
 * hypersparse matrix, that has a name). */
TROPIC_API bool tropic_entries_next(tropic_entries *e);
/* Sets *e before the first entry of row i or, if that has none, of a later row. 0 <= i <= rows. Cost: O(1), of a
 * hypersparse matrix O(log rows). */
TROPIC_API void tropic_entries_seek(tropic_entries *e, tropic_index i);

typedef struct tropic_matrix_facts {
    size_t size;
    tropic_index rows, cols;
    tropic_offset count;
    tropic_offset loops;                             /* diagonal entries */
    bool symmetric_pattern, symmetric;               /* symmetric in structure; in structure and values, bit by bit */
    tropic_index min_out, max_out;                   /* the fewest and the most entries of a row */
    tropic_index min_in, max_in;                     /* the fewest and the most entries of a column */
    double mean_degree, deviation_out, deviation_in; /* entries per row; standard deviations by rows and by columns */
    tropic_index components;                         /* weakly connected components; -1 if A is bipartite */
    tropic_index largest_component;                  /* vertices of the largest component */
    tropic_index isolated;                           /* vertices without an arc except loops */
    double min_value, max_value;                     /* 1 and 1 for a pattern; 0 and 0 without entries; NaN and
                                                        NaN if a value is NaN; of large integers rounded */
    double mean_value;
    tropic_strategy pull; /* the pulling strategy that AUTO chooses */
} tropic_matrix_facts;

/* Returns counts and properties of a matrix; the caller sets facts->size.
 * Cost: O(n + nnz) for the first call. Status: as for tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_describe(const tropic_matrix *A, tropic_context *context,
                                                tropic_matrix_facts *facts);

/* Looks for an arc, other than a loop, whose opposite is stored as well. All arcs are looked at if there are at most
 * 4096, or if all of them lead to a higher vertex, or all to a lower one. Otherwise 4096 arcs are looked at, spread
 * evenly over the entries.
 *   reciprocal  out  whether such an arc was found
 *   looked      out  the number of arcs looked at until then
 *   all         out  if none was found: whether it is certain that there is none
 * Any output may be NULL.
 * Cost: at most O(n) plus log n for each of the 4096 arcs; the call stops at the first arc that it finds.
 * Status: as for tropic_matrix_csr, and DIMENSION_MISMATCH (A is not square). */
TROPIC_API tropic_status tropic_matrix_reciprocal(const tropic_matrix *A, tropic_context *context, bool *reciprocal,
                                                  tropic_offset *looked, bool *all);
/* Notes on tropic_matrix_reciprocal
 * The call works on the host arrays by rows or by columns, whichever exist.
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MATRIX_H */
