/* SPDX-License-Identifier: Apache-2.0
 *
 * The library as a whole: its memory, its contexts, and its settings.
 */
#ifndef GRB_LIBRARY_H
#define GRB_LIBRARY_H

#include "graphblas/lock.h"
#include "graphblas/object.h"

/* Begins a call, which runs beside those of other threads, unless all run on the GPU. NULL, and it has not begun: there
 * was no GrB_init, or this thread runs an operator's function for a call. */
grb_thread *grb_lock(void);
/* Counts an object of the caller, by 1 or -1. */
void grb_count_object(int by);
/* Counts a vector that goes from one context to the other. */
void grb_count_move(void);
/* Counts an operation that the CPU does because an operator is a function, and tells so where asked to. */
void grb_went_to_host(const char *function);
/* The arguments of GrB_init. */
GrB_Mode grb_mode(void);
/* Is TROPIC_GRAPHBLAS_VERBOSE set, and not to 0? */
bool grb_verbose(void);
/* Memory from the functions that GxB_init was given; NULL: there is none. For 0 bytes, too. */
void *grb_allocate(size_t bytes);
void *grb_allocate_zero(size_t count, size_t size);
void grb_release(void *pointer);
/* The caller's function of this GxB_Option_Field, NULL where there is none; that of C after GrB_init. */
void (*grb_memory_function(int which))(void);
/* The vector has Tropic's, which it may lack where it holds an array of the caller (GxB_Vector_load); and it no longer
 * holds an array. */
tropic_status grb_have_vector(GrB_Vector v);
void grb_let_go(GrB_Vector v);
/* A vector gets the members of a matrix of one column, or such a matrix those of a vector in that context; becomes what
 * these are; loses them. */
tropic_status grb_add_other(grb_object *o, tropic_context *where);
tropic_status grb_become_other(grb_object *o, tropic_context *where);
void grb_drop_other(grb_object *o);
/* Of a vector that is taken for a matrix: the matrix, which is the caller's to free; else NULL. */
tropic_matrix *grb_keep_column(GrB_Matrix A);
/* The library's contexts: that of the device, and that of the CPU (they may be one), which calls share. From grb_open
 * on. */
tropic_context *grb_context(void);
tropic_context *grb_host_context(void);
/* Does each call choose by its size? Else operations run in grb_context. */
bool grb_by_size(void);
/* The most threads of a context. */
#define GRB_THREADS_MAX 4096
/* Options as they are at first. Of the two switches a matrix is told by the number of rows and columns: a vector, and
 * one of the smallest, has the first. */
#define GRB_CHUNK (64 * 1024.0)
#define GRB_GPU_CHUNK (1024 * 1024.0)
#define GRB_HYPER_SWITCH 0.0625
#define GRB_BITMAP_SWITCH                                                                                              \
    {                                                                                                                  \
        0.04, 0.05, 0.06, 0.08, 0.10, 0.20, 0.30, 0.40                                                                 \
    }
/* Threads of the CPU's context; and to have so many from now on, at most 4096, 0 or less: as many as at first. */
int grb_host_threads(void);
tropic_status grb_set_host_threads(int threads);
/* The GPU's context; NULL: it is not open. */
tropic_context *grb_gpu_context(void);
/* The same of the GPU, for a call that would take the CPU so long; the call is alone then. It is opened once its calls
 * would have taken a CPU longer than it takes to start. NULL: not yet, or it cannot be opened. */
tropic_context *grb_open_gpu(double seconds);
/* Where operations run, CPU or CUDA, AUTO if each call chooses; and to run them elsewhere from now on; unchanged if
 * that fails. Objects stay, and vectors move when a call needs them. */
tropic_device grb_device(void);
tropic_status grb_choose_device(tropic_device device);
/* How many columns make rows long: GRB_LONG_ROW, or TROPIC_GRAPHBLAS_LONG_ROW, by which tests have short ones so. */
#define GRB_LONG_ROW 1024
tropic_index grb_long_row(void);

#endif
