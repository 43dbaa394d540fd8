/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The performance cases behind `sinew bench` (DESIGN 9): measured, printed beside the peers'
 * figures of the reference, never failed. */
#ifndef SN_CHECK_BENCH_H
#define SN_CHECK_BENCH_H

#include "engine/run/simulation/simulation.h"

#include <stdio.h>

typedef struct SnBenchResult {
    const char *name;
    int dofs, constraints, contacts, steps;
    double median_ms, p95_ms;        /* wall time of a step [ms] */
    double cpu_ms;                   /* mean processor time of a step [ms] */
    double phase_ms[SN_PHASE_COUNT]; /* median; from a run of its own, as timing costs time */
    double realtime_factor;          /* simulated time / processor time; 0: nothing is simulated */
    char note[400];                  /* accuracy and the peers' figures, lines */
} SnBenchResult;

/* Opens a demo or a file by name; NULL with an error. */
typedef SnModel *(*SnBenchDemo)(const char *name, GError **error);

typedef struct SnBenchCase SnBenchCase;
struct SnBenchCase {
    const char *name;
    const char *help;
    int size;
    bool (*run)(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                GError **error);
};

const SnBenchCase *sn_bench_cases(int *n);
/* NULL if there is none of that name. */
const SnBenchCase *sn_bench_case(const char *name);

void sn_bench_print_head(FILE *file);
void sn_bench_print_row(FILE *file, const SnBenchResult *result);
/* {"cases":[{"name","dofs","constraints","contacts","steps","step_ms":{"median","p95"},
 * "phases_ms":{…},"realtime_factor"}]} */
void sn_bench_print_json(FILE *file, const SnBenchResult *results, int n);

/* --- cases (bench_chain.c, bench_fem.c, bench_muscle.c, bench_pile.c, bench_scrub.c,
 * bench_snapshot.c, bench_strand.c, bench_surface.c, bench_wrap.c) --- */

bool sn_bench_chain(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error);
/* size: links. */
bool sn_bench_tree(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error);
/* size: boxes. */
bool sn_bench_pile(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error);
bool sn_bench_fem(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                  GError **error);
/* size: pulleys on the bar. */
bool sn_bench_pulleys(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                      GError **error);
/* The demo of the case's name; size: steps. */
bool sn_bench_demo(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error);
bool sn_bench_muscles(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                      GError **error);
/* The model that is the case's name, as `demo` opens it: 1 s of it. */
bool sn_bench_model(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error);
/* size: seconds to record. */
bool sn_bench_scrub(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error);
bool sn_bench_snapshot(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                       GError **error);
/* size: SnWrapShape. */
bool sn_bench_wrap(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error);
/* size: SnWrapPlane; -1: the shortest way over its hull. */
bool sn_bench_wrap_bone(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                        GError **error);
/* size: cuts of an octahedron's edges. */
bool sn_bench_surface_pair(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                           GError **error);

/* --- what they share (bench_run.c) --- */

/* A simulation of a model, which is taken (NULL: returns NULL), at t = 0. */
SnSimulation *sn_bench_simulation(SnModel *model, GError **error);
/* Times of steps after some to warm up (then from the start again if `restart`), sizes. */
bool sn_bench_time(SnSimulation *simulation, int warm_up, bool restart, int steps,
                   SnBenchResult *result, GError **error);
/* Median times of the phases over further steps. */
bool sn_bench_phases(SnSimulation *simulation, int steps, SnBenchResult *result, GError **error);
/* Memory in use [MB]. */
double sn_bench_memory_mb(void);

/* Median and 95th percentile of n values, which are sorted. */
void sn_bench_percentiles(double *values, int n, double *median, double *p95);
/* Processor time of this thread [ns]. */
int64_t sn_bench_cpu_ns(void);

#endif
