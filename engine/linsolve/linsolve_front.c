/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multifrontal backends: numbers and kernels of one precision on a shared plan. */
#include "engine/linsolve/linsolve_front.h"

#include "engine/base/memory.h"

/* Entries that a kernel may read behind the last number of an array. */
#define PADDING 64

/* calloc gives large arrays as untouched pages */
static void *numbers(size_t count, SnFrontPrecision precision)
{
    size_t size = precision == SN_FRONT_SINGLE ? sizeof(float) : sizeof(double);
    char *memory = sn_alloc(count + PADDING + 128, size);
    size_t shift = 64 - (size_t)memory % 64;

    /* room for the distance to the start, which sn_free needs, before the aligned numbers */
    memory += shift;
    memory[-1] = (char)shift;
    return memory;
}

static void free_numbers(void *numbers)
{
    char *memory = numbers;

    if (memory)
        sn_free(memory - memory[-1]);
}

SnFront *sn_front_new(const SnFrontPlan *plan, SnFrontPrecision precision)
{
    SnFront *front = sn_alloc(1, sizeof *front);

    front->plan = plan;
    front->precision = precision;
    front->values = numbers(plan->values, precision);
    front->inverse = numbers((size_t)plan->size, precision);
    front->updates = numbers(plan->updates, precision);
    front->packed = numbers(plan->packed, precision);
    front->z = numbers((size_t)plan->size, precision);
    front->gather = numbers(plan->gather, precision);
    front->half_z = numbers((size_t)plan->size, precision);
    front->half_gather = numbers(plan->gather, precision);
    front->batch = numbers((size_t)plan->size * SN_LINSOLVE_BATCH, precision);
    front->gather_batch = numbers(plan->gather * SN_LINSOLVE_BATCH, precision);
    return front;
}

void sn_front_free(SnFront *front)
{
    if (!front)
        return;
    free_numbers(front->values);
    free_numbers(front->inverse);
    free_numbers(front->updates);
    free_numbers(front->packed);
    free_numbers(front->z);
    free_numbers(front->gather);
    free_numbers(front->half_z);
    free_numbers(front->half_gather);
    free_numbers(front->batch);
    free_numbers(front->gather_batch);
    sn_free(front);
}

#define KERNELS_OF(real, set)                                                                      \
    {                                                                                              \
        sn_front_factor_##real##_##set, sn_front_solve_##real##_##set,                             \
            sn_front_solve_batch_##real##_##set                                                    \
    }
#define KERNELS(set)                                                                               \
    {                                                                                              \
        KERNELS_OF(double, set), KERNELS_OF(float, set)                                            \
    }

const SnFrontKernels *sn_front_kernels(SnInstructions set, SnFrontPrecision precision)
{
    static const SnFrontKernels base[2] = KERNELS(base);
#ifdef __x86_64__
    static const SnFrontKernels avx2[2] = KERNELS(avx2), avx512[2] = KERNELS(avx512);

    if (set != SN_INSTRUCTIONS_BASE)
        return set == SN_INSTRUCTIONS_AVX2 ? &avx2[precision] : &avx512[precision];
#endif
    return &base[precision];
}

const SnFrontHalfKernels *sn_front_half_kernels(SnInstructions set)
{
    static const SnFrontHalfKernels base = {sn_front_half_solve_double_base,
                                            sn_front_half_product_double_base};
#ifdef __x86_64__
    static const SnFrontHalfKernels avx2 = {sn_front_half_solve_double_avx2,
                                            sn_front_half_product_double_avx2};
    static const SnFrontHalfKernels avx512 = {sn_front_half_solve_double_avx512,
                                              sn_front_half_product_double_avx512};

    if (set != SN_INSTRUCTIONS_BASE)
        return set == SN_INSTRUCTIONS_AVX2 ? &avx2 : &avx512;
#endif
    return &base;
}

/* A backend: the kernels of one instruction set. */
typedef struct Fronts {
    SnFront *front;
    const SnFrontKernels *kernels;
} Fronts;

static void *create(const SnLinsolveShared *shared, SnFrontPrecision precision)
{
    Fronts *fronts = sn_alloc(1, sizeof *fronts);

    fronts->front = sn_front_new(shared->fronts, precision);
    fronts->kernels = sn_front_kernels(sn_instructions(), precision);
    return fronts;
}

static void *create_double(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    return create(shared, SN_FRONT_DOUBLE);
}

static void *create_single(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    return create(shared, SN_FRONT_SINGLE);
}

static void fronts_destroy(void *factor)
{
    Fronts *fronts = factor;

    sn_front_free(fronts->front);
    sn_free(fronts);
}

static SnLinsolveStatus fronts_factor(void *factor, const SnLinsolveInput *input)
{
    Fronts *fronts = factor;

    return fronts->kernels->factor(fronts->front, input);
}

static int fronts_negative_pivots(const void *factor)
{
    return ((const Fronts *)factor)->front->negative;
}

static void fronts_solve(void *factor, double *x, bool sparse)
{
    Fronts *fronts = factor;

    fronts->kernels->solve(fronts->front, x, sparse);
}

static void fronts_solve_batch(void *factor, double *x, bool sparse)
{
    Fronts *fronts = factor;

    fronts->kernels->solve_batch(fronts->front, x, sparse);
}

static void fronts_set_workers(void *factor, SnWorkers *workers)
{
    ((Fronts *)factor)->front->workers = workers;
}

static const SnFront *fronts_front(const void *factor)
{
    return ((const Fronts *)factor)->front;
}

const SnLinsolveMethod sn_linsolve_fronts = {
    .create = create_double,
    .destroy = fronts_destroy,
    .factor = fronts_factor,
    .negative_pivots = fronts_negative_pivots,
    .solve = fronts_solve,
    .solve_batch = fronts_solve_batch,
    .set_workers = fronts_set_workers,
    .front = fronts_front,
};
const SnLinsolveMethod sn_linsolve_single_fronts = {
    .create = create_single,
    .destroy = fronts_destroy,
    .factor = fronts_factor,
    .negative_pivots = fronts_negative_pivots,
    .solve = fronts_solve,
    .solve_batch = fronts_solve_batch,
    .set_workers = fronts_set_workers,
    .rough = true,
};
