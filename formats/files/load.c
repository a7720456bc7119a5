/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_load: text, entries, matrix.
 */
#include "formats/files/text/foreign.h"
#include "formats/files/text/text.h"

static tropic_status check_options(tropic_context *context, tropic_load_options *options,
                                   const tropic_load_options *given)
{
    TP_TRY(tp_options_copy(context, options, sizeof *options, given, "load options"));
    if (options->real_type == TROPIC_BOOL) options->real_type = TROPIC_FP64;
    if (!tp_type_floating(options->real_type))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "load options: real_type is neither FP32 nor FP64");
    if ((size_t)options->format >= TROPIC_FORMATS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "load options: no format %d", (int)options->format);
    if (options->max_text < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "load options: max_text is %lld, below 0",
                       (long long)options->max_text);
    if ((unsigned)options->zeros > TROPIC_ZEROS_DROP)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "load options: no zeros rule %d", (int)options->zeros);
    if ((unsigned)options->sizes > TROPIC_SIZES_NO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "load options: no sizes %d", (int)options->sizes);
    return tp_matrix_check_rules(context, "load options: ", options->duplicates, options->loops, options->direction);
}

/* An option that only one format has must not be passed over in others. */
static tropic_status check_reader(tropic_context *context, const char *path, const tp_reader *reader,
                                  const tropic_load_options *options)
{
    if (reader == &tp_edge_list || (!options->columns && options->sizes == TROPIC_SIZES_AUTO)) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: %s are for edge lists, and this is %s", path,
                   options->columns ? "columns" : "sizes", reader->name);
}

/* The direction: the caller's wish, against the file's word. */
static tropic_status direct(tropic_context *context, const char *path, tropic_direction direction, tp_entries *entries,
                            bool *undirected)
{
    *undirected = false;
    if (direction == TROPIC_DIRECTION_DIRECTED) entries->mirrored = entries->negated = false;
    if (direction != TROPIC_DIRECTION_UNDIRECTED) return TROPIC_OK;
    if (entries->negated)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a skew-symmetric matrix has no undirected graph", path);
    if (entries->rows != entries->cols || entries->bipartite)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s: a matrix %s (%d x %d) has no undirected graph", path,
                       entries->rows != entries->cols ? "that is not square" : "between two sets of vertices",
                       (int)entries->rows, (int)entries->cols);
    *undirected = !entries->mirrored;
    return TROPIC_OK;
}

/* Without values, adding up duplicates counts them once; whoever asks for sums may not expect that. */
static tropic_status note_uncounted(tropic_context *context, const char *path, const tropic_matrix *A,
                                    tropic_offset entries, tp_notes *notes)
{
    const tropic_matrix_facts *facts;
    tropic_offset places = A->count;
    if (A->symmetric) {
        TP_TRY(tp_matrix_facts(context, A, &facts));
        places = (places + facts->loops) / 2;
    }
    if (entries == places + A->loops.count) return TROPIC_OK;
    return tp_note(context, notes, path,
                   "repeated entries count once: they have no values to add up (the option duplicates)");
}

/* A file whose comment says that it has each edge in both directions may have been changed since. */
static tropic_status check_said(tropic_context *context, const char *path, tropic_matrix *A, tp_notes *notes)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_matrix_facts(context, A, &facts));
    if (facts->symmetric) return TROPIC_OK;
    A->file_direction = TROPIC_FILE_SILENT;
    return tp_note(context, notes, path,
                   facts->symmetric_pattern
                       ? "read as directed: a comment says undirected, but the two arcs of an edge differ in weight"
                       : "read as directed: a comment says undirected, but some arcs have no opposite");
}

tropic_status tropic_matrix_load(tropic_matrix **A, tropic_context *context, const char *path,
                                 const tropic_load_options *given)
{
    tropic_load_options options;
    tp_text text;
    tp_entries entries = {0};
    const tp_reader *reader;
    tropic_duplicates duplicates;
    tropic_file_direction said;
    tp_notes notes;
    tropic_status status;
    bool undirected = false, multiplicities, uncounted, both;
    tropic_offset count;
    tropic_matrix *made = NULL;

    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "make matrices"));
    if (!A || !path) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", A ? "path" : "A");
    TP_TRY(check_options(context, &options, given));
    TP_TRY(tp_text_open(context, path, options.max_text, &text));
    reader = tp_reader_of(options.format);
    status = reader ? TROPIC_OK : tp_refuse_foreign_text(context, &text);
    if (!reader) reader = tp_reader_for(&text);
    if (status == TROPIC_OK) status = check_reader(context, path, reader, &options);
    if (status == TROPIC_OK) status = reader->read(context, &text, &options, &entries);
    tp_text_free(context, &text);
    if (status == TROPIC_OK) status = tp_progress(context, 0);
    if (status == TROPIC_OK) status = direct(context, path, options.direction, &entries, &undirected);
    if (status != TROPIC_OK) {
        tp_entries_free(context, &entries);
        return status;
    }
    duplicates = options.duplicates != TROPIC_DUPLICATES_DEFAULT ? options.duplicates
                 : entries.adds_up                               ? TROPIC_DUPLICATES_SUM
                                                                 : reader->duplicates;
    said = entries.direction;
    both = reader == &tp_edge_list && said == TROPIC_FILE_UNDIRECTED && !entries.mirrored &&
           options.direction == TROPIC_DIRECTION_AUTO;
    multiplicities = entries.adds_up && entries.values;
    uncounted = options.duplicates == TROPIC_DUPLICATES_SUM && !options.ignore_values && !entries.values;
    count = entries.count;
    notes = entries.notes;
    entries.notes = (tp_notes){0};
    status = tp_matrix_build(&made, context, &entries, duplicates, options.loops, undirected);
    if (status == TROPIC_OK) made->file_direction = said;
    if (status == TROPIC_OK && both) status = check_said(context, path, made, &notes);
    if (status == TROPIC_OK && uncounted) status = note_uncounted(context, path, made, count, &notes);
    if (status != TROPIC_OK) {
        tropic_matrix_free(&made);
        tp_notes_free(&context->memory, &notes);
    }
    if (status == TROPIC_OVERFLOW || status == TROPIC_INVALID_ARGUMENT) return tp_name_file(context, path, status);
    if (status != TROPIC_OK) return status;
    made->format = reader->format;
    made->multiplicities = multiplicities;
    made->notes = notes;
    *A = made;
    return TROPIC_OK;
}
