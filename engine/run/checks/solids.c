/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models at the start: elements inside out, meshes in another unit, waves too fast for the
 * step, locking. */
#include "engine/run/checks/solids.h"

#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/fem/locking.h"
#include "engine/mesh/volume/volume_mesh_private.h"
#include "engine/model/classes/fem.h"
#include "engine/run/checks/finding.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define TOO_LONG  10.0 /* no tissue is: m taken for mm [m] */
#define TOO_SHORT 1e-5 /* [m] */

/* --- elements inside out --- */

/* Where its nodes start, [n][3]; g_free. */
static double *start_positions(const SnFem *fem)
{
    const SnFemNode *nodes = fem->nodes.entries;
    double *positions = g_new(double, 3 * (gsize)fem->nodes.n + 3);
    for (int i = 0; i < fem->nodes.n; i++)
        sn_v3_copy(nodes[i].position, positions + 3 * (size_t)i);
    return positions;
}

static bool is_inside_out(const SnVolumeMesh *mesh, int element, const double *positions)
{
    const SnElementKind kind = (SnElementKind)mesh->kind[element];
    return !sn_element_is_surface(kind) &&
           !(sn_element_worst_inside(kind, mesh->element_nodes + mesh->start[element], positions) >
             0);
}

static void check_elements(GArray *findings, const SnFem *fem)
{
    const SnVolumeMesh *mesh = fem->mesh;
    g_autofree double *positions = start_positions(fem);
    int n = 0, first = -1;
    for (int e = mesh->n_elements; e-- > 0;)
        if (is_inside_out(mesh, e, positions))
            n++, first = e;
    if (n == 0)
        return;
    SnFinding *finding = sn_finding_add(
        findings, SN_ERROR, fem->base.base.id,
        n == 1 ? "has %d element inside out at the start (number %d): its nodes were moved across"
               : "has %d elements inside out at the start (the first is number %d): nodes were "
                 "moved across",
        n, first);
    sn_finding_remedy(finding, SN_REMEDY_UPRIGHT, "Put Their Nodes Back");
}

/* Puts the nodes of an element where the mesh has them. */
static void put_back(const SnFem *fem, int element, double *positions, uint8_t *moved)
{
    const SnVolumeMesh *mesh = fem->mesh;
    const SnArrayRow *row = &SN_CLASS_FEM.arrays[0];
    for (int k = mesh->start[element]; k < mesh->start[element + 1]; k++) {
        const int node = mesh->element_nodes[k];
        SnFemNode base = {0};
        row->base(&fem->base.base, node, &base);
        sn_v3_copy(base.position, positions + 3 * (size_t)node);
        moved[node] = 1;
    }
}

GArray *sn_upright_nodes(const SnModel *model, SnId id, GError **error)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnFem *fem = (const SnFem *)component;
    if (!component || component->class != &SN_CLASS_FEM || !fem->mesh) {
        sn_refuse(error, SN_MODEL_ERROR_CLASS, "it is no FEM model with a mesh");
        return NULL;
    }
    GArray *values = g_array_new(FALSE, FALSE, sizeof(SnPoseValue));
    g_autofree double *positions = start_positions(fem);
    g_autofree uint8_t *moved = g_new0(uint8_t, fem->nodes.n + 1);
    /* a node put back may turn a neighbour over, which then is put back as well */
    for (bool again = true; again;) {
        again = false;
        for (int e = 0; e < fem->mesh->n_elements; e++) {
            bool back = is_inside_out(fem->mesh, e, positions), left = false;
            for (int k = fem->mesh->start[e]; back && k < fem->mesh->start[e + 1]; k++)
                left = left || !moved[fem->mesh->element_nodes[k]];
            if (back && left) {
                put_back(fem, e, positions, moved);
                again = true;
            }
        }
    }
    for (int i = 0; i < fem->nodes.n; i++) {
        SnPoseValue value = {.id = sn_id_of_entry(id, 0, (uint32_t)i),
                             .value = {.type = SN_TYPE_VEC3}};
        if (!moved[i])
            continue;
        value.property = sn_model_find_property(model, value.id, "position");
        sn_v3_copy(positions + 3 * (size_t)i, value.value.number);
        g_array_append_val(values, value);
    }
    return values;
}

/* --- units --- */

static void check_size(GArray *findings, const SnModel *model, const SnFem *fem)
{
    double low[3], high[3], length = 0;
    const SnFemNode *nodes = fem->nodes.entries;
    if (fem->source != SN_FEM_FILE || fem->nodes.n == 0)
        return;
    sn_v3_copy(nodes[0].rest, low);
    sn_v3_copy(nodes[0].rest, high);
    for (int i = 1; i < fem->nodes.n; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], nodes[i].rest[k]);
            high[k] = fmax(high[k], nodes[i].rest[k]);
        }
    for (int k = 0; k < 3; k++)
        length = fmax(length, high[k] - low[k]);
    const bool large = length > TOO_LONG;
    if (!large && !(length > 0 && length < TOO_SHORT))
        return;
    SnFinding *finding =
        sn_finding_add(findings, SN_WARNING, fem->base.base.id,
                       large ? "is %.3g m long: its mesh is in millimetres, taken as metres?"
                             : "is only %.3g m long: its mesh is in metres, taken as millimetres?",
                       length);
    SnValue value;
    const SnId id = fem->base.base.id;
    const int row = sn_model_find_property(model, id, "mesh.scale");
    sn_model_effective(model, id, sn_model_property(model, id, row), &value, NULL);
    sn_v3_scale(large ? 1e-3 : 1e3, value.number, value.number);
    sn_finding_set(finding, model, id, "mesh.scale", &value,
                   large ? "Take It as Millimetres" : "Make It a Thousand Times Larger");
}

void sn_findings_solid(GArray *findings, const SnModel *model, const SnFem *fem)
{
    if (!fem->mesh || fem->nodes.n != fem->mesh->n_nodes)
        return;
    check_elements(findings, fem);
    check_size(findings, model, fem);
}

/* --- locking --- */

void sn_findings_mend_locking(GArray *findings, const SnModel *model)
{
    for (guint i = 0; i < findings->len; i++) {
        SnFinding *finding = &g_array_index(findings, SnFinding, i);
        const SnComponent *component = sn_model_get(model, finding->id);
        if (!component || component->class != &SN_CLASS_FEM || finding->remedy != SN_REMEDY_NONE ||
            !(strstr(finding->message, "lock)") || strstr(finding->message, "needlessly stiff")) ||
            ((const SnFem *)component)->incompressibility == SN_INCOMPRESSIBLE_AUTOMATIC)
            continue;
        const SnValue value = {.type = SN_TYPE_ENUM, .integer = SN_INCOMPRESSIBLE_AUTOMATIC};
        sn_finding_set(finding, model, finding->id, "incompressibility", &value,
                       "Make It Automatic");
    }
}

/* --- waves --- */

/* Shortest distance between two nodes of an element at rest. */
static double element_size(const SnFemSolid *solid, int element)
{
    double size = HUGE_VAL;
    for (int i = solid->start[element]; i < solid->start[element + 1]; i++)
        for (int k = solid->start[element]; k < i; k++)
            size = fmin(size, sn_v3_distance(solid->rest + 3 * (size_t)solid->nodes[i],
                                             solid->rest + 3 * (size_t)solid->nodes[k]));
    return size;
}

double sn_fastest_wave(const SnSystem *system, SnId *id)
{
    double fastest = 0;
    for (int f = 0; f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        for (int e = 0; e < solid->n_elements; e++) {
            const SnMaterial *material = &solid->materials[solid->material_of[e]];
            const double shear = sn_material_class(material)->law->shear(material);
            const double bulk = shear * sn_material_bulk_by_shear(material);
            const double rate =
                2 / element_size(solid, e) * sqrt((bulk + 4.0 / 3 * shear) / solid->density[e]);
            if (isfinite(rate) && rate > fastest) {
                fastest = rate;
                *id = system->fems.fems[f].id;
            }
        }
    }
    return fastest;
}
