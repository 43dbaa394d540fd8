/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms: which path or strand about which joint. */
#include "engine/compile/strands.h"

#include "engine/model/classes/strand.h"

static int find_path(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->paths->len; i++)
        if (sn_id_equal(g_array_index(c->paths, SnSystemPath, i).id, id))
            return (int)i;
    return -1;
}

static int find_strand(const SnCompiler *c, SnId id)
{
    const GArray *strands = c->strand->system_strands;
    for (guint i = 0; i < strands->len; i++)
        if (sn_id_equal(g_array_index(strands, SnSystemStrand, i).id, id))
            return (int)i;
    return -1;
}

/* A joint whose first coordinate can move alone. */
static int find_joint(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->joints->len; i++) {
        const SnSystemJoint *joint = &g_array_index(c->joints, SnSystemJoint, i);
        if (sn_id_equal(joint->id, id) && sn_joint_n_coordinates(joint) > 0)
            return (int)i;
    }
    return -1;
}

bool sn_compile_moment_arms(SnCompiler *c)
{
    GArray *arms = g_array_new(FALSE, TRUE, sizeof(SnSystemMomentArm));
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_MOMENT_ARM)
            continue;
        const SnMomentArm *row = (const SnMomentArm *)component;
        const SnSystemMomentArm arm = {.id = component->id,
                                       .path = find_path(c, row->path),
                                       .strand = find_strand(c, row->path),
                                       .joint = find_joint(c, row->joint)};
        if (arm.path < 0 && arm.strand < 0)
            good = sn_compiler_fail(c, component,
                                    "has no path: choose a spring, a muscle or a reduced strand");
        else if (arm.joint < 0)
            good = sn_compiler_fail(c, component,
                                    "has no joint with a coordinate: choose a hinge, slider, "
                                    "universal or cylindrical joint");
        sn_compiler_set_index(c, component->id, (int)arms->len);
        g_array_append_val(arms, arm);
    }
    c->system->n_moment_arms = (int)arms->len;
    c->system->moment_arms = calloc(arms->len + 1, sizeof(SnSystemMomentArm));
    if (arms->len > 0)
        memcpy(c->system->moment_arms, arms->data, arms->len * sizeof(SnSystemMomentArm));
    g_array_free(arms, TRUE);
    return good;
}
