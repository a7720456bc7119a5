/* SPDX-License-Identifier: Apache-2.0
 *
 * The thresholds of products and other operations: numbers by which host code decides between two ways, or how finely
 * work is cut. (Chunks of a single loop, samples and prefetch distances stay beside their loops.) Each line ends with
 * four columns: the unit; the device (CPU, GPU, both) and the machine that was measured; the date of the measurement,
 * whose figures stand in the comment above; the functions that decide by it. tests/scripts/tuning.sh checks them.
 *
 * Thresholds of kernels stay beside the kernels, which are also compiled at run time:
 *     spmv/direction.h: TP_ALPHA_FIRST, TP_ALPHA_MERGE
 *     runtime/ewise.h: TP_LISTED_MAX
 *     spmv/device/hub_queue.cuh, kernel.cuh
 *     spmv/strategies/csr_push_sorted.cuh, launch.cu, step.cu
 *     spmv/mxm/cuda/bins.cuh, dots.cu, gustavson.cu, gustavson_device.h, numeric.cuh, symbolic.cu, walk.cuh
 *     spmv/write/merge_path.cuh
 *     spmv/loop/loop.cu, loop.cuh
 *     spmv/jit/user_product.cu
 *
 * These are macros alone: who uses one includes its types.
 */
#ifndef TP_SPMV_TUNING_H
#define TP_SPMV_TUNING_H

/* ---- spmv/mxv/mxv.c ---- */

/* A mask that lets more through is not listed: looking at each place as it comes up costs less. */
#define TP_MASK_LISTED_PART 0.75 /* part of places; both; not measured; prepare_pull */
/* A matrix that is stored by source alone is transposed once as many arcs were pushed that a pull would have been
 * chosen for as take the time of that: so many for each entry. (Kronecker 16, two cores: a push of all takes 7 ms, to
 * transpose it 30 to 40.) */
#define TP_TRANSPOSE_PUSHES 4 /* arcs an entry; CPU, 2 cores; 2026-11-26; should_wait */

/* ---- spmv/mxv/mxv_listed.c ---- */

/* A product goes along a list if the entries in all of its lists are at most one for so many places of the result: its
 * reads and writes are scattered, and a push looks each place up in a hash table. Two threads that pass over all places
 * read and write about so many in the time of one. (On a GPU this holds for the length of the list. Vectors of at most
 * TP_FEW_PLACES, formats/tuning.h, always go along their list.) */
#define TP_LISTED_PRODUCTS 16 /* places a product; both; not measured; plan_listed */
/* One block of a GPU pushes few products, and begins only if there are no more than so many by the mean: fewer if the
 * list goes on into an elementwise operation than if it becomes w. Under a mask it then begins with more than it takes,
 * since the last vertices of a search have few arcs. (A level of a search that went through all 2^21 places took 100 us
 * and more, by one block 10 to 20: H200.) More are sorted, if they are one for so many places and there are so many of
 * these; a vector of fewer is passed over. */
#define TP_PUSHED_AT_ONCE 256      /* products; GPU, H200; 2026-11-27; plan_listed */
#define TP_PUSHED_INTO 65536       /* products; GPU, H200; 2026-11-27; most_into */
#define TP_SORTED_PRODUCTS 32      /* places a product; GPU, H200; 2026-11-27; most_sorted */
#define TP_SORTED_PLACES (1 << 23) /* places; GPU, H200; 2026-11-27; most_sorted */

/* ---- spmv/mxv/mxv_source.c ---- */

/* A vector of fewer bytes stays in a core's second cache whatever its order. */
#define TP_GROUPED_BYTES ((size_t)2 << 20) /* bytes; CPU; not measured; tp_mxv_lay_out_source */

/* ---- spmv/strategies/step.c ---- */

/* Cost of an arc, in entries that lie side by side, where a step pulls or looks at all sources: its other end lies
 * anywhere. */
#define TP_ARC_WORK 4 /* entries an arc; CPU; not measured; tp_cpu_run */
/* Arcs that count as one entry where a step pushes from a list. Such steps are small, and a second thread fetches lines
 * that the first has just written. (Two threads of an Intel Xeon, with 1 and with 4: a batch of 16 searches on a
 * lattice of 400 x 400 takes 137 and 90 ms, as on one thread; one search on the roads of Florida 14.3 and 12.7. On a
 * lattice of 1200 x 1200 both take 0.95 s.) */
#define TP_PUSHED_ARCS 4 /* arcs an entry; CPU, 4 cores; 2026-11-25; push_team */
/* But where threads have lists of their own, so many entries are worth one thread more. (Lattice 1200, ms: one thread
 * 29; at 1024, 512 and 256 four 26, 24, 22; eight 24, 18, 18; sixteen 25, 17, 16. Roads of Florida at 256: eight 13,
 * sixteen 13 to 21.) */
#define TP_OWN_WORK 384 /* entries a thread; CPU, 16 threads; 2026-11-29; push_team */

/* ---- spmv/strategies/table.c ---- */

/* So few are sorted by insertion. */
#define TP_TABLE_SORT_FEW 32 /* sums; CPU; not measured; sort_sums */

/* ---- spmv/ops/kernel.h ---- */

/* Ids in the bucket at hand with which a thread goes on by itself. */
#define TP_FUSED 1024 /* ids; CPU; not measured; push_own */
/* And the entries after which it stops to do so: some milliseconds, after which progress is told. */
#define TP_FUSED_ARCS 262144 /* entries; CPU; not measured; push_own */
/* The arcs of a source are shared by all threads if they are more than TP_HEAVY / threads: they are cut into chunks of
 * TP_HEAVY_ARCS. Up to TP_HEAVY_SOURCES sources of a step are; any more are taken whole. (Shortest paths on Kronecker
 * graph 22, 16 threads: a step of 83 hubs with 16,000 arcs each took 28 ms, as on one thread, where lists of up to
 * 16384 were taken whole. On two threads these are as good as any.) */
#define TP_HEAVY 32768        /* arcs, by threads; CPU, 16 threads; 2026-11-25; tp_shared_step_puts_aside */
#define TP_HEAVY_ARCS 2048    /* arcs; CPU, 16 threads; 2026-11-25; tp_shared_step_heavy */
#define TP_HEAVY_SOURCES 4096 /* sources; CPU, 16 threads; 2026-11-25; tp_shared_step_puts_aside */
/* cooc_scalar's tiles of a product: so many entries at least (a microsecond of setting up is then a hundredth), and so
 * many tiles at most, more than there are cores to even out. */
#define TP_TILE_MIN 16384 /* entries; CPU; not measured; cooc_tiles */
#define TP_TILES_MAX 256  /* tiles; CPU; not measured; cooc_tiles */
/* Threads that share a narrow frontier at least: fewer are no faster than one. (Lattice 1200: one 29 ms, two 34.) */
#define TP_OWN_THREADS 4 /* threads; CPU, 2 threads; 2026-11-29; tp_cpu_search, push_team */

/* ---- spmv/ewise/ewise_blockwise.c ---- */

/* Operators see entries alone where these are at most one in so many positions. */
#define TP_OPERATOR_FEW_PART 8 /* places an entry; CPU; not measured; evaluate */

/* ---- spmv/ewise/ewise_builtin.c ---- */

/* So many positions are gone through block by block; of fewer each is looked at by itself. (apply along a list of
 * 30,000 takes 92 us in place of 221, one of 300 1.3 in place of 2.5, and one of three 0.36 in place of 0.26.) */
#define TP_BLOCKWISE_MIN 64 /* places; CPU, 2 cores; 2026-11-30; is_blockwise */

/* ---- spmv/ewise/ewise_listed.c ---- */

/* A list is gone along where it has at most one in so many of the places: it is read in any order, and merged. */
#define TP_EWISE_LISTED_PART 8 /* places an entry; both; not measured; is_short */
/* A list is merged into one that is so many times as long without more ado, and so is one into a list of
 * TP_EWISE_FEW. */
#define TP_EWISE_MUCH_LONGER 4 /* times as long; both; not measured; outgrows */
#define TP_EWISE_FEW 64        /* entries; both; not measured; outgrows */
/* Merges into a longer list may cost one step in so many of the vector's places, in all: then it becomes a bitmap. */
#define TP_EWISE_MERGED_PART 32 /* places a step; both; not measured; outgrows */
/* A merge of several blocks takes 35 us and more, and a bitmap is written in place in 15. LAGraph's shortest paths of a
 * lattice take 1.22 times as long without. */
#define TP_EWISE_BLOCKS_STEPS (1 << 20) /* steps; GPU; 2026-11-30; outgrows */

/* ---- spmv/apply/bound.c ---- */

/* Rows of so many entries and more, in the mean, are followed by run, shorter ones entry by entry without a branch that
 * depends on them. (C = tril(A): the latter takes 1.6 times as long on mesh 1024, whose rows have six.) */
#define TP_BOUND_LONG_ROWS 4 /* entries a row; CPU; 2026-11-25; find_rows */

/* ---- spmv/extract/spans.c ---- */

/* Rows of at most so many entries are compared and copied four at a time, whatever lies behind the last; longer ones
 * are searched. (Two cores, lattice 1200, rows of two or three: loops that end with the row took 2.5 times as long.) */
#define TP_SPANS_SHORT_ROW 16 /* entries; CPU, 2 cores; 2026-11-25; count_rows, copy_rows */

/* ---- spmv/operands/index_list.c ---- */

/* Many ids are ticked off place by place, so few for so many places are sorted. */
#define TP_TICKED_PART 32 /* places an id; both; not measured; check_distinct */

/* ---- spmv/loop/loop.c ---- */

/* Iterations that a GPU does before the host asks whether to go on: at first so many, then twice as many each time,
 * until they take so many seconds. */
#define TP_LOOP_FIRST_SLICE 1024 /* iterations; GPU; not measured; run_recorded */
#define TP_LOOP_PATIENCE 0.25    /* s; GPU; not measured; run_recorded */

/* ---- spmv/mxm/dense.c ---- */

/* Fewer products take a few microseconds in any way, and other kernels may be compiled already. */
#define TP_DENSE_PRODUCTS ((int64_t)1 << 18) /* products; both; not measured; tp_product_by_block, tp_product_by_gemm */
/* T is made at all places if the mask lets one in so many through, or more: a sum is then made that much faster than
 * where places are looked up. */
#define TP_DENSE_MASKED_MAX 8 /* places an entry; both; not measured; makes_all */
/* Rows and columns of T that are made in tiles: fewer would leave three quarters of a tile unused. */
#define TP_GEMM_SIDE_MIN 16 /* rows and columns; GPU; not measured; tp_product_by_gemm */

/* ---- spmv/mxm/cpu/choose.c ---- */

/* How long an entry takes as a product under a mask, in a dot product, and in a transpose. (Two cores, triangles: kron
 * 16 and 18, urand 16, lattice 1200 and mesh 1024.) */
#define TP_PRODUCT_MASKED_COST 2.0    /* entries; CPU, 2 cores; 2026-11-25; tp_product_choose */
#define TP_PRODUCT_DOT_COST 1.0       /* entries; CPU, 2 cores; 2026-11-25; tp_product_choose */
#define TP_PRODUCT_TRANSPOSE_COST 8.0 /* entries; CPU, 2 cores; 2026-11-25; tp_product_choose */
/* Where no list has more entries than this, all count as long as the longest, and nobody looks how long each is that is
 * named: a miss of the cache for each. (Lattice 1200, C<A> = A A, one thread: 11 of 76 ms.) */
#define TP_PRODUCT_SHORT_LISTS 8 /* entries; CPU, 1 thread; 2026-11-25; add_named */

/* ---- spmv/mxm/cpu/mxm.h ---- */

/* So many products of a row are few: they are sorted. (Two cores, lattice 1200: 0.6 of the time that it takes by
 * blocks.) */
#define TP_PRODUCT_FEW 32 /* products; CPU, 2 cores; 2026-11-25; tp_product_extent_of, take */
/* A step of a search takes as long as so many entries that are gone through, and a column that is searched as so many
 * more, for calls of its own. (Columns in no cache: 4 to 8 a step where both ways take about as long.) */
#define TP_SEARCH_COST 6     /* entries a step; CPU; 2026-11-26; tp_product_search_cost */
#define TP_SEARCHED_COST 128 /* entries; CPU; 2026-11-26; tp_product_search_cost */

/* ---- spmv/mxm/cpu/plan.c ---- */

/* A row is summed by flags if it has a product for so many columns between its first and last one, else in a table,
 * whose sums are then sorted. */
#define TP_PRODUCT_FLAGS_SPAN 1024 /* columns a product; CPU; not measured; tp_product_extent_of */
/* It is not asked where the first and last one are if it has one for so many of all columns. */
#define TP_PRODUCT_DENSE 8 /* columns a product; CPU; not measured; tp_product_extent_of */
/* Under a mask nothing is scanned: by flags also where these and the sums stay in half of a core's second-level
 * cache. */
#define TP_PRODUCT_FLAGS_CACHE ((size_t)1 << 20) /* bytes; CPU; not measured; tp_product_extent_of */
/* The cost of a row beside its products, and how many columns are scanned at the cost of one product. */
#define TP_PRODUCT_ROW_COST 8   /* products; CPU; not measured; own_cost */
#define TP_PRODUCT_SCAN_COST 16 /* columns a product; CPU; not measured; cost_rows */
/* Items for each thread, so that they end together, and the least that one is worth. */
#define TP_PRODUCT_ITEMS 32       /* items a thread; CPU; not measured; tp_product_plan */
#define TP_PRODUCT_ITEM_COST 4096 /* products; CPU; not measured; tp_product_plan */
/* A row of at most so many products is short: staged, it takes little more room than its entries do. */
#define TP_PRODUCT_SHORT 64 /* products; CPU; not measured; rows_item */
/* A row is in parts if it costs so many times as much as an item; at most in so many. */
#define TP_PRODUCT_HEAVY 2      /* items a row; CPU; not measured; make_items */
#define TP_PRODUCT_PARTS_MAX 64 /* parts; CPU; not measured; make_items */

/* ---- spmv/mxm/cpu/spa.c ---- */

/* A row is wide if it has a product for so many columns or more: then most blocks are empty. */
#define TP_PRODUCT_WIDE 8 /* columns a product; CPU; not measured; is_wide */

/* ---- spmv/write/merge.c ---- */

/* Fewer entries than these are copied no faster than they are merged. */
#define TP_MERGE_COPIED 64 /* entries; CPU; not measured; rows_alike */

#endif
