/* SPDX-License-Identifier: Apache-2.0
 *
 * The thresholds of matrices and vectors: numbers by which host code decides between two ways, or how finely work is
 * cut. (Chunks of a single loop, samples and prefetch distances stay beside their loops.) Each line ends with four
 * columns: the unit; the device (CPU, GPU, both) and the machine that was measured; the date of the measurement, whose
 * figures stand in the comment above; the functions that decide by it. tests/scripts/tuning.sh checks them.
 *
 * Thresholds of kernels stay beside the kernels, which are also compiled at run time:
 *     formats/matrix/device.cuh
 *     formats/matrix/build/combine.cu, combine_numbered.cu, sort.cu, sort_tiles.cuh
 *     formats/matrix/facts/banded.h: TP_BANDED_REACH
 *     formats/generate/generate.cu
 *
 * These are macros alone: who uses one includes its types.
 */
#ifndef TP_FORMATS_TUNING_H
#define TP_FORMATS_TUNING_H

/* ---- formats/vector/vector.h ---- */

/* A vector of so few places is gone through by place or along its list at about the same cost: it stays as it is. */
#define TP_FEW_PLACES 1024 /* places; both; not measured; tp_vector_settle, is_short, plan_listed, adds_apart */

/* ---- formats/vector/vector_forms.c ---- */

/* A list of more than one place in TP_LIST_MAX becomes a bitmap, and a bitmap of fewer than one in TP_BITMAP_MIN a
 * list. A vector between the two stays as it is, so that one whose entries come and go does not change its form each
 * time. */
#define TP_LIST_MAX 4    /* places an entry; both; not measured; tp_vector_settle */
#define TP_BITMAP_MIN 32 /* places an entry; both; not measured; tp_vector_settle */
/* A GPU's list of no more room keeps its arrays when it is cleared: it is likely to be filled again, and to allocate
 * them takes a third of the time of a short operation. */
#define TP_KEPT_ROOM 2048 /* entries; GPU; 2026-11-26; tropic_vector_clear */

/* ---- formats/vector/vector_pending.c ---- */

/* Merges into a list of more than TP_UPDATED_FEW entries may cost one step in so many of the vector's places, in all.
 * Then it becomes a bitmap, where the next updates cost nothing. */
#define TP_UPDATED_FEW 64 /* entries; both; not measured; settle */
#define TP_UPDATED_PART 8 /* places a step; both; not measured; settle */

/* ---- formats/matrix/matrix.h ---- */

/* On the CPU csc_vector sums lists of so many entries in lanes, shorter ones, of which several are in flight at once,
 * in order. (Two cores, plus_times: lists of 24 take 1.4 times as long in lanes, of 64 as long or, where their lengths
 * differ, 1.2 times as long, of 96 0.94 times, of 256 0.7.) */
#define TP_PARTIAL_SUMS_MIN 96 /* entries; CPU, 2 cores; 2026-11-21; tp_choose_host_product, pull_in_lanes */

/* ---- formats/matrix/part.c ---- */

/* Entries of a few rows become pending if they are one in so many of the entries, rows and columns, or fewer: to keep
 * one for the merge takes as long as to write so many of the others anew. */
#define TP_PART_MOST 16 /* entries; CPU; not measured; tp_part_most */
/* Updates are merged before more come if they are more than one in so many of these, unless they are very few; ... */
#define TP_PENDING_PART 8   /* entries an update; CPU; not measured; tp_part_open */
#define TP_PENDING_FEW 1024 /* updates; CPU; not measured; tp_part_open */
/* ... and if they are so many and all of them are looked at, for those of a row. */
#define TP_PENDING_SCANNED 131072 /* updates; CPU; not measured; tp_part_open */

/* ---- formats/matrix/part_change.c ---- */

/* A matrix with an entry for one place in so many, of so many bytes of values, becomes dense where more than
 * TP_PENDING_FEW entries would be pending: there they are written at once. */
#define TP_DENSE_WRITTEN 16                       /* places an entry; CPU; not measured; wants_dense */
#define TP_DENSE_WRITTEN_MOST ((int64_t)64 << 20) /* bytes; CPU; not measured; wants_dense */

/* ---- formats/matrix/build/compact.c ---- */

/* A range up to so many times the ids counts as dense: the bits then take no more than the ids. */
#define TP_COMPACT_DENSE 64 /* ids of a range; CPU; not measured; tp_compact */

/* ---- formats/matrix/build/offsets.c ---- */

/* Blocks of lists, of which each is added up by itself, then moved by the sum of those before it: at most so many, of
 * so many lists or more. (Fewer lists take less time than another thread's start.) */
#define TP_OFFSETS_BLOCKS 64   /* blocks; CPU; not measured; tp_sum_lengths */
#define TP_OFFSETS_LISTS 16384 /* lists; CPU; not measured; tp_sum_lengths */

/* ---- formats/matrix/build/sort.c ---- */

/* A bucket with its lists stays within half of a core's second-level cache ... */
#define TP_SORT_BUCKET_BYTES ((int64_t)256 * 1024) /* bytes; CPU; not measured; tp_partition */
/* ... unless that would be more streams than the address cache follows. */
#define TP_SORT_BUCKETS_MAX 1024 /* buckets; CPU; not measured; tp_partition */

/* ---- formats/matrix/build/sort_ranges.c ---- */

/* Half-sorted records have 8 bytes where lists have 4 (and values both): with a quarter of them at a time, the most
 * that is in memory at once, apart from the entries, is twice the lists, when the ranges are joined. Each range costs a
 * look at all entries. (Two cores, 20 M entries: 1.5 times the time of one range, which would have 2.8 times a
 * pattern's lists.) */
#define TP_SORT_RANGES 4 /* ranges; CPU, 2 cores; 2026-11-22; tp_sort_ranges */
/* Fewer entries are one range. */
#define TP_SORT_FEW ((tropic_offset)1 << 20) /* entries; CPU; not measured; tp_sort_ranges */

/* ---- formats/matrix/build/transpose.c ---- */

/* Entries, and lists, are taken in so many blocks. Entries are local if the ids of a block spread over so small a part
 * of all, on average: then the cursors that it needs stay in a cache. */
#define TP_TRANSPOSE_BLOCKS 64     /* blocks; CPU; not measured; tp_transpose */
#define TP_TRANSPOSE_LOCAL_PART 16 /* part of ids, 1 in; CPU; not measured; is_local */

/* ---- formats/matrix/facts/choose_strategy.c ---- */

/* A warp per column wastes lanes where columns are shorter than a warp is wide... */
#define TP_PULL_LONG_COLUMN 8 /* entries; GPU; not measured; tp_choose_pull */
/* ... and a thread per column leaves its warp waiting where one column is much longer than others. */
#define TP_PULL_UNEVEN 2.0 /* deviation by mean; GPU; not measured; tp_choose_pull, tp_choose_product */
/* Of products (H200): a thread per list, reading entries one by one, is the fastest on a lattice and a mesh (4 and 6
 * entries), lanes that read them by four are as fast or faster on bands of 8 and more ... */
#define TP_QUADS_MEAN 7 /* entries; GPU, H200; 2026-11-21; tp_choose_product */
/* ... but where long lists name ids all over, equal shares of the entries are the fastest on values of 8 bytes: by a
 * fortieth on 16, a sixteenth on 32 ... */
#define TP_SHARED_MEAN 12 /* entries; GPU, H200; 2026-11-21; tp_choose_product */
#define TP_SHARED_BYTES 8 /* bytes a value; GPU, H200; 2026-11-21; tp_choose_product */
/* ... and wherever one list keeps its lanes when the others are done: a thread, four entries at a time, for over 300
 * microseconds at this length. */
#define TP_SHARED_LONGEST 2048 /* entries; GPU, H200; 2026-11-21; tp_choose_product */
/* On the CPU, of products: a list with so many entries, and such a part of all, keeps one thread when the others are
 * done. (Not by the number of threads: sums are the same whatever it is.) */
#define TP_HUB_MIN 65536  /* entries; CPU; not measured; tp_choose_host_product */
#define TP_HUB_PART 0.125 /* part of entries; CPU; not measured; tp_choose_host_product */
/* Shares sum every list, whatever the mask lets through; lists that a mask picks take about twice as long for each
 * entry. */
#define TP_SHARED_PART 0.5 /* part of lists; both; 2026-11-21; tp_choose_product, tp_choose_host_product */

/* ---- formats/matrix/forms/dense.h ---- */

/* An operation makes the dense form if one place in so many has an entry, or more. It takes at most 2.7 times the
 * memory of the form by rows (FP64; of FP32 2.0 times), and products in tiles are then several times as fast as by
 * rows. */
#define TP_DENSE_SPARSEST 4 /* places an entry; both; 2026-11-25; tp_dense_pays */

/* ---- formats/matrix/forms/group.c ---- */

/* Sources in groups pay if the values that are read most often, one in so many at most, take so many bytes, half of a
 * core's second cache or less, and are read in so many of all cases; ... */
#define TP_GROUP_HOT_SHARE 8                  /* part of sources, 1 in; CPU; not measured; sum_sources */
#define TP_GROUP_HOT_BYTES ((int64_t)1 << 20) /* bytes; CPU; not measured; sum_sources */
#define TP_GROUP_HOT_PART 0.5                 /* part of arcs; CPU; not measured; sum_sources */
/* ... if sources have so many arcs, since each product lays out its vector; ... */
#define TP_GROUP_ARCS_MIN 4 /* arcs a source; CPU; not measured; add_groups */
/* ... and if lists do not name ids side by side already, as those of web pages do: of a sample, so many lie in about
 * the same line of a cache as the id before. */
#define TP_GROUP_LOCAL_SAMPLE 4096 /* ids; CPU; not measured; is_local */
#define TP_GROUP_LOCAL_REACH 8     /* ids; CPU; not measured; is_local */
#define TP_GROUP_LOCAL_PART 0.25   /* part of a sample; CPU; not measured; is_local */
/* To make groups takes as long as some products, so they are made for the next after so many. */
#define TP_GROUP_PRODUCTS 4 /* products; CPU; not measured; find_groups */
/* Arcs of a source, in the mean, that are looked at if it is not known how many each has. */
#define TP_GROUP_COUNTED 4 /* arcs a source; CPU; not measured; add_groups */
/* They are made if so many times their memory is unused. */
#define TP_GROUP_SPARE_MEMORY 4 /* times their bytes; CPU; not measured; add_groups */

/* ---- formats/matrix/forms/hypersparse.h ---- */

/* A matrix that is nowhere longer than this is made ordinary: its offsets take half a megabyte, and an operation passes
 * over them in the time in which two threads are called. */
#define TP_SHORT_SIDE 65536 /* rows or columns; CPU; not measured; tp_hypersparse_pays, tp_core_of */
/* A matrix is made hypersparse if it has an entry for fewer than one in so many of its rows or columns, whichever are
 * more, and ordinary again if it has one for more than one in half as many: so one whose entries come and go does not
 * change its form each time. */
#define TP_HYPERSPARSE_MAX 16 /* rows an entry; both; not measured; tp_hypersparse_pays */

/* ---- formats/matrix/forms/trim.c ---- */

/* Names for so many times as many rows and columns as there are entries are too many. */
#define TP_HYPERLIST_LOOSE 4 /* rows an entry; both; not measured; tp_hypersparse_is_loose */
/* So few do not matter. */
#define TP_HYPERLIST_FEW 256 /* rows; both; not measured; tp_hypersparse_is_loose */

#endif
