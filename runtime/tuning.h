/* SPDX-License-Identifier: Apache-2.0
 *
 * The thresholds of the runtime: numbers by which host code decides between two ways, or how finely work is cut.
 * (Chunks of a single loop, samples and prefetch distances stay beside their loops.) Each line ends with four columns:
 * the unit; the device (CPU, GPU, both) and the machine that was measured; the date of the measurement, whose figures
 * stand in the comment above; the functions that decide by it. tests/scripts/tuning.sh checks them.
 *
 * Thresholds of kernels stay beside the kernels, which are also compiled at run time:
 *     runtime/arcs.h: TP_NNZ_TILE
 *     runtime/cuda/cuda_launch.cuh, cuda_staging.cu
 *
 * These are macros alone: who uses one includes its types.
 */
#ifndef TP_RUNTIME_TUNING_H
#define TP_RUNTIME_TUNING_H

/* ---- runtime/work.h ---- */

/* Seconds until a GPU takes its first kernel: the driver and its context (H200, driver 580: 0.22 to 0.26, some hosts
 * 0.33). */
#define TP_GPU_START_SECONDS 0.25 /* s; GPU, H200; 2026-11-29; tp_choose_by_work, tp_choose_after_body */
/* A CPU ends a call of less about as soon as a GPU, whose every call has launches and often a wait. */
#define TP_LEAST_SECONDS 2e-4 /* s; both; not measured; tp_choose_by_work */
/* Of large vectors and graphs the caches do not hold the places: so many. */
#define TP_WORK_LARGE ((double)(1 << 19)) /* places; CPU; not measured; tp_work_of_arcs, tp_work_of_search */
/* Of one thread, for each entry of a matrix; the same where a vector, which may be a large one, is multiplied; for each
 * product of two entries of matrices; and each place or entry of a vector. Measured on an EPYC with 16 cores: products
 * of kron 14 to 20 (3 to 7 ns), and lattices of side 300 and 1200. */
#define TP_ENTRY_SECONDS 2.5e-9 /* s an entry; CPU, 16 cores; 2026-11-29; tp_work_of_matrices */
#define TP_ARC_SECONDS 6e-9     /* s an entry; CPU, 16 cores; 2026-11-29; tp_work_of_arcs */
#define TP_FAR_ARC_SECONDS 9e-9 /* s an entry; CPU, 16 cores; 2026-11-29; tp_work_of_arcs */
#define TP_TERM_SECONDS 5e-9    /* s a product; CPU, 16 cores; 2026-11-29; TP_WORK_OF_TERMS */
#define TP_PLACE_SECONDS 5e-10  /* s a place; CPU, 16 cores; 2026-11-29; tp_work_of_places */
/* For each entry that is made by rule (1.5e-8 to 1.4e-7). */
#define TP_MAKE_SECONDS 1e-7 /* s an entry; CPU; 2026-11-29; tp_work_to_make */
/* The maximum of threads that are of use, for lack of bandwidth, and the work of one that pays (runtime/threads.h has
 * less, for work that is already divided). */
#define TP_USEFUL_THREADS 16     /* threads; CPU; not measured; tp_work_shared */
#define TP_THREAD_SECONDS 1.6e-4 /* s; CPU; not measured; tp_work_shared */

/* ---- runtime/threads.h ---- */

/* Entries of work, side by side in memory, that one more thread is worth: below, to wake it and to share written lines
 * costs more than it saves. */
#define TP_PARALLEL_WORK 8192 /* entries; CPU; not measured; tp_team_for */
/* Entries of work, in all, for which a context does without helpers before it starts them. So much takes one thread
 * about a millisecond. To start and to end a helper takes the calling thread 0.05 ms, and it is late for the first
 * work: betweenness of a hundred vertices, half of this, took 0.56 ms in all with a helper and takes 0.44 without. A
 * context with little to do never starts any, and others lose half a millisecond at most, once. */
#define TP_START_WORK (128 * (int64_t)TP_PARALLEL_WORK) /* entries; CPU; 2026-11-23; has_helpers */

/* ---- runtime/threads.c ---- */

/* Seconds for which a helper works before it offers its core. */
#define TP_HELPER_QUANTUM 0.5e-3 /* s; CPU; not measured; help */
/* An offer that returns later was taken; else it takes a microsecond. */
#define TP_HELPER_LATE 0.1e-3 /* s; CPU; not measured; offer */
/* How long a helper then stays away, at first and, doubled each time, at last: each time may cost the calling thread a
 * time slice. */
#define TP_HELPER_AWAY_FIRST 10e-3 /* s; CPU; not measured; offer */
#define TP_HELPER_AWAY_LAST 320e-3 /* s; CPU; not measured; offer */
/* How long a helper spins for the next region: levels of a search are often 0.1 ms apart, and to wake it costs the
 * calling thread some microseconds, the helper 50. Meanwhile it offers its core every so often. */
#define TP_HELPER_SPIN 1e-3        /* s; CPU; 2026-11-23; await_work */
#define TP_HELPER_SPIN_OFFER 50e-6 /* s; CPU; 2026-11-23; await_work */
/* How long the calling thread spins for helpers that are at their last chunks. */
#define TP_REGION_SPIN_END 50e-6 /* s; CPU; not measured; close_region */
/* While most helpers are away, more work than this is still open to them: they may be back before one thread has done
 * it. Less is not: each that comes back may be sent off its core in the midst of it. */
#define TP_HELPER_AWAY_WORK (8 * TP_START_WORK) /* entries; CPU; not measured; tp_team_for */
/* Looks between two at the clock. */
#define TP_SPIN_LOOKS 32 /* looks; CPU; not measured; await_work, close_region */

/* ---- runtime/threads_loop.c ---- */

/* Indices of a chunk where any will do, at least and at most, and chunks of a thread. */
#define TP_LOOP_CHUNK_MIN 1024  /* indices; CPU; not measured; tp_chunks_begin */
#define TP_LOOP_CHUNK_MAX 16384 /* indices; CPU; not measured; tp_chunks_begin */
#define TP_LOOP_CHUNKS 8        /* chunks a thread; CPU; not measured; tp_chunks_begin */
/* Bytes that a thread copies at a time, which takes some tens of microseconds. */
#define TP_COPY_BYTES ((int64_t)1 << 18) /* bytes; CPU; not measured; tp_copy */

/* ---- runtime/memory.c ---- */

/* Blocks of at least TP_LARGE_BYTES bytes lie on huge pages where the system has them: 512 times fewer page faults when
 * they are filled, and fewer misses of the TLB when a product gathers from them at random. (Building a matrix of 64 M
 * entries spent three quarters of its time in page faults without.) */
#define TP_LARGE_BYTES ((size_t)4 << 20) /* bytes; CPU; 2026-11-21; allocate, keep */
/* Released blocks of TP_LARGE_BYTES bytes or more that the process keeps: operations ask for as much memory as the ones
 * before released, and the system clears each page that it gives anew. (That took 15 percent of the time of BFS on
 * lattice 1200, and up to a third of that of elementwise operations on matrices.) At most so many, of so many bytes
 * together. */
#define TP_KEPT_BLOCKS 16                 /* blocks; CPU; 2026-11-25; keep */
#define TP_KEPT_BYTES ((size_t)512 << 20) /* bytes; CPU; not measured; kept_max */
/* ... and of no more than one in so many of the machine's. */
#define TP_KEPT_SHARE 32 /* part, 1 in; CPU; not measured; kept_max */
/* A kept block may be larger than the bytes asked for by one in so many of these. */
#define TP_KEPT_WASTE 4 /* part, 1 in; CPU; not measured; take_kept */

/* ---- runtime/runtime.h ---- */

/* Of host memory, less is taken without a look at the memory that there is, which takes as long as filling some hundred
 * kilobytes. */
#define TP_ASKED_FROM ((size_t)64 << 20) /* bytes; CPU; not measured; tp_need_memory, tp_run_fit, memory_for */

#endif
