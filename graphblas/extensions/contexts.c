/* SPDX-License-Identifier: Apache-2.0
 *
 * GxB_Context: settings that a program gives to its threads. They are kept, and calls do not ask for them.
 */
#include "graphblas/call.h"

#include <stdio.h>

static struct GxB_Context_opaque world = {.object = GRB_PREDEFINED(Context, "GxB_CONTEXT_WORLD"),
                                          .hints.chunk = GRB_CHUNK};
GxB_Context GxB_CONTEXT_WORLD = &world;

/* By this thread; NULL: none is. (Another thread may have freed it.) */
static _Thread_local GxB_Context engaged;

GrB_Info GxB_Context_new(GxB_Context *context)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, context)) {
        GxB_Context made = grb_new(&c, GRB_Context, sizeof *made);
        if (made) {
            made->hints = (grb_hints){.threads = grb_host_threads(), .chunk = GRB_CHUNK};
            *context = made;
        }
    }
    return grb_close(&c);
}

GrB_Info GxB_Context_engage(GxB_Context context)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_NEED(c, context)) engaged = context == &world ? NULL : context;
    return grb_close(&c);
}

GrB_Info GxB_Context_disengage(GxB_Context context)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_MAY(c, context)) {
        if (context && context != &world && engaged && engaged != context)
            grb_fail(&c, GrB_INVALID_VALUE, "the thread has engaged another context");
        else
            engaged = NULL;
    }
    return grb_close(&c);
}

GrB_Info GxB_Context_free(GxB_Context *context)
{
    grb_call c;
    if (!context || !*context || (*context)->object.predefined) return GrB_SUCCESS;
    if (grb_open(&c, __func__) && GRB_NEED(c, *context)) {
        if (engaged == *context) engaged = NULL;
        grb_delete(*context);
        *context = NULL;
    }
    return grb_close(&c);
}

GrB_Info GxB_Context_fprint(GxB_Context context, const char *name, GxB_Print_Level level, FILE *file)
{
    grb_call c;
    FILE *to = file ? file : stdout;
    if (grb_open(&c, __func__) && GRB_NEED(c, context) && level > GxB_SILENT) {
        const int threads = context == &world ? grb_host_threads() : context->hints.threads;
        if (fprintf(to, "GxB_Context %s: %d threads, chunk %g\n", name ? name : "", threads, context->hints.chunk) < 0)
            grb_fail(&c, GrB_INVALID_VALUE, "the file cannot be written");
    }
    return grb_close(&c);
}
