/* SPDX-License-Identifier: Apache-2.0
 *
 * Iterations of a layout on one graph of springs, on the context's device.
 */
#include "algorithms/layout/layout.h"
#include "algorithms/tuning.h"

#include <tropic_define.h>

/* Iterations between two looks at how far vertices move. Each look waits for the GPU. */
#define LOOK_INTERVAL 8

TROPIC_STRUCT(tp_point2, float x; float y;);
TROPIC_STRUCT(tp_point3, float x; float y; float z;);

/* pull(s, q, p) = s d (q - p), where d = |q - p|, p is the vertex's own place and q the other's. */
TROPIC_SEMIRING(tp_pull2, tp_point2, float, tp_point2, ((tp_point2){a.x + b.x, a.y + b.y}),
                ((tp_point2){x * sqrtf((y.x - w.x) * (y.x - w.x) + (y.y - w.y) * (y.y - w.y)) * (y.x - w.x),
                             x *sqrtf((y.x - w.x) * (y.x - w.x) + (y.y - w.y) * (y.y - w.y)) * (y.y - w.y)}),
                ((tp_point2){0, 0}));
TROPIC_SEMIRING(
    tp_pull3, tp_point3, float, tp_point3, ((tp_point3){a.x + b.x, a.y + b.y, a.z + b.z}),
    ((tp_point3){
        x * sqrtf((y.x - w.x) * (y.x - w.x) + (y.y - w.y) * (y.y - w.y) + (y.z - w.z) * (y.z - w.z)) * (y.x - w.x),
        x *sqrtf((y.x - w.x) * (y.x - w.x) + (y.y - w.y) * (y.y - w.y) + (y.z - w.z) * (y.z - w.z)) * (y.y - w.y),
        x *sqrtf((y.x - w.x) * (y.x - w.x) + (y.y - w.y) * (y.y - w.y) + (y.z - w.z) * (y.z - w.z)) * (y.z - w.z)}),
    ((tp_point3){0, 0, 0}));

/* State of the iterations. All arrays are in memory of the backend. */
typedef struct settling {
    tp_run run;
    const tp_springs *springs;
    tp_iterations *how;
    bool tree;                    /* Barnes-Hut; else all pairs */
    tropic_matrix *S;             /* the springs, as a view */
    tropic_semiring *pull;        /* tp_pull2 or tp_pull3 */
    tropic_vector *place, *force; /* points, full */
    tp_nbody bodies;
    tp_nbody_move move;
} settling;

/* *pointer = an array of the backend with the content of a host array. */
static tropic_status bring(settling *s, void *pointer, const void *from, int64_t count, size_t size)
{
    TP_TRY(tp_run_array(&s->run, pointer, count, size, "a layout"));
    return s->run.backend->upload(s->run.context, *(void **)pointer, from, (size_t)count * size);
}

static tropic_status open_matrix(settling *s)
{
    const tp_springs *g = s->springs;
    const tropic_build_options options = {.size = sizeof options, .view = true};
    return tropic_matrix_from_csr(&s->S, s->run.context, g->n, g->n, g->offsets, g->ids,
                                  g->strength ? TROPIC_FP32 : TROPIC_BOOL, g->strength, &options);
}

static tropic_status open_vectors(settling *s, const float *place)
{
    tropic_context *context = s->run.context;
    const int D = s->how->dimensions;
    const tropic_index n = s->springs->n;
    const size_t size = (size_t)D * sizeof *place;
    tropic_vector **const vectors[] = {&s->place, &s->force};
    tropic_type type;
    TP_TRY(tropic_type_define(&type, context, D == 2 ? &tp_point2_type : &tp_point3_type));
    TP_TRY(tropic_semiring_create(&s->pull, context, D == 2 ? &tp_pull2 : &tp_pull3));
    for (int k = 0; k < 2; k++) {
        void *values = NULL;
        TP_TRY(tropic_vector_create(vectors[k], context, type, n));
        TP_TRY(context->backend->allocate(context, &values, (size_t)n * size, "a layout"));
        tp_vector_replace(*vectors[k], TROPIC_FULL, n, values, NULL, NULL);
    }
    return context->backend->upload(context, s->place->values, place, (size_t)n * size);
}

static tropic_status open_tree(settling *s)
{
    tp_nbody *b = &s->bodies;
    const int64_t n = b->n;
    const tp_nbody_shape shape = tp_nbody_shape_of(b->n);
    TP_TRY(tp_run_array(&s->run, &b->tree.order, n, sizeof *b->tree.order, "a tree"));
    TP_TRY(tp_run_array(&s->run, &b->tree.other, n, sizeof *b->tree.other, "a tree"));
    TP_TRY(tp_run_array(&s->run, &b->tree.keys, 2 * n, sizeof *b->tree.keys, "a tree"));
    TP_TRY(tp_run_array(&s->run, &b->tree.body, TP_NBODY_FILLED(n), sizeof *b->tree.body, "a tree"));
    TP_TRY(tp_run_array(&s->run, &b->tree.node, shape.nodes, sizeof *b->tree.node, "a tree"));
    return tp_run_array(&s->run, &b->tree.radius, shape.nodes, sizeof *b->tree.radius, "a tree");
}

/* mass(v) = count(v). If there are several components, v's has the vertices range[2 v] .. range[2 v + 1] - 1. */
static tropic_status bring_masses(settling *s)
{
    const tp_springs *g = s->springs;
    tp_arena *arena = &s->run.arena;
    float *mass = tp_arena_array(arena, g->n, sizeof *mass);
    tropic_index *range = tp_arena_array(arena, 2 * (int64_t)g->n, sizeof *range);
    TP_TRY(tp_arena_check(arena, "a layout"));
    for (tropic_index v = 0; v < g->n; v++) mass[v] = g->count ? (float)g->count[v] : 1;
    TP_TRY(bring(s, &s->bodies.mass, mass, g->n, sizeof *mass));
    for (tropic_index c = 0; g->start && c < g->components; c++)
        for (tropic_index v = g->start[c]; v < g->start[c + 1]; v++) {
            range[2 * (int64_t)v] = g->start[c];
            range[2 * (int64_t)v + 1] = g->start[c + 1];
        }
    if (g->start) TP_TRY(bring(s, &s->bodies.range, range, 2 * (int64_t)g->n, sizeof *range));
    return s->run.backend->wait(s->run.context);
}

static tropic_status open_bodies(settling *s)
{
    const tp_iterations *how = s->how;
    const tropic_index n = s->springs->n;
    const tp_nbody_motion motion = {.force = HUGE_VAL, .step = how->step};
    const size_t size = (size_t)how->dimensions * sizeof(float);
    tp_nbody *b = &s->bodies;
    tp_nbody_move *m = &s->move;
    b->dimensions = m->dimensions = how->dimensions;
    b->n = m->n = n;
    b->theta = how->theta;
    m->gravity = how->gravity;
    b->position = m->position = s->place->values;
    m->springs = s->force->values;
    TP_TRY(bring_masses(s));
    m->mass = b->mass;
    TP_TRY(tp_run_array(&s->run, &b->force, n, size, "a layout"));
    m->repulsion = b->force;
    if (s->tree) TP_TRY(open_tree(s));
    TP_TRY(TP_BACKEND_PART(s->run.context, nbody)->room(s->run.context, how->dimensions, n, s->tree, &b->room_bytes));
    TP_TRY(tp_run_array(&s->run, &b->room, (int64_t)b->room_bytes, 1, "a layout"));
    if (how->fixed) TP_TRY(bring(s, &m->fixed, how->fixed, n, sizeof *how->fixed));
    TP_TRY(tp_run_array(&s->run, &m->sums, TP_NBODY_CHUNKS(n), sizeof *m->sums, "a layout"));
    TP_TRY(bring(s, &m->motion, &motion, 1, sizeof motion));
    return s->run.backend->wait(s->run.context);
}

/* f = p;  f = S (plus.pull) p. In a reproducible context by csc_scalar, whose sums are the same on every device. */
static tropic_status pull(settling *s)
{
    tropic_context *context = s->run.context;
    const tropic_descriptor how = {
        .size = sizeof how, .strategy = context->reproducible ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_AUTO};
    const size_t bytes = (size_t)s->bodies.n * (size_t)s->bodies.dimensions * sizeof(float);
    TP_TRY(s->run.backend->copy(context, s->force->values, s->place->values, bytes));
    return tropic_mxv(s->force, NULL, NULL, s->pull, s->S, s->place, &how);
}

static tropic_status iterate(settling *s)
{
    tropic_context *context = s->run.context;
    const tp_nbody_calls *nbody = TP_BACKEND_PART(context, nbody);
    /* repulsion = sum over u of count(u) (p - p(u)) / d^2 */
    if (s->tree) {
        TP_TRY(nbody->order(context, &s->bodies));
        TP_TRY(nbody->tree(context, &s->bodies));
    } else {
        TP_TRY(nbody->exact(context, &s->bodies));
    }
    TP_TRY(pull(s));
    /* f += count (repulsion - gravity p);  p += step f / |f| */
    return nbody->move(context, &s->move);
}

static tropic_status run(settling *s, float *place)
{
    tropic_context *context = s->run.context;
    const tp_backend *backend = s->run.backend;
    const size_t bytes = (size_t)s->bodies.n * (size_t)s->bodies.dimensions * sizeof(float);
    tp_iterations *how = s->how;
    tp_nbody_motion motion = {.step = how->step};
    /* The result is not used: this compiles the kernel and brings S to the device before the clock starts. */
    TP_TRY(pull(s));
    TP_TRY(backend->timer_start(context));
    while (how->done < how->iterations && !(motion.step < how->step_min)) {
        TP_TRY(iterate(s));
        TP_TRY(tp_progress(context, (double)++how->done / how->iterations));
        if (how->done % LOOK_INTERVAL == 0) TP_TRY(backend->download(context, &motion, s->move.motion, sizeof motion));
    }
    TP_TRY(backend->wait(context));
    TP_TRY(backend->timer_stop(context, &how->seconds));
    TP_TRY(backend->download(context, &motion, s->move.motion, sizeof motion));
    how->movement = how->done > 0 ? (double)motion.step : 0;
    TP_TRY(backend->download(context, place, s->place->values, bytes));
    for (size_t c = 0; c < bytes / sizeof *place; c++)
        if (!isfinite(place[c]))
            return tp_fail(context, TROPIC_OVERFLOW,
                           "forces leave fp32: strengths, gravity or distances are too large");
    return TROPIC_OK;
}

tropic_status tp_springs_settle(tropic_context *context, const tp_springs *springs, float *place, tp_iterations *how)
{
    settling s = {.run = tp_run_in(context, NULL), .springs = springs, .how = how};
    tropic_status status;
    how->done = 0;
    s.tree = how->method == TROPIC_LAYOUT_BARNES_HUT ||
             (how->method == TROPIC_LAYOUT_AUTO &&
              springs->n > (context->reproducible ? TP_LAYOUT_PAIRS_MAX : TP_BACKEND_PART(context, nbody)->pairs_max));
    /* Vertices repel those of their own component alone, which one tree of all would not tell apart. */
    if (springs->start) s.tree = false;
    how->method = s.tree ? TROPIC_LAYOUT_BARNES_HUT : TROPIC_LAYOUT_EXACT;
    status = open_matrix(&s);
    if (status == TROPIC_OK) status = open_vectors(&s, place);
    if (status == TROPIC_OK) status = open_bodies(&s);
    if (status == TROPIC_OK) status = run(&s, place);
    tropic_vector_free(&s.place);
    tropic_vector_free(&s.force);
    tropic_semiring_free(&s.pull);
    tropic_matrix_free(&s.S);
    return tp_run_end(&s.run, status);
}
