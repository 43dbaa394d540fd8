/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/bench/bench.h"

#include "engine/wrap/wrap.h"

#include <cblas.h>
#include <jansson.h>
#include <string.h>

static const SnBenchCase CASES[] = {
    {"chain-5", "hinge chain of 5 links, 1 ms step", 5, sn_bench_chain},
    {"chain-20", "hinge chain of 20 links, 1 ms step", 20, sn_bench_chain},
    {"chain-100", "hinge chain of 100 links, 1 ms step", 100, sn_bench_chain},
    {"chain-500", "hinge chain of 500 links, 1 ms step", 500, sn_bench_chain},
    {"tree", "63 links in a tree of hinges, 1 ms step", 63, sn_bench_tree},
    {"pile-10", "10 boxes dropped in a pile, 2 ms step", 10, sn_bench_pile},
    {"pile-100", "100 boxes dropped in a pile, 2 ms step", 100, sn_bench_pile},
    {"pile-500", "500 boxes dropped in a pile, 2 ms step", 500, sn_bench_pile},
    {"beam", "the paper's beam, 8 x 4 x 4 hexes, 1 ms step", 0, sn_bench_fem},
    {"cube", "the paper's cube, 6 x 6 x 6 hexes, 1 ms step", 0, sn_bench_fem},
    {"tongue", "the tongue alone, 5 ms step", 0, sn_bench_fem},
    {"jth", "jaw, tongue and hyoid without contact, 5 ms step", 0, sn_bench_fem},
    {"jth-contact", "the same with palate and teeth, tongue on palate, 5 ms step", 0, sn_bench_fem},
    {"tongue-palate", "jaw, tongue and hyoid, the tongue on the palate alone, 5 ms step", 0,
     sn_bench_fem},
    {"mat-10k", "mat of 50 x 50 x 4 hexes on the ground, 5 ms step", 50, sn_bench_fem},
    {"bite", "dental arches on each other, 1 ms step", 250, sn_bench_demo},
    {"box-3k", "box of 13 x 13 x 13 hexes, 5 ms step", 13, sn_bench_fem},
    {"box-8k", "box of 19 x 19 x 19 hexes, 5 ms step", 19, sn_bench_fem},
    {"box-20k", "box of 26 x 26 x 26 hexes, 5 ms step", 26, sn_bench_fem},
    {"pulleys-64", "block and tackle, 64 pulleys on each side, 1 ms step", 64, sn_bench_pulleys},
    {"line-shaft", "five machines on one shaft, driven by belts, 10 ms step", 1000, sn_bench_demo},
    {"finger", "index finger on its tendons", 1000, sn_bench_demo},
    {"gait-muscles", "92 muscles with elastic tendons on a body let go, 1 s in 1 ms steps", 0,
     sn_bench_muscles},
    {"wrap-cylinder", "2500 strings over a cylinder", SN_WRAP_CYLINDER, sn_bench_wrap},
    {"wrap-sphere", "2500 strings over a sphere", SN_WRAP_SPHERE, sn_bench_wrap},
    {"wrap-ellipsoid", "2500 strings over an ellipsoid", SN_WRAP_ELLIPSOID, sn_bench_wrap},
    {"wrap-torus", "2500 strings through a torus", SN_WRAP_TORUS, sn_bench_wrap},
    {"wrap-bone", "100 strings over the hull of a bone of 8000 triangles", -1, sn_bench_wrap_bone},
    {"wrap-plane", "100 ways over that bone in a plane", SN_WRAP_PLANE_SIDE, sn_bench_wrap_bone},
    {"wrap-covariance", "... in the sector of least covariance", SN_WRAP_PLANE_COVARIANCE,
     sn_bench_wrap_bone},
    {"surface-pair", "two surfaces of 35 000 vertices each: trees, contours, overlap", 93,
     sn_bench_surface_pair},
    {"snapshot", "one snapshot published, size of the jaw-tongue-hyoid model", 946,
     sn_bench_snapshot},
    {"scrub-5", "jaw, tongue and hyoid: a moment shown, anywhere in 5 s recorded", 5,
     sn_bench_scrub},
    {"scrub", "jaw, tongue and hyoid: a moment shown, anywhere in 60 s recorded", 60,
     sn_bench_scrub},
};

const SnBenchCase *sn_bench_cases(int *n)
{
    *n = (int)G_N_ELEMENTS(CASES);
    return CASES;
}

const SnBenchCase *sn_bench_case(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++)
        if (strcmp(CASES[i].name, name) == 0)
            return &CASES[i];
    return NULL;
}

/* --- printing --- */

/* Which kernels OpenBLAS chose is worth 15 %: every table says it. */
void sn_bench_print_head(FILE *file)
{
    fprintf(file, "OpenBLAS kernels: %s, one thread; solids name their own\n\n",
            openblas_get_corename());
    fprintf(file, "%-12s %6s %6s %8s %11s %11s %11s %9s\n", "case", "dofs", "rows", "steps",
            "median us", "p95 us", "cpu us", "x real");
}

static void print_phases(FILE *file, const SnBenchResult *result)
{
    fputs("    phases us:", file);
    for (int i = 0; i < SN_PHASE_COUNT; i++)
        fprintf(file, " %s %.2f", sn_phase_name((SnPhase)i), 1e3 * result->phase_ms[i]);
    fputc('\n', file);
}

void sn_bench_print_row(FILE *file, const SnBenchResult *result)
{
    fprintf(file, "%-12s %6d %6d %8d %11.2f %11.2f %11.2f %9.2f\n", result->name, result->dofs,
            result->constraints, result->steps, 1e3 * result->median_ms, 1e3 * result->p95_ms,
            1e3 * result->cpu_ms, result->realtime_factor);
    if (result->realtime_factor > 0)
        print_phases(file, result);
    fputs(result->note, file);
    fflush(file);
}

static json_t *result_json(const SnBenchResult *result)
{
    json_t *phases = json_object();
    for (int i = 0; i < SN_PHASE_COUNT && result->realtime_factor > 0; i++)
        json_object_set_new(phases, sn_phase_name((SnPhase)i), json_real(result->phase_ms[i]));
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:{s:f, s:f}, s:o, s:f, s:s}", "name", result->name,
                     "dofs", result->dofs, "constraints", result->constraints, "contacts",
                     result->contacts, "steps", result->steps, "step_ms", "median",
                     result->median_ms, "p95", result->p95_ms, "phases_ms", phases,
                     "realtime_factor", result->realtime_factor, "note", result->note);
}

void sn_bench_print_json(FILE *file, const SnBenchResult *results, int n)
{
    json_t *cases = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(cases, result_json(&results[i]));
    json_t *root = json_object();
    json_object_set_new(root, "cases", cases);
    json_object_set_new(root, "openblas", json_string(openblas_get_corename()));
    json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', file);
    json_decref(root);
}
