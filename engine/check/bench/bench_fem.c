/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Soft tissue: the paper's beam and cube, the tongue, jaw with tongue, and boxes of growing size
 * (reference/fem.md, kkt.md). */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/model_component.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <string.h>

static SnModel *new_model(SnIntegrator integrator, double step)
{
    SnModel *model = sn_model_new();
    SnModelComponent *root = (SnModelComponent *)model->root;
    sn_v3_set(0, 0, -9.8, root->gravity);
    root->gravity_mode = SN_MODE_EXPLICIT;
    root->integrator = integrator;
    root->max_step = step;
    return model;
}

/* A box of hexes, corner at the origin, of the papers' material. */
static SnFem *add_box(SnModel *model, const double size[3], const int cells[3], double c10)
{
    SnFem *fem = (SnFem *)sn_component_new(&SN_CLASS_FEM, "box");
    fem->source = SN_FEM_BOX;
    fem->element = SN_ELEMENT_HEX8;
    for (int k = 0; k < 3; k++) {
        fem->size[k] = size[k];
        fem->cells[k] = cells[k];
        fem->position[k] = size[k] / 2;
    }
    fem->density = 1040;
    fem->material.kind = SN_MATERIAL_MOONEY_RIVLIN;
    fem->material.c10 = c10, fem->material.c20 = 486;
    fem->material.c01 = fem->material.c11 = fem->material.c02 = 0;
    fem->material.bulk_modulus = 2000 * c10;
    sn_model_insert(model, sn_model_list(model->root, "fems"), &fem->base.base, -1, -1);
    return fem;
}

/* Makes the nodes and holds those at the lower end of an axis. */
static bool fix_end(SnModel *model, SnFem *fem, int axis, GError **error)
{
    if (!sn_fem_refresh(model, fem, error))
        return false;
    SnFemNode *nodes = fem->nodes.entries;
    for (int i = 0; i < fem->nodes.n; i++)
        if (nodes[i].rest[axis] < -fem->size[axis] / 2 + 1e-9)
            nodes[i].dynamic = false;
    return true;
}

static SnModel *beam(GError **error)
{
    const double size[3] = {0.1, 0.02, 0.02};
    const int cells[3] = {8, 4, 4};
    SnModel *model = new_model(SN_TRAPEZOIDAL, 0.001);
    SnFem *fem = add_box(model, size, cells, 10370);
    fem->incompressibility = SN_INCOMPRESSIBLE_ELEMENT;
    fem->mass_damping = 20, fem->stiffness_damping = 0.015;
    if (fix_end(model, fem, 0, error))
        return model;
    sn_model_free(model);
    return NULL;
}

static SnModel *cube(GError **error)
{
    const double size[3] = {0.1, 0.1, 0.1};
    const int cells[3] = {6, 6, 6};
    SnModel *model = new_model(SN_TRAPEZOIDAL, 0.001);
    SnFem *fem = add_box(model, size, cells, 1037);
    fem->incompressibility = SN_INCOMPRESSIBLE_SOFT;
    fem->mass_damping = 20, fem->stiffness_damping = 0.015;
    if (!fix_end(model, fem, 2, error)) {
        sn_model_free(model);
        return NULL;
    }
    SnFemLoad *load = (SnFemLoad *)sn_component_new(&SN_CLASS_FEM_LOAD, "push");
    load->fem = fem->base.base.id;
    load->nodes.values = g_new(int32_t, 9);
    for (int i = 0; i < 9; i++)
        load->nodes.values[load->nodes.n++] = 49 * 6 + 7 * (2 + i / 3) + 2 + i % 3;
    load->force[2] = -0.8;
    load->each = true;
    sn_model_insert(model, sn_model_list(model->root, "loads"), &load->base.base, -1, -1);
    return model;
}

/* n cells along each edge, one face held. */
static SnModel *box(int n, GError **error)
{
    const double size[3] = {0.1, 0.1, 0.1};
    const int cells[3] = {n, n, n};
    SnModel *model = new_model(SN_BACKWARD_EULER, 0.005);
    SnFem *fem = add_box(model, size, cells, 1037);
    fem->incompressibility = SN_INCOMPRESSIBLE_ELEMENT;
    fem->mass_damping = 40, fem->stiffness_damping = 0.03;
    if (fix_end(model, fem, 0, error))
        return model;
    sn_model_free(model);
    return NULL;
}

/* A mat of n x n x 4 hexes, 0.5 m wide, lies on the ground, which it sticks to by friction. */
static SnModel *mat(int n, GError **error)
{
    const double size[3] = {0.5, 0.5, 0.02};
    const int cells[3] = {n, n, 4};
    SnModel *model = new_model(SN_BACKWARD_EULER, 0.005);
    SnFem *fem = add_box(model, size, cells, 10370);
    fem->mass_damping = 20, fem->stiffness_damping = 0.015;
    SnRigidBody *ground = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    ground->dynamic = false;
    ground->shape = SN_SHAPE_HALF_SPACE;
    sn_model_insert(model, sn_model_list(model->root, "bodies"), &ground->base.base, -1, -1);
    SnCollision *collision = (SnCollision *)sn_component_new(&SN_CLASS_COLLISION, NULL);
    collision->friction = 0.5;
    sn_model_insert(model, sn_model_list(model->root, "collisions"), &collision->base, -1, -1);
    if (sn_fem_refresh(model, fem, error))
        return model;
    sn_model_free(model);
    return NULL;
}

/* Jaw, tongue and hyoid of the demo with contact, its tongue touching nothing but the palate. */
static SnModel *tongue_on_palate(SnBenchDemo demo, GError **error)
{
    static const char *const teeth[] = {"collisions/upper_teeth", "collisions/lower_teeth"};
    SnModel *model = demo("jaw-tongue-hyoid-contact", error);
    for (size_t i = 0; model && i < G_N_ELEMENTS(teeth); i++) {
        const SnId id = sn_model_resolve(model, NULL, teeth[i], error);
        if (sn_id_is_null(id)) {
            sn_model_free(model);
            return NULL;
        }
        ((SnCollision *)sn_model_get(model, id))->enabled = false;
    }
    return model;
}

typedef struct FemCase {
    const char *name;
    int warm_up, steps;
    const char *peers;
} FemCase;

static const FemCase CASES[] = {
    {"beam", 50, 350, "ArtiSynth 5.15 (of it solver 3.15), FEBio 14, CalculiX 31-160; budget 0.8"},
    {"cube", 50, 150, "ArtiSynth 6.07 (3.15), FEBio 29, CalculiX 42-430; budget 1.2"},
    {"tongue", 40, 160, "ArtiSynth 37.9 (23.8); budget 5, then 3"},
    {"jth", 40, 160, "ArtiSynth 224 with contact (solver 47.5), paper 333; budget 5, then 3"},
    {"jth-contact", 24, 16, "ArtiSynth 224 (solver 47.5), paper 333; budget 4.5 with two threads"},
    {"tongue-palate", 24, 16, "none; with teeth (jth-contact) ArtiSynth 224, paper 333"},
    {"mat-10k", 2, 3, "none measured"},
    {"box-3k", 5, 20, "prototype of kkt.md, 7950 x 2386: 49 double, 31 single"},
    {"box-8k", 2, 8, "prototype of kkt.md, 21612 x 6879: 293 double, 180 single"},
    {"box-20k", 1, 3, "prototype's factor alone, 53157 x 17596: 1290 double, 644 single"},
};

static SnModel *model_of(const SnBenchCase *this_case, SnBenchDemo demo, GError **error)
{
    const char *name = this_case->name;
    return strcmp(name, "beam") == 0            ? beam(error)
           : strcmp(name, "cube") == 0          ? cube(error)
           : strcmp(name, "tongue") == 0        ? demo("tongue", error)
           : strcmp(name, "jth") == 0           ? demo("jaw-tongue-hyoid", error)
           : strcmp(name, "jth-contact") == 0   ? demo("jaw-tongue-hyoid-contact", error)
           : strcmp(name, "tongue-palate") == 0 ? tongue_on_palate(demo, error)
           : strcmp(name, "mat-10k") == 0       ? mat(this_case->size, error)
                                                : box(this_case->size, error);
}

bool sn_bench_fem(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                  GError **error)
{
    const char *name = this_case->name;
    const FemCase *fem = CASES;
    while (strcmp(fem->name, name) != 0)
        fem++;
    const double before = sn_bench_memory_mb();
    const int64_t start = sn_clock_ns();
    SnModel *model = model_of(this_case, demo, error);
    if (!model)
        return false;
    SnSimulation *s = sn_bench_simulation(model, error);
    if (!s)
        return false;
    const double ready_ms = 1e-6 * (double)(sn_clock_ns() - start);
    const double memory = sn_bench_memory_mb() - before;
    const bool good = sn_bench_time(s, fem->warm_up, false, fem->steps, result, error) &&
                      sn_bench_phases(s, MIN(fem->steps, 50), result, error);
    result->name = name;
    g_snprintf(result->note, sizeof result->note,
               "    compiled and assembled in %.0f ms, %.1f MB; %d nodes, %d elements; threads %d\n"
               "    peers ms: %s\n",
               ready_ms, memory, s->compiled->system->fems.fems[0].solid->n_nodes,
               s->compiled->system->fems.fems[0].solid->n_elements,
               sn_workers_count(sn_fem_workers(s->work)), fem->peers);
    sn_simulation_free(s);
    return good;
}
