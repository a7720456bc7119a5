/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/files/text/sizes.h"

#include <string.h>

/* Fewer lines may well be edges that look so. */
#define MIN_EDGES 16
/* More vertices than so many to an edge are ids far apart, of which the largest is no number of vertices. */
#define MAX_VERTICES_PER_EDGE 64

/* The numbers of a line of two or three integers; 0: it is another. */
static int read_numbers(const char *p, const char *end, int64_t numbers[3])
{
    int count = 0;
    for (; !tp_line_end(p, end); p = tp_next_field(p, true)) {
        if (count == 3) return 0;
        p = tp_parse_int(p, &numbers[count++]);
        if (!p || !tp_is_break(*p)) return 0;
    }
    return count >= 2 ? count : 0;
}

int64_t tp_sizes_stated(const char *p, const char *end)
{
    static const char nodes[] = "# Nodes: ", edges[] = "Edges: ";
    int64_t number;
    if (strncmp(p, nodes, strlen(nodes)) != 0 || !(p = tp_parse_int(p + strlen(nodes), &number))) return -1;
    p = tp_skip_blanks(p);
    if (strncmp(p, edges, strlen(edges)) != 0 || !(p = tp_parse_int(p + strlen(edges), &number))) return -1;
    return tp_line_end(tp_skip_blanks(p), end) ? number : -1;
}

tropic_status tp_sizes_look(tropic_context *context, const tp_text *text, const char *first, const char comment[2],
                            const tropic_load_options *options, int64_t stated, tp_sizes *sizes)
{
    const tp_chunk all = tp_chunk_all(text, comment);
    const bool wanted = options->sizes == TROPIC_SIZES_YES;
    const char *next = tp_next_entry(&all, tp_next_line(first, text->end));
    int64_t numbers[3] = {0};
    bool same;
    int count;

    *sizes = (tp_sizes){.stated = stated};
    if (options->sizes == TROPIC_SIZES_NO || first == text->end) return TROPIC_OK;
    count = read_numbers(first, text->end, numbers);
    if (wanted && (count == 0 || numbers[0] < 1 || numbers[count - 1] < 0))
        return tp_text_error(context, text, first, "expected a line of sizes: VERTICES EDGES");
    if (count == 0 || (!wanted && (next == text->end || numbers[count - 1] < MIN_EDGES))) return TROPIC_OK;
    same = tp_count_columns(next, text->end, true) == count;
    /* In .smat both sides have the same vertices, and edges have weights. */
    if (!wanted && count == 3 && !(same && numbers[0] == numbers[1])) return TROPIC_OK;
    sizes->possible = true;
    sizes->wanted = wanted;
    sizes->vertices = numbers[0];
    sizes->edges = numbers[count - 1];
    sizes->apart = wanted || !same;
    sizes->line = tp_text_line(text, first);
    return TROPIC_OK;
}

/* The least and the largest id of the edges from number `begin` on. */
static void find_range(const tp_file_ids *ids, const tp_entries *entries, int64_t begin, int64_t *min, int64_t *max)
{
    *min = INT64_MAX;
    *max = INT64_MIN;
    for (int side = 0; side < 2; side++)
        for (int64_t k = begin; k < entries->count; k++) {
            const int64_t id = tp_file_id(ids, entries, side, k);
            if (id < *min) *min = id;
            if (id > *max) *max = id;
        }
}

/* How many different ids are there? Sorted, for that is asked of few files. */
static tropic_status count_ids(tropic_context *context, const tp_file_ids *ids, const tp_entries *entries,
                               int64_t begin, int64_t min, int64_t max, int64_t *count)
{
    const tp_memory *memory = &context->memory;
    const int64_t total = 2 * (entries->count - begin);
    int64_t *keys = tp_allocate(memory, total, sizeof *keys), *spare = tp_allocate(memory, total, sizeof *spare);
    tropic_status status = TROPIC_OK;
    *count = 1;
    if (keys && spare) {
        const int64_t *sorted;
        int64_t n = 0;
        for (int side = 0; side < 2; side++)
            for (int64_t k = begin; k < entries->count; k++) keys[n++] = tp_file_id(ids, entries, side, k);
        sorted = tp_sort_keys(keys, spare, total, 0, min, max);
        for (int64_t k = 1; k < total; k++) *count += sorted[k] != sorted[k - 1];
    } else {
        status = tp_out_of_memory(context, "the vertex ids of a file");
    }
    tp_release(memory, keys);
    tp_release(memory, spare);
    return status;
}

/* Does the first number fit the ids of the edges from number `begin` on? */
static tropic_status fits(tropic_context *context, const tp_sizes *sizes, const tp_file_ids *ids,
                          const tp_entries *entries, int64_t begin, bool *fit)
{
    int64_t min, max, count;
    find_range(ids, entries, begin, &min, &max);
    *fit = sizes->vertices == max || (min == 0 && sizes->vertices - 1 == max);
    if (*fit || sizes->vertices > 2 * (entries->count - begin)) return TROPIC_OK;
    TP_TRY(count_ids(context, ids, entries, begin, min, max, &count));
    *fit = sizes->vertices == count;
    return TROPIC_OK;
}

static void drop_first(tp_file_ids *ids, tp_entries *entries)
{
    const size_t rest = (size_t)--entries->count, size = tp_entries_size(entries);
    for (int side = 0; side < 2; side++) {
        tropic_index *narrow = side == 0 ? entries->row_ids : entries->col_ids;
        int64_t *wide = ids->wide[side];
        if (wide)
            memmove(wide, wide + 1, rest * sizeof *wide);
        else
            memmove(narrow, narrow + 1, rest * sizeof *narrow);
    }
    if (size > 0) memmove(entries->values, (char *)entries->values + size, rest * size);
}

/* Where ids of edges fit into 1 .. VERTICES, or 0 .. VERTICES - 1 if 0 is one, these are the vertices, with or without
 * edges; others are then an error if the line is wanted. */
static tropic_status set_whole(tropic_context *context, const char *path, const tp_sizes *sizes, tp_file_ids *ids)
{
    int64_t least = ids->min == 0 ? 0 : 1, largest = sizes->vertices - 1 + least;
    if (ids->min < least || ids->max > largest) return TROPIC_OK;
    for (int64_t k = 0; k < ids->isolated_count && ids->max < sizes->vertices; k++)
        if (ids->isolated[k] == 0) least = 0;
    largest = sizes->vertices - 1 + least;
    for (int64_t k = 0; k < ids->isolated_count; k++) {
        if (ids->isolated[k] >= least && ids->isolated[k] <= largest) continue;
        if (!sizes->wanted) return TROPIC_OK;
        return tp_fail(context, TROPIC_FORMAT_ERROR,
                       "%s:%lld: vertex %lld, which has no edge, is not in %lld .. %lld, as this line of sizes says",
                       path, (long long)sizes->line, (long long)ids->isolated[k], (long long)least, (long long)largest);
    }
    if (!sizes->wanted && sizes->vertices / MAX_VERTICES_PER_EDGE > sizes->edges) return TROPIC_OK;
    ids->whole = true;
    ids->isolated_count = 0; /* they are among these */
    ids->min = least;
    ids->max = largest;
    return TROPIC_OK;
}

/* A first line that counts the lines below, and vertices of which the last have no edges, is taken for an edge, but not
 * in silence. */
static tropic_status note_possible(tropic_context *context, const char *path, const tp_sizes *sizes,
                                   const tp_file_ids *ids, const tp_entries *entries, tp_notes *notes)
{
    int64_t min, max;
    if (sizes->edges != entries->count - 1 || sizes->stated == entries->count) return TROPIC_OK;
    find_range(ids, entries, 1, &min, &max);
    if (sizes->vertices < max) return TROPIC_OK;
    return tp_note(context, notes, path,
                   "line %lld is read as an edge, and may be one of sizes, %lld vertices and %lld edges (the option "
                   "sizes decides)",
                   (long long)sizes->line, (long long)sizes->vertices, (long long)sizes->edges);
}

tropic_status tp_sizes_settle(tropic_context *context, const char *path, tp_sizes *sizes, tp_file_ids *ids,
                              tp_entries *entries, tp_notes *notes)
{
    const int64_t begin = sizes->apart ? 0 : 1, edges = entries->count - begin;
    sizes->found = sizes->wanted;
    if (!sizes->possible) return TROPIC_OK;
    if (!sizes->wanted && sizes->edges == edges && (sizes->apart || sizes->stated != entries->count))
        TP_TRY(fits(context, sizes, ids, entries, begin, &sizes->found));
    if (!sizes->found && !sizes->apart) return note_possible(context, path, sizes, ids, entries, notes);
    if (!sizes->found)
        return tp_fail(context, TROPIC_FORMAT_ERROR,
                       "%s:%lld: the next line has another number of columns, and these are not the sizes of the graph "
                       "(the option sizes decides)",
                       path, (long long)sizes->line);
    if (!sizes->apart) drop_first(ids, entries);
    find_range(ids, entries, 0, &ids->min, &ids->max);
    TP_TRY(set_whole(context, path, sizes, ids));
    if (sizes->edges != edges)
        return tp_note(context, notes, path, "the line of sizes says %lld edges, %lld lines follow",
                       (long long)sizes->edges, (long long)edges);
    return sizes->wanted ? TROPIC_OK
                         : tp_note(context, notes, path,
                                   "line %lld says the sizes, %lld vertices and %lld edges, and is no edge (the option "
                                   "sizes decides)",
                                   (long long)sizes->line, (long long)sizes->vertices, (long long)sizes->edges);
}
