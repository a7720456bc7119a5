/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of formats, and which one a file is in.
 */
#include "formats/files/read.h"
#include "formats/files/text/file.h"

/* By tropic_format. A new format is a reader, a line here, and a name in tropic_matrix.h. */
static const tp_reader *const readers[TROPIC_FORMATS] = {
    [TROPIC_FORMAT_AUTO] = NULL,
    [TROPIC_FORMAT_MATRIX_MARKET] = &tp_matrix_market,
    [TROPIC_FORMAT_DIMACS] = &tp_dimacs,
    [TROPIC_FORMAT_METIS] = &tp_metis,
    [TROPIC_FORMAT_EDGE_LIST] = &tp_edge_list,
    [TROPIC_FORMAT_KONECT] = &tp_konect,
};

const char *tropic_format_name(tropic_format format)
{
    const tp_reader *reader = tp_reader_of(format);
    if (format == TROPIC_FORMAT_AUTO) return "auto";
    return reader ? reader->name : NULL;
}

const tp_reader *tp_reader_of(tropic_format format)
{
    return (size_t)format < TROPIC_FORMATS ? readers[format] : NULL;
}

const tp_reader *tp_reader_named(const char *path)
{
    for (int f = 0; f < TROPIC_FORMATS; f++)
        for (const char *const *s = readers[f] ? readers[f]->suffixes : NULL; s && *s; s++)
            if (tp_name_ends(path, *s)) return readers[f];
    return NULL;
}

const tp_reader *tp_reader_for(const tp_text *text)
{
    /* METIS, which has no mark of its own, comes after those that have one. */
    static const tp_reader *const by_content[] = {&tp_matrix_market, &tp_dimacs, &tp_konect, &tp_metis, &tp_edge_list};
    const tp_reader *named = tp_reader_named(text->path);
    for (size_t k = 0; k < sizeof by_content / sizeof *by_content; k++) {
        /* Whether its counts tally is not worth a pass over the text where the name says it. */
        if (by_content[k] == &tp_metis && named == &tp_metis) return named;
        if (by_content[k]->recognise(text)) return by_content[k];
    }
    return named ? named : &tp_edge_list;
}
