/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and elements: entries made from the mesh. */
#include "engine/model/classes/fem_rows.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/element_names.h"
#include "engine/model/classes/rows.h"

const SnClass SN_CLASS_NODE = {
    .name = "node",
    .label = "Node",
    .help = "A node of a finite-element solid.",
    .icon = "sn-particle-symbolic",
    .parent = &SN_CLASS_POINT,
    .family = &SN_CLASS_MASTER,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

static const SnProperty node_properties[] = {
    {.name = "rest",
     .label = "Rest position",
     .help = "Stress-free place in the mesh's frame",
     SN_ROW(SnFemNode, rest),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_DERIVED},
    {.name = "dynamic",
     .label = "Dynamic",
     .help = "Moved by forces; otherwise fixed, or moved by its target",
     SN_ROW(SnFemNode, dynamic),
     SN_DEFAULT(1)},
    SN_ROW_START_POSITION(SnFemNode, "Where it starts; from its rest position, unless given here"),
    SN_ROW_START_VELOCITY(SnFemNode, "Velocity at the start"),
    SN_ROW_TARGET_POSITION(SnFemNode),
    SN_ROW_TARGET_VELOCITY(SnFemNode),
    {.name = "displacement",
     .label = "Displacement",
     .help = "From where its rest position is placed, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_NODE_DISPLACEMENT)},
    SN_ROW_ACCELERATION,
    SN_ROW_FORCE_TOTAL,
    SN_ROW_REACTION_FORCE,
    {.name = "mass",
     .label = "Mass",
     .help = "Its share of the mass of its elements",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_MASS, SN_BIND_NODE_MASS)},
    {.name = "stress",
     .label = "Stress",
     .help = "Cauchy stress, world axes: xx yy zz xy xz yz; mean of the elements around",
     SN_ROW_RESULT(SN_TYPE_SYM3, SN_UNIT_STRESS, SN_BIND_NODE_STRESS)},
    {.name = "strain",
     .label = "Strain",
     .help = "Logarithmic strain, world axes: xx yy zz xy xz yz; mean of the elements around",
     SN_ROW_RESULT(SN_TYPE_SYM3, SN_UNIT_NONE, SN_BIND_NODE_STRAIN)},
    {.name = "von_mises",
     .label = "Von Mises stress",
     .help = "Equivalent stress; mean of the elements around",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_NODE_VON_MISES)},
    {.name = "pressure",
     .label = "Pressure",
     .help = "Positive in compression; mean of the elements around",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_NODE_PRESSURE)},
};

static const SnProperty element_properties[] = {
    {.name = "shape",
     .label = "Shape",
     .help = "Shape and order",
     SN_ROW_ENUM(SnFemElement, kind, SN_ELEMENT_NAMES),
     .flags = SN_DERIVED},
    {.name = "region",
     .label = "Region",
     .help = "Number of the region that has it; -1: the material of the whole",
     SN_ROW(SnFemElement, region),
     .flags = SN_DERIVED,
     SN_DEFAULT(-1)},
    {.name = "stress",
     .label = "Stress",
     .help = "Cauchy stress, world axes: xx yy zz xy xz yz; mean of the element",
     SN_ROW_RESULT(SN_TYPE_SYM3, SN_UNIT_STRESS, SN_BIND_ELEMENT_STRESS)},
    {.name = "strain",
     .label = "Strain",
     .help = "Logarithmic strain, world axes: xx yy zz xy xz yz; mean of the element",
     SN_ROW_RESULT(SN_TYPE_SYM3, SN_UNIT_NONE, SN_BIND_ELEMENT_STRAIN)},
    {.name = "von_mises",
     .label = "Von Mises stress",
     .help = "Equivalent stress of the mean stress",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_ELEMENT_VON_MISES)},
    {.name = "pressure",
     .label = "Pressure",
     .help = "Positive in compression",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_ELEMENT_PRESSURE)},
    {.name = "energy",
     .label = "Energy",
     .help = "Elastic energy of the element",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_ELEMENT_ENERGY)},
    {.name = "volume",
     .label = "Volume",
     .help = "Present volume",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VOLUME, SN_BIND_ELEMENT_VOLUME)},
};

static void base_node(const SnComponent *component, int index, void *entry)
{
    const SnFem *fem = (const SnFem *)component;
    SnFemNode *node = entry;
    sn_v3_copy(fem->mesh->nodes + 3 * (size_t)index, node->rest);
    sn_pose_point(fem->placed_position, fem->placed_orientation, node->rest, node->position);
    node->dynamic = true;
}

static void base_element(const SnComponent *component, int index, void *entry)
{
    const SnFem *fem = (const SnFem *)component;
    SnFemElement *element = entry;
    element->kind = fem->mesh->kind[index];
    element->region = -1;
}

const SnArrayRow SN_FEM_ARRAYS[2] = {
    {.name = "nodes",
     .label = "Nodes",
     .entry_label = "Node",
     .help = "Made from the mesh; only those are given that differ from it, with their `number`",
     .entry_size = sizeof(SnFemNode),
     .offset = offsetof(SnFem, nodes),
     .properties = node_properties,
     .n_properties = SN_COUNT(node_properties),
     .family = &SN_CLASS_NODE,
     .derived = true,
     .base = base_node},
    {.name = "elements",
     .label = "Elements",
     .entry_label = "Element",
     .help = "Made from the mesh; not given",
     .entry_size = sizeof(SnFemElement),
     .offset = offsetof(SnFem, elements),
     .properties = element_properties,
     .n_properties = SN_COUNT(element_properties),
     .derived = true,
     .base = base_element},
};

const SnFem *sn_fem_of_part(const SnComponent *part)
{
    const SnComponent *fem = part->parent ? part->parent->parent : NULL;
    return fem && fem->class == &SN_CLASS_FEM ? (const SnFem *)fem : NULL;
}

void sn_fem_check_numbers(const SnModel *model, SnId holder, const SnFem *fem, const char *property,
                          const SnIndices *indices, bool nodes, SnChecks *checks)
{
    const int n = nodes ? fem->nodes.n : fem->elements.n;
    const char *what = nodes ? "nodes" : "elements";
    if (!fem->mesh)
        return; /* the FEM model's own check says so */
    for (int i = 0; i < indices->n; i++) {
        if (indices->values[i] < n)
            continue;
        g_autofree char *path = sn_model_path(model, fem->base.base.id);
        sn_checks_add(checks, SN_ERROR, holder, "%s names %d, but %s has %d %s, numbers 0 to %d",
                      property, indices->values[i], path, n, what, n - 1);
        return;
    }
}
