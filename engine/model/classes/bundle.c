/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle inside a FEM. */
#include "engine/model/classes/fem_rows.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const char *const direction_names[] = {"fixed", "fibres", NULL};
static const char *const law_names[] = {"constant", "blemker", NULL};

#define ROW_FIBRE(field, row_name, row_label, row_help)                                            \
    .name = "fibre." row_name, .label = row_label, .help = row_help,                               \
    SN_ROW(SnMuscleBundle, fibre.field)

static const SnProperty bundle_properties[] = {
    SN_ROW_NOTES(SnMuscleBundle, notes),
    SN_ROW_ENABLED(SnMuscleBundle, enabled, SN_BIND_NONE),
    {.name = "excitation",
     .label = "Excitation",
     .help = "Drive from the nervous system, 0 to 1",
     SN_ROW(SnMuscleBundle, excitation),
     .kind = SN_INPUT,
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     .bind = SN_BIND_BUNDLE_EXCITATION},
    SN_ROW_ACTIVATION(SnMuscleBundle, SN_BIND_BUNDLE_ACTIVATION),
    SN_ROW_DYNAMICS(SnMuscleBundle),
    SN_ROWS_ACTIVATION_TIMES(SnMuscleBundle, SN_BIND_BUNDLE_RISE, SN_BIND_BUNDLE_FALL),
    {.name = "elements",
     .label = "Elements",
     .help = "Numbers of the elements that the muscle lies in",
     SN_ROW(SnMuscleBundle, elements)},
    {.name = "direction.from",
     .label = "Direction from",
     .help = "One direction for all elements, or along the nearest of its fibres",
     SN_ROW_ENUM(SnMuscleBundle, direction_from, direction_names)},
    {.name = "direction.vector",
     .label = "Direction",
     .help = "Of the fibres at rest, in the frame of the mesh",
     SN_ROW(SnMuscleBundle, direction),
     SN_DEFAULT(1, 0, 0),
     SN_WHEN("direction.from", 1u << SN_BUNDLE_FIXED)},
    {.name = "fibre.enabled",
     .label = "Element fibres",
     .help = "Its elements have stress along their fibres",
     SN_ROW(SnMuscleBundle, element_fibres),
     SN_DEFAULT(1)},
    {.name = "fibre.law",
     .label = "Fibre law",
     .help = "constant: active stress at any length; blemker: active and passive curves",
     SN_ROW_ENUM(SnMuscleBundle, fibre.law, law_names),
     SN_WHEN("fibre.enabled", SN_IF_TRUE)},
    {ROW_FIBRE(max_stress, "max_stress", "Maximum stress",
               "Stress along the fibres at full activation and optimal length"),
     .unit = SN_UNIT_STRESS, SN_NOT_NEGATIVE, SN_SLIDER(0, 3e5), SN_DEFAULT(1e5),
     SN_WHEN("fibre.enabled", SN_IF_TRUE), .bind = SN_BIND_BUNDLE_MAX_STRESS},
    {ROW_FIBRE(optimal_stretch, "optimal_stretch", "Optimal stretch",
               "Stretch at which the fibres are at their optimal length"),
     .flags = SN_POSITIVE, SN_RANGE(0, 10), SN_DEFAULT(1),
     SN_WHEN("fibre.law", 1u << SN_FIBRE_BLEMKER)},
    {ROW_FIBRE(straight_stretch, "straight_stretch", "Straight from",
               "Passive curve grows in proportion from here, in optimal lengths"),
     .flags = SN_POSITIVE, SN_RANGE(0, 10), SN_DEFAULT(1.4),
     SN_WHEN("fibre.law", 1u << SN_FIBRE_BLEMKER)},
    {ROW_FIBRE(p1, "p1", "Passive p1", "Scale of the passive curve"), SN_NOT_NEGATIVE,
     SN_DEFAULT(0.05), SN_WHEN("fibre.law", 1u << SN_FIBRE_BLEMKER)},
    {ROW_FIBRE(p2, "p2", "Passive p2", "Growth of the passive curve"), SN_NOT_NEGATIVE,
     SN_DEFAULT(6.6), SN_WHEN("fibre.law", 1u << SN_FIBRE_BLEMKER)},
    {.name = "max_force",
     .label = "Maximum force",
     .help = "Of all node-to-node fibres together, shared by volume; 0: they only give directions",
     SN_ROW(SnMuscleBundle, max_force),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_BUNDLE_MAX_FORCE},
    {.name = "stiffens",
     .label = "Stiffens",
     .help = "Its activation stiffens the material of its elements (material.stiffening)",
     SN_ROW(SnMuscleBundle, stiffens)},
};

static const SnProperty fibre_properties[] = {
    {.name = "nodes",
     .label = "Nodes",
     .help = "Numbers of the nodes it runs through, in order",
     SN_ROW(SnFibre, nodes),
     .flags = SN_ORDERED,
     .min_count = 2},
};

static const SnArrayRow bundle_arrays[] = {
    {.name = "fibres",
     .label = "Fibres",
     .entry_label = "Fibre",
     .help = "Fibres that run from node to node and pull them together",
     .entry_size = sizeof(SnFibre),
     .offset = offsetof(SnMuscleBundle, fibres),
     .properties = fibre_properties,
     .n_properties = SN_COUNT(fibre_properties)},
};

static const SnProperty bundle_overrides[] = {
    SN_RENDER_COLOR(0xA8554B),
    SN_RENDER_SPECULAR(0.35),
    SN_RENDER_LINE_RADIUS(0.0005),
};

static void check_fibres(const SnModel *model, const SnMuscleBundle *self, const SnFem *fem,
                         SnChecks *checks)
{
    const SnFibre *fibres = self->fibres.entries;
    for (int i = 0; i < self->fibres.n; i++) {
        const SnId id = sn_id_of_entry(self->base.base.id, 0, (uint32_t)i);
        const SnIndices *nodes = &fibres[i].nodes;
        sn_fem_check_numbers(model, id, fem, "nodes", nodes, true, checks);
        for (int k = 1; k < nodes->n; k++)
            if (nodes->values[k] == nodes->values[k - 1])
                sn_checks_add(checks, SN_ERROR, id,
                              "runs from node %d to itself: it has no direction there",
                              nodes->values[k]);
    }
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnMuscleBundle *self = (const SnMuscleBundle *)component;
    const SnFem *fem = sn_fem_of_part(component);
    const SnId id = component->id;
    const double *d = self->direction;
    sn_fem_check_numbers(model, id, fem, "elements", &self->elements, false, checks);
    check_fibres(model, self, fem, checks);
    if (self->elements.n == 0 && self->fibres.n == 0)
        sn_checks_add(checks, SN_WARNING, id, "has neither elements nor fibres: it does nothing");
    if (self->max_force > 0 && self->fibres.n == 0)
        sn_checks_add(checks, SN_WARNING, id,
                      "has a max_force but no fibres that could pull with it");
    if (self->elements.n == 0)
        return;
    if (self->direction_from == SN_BUNDLE_FIBRES && self->fibres.n == 0)
        sn_checks_add(checks, SN_ERROR, id,
                      "takes the direction of its fibres but has none; add fibres, or choose "
                      "direction.from fixed");
    if (self->direction_from == SN_BUNDLE_FIXED && d[0] == 0 && d[1] == 0 && d[2] == 0)
        sn_checks_add(checks, SN_ERROR, id, "direction.vector is zero");
}

const SnClass SN_CLASS_MUSCLE_BUNDLE = {
    .name = "muscle_bundle",
    .label = "Bundle",
    .help =
        "Muscle inside a FEM, driven by its excitation: stress along fibres in elements, forces "
        "along fibres from node to node, or both.",
    .icon = "sn-bundle-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnMuscleBundle),
    .properties = bundle_properties,
    .n_properties = SN_COUNT(bundle_properties),
    .overrides = bundle_overrides,
    .n_overrides = SN_COUNT(bundle_overrides),
    .arrays = bundle_arrays,
    .n_arrays = SN_COUNT(bundle_arrays),
    .validate = validate,
};
