/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of a reduced strand, in order along it. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand_rows.h"

#include "engine/base/vec.h"

const SnClass SN_CLASS_STRAND_NODE = {
    .name = "node",
    .label = "Node",
    .help = "A node of a strand.",
    .icon = "sn-particle-symbolic",
    .parent = &SN_CLASS_POINT,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

#define NAME(KIND, name, traits) [SN_NODE_##KIND] = #name,
const char *const SN_STRAND_NODE_KINDS[] = {SN_STRAND_NODES(NAME)[SN_NODE_KIND_COUNT] = NULL};
static const char *const side_names[] = {"left", "right", NULL};
static const char *const repeat_names[] = {"no", "each", "first", "last", NULL};

#define IF(kind)                     (1u << SN_NODE_##kind)
#define WITH(KIND, trait, traits)    ((traits) & (trait) ? IF(KIND) : 0u)
#define MOVES(KIND, name, traits)    | WITH(KIND, SN_NODE_MOVES, traits)
#define REPEATS(KIND, name, traits)  | WITH(KIND, SN_NODE_REPEATS, traits)
#define MAY_HOLD(KIND, name, traits) | (IF(KIND) ^ WITH(KIND, SN_NODE_PASSES, traits))
#define IF_MOVES                     (0u SN_STRAND_NODES(MOVES))
#define IF_REPEATS                   (0u SN_STRAND_NODES(REPEATS))
#define IF_MAY_HOLD                  (0u SN_STRAND_NODES(MAY_HOLD))

static const SnProperty node_rows[] = {
    {.name = "kind",
     .label = "Kind",
     .help = "free: a point of its own; point: on a marker, particle or node; guide: slides along "
             "a guide; pulley: runs over it; blend: mean of points; surface: slides on one",
     SN_ROW_ENUM(SnStrandNode, kind, SN_STRAND_NODE_KINDS)},
    {.name = "virtual",
     .label = "Virtual",
     .help = "Matter of the strand passes through: it bends the strand but does not hold it",
     SN_ROW(SnStrandNode, is_virtual),
     SN_WHEN("kind", IF_MAY_HOLD)},
    {.name = "position",
     .label = "Position",
     .help = "Where it starts, in the world; on a guide or surface: the place nearest to this",
     SN_ROW(SnStrandNode, position),
     .unit = SN_UNIT_LENGTH,
     .kind = SN_START,
     SN_WHEN("kind", IF_MOVES),
     .bind = SN_BIND_POSITION},
    {.name = "velocity",
     .label = "Velocity",
     .help = "Velocity at the start",
     SN_ROW(SnStrandNode, velocity),
     .unit = SN_UNIT_VELOCITY,
     .kind = SN_START,
     SN_WHEN("kind", IF(FREE)),
     .bind = SN_BIND_VELOCITY},
    {.name = "point",
     .label = "Point",
     .help = "Marker, particle or node (also of another strand) that it is on",
     SN_ROW(SnStrandNode, point),
     .flags = SN_CLONES,
     .target = &SN_CLASS_POINT,
     SN_WHEN("kind", IF(POINT))},
    {.name = "guide",
     .label = "Guide",
     .help = "Guide or pulley that it slides along, pulley that it runs over",
     SN_ROW(SnStrandNode, guide),
     .target = &SN_CLASS_GUIDE,
     SN_WHEN("kind", IF(GUIDE) | IF(PULLEY))},
    {.name = "by_position",
     .label = "By position",
     .help = "It starts at the place of the guide nearest to `position`; otherwise at `parameter`",
     SN_ROW(SnStrandNode, by_position),
     SN_WHEN("kind", IF(GUIDE))},
    {.name = "parameter",
     .label = "Parameter",
     .help = "Where on the guide it starts: number of the point, or of the span of a spline, and "
             "the part to the next; on a pulley turns from x to y",
     SN_ROW(SnStrandNode, parameter),
     .kind = SN_START,
     SN_WHEN("kind", IF(GUIDE)),
     .bind = SN_BIND_STRAND_NODE_PARAMETER},
    {.name = "side",
     .label = "Side",
     .help = "left: the strand turns from x to y of the pulley; right: the other way round",
     SN_ROW_ENUM(SnStrandNode, side, side_names),
     SN_WHEN("kind", IF(PULLEY))},
    {.name = "surface",
     .label = "Surface",
     .help = "That it slides on",
     SN_ROW(SnStrandNode, surface),
     .target = &SN_CLASS_WRAP_SURFACE,
     SN_WHEN("kind", IF(SURFACE))},
    {.name = "blend",
     .label = "Points",
     .help = "Markers, particles or nodes whose mean it is",
     SN_ROW(SnStrandNode, blend),
     .flags = SN_CLONES,
     .target = &SN_CLASS_POINT,
     SN_WHEN("kind", IF(BLEND))},
    {.name = "weights",
     .label = "Weights",
     .help = "One for each of the points, made to sum to 1; none: equal",
     SN_ROW(SnStrandNode, weights),
     SN_NOT_NEGATIVE,
     SN_WHEN("kind", IF(BLEND))},
    {.name = "mass",
     .label = "Bead",
     .help = "Mass of a bead there; a virtual node that moves freely or slides needs one",
     SN_ROW(SnStrandNode, mass),
     .unit = SN_UNIT_SMALL_MASS,
     SN_NOT_NEGATIVE,
     SN_WHEN("kind", IF_MOVES)},
    {.name = "friction",
     .label = "Friction",
     .help = "Coefficient with which matter rubs that passes a virtual node: slips where one "
             "tension is e^(friction x angle) times the other",
     SN_ROW(SnStrandNode, friction),
     SN_RANGE(0, 100),
     SN_SLIDER(0, 1),
     SN_WHEN("kind", IF_MAY_HOLD),
     .bind = SN_BIND_STRAND_NODE_FRICTION},
    {.name = "repeat",
     .label = "In turns",
     .help = "Where the strand has several turns. no: once, where it is; each: in each turn, "
             "shifted; first, last: once, shifted as the first or last turn",
     SN_ROW_ENUM(SnStrandNode, repeat, repeat_names),
     SN_WHEN("kind", IF_REPEATS)},
    {.name = "place",
     .label = "Place",
     .help = "Where it is in the world",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_MARKER_POSITION)},
    {.name = "tension_before",
     .label = "Tension before",
     .help = "Tension of the strand on the side of its first node; where a node holds matter or "
             "matter rubs, with its weight and inertia up to there",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_NODE_TENSION_BEFORE)},
    {.name = "tension_after",
     .label = "Tension after",
     .help = "Tension of the strand on the side of its last node; where a node holds matter or "
             "matter rubs, with its weight and inertia up to there",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_NODE_TENSION_AFTER)},
    {.name = "coordinate",
     .label = "Material coordinate",
     .help = "Rest length of the strand from its start to the matter that is here",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_STRAND_NODE_COORDINATE)},
    {.name = "flow",
     .label = "Flow",
     .help = "Speed at which matter passes it, towards the last node positive",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_STRAND_NODE_FLOW)},
};

/* A free node halfway between its neighbours where both have places of their own; beyond one such,
 * a centimetre on. */
static void place_node(const SnArray *array, int index, void *entry)
{
    const SnStrandNode *nodes = array->entries;
    SnStrandNode *node = entry;
    const SnStrandNode *before = index > 0 ? &nodes[index - 1] : NULL;
    const SnStrandNode *after = index < array->n ? &nodes[index] : NULL;
    if (before && before->kind != SN_NODE_FREE)
        before = NULL;
    if (after && after->kind != SN_NODE_FREE)
        after = NULL;
    if (before && after) {
        sn_v3_add(before->position, after->position, node->position);
        sn_v3_scale(0.5, node->position, node->position);
    } else if (before || after) {
        sn_v3_copy((before ? before : after)->position, node->position);
        node->position[0] += before ? 0.01 : -0.01;
    }
}

const SnArrayRow SN_STRAND_ARRAYS[1] = {
    {.name = "nodes",
     .label = "Nodes",
     .entry_label = "Node",
     .help = "From one end to the other",
     .entry_size = sizeof(SnStrandNode),
     .offset = offsetof(SnStrand, nodes),
     .properties = node_rows,
     .n_properties = SN_COUNT(node_rows),
     .family = &SN_CLASS_STRAND_NODE,
     .place = place_node},
};
