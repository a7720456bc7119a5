/* SPDX-License-Identifier: Apache-2.0
 *
 * Random draws: each edge, place and weight is a function of the seed and its number alone, in whole numbers, so that
 * CPU and GPU agree bit by bit. One text, compiled as C and as CUDA.
 */
#ifndef TP_GENERATE_EDGES_H
#define TP_GENERATE_EDGES_H

#include "formats/generate/generator.h"
#include "runtime/random.h"
#include "semiring/language.h"

/* Graph500's initiator 0.57 0.19 0.19 0.05: 0.57, 0.57 + 0.19, 0.57 + 0.19 + 0.19 as parts of 2^32. */
#define TP_QUADRANT_A 2448131359u
#define TP_QUADRANT_B 3264175145u
#define TP_QUADRANT_C 4080218931u

/* kmer: chains of so many vertices, so many links between them per TP_KMER_PER vertices, and one chain in
 * TP_KMER_LONELY without any. They give about 41 M stored entries and 220 levels at N = 20 M, as the
 * collection's kmer graphs have. */
#define TP_KMER_CHAIN 48
#define TP_KMER_LINKS 48
#define TP_KMER_PER 1024
#define TP_KMER_LONELY 64

/* 32 random bits to 0 .. n - 1. */
TP_FN int64_t tp_scaled(uint32_t random, int64_t n)
{
    return (int64_t)((uint64_t)random * (uint64_t)n >> 32);
}

/* A bijection of 0 .. n - 1: of 0 .. 2^bits - 1, as often as it leads outside. Multiplying by an odd
 * number, folding the high bits down and adding can each be undone. */
TP_FN tropic_index tp_renumber(const tp_generator *g, uint64_t v)
{
    const uint64_t mask = ((uint64_t)1 << g->bits) - 1;
    do
        for (int round = 0; round < TP_ROUNDS; round++) {
            v = (v * g->factors[round]) & mask;
            v ^= v >> (g->bits / 2 + 1);
            v = (v + g->addends[round]) & mask;
        }
    while (v >= (uint64_t)g->n);
    return (tropic_index)v;
}

typedef struct tp_edge {
    tropic_index from, to;
} tp_edge;

/* A word decides two levels. */
TP_FN tp_edge tp_draw_kron(const tp_generator *g, int64_t slot)
{
    const uint64_t key = g->keys[TP_STREAM_EDGES];
    const uint64_t first = (uint64_t)slot * (uint64_t)((g->scale + 1) / 2);
    uint64_t i = 0, j = 0, word = 0;
    for (int level = 0; level < g->scale; level++) {
        uint32_t r;
        word = level % 2 == 0 ? tp_word(key, first + (uint64_t)level / 2) : word >> 32;
        r = (uint32_t)word;
        i = 2 * i + (r >= TP_QUADRANT_B);
        j = 2 * j + ((r >= TP_QUADRANT_A && r < TP_QUADRANT_B) || r >= TP_QUADRANT_C);
    }
    const tp_edge edge = {tp_renumber(g, i), tp_renumber(g, j)};
    return edge;
}

TP_FN bool tp_kmer_lonely(const tp_generator *g, int64_t v)
{
    return tp_word(g->keys[TP_STREAM_LONELY], (uint64_t)(v / TP_KMER_CHAIN)) % TP_KMER_LONELY == 0;
}

/* The first n slots are links to the next vertex of a chain, those after them between chains. */
TP_FN tp_edge tp_draw_kmer(const tp_generator *g, int64_t slot)
{
    int64_t i = slot, j = slot + 1;
    bool there = j % TP_KMER_CHAIN != 0 && j < g->n;
    if (slot >= g->n) {
        const uint64_t word = tp_word(g->keys[TP_STREAM_EDGES], (uint64_t)slot);
        i = tp_scaled((uint32_t)word, g->n);
        j = tp_scaled((uint32_t)(word >> 32), g->n);
        there = !tp_kmer_lonely(g, i) && !tp_kmer_lonely(g, j);
    }
    if (!there) j = i = 0;
    const tp_edge edge = {tp_renumber(g, (uint64_t)i), tp_renumber(g, (uint64_t)j)};
    return edge;
}

/* The edge of a slot of a drawn kind. A loop stands for none. */
TP_FN tp_edge tp_draw(const tp_generator *g, int64_t slot)
{
    if (g->kind == TROPIC_GENERATE_KRON) return tp_draw_kron(g, slot);
    if (g->kind == TROPIC_GENERATE_KMER) return tp_draw_kmer(g, slot);
    const uint64_t word = tp_word(g->keys[TP_STREAM_EDGES], (uint64_t)slot);
    const tp_edge edge = {(tropic_index)tp_scaled((uint32_t)word, g->n),
                          (tropic_index)tp_scaled((uint32_t)(word >> 32), g->n)};
    return edge;
}

/* The weight of entry (i, j), on 1 .. g->weights. */
TP_FN int32_t tp_weight(const tp_generator *g, tropic_index i, tropic_index j)
{
    const bool turn = !g->directed && i > j;
    const uint64_t from = (uint64_t)(turn ? j : i), to = (uint64_t)(turn ? i : j);
    const uint64_t word = tp_word(g->keys[TP_STREAM_WEIGHTS], from << 32 | to);
    return (int32_t)tp_scaled((uint32_t)(word >> 32), g->weights) + 1;
}

/* The cell of g->side x g->side that the v-th point of rgg falls into. */
TP_FN int64_t tp_rgg_cell(const tp_generator *g, int64_t v)
{
    const uint64_t word = tp_word(g->keys[TP_STREAM_ACROSS], (uint64_t)v);
    return tp_scaled((uint32_t)word, g->side) * g->side + tp_scaled((uint32_t)(word >> 32), g->side);
}

#endif
