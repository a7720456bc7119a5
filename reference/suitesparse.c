/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors to and from GraphBLAS, by its CSR import and export.
 */
#include <tropic_suitesparse.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* X(NAME, C type): the types that both sides have. */
#define SHARED_TYPES(X)                                                                                                \
    X(BOOL, bool)                                                                                                      \
    X(INT8, int8_t)                                                                                                    \
    X(INT16, int16_t)                                                                                                  \
    X(INT32, int32_t)                                                                                                  \
    X(INT64, int64_t)                                                                                                  \
    X(UINT8, uint8_t)                                                                                                  \
    X(UINT16, uint16_t)                                                                                                \
    X(UINT32, uint32_t)                                                                                                \
    X(UINT64, uint64_t)                                                                                                \
    X(FP32, float)                                                                                                     \
    X(FP64, double)

#define ERROR_LENGTH 512
static _Thread_local char last_error[ERROR_LENGTH];

const char *tropic_suitesparse_error(void)
{
    return last_error;
}

__attribute__((format(printf, 2, 3))) static tropic_status fail(tropic_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    return status;
}

static tropic_status out_of_memory(const char *what)
{
    return fail(TROPIC_OUT_OF_MEMORY, "no memory for %s", what);
}

/* The status for GraphBLAS's return value. */
static tropic_status translate(GrB_Info info, const char *what)
{
    switch (info) {
    case GrB_SUCCESS: return TROPIC_OK;
    case GrB_OUT_OF_MEMORY: return out_of_memory(what);
    case GrB_UNINITIALIZED_OBJECT:
    case GrB_INVALID_OBJECT: return fail(TROPIC_INVALID_ARGUMENT, "%s is not valid", what);
    default: return fail(TROPIC_NOT_SUPPORTED, "GraphBLAS failed on %s with code %d", what, info);
    }
}

/* A failure of a call of the library, whose sentence the context has. */
static tropic_status pass_on(tropic_status status, const tropic_context *context)
{
    if (status == TROPIC_OK) return status;
    return fail(status, "%s", context ? tropic_context_error(context) : tropic_status_message(status));
}

/* -- types ------------------------------------------------------------------------------------- */

#if defined(GxB_SUITESPARSE_GRAPHBLAS) && GxB_IMPLEMENTATION_MAJOR < 9
#define TYPE_BY_NAME 1
#else
#define TYPE_BY_NAME 0
#endif

#if TYPE_BY_NAME
static bool type_from_name(tropic_type *type, const char *name)
{
#define IF_NAMED(NAME, ctype)                                                                                          \
    if (strcmp(name, #ctype) == 0) {                                                                                   \
        *type = TROPIC_##NAME;                                                                                         \
        return true;                                                                                                   \
    }
    SHARED_TYPES(IF_NAMED)
#undef IF_NAMED
    return false;
}

static GrB_Info matrix_type(tropic_type *type, bool *known, GrB_Matrix G)
{
    char name[GxB_MAX_NAME_LEN] = "";
    GrB_Info info = GxB_Matrix_type_name(name, G);
    *known = info == GrB_SUCCESS && type_from_name(type, name);
    return info;
}

static GrB_Info vector_type(tropic_type *type, bool *known, GrB_Vector g)
{
    char name[GxB_MAX_NAME_LEN] = "";
    GrB_Info info = GxB_Vector_type_name(name, g);
    *known = info == GrB_SUCCESS && type_from_name(type, name);
    return info;
}
#else
static bool type_from_code(tropic_type *type, int32_t code)
{
    switch (code) {
#define CASE_CODE(NAME, ctype)                                                                                         \
    case GrB_##NAME##_CODE:                                                                                            \
        *type = TROPIC_##NAME;                                                                                         \
        return true;
        SHARED_TYPES(CASE_CODE)
#undef CASE_CODE
    default: return false;
    }
}

static GrB_Info matrix_type(tropic_type *type, bool *known, GrB_Matrix G)
{
    int32_t code = 0;
    GrB_Info info = GrB_Matrix_get_INT32(G, &code, GrB_EL_TYPE_CODE);
    *known = info == GrB_SUCCESS && type_from_code(type, code);
    return info;
}

static GrB_Info vector_type(tropic_type *type, bool *known, GrB_Vector g)
{
    int32_t code = 0;
    GrB_Info info = GrB_Vector_get_INT32(g, &code, GrB_EL_TYPE_CODE);
    *known = info == GrB_SUCCESS && type_from_code(type, code);
    return info;
}
#endif

/* NULL where it has no such type. */
static GrB_Type graphblas_type(tropic_type type)
{
    switch (type) {
#define CASE_TYPE(NAME, ctype)                                                                                         \
    case TROPIC_##NAME: return GrB_##NAME;
        SHARED_TYPES(CASE_TYPE)
#undef CASE_TYPE
    }
    return NULL;
}

/* Whether every entry is known to be true without looking at them. */
static bool is_all_true(GrB_Matrix G, tropic_type type, const void *values, GrB_Index count)
{
    bool iso = false;
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    if (GxB_Matrix_iso(&iso, G) != GrB_SUCCESS) iso = false;
#else
    (void)G;
#endif
    return iso && type == TROPIC_BOOL && count > 0 && *(const bool *)values;
}

/* -- from GraphBLAS ---------------------------------------------------------------------------- */

static GrB_Info export_csr(GrB_Index *offsets, GrB_Index *ids, void *values, GrB_Index lengths[3], tropic_type type,
                           GrB_Matrix G)
{
    switch (type) {
#define CASE_EXPORT(NAME, ctype)                                                                                       \
    case TROPIC_##NAME:                                                                                                \
        return GrB_Matrix_export_##NAME(offsets, ids, (ctype *)values, &lengths[0], &lengths[1], &lengths[2],          \
                                        GrB_CSR_FORMAT, G);
        SHARED_TYPES(CASE_EXPORT)
#undef CASE_EXPORT
    }
    return GrB_DOMAIN_MISMATCH;
}

/* Narrows exported ids and offsets and hands them to the library, which sorts. */
static tropic_status build(tropic_matrix **A, tropic_context *context, GrB_Index rows, GrB_Index cols,
                           const GrB_Index *offsets, const GrB_Index *ids, tropic_type type, const void *values)
{
    GrB_Index count = offsets[rows];
    tropic_offset *narrow_offsets = malloc((size_t)(rows + 1) * sizeof *narrow_offsets);
    tropic_index *narrow_ids = malloc((size_t)(count + 1) * sizeof *narrow_ids);
    tropic_status status = TROPIC_OK;
    if (!narrow_offsets || !narrow_ids) status = out_of_memory("the matrix");
    if (status == TROPIC_OK) {
        for (GrB_Index i = 0; i <= rows; i++) narrow_offsets[i] = (tropic_offset)offsets[i];
        for (GrB_Index k = 0; k < count; k++) narrow_ids[k] = (tropic_index)ids[k];
        status = pass_on(tropic_matrix_from_csr(A, context, (tropic_index)rows, (tropic_index)cols, narrow_offsets,
                                                narrow_ids, type, values, NULL),
                         context);
    }
    free(narrow_offsets);
    free(narrow_ids);
    return status;
}

tropic_status tropic_matrix_from_suitesparse(tropic_matrix **A, tropic_context *context, GrB_Matrix G)
{
    if (!A || !context || !G) return fail(TROPIC_INVALID_ARGUMENT, "A, context or G is NULL");
    tropic_type type = TROPIC_BOOL;
    bool known = false;
    GrB_Index rows = 0, cols = 0, lengths[3] = {0};
    GrB_Info info = matrix_type(&type, &known, G);
    if (info == GrB_SUCCESS) info = GrB_Matrix_nrows(&rows, G);
    if (info == GrB_SUCCESS) info = GrB_Matrix_ncols(&cols, G);
    if (info != GrB_SUCCESS) return translate(info, "G");
    if (!known) return fail(TROPIC_TYPE_MISMATCH, "G has a type that Tropic has not");
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return fail(TROPIC_INVALID_ARGUMENT, "G is larger than 2^31 - 1");

    info = GrB_Matrix_exportSize(&lengths[0], &lengths[1], &lengths[2], GrB_CSR_FORMAT, G);
    if (info != GrB_SUCCESS) return translate(info, "G");
    GrB_Index *offsets = malloc((size_t)(lengths[0] + 1) * sizeof *offsets);
    GrB_Index *ids = malloc((size_t)(lengths[1] + 1) * sizeof *ids);
    void *values = malloc((size_t)(lengths[2] + 1) * tropic_type_size(type));
    tropic_status status = TROPIC_OK;
    if (!offsets || !ids || !values) status = out_of_memory("the entries of G");
    if (status == TROPIC_OK) status = translate(export_csr(offsets, ids, values, lengths, type, G), "G");
    if (status == TROPIC_OK) {
        bool pattern = is_all_true(G, type, values, offsets[rows]);
        status = build(A, context, rows, cols, offsets, ids, type, pattern ? NULL : values);
    }
    free(offsets);
    free(ids);
    free(values);
    return status;
}

static GrB_Info extract(GrB_Index *ids, void *values, GrB_Index *count, tropic_type type, GrB_Vector g)
{
    switch (type) {
#define CASE_EXTRACT(NAME, ctype)                                                                                      \
    case TROPIC_##NAME: return GrB_Vector_extractTuples_##NAME(ids, (ctype *)values, count, g);
        SHARED_TYPES(CASE_EXTRACT)
#undef CASE_EXTRACT
    }
    return GrB_DOMAIN_MISMATCH;
}

tropic_status tropic_vector_from_suitesparse(tropic_vector **v, tropic_context *context, GrB_Vector g)
{
    if (!v || !context || !g) return fail(TROPIC_INVALID_ARGUMENT, "v, context or g is NULL");
    tropic_type type = TROPIC_BOOL;
    bool known = false;
    GrB_Index n = 0, count = 0;
    GrB_Info info = vector_type(&type, &known, g);
    if (info == GrB_SUCCESS) info = GrB_Vector_size(&n, g);
    if (info == GrB_SUCCESS) info = GrB_Vector_nvals(&count, g);
    if (info != GrB_SUCCESS) return translate(info, "g");
    if (!known) return fail(TROPIC_TYPE_MISMATCH, "g has a type that Tropic has not");
    if (n > TROPIC_INDEX_MAX) return fail(TROPIC_INVALID_ARGUMENT, "g is larger than 2^31 - 1");

    GrB_Index *ids = malloc((size_t)(count + 1) * sizeof *ids);
    tropic_index *narrow = malloc((size_t)(count + 1) * sizeof *narrow);
    void *values = malloc((size_t)(count + 1) * tropic_type_size(type));
    tropic_vector *made = NULL;
    tropic_status status = TROPIC_OK;
    if (!ids || !narrow || !values) status = out_of_memory("the entries of g");
    if (status == TROPIC_OK) status = translate(extract(ids, values, &count, type, g), "g");
    if (status == TROPIC_OK) {
        for (GrB_Index k = 0; k < count; k++) narrow[k] = (tropic_index)ids[k];
        status = pass_on(tropic_vector_create(&made, context, type, (tropic_index)n), context);
    }
    if (status == TROPIC_OK)
        status = pass_on(tropic_vector_put_entries(made, (tropic_index)count, narrow, values), context);
    if (status == TROPIC_OK)
        *v = made;
    else
        tropic_vector_free(&made);
    free(ids);
    free(narrow);
    free(values);
    return status;
}

/* -- to GraphBLAS ------------------------------------------------------------------------------ */

static GrB_Info import_csr(GrB_Matrix *G, GrB_Index rows, GrB_Index cols, const GrB_Index *offsets,
                           const GrB_Index *ids, tropic_type type, const void *values)
{
    GrB_Index count = offsets[rows];
    switch (type) {
#define CASE_IMPORT(NAME, ctype)                                                                                       \
    case TROPIC_##NAME:                                                                                                \
        return GrB_Matrix_import_##NAME(G, GrB_##NAME, rows, cols, offsets, ids, (const ctype *)values, rows + 1,      \
                                        count, count, GrB_CSR_FORMAT);
        SHARED_TYPES(CASE_IMPORT)
#undef CASE_IMPORT
    }
    return GrB_DOMAIN_MISMATCH;
}

tropic_status tropic_matrix_to_suitesparse(GrB_Matrix *G, tropic_context *context, const tropic_matrix *A)
{
    if (!G || !context || !A) return fail(TROPIC_INVALID_ARGUMENT, "G, context or A is NULL");
    GrB_Index rows = (GrB_Index)tropic_matrix_rows(A), cols = (GrB_Index)tropic_matrix_cols(A);
    GrB_Index count = (GrB_Index)tropic_matrix_count(A);
    if (!graphblas_type(tropic_matrix_type(A)))
        return fail(TROPIC_TYPE_MISMATCH, "A has a type that GraphBLAS has not");
    if (rows == 0 || cols == 0) return fail(TROPIC_INVALID_ARGUMENT, "GraphBLAS has no matrix without rows or columns");
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_status status = tropic_matrix_csr(A, context, &offsets, &ids, &values);
    if (status != TROPIC_OK) return pass_on(status, context);

    bool pattern = tropic_matrix_is_pattern(A);
    GrB_Index *wide_offsets = malloc((size_t)(rows + 1) * sizeof *wide_offsets);
    GrB_Index *wide_ids = malloc((size_t)(count + 1) * sizeof *wide_ids);
    bool *trues = pattern ? malloc((size_t)count + 1) : NULL;
    GrB_Matrix made = NULL;
    if (!wide_offsets || !wide_ids || (pattern && !trues)) status = out_of_memory("G");
    if (status == TROPIC_OK) {
        for (GrB_Index i = 0; i <= rows; i++) wide_offsets[i] = (GrB_Index)offsets[i];
        for (GrB_Index k = 0; k < count; k++) wide_ids[k] = (GrB_Index)ids[k];
        if (pattern) memset(trues, true, (size_t)count);
        GrB_Info info =
            import_csr(&made, rows, cols, wide_offsets, wide_ids, tropic_matrix_type(A), pattern ? trues : values);
        /* One true for all entries: GraphBLAS then stores no values either. */
        if (info == GrB_SUCCESS && pattern)
            info = GrB_Matrix_apply_BinaryOp2nd_BOOL(made, NULL, NULL, GrB_ONEB_BOOL, made, true, NULL);
        status = translate(info, "G");
    }
    if (status == TROPIC_OK)
        *G = made;
    else
        GrB_Matrix_free(&made);
    free(wide_offsets);
    free(wide_ids);
    free(trues);
    return status;
}

static GrB_Info import_entries(GrB_Vector g, const GrB_Index *ids, const void *values, GrB_Index count,
                               tropic_type type)
{
    switch (type) {
#define CASE_BUILD(NAME, ctype)                                                                                        \
    case TROPIC_##NAME: return GrB_Vector_build_##NAME(g, ids, (const ctype *)values, count, GrB_FIRST_##NAME);
        SHARED_TYPES(CASE_BUILD)
#undef CASE_BUILD
    }
    return GrB_DOMAIN_MISMATCH;
}

tropic_status tropic_vector_to_suitesparse(GrB_Vector *g, const tropic_vector *v)
{
    if (!g || !v) return fail(TROPIC_INVALID_ARGUMENT, "g or v is NULL");
    tropic_type type = tropic_vector_type(v);
    GrB_Index n = (GrB_Index)tropic_vector_size(v), count = (GrB_Index)tropic_vector_count(v);
    if (!graphblas_type(type)) return fail(TROPIC_TYPE_MISMATCH, "v has a type that GraphBLAS has not");
    if (n == 0) return fail(TROPIC_INVALID_ARGUMENT, "GraphBLAS has no vector of length 0");

    tropic_index *ids = malloc((size_t)(count + 1) * sizeof *ids);
    GrB_Index *wide = malloc((size_t)(count + 1) * sizeof *wide);
    void *values = malloc((size_t)(count + 1) * tropic_type_size(type));
    GrB_Vector made = NULL;
    tropic_status status = TROPIC_OK;
    if (!ids || !wide || !values) status = out_of_memory("g");
    if (status == TROPIC_OK) status = pass_on(tropic_vector_get_entries(v, ids, values), NULL);
    if (status == TROPIC_OK) {
        for (GrB_Index k = 0; k < count; k++) wide[k] = (GrB_Index)ids[k];
        status = translate(GrB_Vector_new(&made, graphblas_type(type), n), "g");
    }
    if (status == TROPIC_OK) status = translate(import_entries(made, wide, values, count, type), "g");
    if (status == TROPIC_OK)
        *g = made;
    else
        GrB_Vector_free(&made);
    free(ids);
    free(wide);
    free(values);
    return status;
}
