/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms: which path or strand about which joint. */
#include "engine/base/memory.h"
#include "engine/compile/strand/strands.h"

#include "engine/model/classes/strand.h"

/* Position in an array whose entries have their id at an offset; -1: it is none of them. */
static int find(const void *entries, int n, size_t size, size_t id_offset, SnId id)
{
    for (int i = 0; i < n; i++)
        if (sn_id_equal(*(const SnId *)((const char *)entries + (size_t)i * size + id_offset), id))
            return i;
    return -1;
}

/* The line with an id, which may be of any kind; -1: there is none. */
static int find_line(const SnCompiler *c, SnId id, SnLineKind *kind)
{
    const GArray *strands = c->strand->system_strands;
    const SnSystem *system = c->system;
    const int lines[] = {
        [SN_LINE_OF_PATH] = find(c->paths->data, (int)c->paths->len, sizeof(SnSystemPath),
                                 offsetof(SnSystemPath, id), id),
        [SN_LINE_OF_STRAND] = find(strands->data, (int)strands->len, sizeof(SnSystemStrand),
                                   offsetof(SnSystemStrand, id), id),
        [SN_LINE_OF_SPLINE] = find(system->splines.splines, system->splines.n,
                                   sizeof(SnSystemSpline), offsetof(SnSystemSpline, id), id),
        [SN_LINE_OF_ROD] = sn_rod_index(&system->rods, id)};
    for (int k = SN_LINE_OF_PATH; k <= SN_LINE_OF_ROD; k++) {
        *kind = (SnLineKind)k;
        if (lines[k] >= 0)
            return lines[k];
    }
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
    GArray *arms = sn_compiler_array(sizeof(SnSystemMomentArm));
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_MOMENT_ARM)
            continue;
        const SnMomentArm *row = (const SnMomentArm *)component;
        SnSystemMomentArm arm = {.id = component->id, .joint = find_joint(c, row->joint)};
        arm.line = find_line(c, row->path, &arm.kind);
        if (arm.line < 0)
            good = sn_compiler_fail(c, component,
                                    "has no path: choose a spring, a muscle or a strand");
        else if (arm.joint < 0)
            good =
                sn_compiler_fail(c, component,
                                 "has no joint with a coordinate: choose one that turns or slides, "
                                 "such as a hinge or a slider");
        sn_compiler_set_index(c, component->id, (int)arms->len);
        g_array_append_val(arms, arm);
    }
    c->system->arms.n = (int)arms->len;
    c->system->arms.arms = sn_alloc(arms->len + 1, sizeof(SnSystemMomentArm));
    if (arms->len > 0)
        memcpy(c->system->arms.arms, arms->data, arms->len * sizeof(SnSystemMomentArm));
    sn_compiler_array_free(arms);
    return good;
}
