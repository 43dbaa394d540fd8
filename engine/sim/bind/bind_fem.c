/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_fem.h"

#include "engine/base/vec.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/solid/solid.h"

#include <math.h>
#include <string.h>

bool sn_bind_fem_of(const SnSystem *system, SnId id, int array, int *index)
{
    *index = sn_system_index(system, sn_id_component(id));
    if (*index < 0 || *index >= system->fems.n || sn_id_array(id) != array ||
        !sn_id_equal(system->fems.fems[*index].id, sn_id_component(id)))
        return false;
    const SnSystemFem *fem = &system->fems.fems[*index];
    const int n = array < 0 ? 1 : array == 0 ? fem->n_named : fem->solid->n_elements;
    return (int)sn_id_entry_index(id) < n;
}

/* --- parameters --- */

double *sn_bind_fem_parameter(SnSystem *system, int index, SnBind bind)
{
    SnFemSolid *solid = system->fems.fems[index].solid;
    switch ((int)bind) {
    case SN_BIND_FEM_MASS_DAMPING:
        return &solid->mass_damping;
    case SN_BIND_FEM_STIFFNESS_DAMPING:
        return &solid->stiffness_damping;
    }
    return NULL;
}

double *sn_bind_bundle_parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemBundle *bundle = &system->fems.bundles[index];
    switch ((int)bind) {
    case SN_BIND_BUNDLE_RISE:
        return &bundle->rise_time;
    case SN_BIND_BUNDLE_FALL:
        return &bundle->fall_time;
    case SN_BIND_BUNDLE_MAX_FORCE:
        return &bundle->max_force;
    case SN_BIND_BUNDLE_MAX_STRESS:
        return bundle->element_fibres ? &bundle->fibre.max_stress : NULL;
    }
    return NULL;
}

static SnMaterial *material_of(SnSystem *system, SnId id)
{
    const int index = sn_system_index(system, id);
    if (index < 0 || index >= system->fems.n)
        return NULL;
    const SnSystemFem *fem = &system->fems.fems[index];
    for (int m = 0; fem->material_id && m < fem->solid->n_materials; m++)
        if (sn_id_equal(fem->material_id[m], id))
            return &fem->solid->materials[m];
    return NULL;
}

/* Each double of a material is a value of its own (SN_MATERIAL_NUMBER); NULL beyond the last. */
static double *number_of(SnMaterial *material, SnBind bind)
{
    const int number = (int)bind - SN_BIND_MATERIAL;
    return number < (int)SN_MATERIAL_NUMBERS ? (double *)(void *)material + number : NULL;
}

double *sn_bind_material(SnSystem *system, SnId id, SnBind bind)
{
    SnMaterial *material = material_of(system, id);
    return material ? number_of(material, bind) : NULL;
}

bool sn_bind_material_may_be(SnSystem *system, SnId id, SnBind bind, double value)
{
    const SnMaterial *material = material_of(system, id);
    if (!material)
        return false;
    SnMaterial changed = *material;
    double *number = number_of(&changed, bind);
    if (!number)
        return false;
    *number = value;
    return sn_material_prony_terms(&changed) == sn_material_prony_terms(material);
}

_Static_assert(SN_MATERIAL_NUMBERS <= SN_BIND_MATERIAL_LAST - SN_BIND_MATERIAL + 1,
               "every number of a material has a tag");

/* --- the FEM model --- */

static const SnSystemFem *fem_of(const SnBindContext *c)
{
    return &c->system->fems.fems[c->index];
}

static const SnBlock *node_block(const SnBindContext *c, int node)
{
    return &c->system->blocks[fem_of(c)->node_block[node]];
}

static const double *node_q(const SnBindContext *c, int node)
{
    return sn_state_q_const(c->state) + node_block(c, node)->q;
}

static const double *node_u(const SnBindContext *c, int node)
{
    return sn_state_u_const(c->state) + node_block(c, node)->u;
}

/* Forces along the rows of incompressibility; NULL: there are none. */
static const double *pressures(const SnBindContext *c)
{
    const SnSystemFem *fem = fem_of(c);
    return fem->solid->n_constraints > 0 ? sn_state_lambda_const(c->state) + fem->first_row : NULL;
}

int sn_bind_fem_field(const SnBindContext *c, double *value)
{
    *value = fem_of(c)->field;
    return 1;
}

bool sn_bind_write_fem_field(SnSystem *system, SnState *state, int index, const double *value)
{
    const int field = (int)lround(value[0]);
    if (field < 0 || field >= SN_FIELD_COUNT)
        return false;
    system->fems.fems[index].field = field;
    return true;
}

int sn_bind_fem_gravity(const SnBindContext *c, double *value)
{
    if (fem_of(c)->solid->n_nodes == 0)
        return 0;
    sn_v3_copy(node_block(c, 0)->gravity, value);
    return 1;
}

bool sn_bind_write_fem_gravity(SnSystem *system, SnState *state, int index, const double *value)
{
    const SnSystemFem *fem = &system->fems.fems[index];
    for (int i = 0; i < fem->solid->n_nodes; i++)
        sn_v3_copy(value, system->blocks[fem->node_block[i]].gravity);
    return true;
}

/* What a node has of the mass. */
static double node_mass(const SnFemSolid *solid, int node)
{
    return solid->row_mass ? solid->row_mass[node] : solid->node_mass[node];
}

int sn_bind_fem_mass(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    *value = 0;
    for (int i = 0; i < solid->n_nodes; i++)
        *value += node_mass(solid, i);
    return 1;
}

int sn_bind_fem_kinetic_energy(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    *value = 0;
    for (int i = 0; !solid->pair_mass && i < solid->n_nodes; i++)
        *value += 0.5 * solid->node_mass[i] * sn_v3_dot(node_u(c, i), node_u(c, i));
    const double *mass = solid->pair_mass;
    for (int e = 0; mass && e < solid->n_elements; e++)
        for (int a = solid->start[e]; a < solid->start[e + 1]; a++)
            for (int b = solid->start[e]; b <= a; b++, mass++)
                *value += (a == b ? 0.5 : 1) * *mass *
                          sn_v3_dot(node_u(c, solid->nodes[a]), node_u(c, solid->nodes[b]));
    return 1;
}

int sn_bind_fem_momentum(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    sn_v3_set(0, 0, 0, value);
    for (int i = 0; i < solid->n_nodes; i++)
        sn_v3_axpy(node_mass(solid, i), node_u(c, i), value);
    return 1;
}

int sn_bind_fem_center(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    double mass;
    sn_bind_fem_mass(c, &mass);
    sn_v3_set(0, 0, 0, value);
    for (int i = 0; mass > 0 && i < solid->n_nodes; i++)
        sn_v3_axpy(node_mass(solid, i) / mass, node_q(c, i), value);
    return mass > 0;
}

int sn_bind_fem_energy(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    SnFemInput input;
    sn_fem_input(c->system, c->state, c->work, c->index, &input);
    *value = sn_fem_energy(solid, &input, NULL);
    return 1;
}

int sn_bind_fem_volume(const SnBindContext *c, double *value)
{
    const SnFemSolid *solid = fem_of(c)->solid;
    SnFemInput input;
    sn_fem_input(c->system, c->state, c->work, c->index, &input);
    *value = sn_fem_volume(solid, &input);
    return 1;
}

int sn_bind_fem_max_von_mises(const SnBindContext *c, double *value)
{
    SnFemInput input;
    int element;
    sn_fem_input(c->system, c->state, c->work, c->index, &input);
    *value =
        sn_fem_field_maximum(fem_of(c)->solid, &input, pressures(c), SN_FIELD_VON_MISES, &element);
    return 1;
}

/* --- nodes and elements --- */

static int entry_of(const SnBindContext *c)
{
    return (int)sn_id_entry_index(c->id);
}

static SnFemResult node_result(const SnBindContext *c)
{
    SnFemInput input;
    SnFemResult result = {0};
    sn_fem_input(c->system, c->state, c->work, c->index, &input);
    sn_fem_node_result(fem_of(c)->solid, &input, pressures(c), entry_of(c), &result);
    return result;
}

static SnFemResult element_result(const SnBindContext *c)
{
    SnFemInput input;
    SnFemResult result = {0};
    sn_fem_input(c->system, c->state, c->work, c->index, &input);
    sn_fem_element_result(fem_of(c)->solid, &input, pressures(c), entry_of(c), &result);
    return result;
}

int sn_bind_node_displacement(const SnBindContext *c, double *value)
{
    const int node = entry_of(c);
    sn_v3_sub(node_q(c, node), fem_of(c)->solid->rest + 3 * node, value);
    return 1;
}

int sn_bind_node_mass(const SnBindContext *c, double *value)
{
    *value = node_mass(fem_of(c)->solid, entry_of(c));
    return 1;
}

int sn_bind_node_stress(const SnBindContext *c, double *value)
{
    const SnFemResult result = node_result(c);
    memcpy(value, result.stress, sizeof result.stress);
    return 1;
}

int sn_bind_node_strain(const SnBindContext *c, double *value)
{
    const SnFemResult result = node_result(c);
    memcpy(value, result.strain, sizeof result.strain);
    return 1;
}

int sn_bind_node_von_mises(const SnBindContext *c, double *value)
{
    *value = node_result(c).von_mises;
    return 1;
}

int sn_bind_node_pressure(const SnBindContext *c, double *value)
{
    *value = node_result(c).pressure;
    return 1;
}

int sn_bind_element_stress(const SnBindContext *c, double *value)
{
    const SnFemResult result = element_result(c);
    memcpy(value, result.stress, sizeof result.stress);
    return 1;
}

int sn_bind_element_strain(const SnBindContext *c, double *value)
{
    const SnFemResult result = element_result(c);
    memcpy(value, result.strain, sizeof result.strain);
    return 1;
}

int sn_bind_element_von_mises(const SnBindContext *c, double *value)
{
    *value = element_result(c).von_mises;
    return 1;
}

int sn_bind_element_pressure(const SnBindContext *c, double *value)
{
    *value = element_result(c).pressure;
    return 1;
}

int sn_bind_element_energy(const SnBindContext *c, double *value)
{
    *value = element_result(c).energy;
    return 1;
}

int sn_bind_element_volume(const SnBindContext *c, double *value)
{
    *value = element_result(c).volume;
    return 1;
}

/* --- bundles and attachments --- */

int sn_bind_bundle_activation(const SnBindContext *c, double *value)
{
    *value = sn_state_activation_const(c->state)[c->system->fems.bundles[c->index].activation];
    return 1;
}

bool sn_bind_write_bundle_activation(SnSystem *system, SnState *state, int index,
                                     const double *value)
{
    sn_state_activation(state)[system->fems.bundles[index].activation] = fmin(fmax(value[0], 0), 1);
    return true;
}

static void attachment_force(const SnBindContext *c, double force[3], double moment[3])
{
    const int held = c->index - c->system->attachments.n;
    if (held >= 0)
        sn_fixed_force(c->system, c->state, c->work, held, force, moment);
    else
        sn_attachment_force(c->system, c->state, c->work, c->index, force, moment);
}

int sn_bind_attachment_force(const SnBindContext *c, double *value)
{
    double moment[3];
    attachment_force(c, value, moment);
    return 1;
}

int sn_bind_attachment_moment(const SnBindContext *c, double *value)
{
    double force[3];
    attachment_force(c, force, value);
    return 1;
}
