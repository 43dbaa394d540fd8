/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/strand_draft.h"

#include <glib.h>

SnStrandParameters strand_parameters(double line_density, double stiffness)
{
    return (SnStrandParameters){.radius = 1e-3,
                                .line_density = line_density,
                                .stiffness = stiffness,
                                .tension_only = true,
                                .muscle = -1};
}

StrandDraft strand_begin(SnBuild *build, SnStrandParameters p, bool closed)
{
    return (StrandDraft){.build = build, .p = p, .closed = closed};
}

int strand_node(StrandDraft *draft, int point, bool is_virtual)
{
    g_assert_cmpint(draft->n, <, G_N_ELEMENTS(draft->nodes));
    draft->nodes[draft->n] = (SnBuildStrandNode){
        .point = point, .kind = is_virtual ? SN_BUILD_VIRTUAL : SN_BUILD_MATERIAL};
    return draft->n++;
}

int strand_world_node(StrandDraft *draft, const double x[3], bool is_virtual)
{
    return strand_node(draft, sn_build_world_point(draft->build, x), is_virtual);
}

int strand_eulerian_node(StrandDraft *draft, int point, double friction)
{
    const int node = strand_node(draft, point, false);
    draft->nodes[node].kind = SN_BUILD_EULERIAN;
    draft->nodes[node].friction = friction;
    return node;
}

int strand_free_node(StrandDraft *draft, double bead, const double x[3], bool is_virtual)
{
    static const double none[3] = {0};
    const int block = sn_build_particle(draft->build, bead, x);
    strand_node(draft, sn_build_point(draft->build, block, none), is_virtual);
    return block;
}

int strand_end(StrandDraft *draft, double rest_length)
{
    return sn_build_strand(draft->build, &draft->p, rest_length, draft->closed, draft->n,
                           draft->nodes);
}
