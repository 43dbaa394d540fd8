/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spline strand (thesis ch. 5). */
#include "engine/model/classes/spline_strand.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand_law_rows.h"

static const char *const law_names[] = {"linear", "tension_only", "tendon", "peck", "hill", NULL};
static const char *const constraint_names[] = {"fixed", "sliding", "surface", "branch", NULL};

#define IF(law)          (1u << SN_SPLINE_##law)
#define IF_ELASTIC       (IF(LINEAR) | IF(TENSION_ONLY) | IF(TENDON))
#define IF_MUSCLE        (IF(PECK) | IF(HILL))
#define CONSTRAINT(kind) (1u << SN_SPLINE_CONSTRAINT_##kind)

static const SnProperty properties[] = {
    {.name = "law.type",
     .label = "Law",
     .help = "Of stretch: linear also resists compression; tension_only does not; tendon has "
             "Thelen's toe region; these pull by max_force x activation x stretch too; peck and "
             "hill are muscles all along",
     SN_ROW_ENUM(SnSplineStrand, law, law_names),
     SN_DEFAULT(SN_SPLINE_LINEAR)},
    SN_ROW_LAW_YOUNGS_MODULUS(SnSplineStrand,
                              "Stress over strain, of a tendon in the straight part of its curve",
                              SN_UNIT_STRESS, 0, 1e7, IF_ELASTIC),
    SN_ROW_LAW_DAMPING(
        SnSplineStrand,
        "Viscous over elastic resistance to stretch (Rayleigh's beta); of a muscle over "
        "maximum force / optimal length",
        0.01),
    {.name = "law.mass_damping",
     .label = "Mass damping",
     .help = "Resistance to any motion over momentum (Rayleigh's alpha)",
     SN_ROW(SnSplineStrand, mass_damping),
     .unit = SN_UNIT_RATE,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_STRAND_MASS_DAMPING},
    SN_ROW_LAW_BENDING_MODULUS(
        SnSplineStrand,
        "Young's modulus of the round section in bending; 0: none but what a spline's stretch "
        "makes of it",
        SN_UNIT_STRESS),
    {.name = "law.max_force",
     .label = "Maximum force",
     .help = "Active force at full activation: of a muscle at optimal length, else at the rest "
             "length, growing with it (zero rest length)",
     SN_ROW(SnSplineStrand, muscle.max_force),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(10),
     .bind = SN_BIND_STRAND_MAX_FORCE},
    SN_ROW_LAW_OPTIMAL_IS_START(SnSplineStrand, "The optimal length is the rest length", 1,
                                IF(PECK)),
    SN_ROWS_MUSCLE_LAW(SnSplineStrand, IF(PECK), IF(HILL), 0.1, SN_FLATTEN_HELP("places")),
    {.name = "reaches_ends",
     .label = "Reaches its ends",
     .help = "The curve begins at the first control point and ends at the last one; otherwise it "
             "ends short of them",
     SN_ROW(SnSplineStrand, reaches),
     SN_DEFAULT(1)},
    SN_ROW_REST_RATIO(SnSplineStrand, 0.8, 1.2),
};

/* Rows of every strand that mean something else here. */
static const SnProperty overrides[] = {
    {.name = "strain",
     .label = "Strain",
     .help = "Largest strain along it",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_STRAND_STRAIN)},
};

/* --- control points --- */

static const SnProperty node_rows[] = {
    SN_ROW_START_POSITION(SnSplineNode, "Where it starts, in the world"),
    SN_ROW_START_VELOCITY(SnSplineNode, "Velocity at the start"),
    {.name = "active",
     .label = "Active part",
     .help = "Part of the activation that acts around it: 1 muscle, 0 tendon",
     SN_ROW(SnSplineNode, active),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     SN_DEFAULT(1)},
};

/* Halfway between its neighbours; beyond the ends, as far on. */
static void place_node(const SnArray *array, int index, void *entry)
{
    const SnSplineNode *nodes = array->entries;
    SnSplineNode *node = entry;
    const int n = array->n;
    if (n == 0)
        return;
    *node = nodes[index > 0 ? index - 1 : 0];
    if (n == 1) {
        node->position[0] += index > 0 ? 0.01 : -0.01;
        return;
    }
    const bool inside = index > 0 && index < n;
    const double *next = inside ? nodes[index].position : nodes[index > 0 ? n - 2 : 1].position;
    for (int k = 0; k < 3; k++)
        node->position[k] += (inside ? 0.5 : -1) * (next[k] - node->position[k]);
}

/* --- constraints --- */

static const SnProperty constraint_rows[] = {
    {.name = "kind",
     .label = "Kind",
     .help = "fixed: a place of the strand is at a point; sliding: the strand runs through it; "
             "surface: a place of the strand is on a surface; branch: at a place of another strand",
     SN_ROW_ENUM(SnSplineConstraint, kind, constraint_names)},
    {.name = "place",
     .label = "Place",
     .help = "Part of the strand's length from its start to there",
     SN_ROW(SnSplineConstraint, parameter),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     SN_WHEN("kind", CONSTRAINT(FIXED) | CONSTRAINT(SURFACE) | CONSTRAINT(BRANCH))},
    {.name = "point",
     .label = "Point",
     .help = "Marker, particle or node; a ring that slides is where the strand is nearest to it",
     SN_ROW(SnSplineConstraint, point),
     .flags = SN_CLONES,
     .target = &SN_CLASS_POINT,
     SN_WHEN("kind", CONSTRAINT(FIXED) | CONSTRAINT(SLIDING))},
    {.name = "surface",
     .label = "Surface",
     .help = "That the place stays on",
     SN_ROW(SnSplineConstraint, surface),
     .target = &SN_CLASS_WRAP_SURFACE,
     SN_WHEN("kind", CONSTRAINT(SURFACE))},
    {.name = "strand",
     .label = "Strand",
     .help = "That it branches from",
     SN_ROW(SnSplineConstraint, strand),
     .target = &SN_CLASS_SPLINE_STRAND,
     SN_WHEN("kind", CONSTRAINT(BRANCH))},
    {.name = "other_place",
     .label = "Place there",
     .help = "Part of that strand's length from its start to there",
     SN_ROW(SnSplineConstraint, other_parameter),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     SN_WHEN("kind", CONSTRAINT(BRANCH))},
    {.name = "force",
     .label = "Force",
     .help = "On the strand, in world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_SPLINE_CONSTRAINT_FORCE)},
    {.name = "slid",
     .label = "Slid to",
     .help = "Part of the strand's parameter from its start to where the constraint is now",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_SPLINE_CONSTRAINT_PARAMETER)},
};

static const SnArrayRow arrays[] = {
    {.name = "nodes",
     .label = "Control points",
     .entry_label = "Control point",
     .help = "Of the curve, from one end to the other; at least 4",
     .entry_size = sizeof(SnSplineNode),
     .offset = offsetof(SnSplineStrand, nodes),
     .properties = node_rows,
     .n_properties = SN_COUNT(node_rows),
     .family = &SN_CLASS_STRAND_NODE,
     .place = place_node},
    {.name = "constraints",
     .label = "Constraints",
     .entry_label = "Constraint",
     .help = "What holds it. Leave it room: with as many constraints as control points near each "
             "other it is rigid",
     .entry_size = sizeof(SnSplineConstraint),
     .offset = offsetof(SnSplineStrand, constraints),
     .properties = constraint_rows,
     .n_properties = SN_COUNT(constraint_rows)},
};

/* --- checks --- */

static void check_constraint(const SnSplineStrand *self, const SnSplineConstraint *constraint,
                             int number, SnChecks *checks)
{
    const SnId id = self->base.base.base.id;
    const SnId entry = sn_id_of_entry(id, SN_SPLINE_CONSTRAINTS_ARRAY, (uint32_t)number);
    static const char *const wanted[] = {"point", "point", "surface", "strand"};
    const SnId needed = constraint->kind == SN_SPLINE_CONSTRAINT_SURFACE  ? constraint->surface
                        : constraint->kind == SN_SPLINE_CONSTRAINT_BRANCH ? constraint->strand
                                                                          : constraint->point;
    if (sn_id_is_null(needed))
        sn_checks_add(checks, SN_ERROR, entry, "has no %s: choose one", wanted[constraint->kind]);
    else if (needed.index == id.index && constraint->kind != SN_SPLINE_CONSTRAINT_BRANCH)
        sn_checks_add(checks, SN_ERROR, entry,
                      "is fixed at a control point of the strand itself: choose another point");
    else if (needed.index == id.index && constraint->parameter == constraint->other_parameter)
        sn_checks_add(checks, SN_ERROR, entry,
                      "holds a place of the strand at itself: choose another place or strand");
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnSplineStrand *self = (const SnSplineStrand *)component;
    const SnSplineNode *nodes = self->nodes.entries;
    const SnSplineConstraint *constraints = self->constraints.entries;
    if (self->nodes.n < 4)
        sn_checks_add(checks, SN_ERROR, component->id, "needs at least 4 control points, has %d",
                      self->nodes.n);
    if (!(self->base.density > 0))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "has no mass: give it a density of more than 0 kg/m3");
    for (int i = 1; i < self->nodes.n; i++)
        if (sn_v3_distance(nodes[i - 1].position, nodes[i].position) == 0)
            sn_checks_add(checks, SN_ERROR,
                          sn_id_of_entry(component->id, SN_SPLINE_NODES_ARRAY, (uint32_t)i),
                          "is in the same place as control point %d beside it: the curve has no "
                          "direction there",
                          i - 1);
    for (int i = 0; i < self->constraints.n; i++)
        check_constraint(self, &constraints[i], i, checks);
}

const SnClass SN_CLASS_SPLINE_STRAND = {
    .name = "spline_strand",
    .label = "Spline strand",
    .help = "A thin muscle or tendon along a smooth curve with mass, constrained at points, on "
            "surfaces and by rings it slides through (Sueda 2010, chapter 5). Its control points "
            "are addressed as `strands/edc/nodes/3`.",
    .icon = "sn-spline-strand-symbolic",
    .parent = &SN_CLASS_ANY_STRAND,
    .family = &SN_CLASS_CONTACTING,
    .size = sizeof(SnSplineStrand),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .arrays = arrays,
    .n_arrays = SN_COUNT(arrays),
    .validate = validate,
};
