/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the classes allow, but hardly anybody means. */
#include "engine/run/checks/suspicions.h"

#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/run/checks/finding.h"
#include "engine/run/checks/overlap.h"
#include "engine/run/checks/solids.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/pose/posing.h"

#include <math.h>
#include <string.h>

#define TOO_LONG     10.0  /* no bone is: m taken for mm [m] */
#define TOO_SHORT    1e-4  /* [m] */
#define TOO_LIGHT    30.0  /* g/cm3 taken for kg/m3 [kg/m3] */
#define STRONGEST    100.0 /* gravity in mm/s2 [m/s2] */
#define OPEN         1e-3  /* of the model's size, or rad: worth a word ... */
#define WIDE_OPEN    5e-2  /* ... and hardly meant */
#define STEP_PERIODS 1.8   /* h omega beyond which explicit methods lose oscillations */
enum { MOST_BODIES = 2000, MOST_MARKERS = 500 };

typedef struct Search {
    const SnModel *model;
    GArray *findings;
    GPtrArray *bodies;
    int markers;
} Search;

/* --- units --- */

/* Longest edge of the box around a body's mesh [m]; 0: it has none. */
static double mesh_length(const SnModel *model, const SnRigidBody *body)
{
    if (body->shape != SN_SHAPE_MESH || !body->mesh || !*body->mesh)
        return 0;
    SnMesh *mesh = sn_rigid_body_mesh(model, body, NULL);
    double length = 0;
    for (int k = 0; mesh && k < 3; k++)
        length = fmax(length, mesh->bounds[1][k] - mesh->bounds[0][k]);
    sn_mesh_unref(mesh);
    return length;
}

static void check_size(Search *search, const SnRigidBody *body)
{
    const double length = mesh_length(search->model, body);
    if (!(length > TOO_LONG) && !(length > 0 && length < TOO_SHORT))
        return;
    const bool large = length > TOO_LONG;
    const double factor = large ? 1e-3 : 1e3;
    SnFinding *finding =
        sn_finding_add(search->findings, SN_WARNING, body->base.base.id,
                       large ? "is %.3g m long: its mesh is in millimetres, taken as metres?"
                             : "is only %.3g m long: its mesh is in metres, taken as millimetres?",
                       length);
    SnValue value = {.type = SN_TYPE_VEC3};
    for (int k = 0; k < 3; k++)
        value.number[k] = factor * body->scale[k];
    sn_finding_set(finding, search->model, body->base.base.id, "geometry.scale", &value,
                   large ? "Take It as Millimetres" : "Make It a Thousand Times Larger");
}

static void check_density(Search *search, const SnComponent *component, const char *name)
{
    const int row = sn_model_find_property(search->model, component->id, name);
    SnValue value;
    if (row < 0 || !sn_model_applies(search->model, component->id,
                                     sn_model_property(search->model, component->id, row)))
        return;
    sn_model_effective(search->model, component->id,
                       sn_model_property(search->model, component->id, row), &value, NULL);
    if (!(value.number[0] > 0) || value.number[0] >= TOO_LIGHT)
        return;
    SnFinding *finding = sn_finding_add(
        search->findings, SN_WARNING, component->id,
        "has a density of %.3g kg/m³, less than foam: is that in g/cm³?", value.number[0]);
    value.number[0] *= 1000;
    g_autofree char *label = g_strdup_printf("Make It %.4g kg/m³", value.number[0]);
    sn_finding_set(finding, search->model, component->id, name, &value, label);
}

static void check_gravity(Search *search)
{
    const SnComponent *root = search->model->root;
    const int row = sn_model_find_property(search->model, root->id, "gravity");
    SnValue value;
    sn_model_effective(search->model, root->id, sn_model_property(search->model, root->id, row),
                       &value, NULL);
    const double g = sn_v3_norm(value.number);
    if (!(g > STRONGEST))
        return;
    SnFinding *finding = sn_finding_add(
        search->findings, SN_WARNING, root->id,
        "has a gravity of %.4g m/s², %.0f times the earth's: is that in mm/s²?", g, g / 9.81);
    sn_v3_scale(1e-3, value.number, value.number);
    sn_finding_set(finding, search->model, root->id, "gravity", &value, "Divide It by 1000");
}

/* --- bodies and markers --- */

static void check_shape(Search *search, const SnRigidBody *body)
{
    if (!body->dynamic || body->shape != SN_SHAPE_NONE ||
        body->inertia_method == SN_INERTIA_EXPLICIT)
        return;
    SnFinding *finding = sn_finding_add(search->findings, SN_ERROR, body->base.base.id,
                                        "has no mass: no shape to take it from");
    const SnValue value = {.type = SN_TYPE_ENUM, .integer = SN_SHAPE_BOX};
    sn_finding_set(finding, search->model, body->base.base.id, "geometry.shape", &value,
                   "Make It a Box");
}

static bool alike(const SnRigidBody *a, const SnRigidBody *b)
{
    double turn = 0;
    for (int i = 0; i < 4; i++)
        turn += a->orientation[i] * b->orientation[i];
    return a->shape == b->shape && a->shape != SN_SHAPE_NONE &&
           sn_v3_distance(a->position, b->position) < 1e-9 && fabs(turn) > 1 - 1e-12 &&
           g_strcmp0(a->mesh, b->mesh) == 0 && sn_v3_distance(a->scale, b->scale) == 0 &&
           sn_v3_distance(a->size, b->size) == 0 && a->radius == b->radius &&
           a->length == b->length;
}

static int by_place(gconstpointer a, gconstpointer b)
{
    const SnRigidBody *x = *(const SnRigidBody *const *)a, *y = *(const SnRigidBody *const *)b;
    for (int k = 0; k < 3; k++)
        if (x->position[k] != y->position[k])
            return x->position[k] < y->position[k] ? -1 : 1;
    return x->base.base.id.index < y->base.base.id.index ? -1 : 1;
}

/* The same body twice in one place, as a paste or an import made twice leaves it. */
static void check_doubles(Search *search)
{
    g_ptr_array_sort(search->bodies, by_place);
    for (guint i = 1; i < search->bodies->len; i++) {
        const SnRigidBody *one = search->bodies->pdata[i - 1], *two = search->bodies->pdata[i];
        if (!alike(one, two))
            continue;
        g_autofree char *label = sn_model_path(search->model, one->base.base.id);
        SnFinding *finding =
            sn_finding_add(search->findings, SN_WARNING, two->base.base.id,
                           "is where %s is, and the same: twice the same body?", label);
        sn_finding_remedy(finding, SN_REMEDY_DELETE, "Delete This One");
    }
}

static void check_marker(Search *search, const SnMarker *marker)
{
    const SnId id = marker->base.base.id;
    if (!sn_id_is_null(marker->frame) || search->markers++ >= MOST_MARKERS)
        return;
    GArray *users = sn_model_dependents(search->model, &id, 1, true);
    if (users->len == 0) {
        SnFinding *finding = sn_finding_add(search->findings, SN_NOTE, id,
                                            "is fixed to no body, and nothing uses it");
        sn_finding_remedy(finding, SN_REMEDY_DELETE, "Delete It");
    }
    g_array_unref(users);
}

static bool check_component(SnComponent *component, void *data)
{
    Search *search = data;
    if (component->class == &SN_CLASS_RIGID_BODY) {
        const SnRigidBody *body = (const SnRigidBody *)component;
        check_size(search, body);
        check_shape(search, body);
        check_density(search, component, "inertia.density");
        if (search->bodies->len < MOST_BODIES)
            g_ptr_array_add(search->bodies, component);
    } else if (sn_class_is_a(component->class, &SN_CLASS_MARKER)) {
        check_marker(search, (const SnMarker *)component);
    } else if (component->class == &SN_CLASS_FEM) {
        check_density(search, component, "density");
        sn_findings_solid(search->findings, search->model, (const SnFem *)component);
    }
    return true;
}

/* --- the start --- */

static double result_of(const SnModel *model, const SnSimulation *start, SnId id, const char *name)
{
    double value[6];
    const int row = sn_model_find_property(model, id, name);
    return row >= 0 && sn_simulation_get(start, id, row, value) == 1 ? value[0] : (double)NAN;
}

/* The fibre at its optimal length fills what is left of the path; of a path shorter than that half
 * is tendon. */
static void shorten_tendon(SnFinding *finding, const SnModel *model, const SnSimulation *start)
{
    const SnMuscle *muscle = (const SnMuscle *)sn_model_get(model, finding->id);
    const double length = result_of(model, start, finding->id, "length");
    const double left = length - muscle->optimal_length * cos(muscle->pennation);
    const SnValue value = {.type = SN_TYPE_REAL,
                           .number = {left > 0.05 * length ? left : length / 2}};
    g_autofree char *label = g_strdup_printf("Make the Tendon %.3g mm", 1e3 * value.number[0]);
    if (length > 0)
        sn_finding_set(finding, model, finding->id, "law.tendon_slack_length", &value, label);
}

void sn_findings_mend_muscles(GArray *findings, const SnModel *model, const SnSimulation *start)
{
    for (guint i = 0; i < findings->len; i++) {
        SnFinding *finding = &g_array_index(findings, SnFinding, i);
        const SnComponent *component = sn_model_get(model, finding->id);
        if (!component || component->class != &SN_CLASS_MUSCLE || finding->remedy != SN_REMEDY_NONE)
            continue;
        if (strstr(finding->message, "its tendon is slack at the start"))
            shorten_tendon(finding, model, start);
        if (!strstr(finding->message, "of its optimal length at the start"))
            continue;
        const double fibre = result_of(model, start, finding->id, "fibre_length");
        const SnValue value = {.type = SN_TYPE_REAL, .number = {fibre}};
        g_autofree char *label = g_strdup_printf("Make %.3g mm Optimal", 1e3 * fibre);
        if (fibre > 0)
            sn_finding_set(finding, model, finding->id, "law.optimal_length", &value, label);
    }
}

/* Springs and tissue that oscillate faster than an explicit method can follow. */
static void check_step(Search *search, const SnSimulation *start)
{
    const SnSystem *system = start->compiled->system;
    double fastest = 0;
    SnId id = SN_ID_NULL;
    if (system->method != SN_STEP_SYMPLECTIC_EULER && system->method != SN_STEP_RUNGE_KUTTA_4)
        return;
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        if (path->muscle || !path->enabled)
            continue;
        double ease = 0; /* 1 / mass at both ends */
        for (int k = 0; k<path->count; k += path->count> 1 ? path->count - 1 : 1) {
            const int point = system->paths.point[path->first + k];
            const int block = system->points[point].block;
            if (block >= 0 && block < system->n_active && system->blocks[block].mass > 0)
                ease += 1 / system->blocks[block].mass;
        }
        const double rate = sqrt(system->paths.springs[path->law].stiffness * ease);
        if (rate > fastest)
            fastest = rate, id = path->id;
    }
    SnId solid = SN_ID_NULL;
    const double wave = sn_fastest_wave(system, &solid);
    if (wave > fastest)
        fastest = wave, id = solid;
    if (!(fastest * system->step_size > STEP_PERIODS))
        return;
    const double step = pow(10, floor(log10(0.2 / fastest)));
    SnFinding *finding = sn_finding_add(search->findings, SN_WARNING, id,
                                        "swings with %.3g Hz, too fast for this integrator at "
                                        "steps of %.3g ms, which it will cut or refuse",
                                        fastest / (2 * M_PI), 1e3 * system->step_size);
    const SnValue value = {.type = SN_TYPE_REAL, .number = {step}};
    g_autofree char *label = g_strdup_printf("Take Steps of %.3g ms", 1e3 * step);
    sn_finding_set(finding, search->model, search->model->root->id, "solver.max_step", &value,
                   label);
}

/* --- joints --- */

static void check_joints(Search *search)
{
    SnSystem *system = sn_compile_mechanism(search->model, NULL);
    if (!system)
        return;
    SnPosing *posing = sn_posing_new(system, 0, NULL);
    for (int i = 0; i < system->joints.n; i++) {
        bool angle;
        const double open = sn_posing_gap(posing, i, &angle);
        const double size = angle ? 1 : system->length_scale;
        if (!(open > OPEN * size))
            continue;
        SnFinding *finding = sn_finding_add(
            search->findings, open > WIDE_OPEN * size ? SN_WARNING : SN_NOTE,
            system->joints.joints[i].id,
            "is open by %.3g %s at the start: its bodies jump together there",
            angle ? asin(fmin(open, 1)) * 180 / M_PI : 1e3 * open, angle ? "°" : "mm");
        sn_finding_remedy(finding, SN_REMEDY_CLOSE, "Move Its Bodies Together");
        finding->value = (SnValue){.type = SN_TYPE_REAL, .number = {angle}};
    }
    sn_posing_free(posing);
    sn_system_free(system);
}

GArray *sn_find_suspicions(const SnModel *model, const SnSimulation *start)
{
    Search search = {model, sn_findings_new(), g_ptr_array_new(), 0};
    check_gravity(&search);
    sn_component_walk(model->root, check_component, &search);
    check_doubles(&search);
    check_joints(&search);
    if (start && start->compiled && start->assembly.code == SN_FAULT_NONE) {
        check_step(&search, start);
        sn_findings_overlaps(search.findings, model, start);
    }
    g_ptr_array_unref(search.bodies);
    return search.findings;
}
