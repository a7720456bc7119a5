/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces and distances of bodies for both backends, as one text: operation by operation the same, so that results are
 * the same bit by bit (neither compiler fuses a product with a sum). `dimensions` is a constant wherever it is called.
 */
#ifndef TP_NBODY_FORCE_H
#define TP_NBODY_FORCE_H

#include "algorithms/layout/nbody.h"

/* The least square of a distance that is divided by: coincident bodies, and a body itself, exert nothing. (A mass of
 * 2^31 by less would be infinite, and its product with 0 no number.) */
#define TP_NBODY_NEAR 1e-28f

/* Bits of a coordinate in a key: a float's, and as many as a word holds. */
#define TP_NBODY_BITS(dimensions) ((dimensions) == 2 ? 24 : 21)

/* Cells that a unit of length has, where 2^bits of them are a cube's side. */
TP_FN float tp_nbody_scale(float side, int dimensions)
{
    return side > 0 ? (float)((uint32_t)1 << TP_NBODY_BITS(dimensions)) / side : 0;
}

/* f += the force of a body, or a node, at q on one at p. */
TP_FN void tp_nbody_repel(float *f, const float *p, const float *q, float mass, int dimensions)
{
    float d[TP_NBODY_DIMENSIONS], square = 0;
    for (int c = 0; c < dimensions; c++) {
        d[c] = p[c] - q[c];
        square += d[c] * d[c];
    }
    square = mass * (1 / (square > TP_NBODY_NEAR ? square : TP_NBODY_NEAR));
    for (int c = 0; c < dimensions; c++) f[c] += square * d[c];
}

/* Place of a point on Hilbert's curve through the cube from low, of which `scale` makes 2^bits cells a side.
 * Source: Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707 (2004). */
TP_FN uint64_t tp_nbody_key(const float *p, const float *low, float scale, int dimensions)
{
    const int bits = TP_NBODY_BITS(dimensions);
    const uint32_t max = ((uint32_t)1 << bits) - 1;
    uint32_t x[TP_NBODY_DIMENSIONS], turn = 0;
    uint64_t key = 0;
    for (int c = 0; c < dimensions; c++) {
        const float cell = (p[c] - low[c]) * scale;
        x[c] = cell < (float)max ? (uint32_t)cell : max;
    }
    /* From the largest cubes down: undo how the curve is turned and mirrored inside each. */
    for (int b = bits - 1; b > 0; b--) {
        const uint32_t below = ((uint32_t)1 << b) - 1;
        for (int c = 0; c < dimensions; c++) {
            const uint32_t swapped = (x[0] ^ x[c]) & below;
            if (x[c] >> b & 1) {
                x[0] ^= below;
            } else {
                x[0] ^= swapped;
                x[c] ^= swapped;
            }
        }
    }
    /* Its cells are numbered by Gray's code. */
    for (int c = 1; c < dimensions; c++) x[c] ^= x[c - 1];
    for (int b = bits - 1; b > 0; b--)
        if (x[dimensions - 1] >> b & 1) turn ^= ((uint32_t)1 << b) - 1;
    for (int c = 0; c < dimensions; c++) x[c] ^= turn;
    for (int b = bits - 1; b >= 0; b--)
        for (int c = 0; c < dimensions; c++) key = key << 1 | (x[c] >> b & 1);
    return key;
}

/* A node of `count` parts, whose radii are 0 where `radius` is NULL. */
TP_FN tp_body tp_nbody_summarise(const tp_body *part, const float *radius, int count, int dimensions, float *max)
{
    tp_body sum = {{0, 0, 0}, 0};
    *max = 0;
    for (int k = 0; k < count; k++) {
        sum.mass += part[k].mass;
        for (int c = 0; c < dimensions; c++) sum.at[c] += part[k].mass * part[k].at[c];
    }
    for (int c = 0; c < dimensions; c++) sum.at[c] = sum.at[c] / sum.mass;
    for (int k = 0; k < count; k++) {
        float square = 0, reach;
        for (int c = 0; c < dimensions; c++) {
            const float d = part[k].at[c] - sum.at[c];
            square += d * d;
        }
        reach = sqrtf(square) + (radius ? radius[k] : 0);
        *max = reach > *max ? reach : *max;
    }
    return sum;
}

/* The box that some bodies are in; of none, one infinitely far away. */
typedef struct tp_nbody_box {
    float low[TP_NBODY_DIMENSIONS], high[TP_NBODY_DIMENSIONS];
} tp_nbody_box;

TP_FN float tp_nbody_from_box(const tp_body *node, const tp_nbody_box *box, int dimensions)
{
    float square = 0;
    for (int c = 0; c < dimensions; c++) {
        const float below = box->low[c] - node->at[c], above = node->at[c] - box->high[c];
        const float d = below > above ? below : above;
        square += d > 0 ? d * d : 0;
    }
    return square;
}

/* Is a node far enough from both parts of a group, wherever its bodies lie in it, to be taken whole? A group is parted
 * where it is furthest from one body to the next: around a hole, or at an edge, the curve leaps, and in one box with
 * the space that it leaps over a group would open most of the nodes there (on a mesh that is laid out up to 5000, where
 * others take 700). `ratio`: tp_nbody_ratio. */
TP_FN bool tp_nbody_far(const tp_body *node, float radius, const tp_nbody_box part[2], float ratio, int dimensions)
{
    const float first = tp_nbody_from_box(node, &part[0], dimensions);
    const float second = tp_nbody_from_box(node, &part[1], dimensions);
    return radius * radius < ratio * (first < second ? first : second);
}

/* A node that is to be opened, in a word: its level, from 1 on, and its number there. */
#define TP_NBODY_NUMBER_BITS 28
TP_FN uint32_t tp_nbody_wait(int level, tropic_index number)
{
    return (uint32_t)level << TP_NBODY_NUMBER_BITS | (uint32_t)number;
}
TP_FN int tp_nbody_level(uint32_t waiting)
{
    return (int)(waiting >> TP_NBODY_NUMBER_BITS);
}
TP_FN tropic_index tp_nbody_number(uint32_t waiting)
{
    return (tropic_index)(waiting & (((uint32_t)1 << TP_NBODY_NUMBER_BITS) - 1));
}

/* side^2 < theta^2 d^2, where the radius is half the diagonal of the square: radius^2 = side^2 / 2. */
static inline float tp_nbody_ratio(float theta)
{
    return theta * theta / 2;
}

/* Moves body v, unless it is fixed; the length of the force on it. A force beyond all numbers makes the place none. */
TP_FN float tp_nbody_push(const tp_nbody_move *m, tropic_index v, float step, int dimensions)
{
    float f[TP_NBODY_DIMENSIONS], max = 0, square = 0, length;
    float *p = m->position + (int64_t)v * dimensions;
    const float *repulsion = m->repulsion + (int64_t)v * dimensions;
    const float *springs = m->springs + (int64_t)v * dimensions;
    if (m->fixed && m->fixed[v]) return 0;
    for (int c = 0; c < dimensions; c++) {
        f[c] = m->mass[v] * (repulsion[c] - m->gravity * p[c]) + springs[c];
        /* (Written so that a NaN is the most.) */
        max = fabsf(f[c]) <= max ? max : fabsf(f[c]);
    }
    if (max == 0) return 0;
    for (int c = 0; c < dimensions; c++) square += f[c] / max * (f[c] / max);
    length = sqrtf(square);
    for (int c = 0; c < dimensions; c++) p[c] += step * (f[c] / max / length);
    return max * length;
}

/* The next step: shorter where forces have grown, longer where they have fallen so often in turn.
 * Source: Hu, Efficient, high-quality force-directed graph drawing, The Mathematica Journal 10 (2005). */
#define TP_NBODY_COOL 0.9f
#define TP_NBODY_FALLS 5
TP_FN void tp_nbody_cool(tp_nbody_motion *motion, double force)
{
    motion->falls = force < motion->force ? motion->falls + 1 : 0;
    motion->force = force;
    if (motion->falls == 0) {
        motion->step *= TP_NBODY_COOL;
    } else if (motion->falls == TP_NBODY_FALLS) {
        motion->step /= TP_NBODY_COOL;
        motion->falls = 0;
    }
}

#endif
