/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_curve_coordinate.h"

#include "engine/base/vec.h"

#include <math.h>

SnSystemGuide *sn_build_add_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n)
{
    SnSystem *s = build->system;
    SnSystemGuide *guide = SN_BUILD_GROW(s->guides.guides, s->guides.n);
    s->guides.n++;
    *guide = (SnSystemGuide){.id = {.index = ++build->last_id, .generation = 1},
                             .shape = shape,
                             .ends = ends,
                             .carrier = -1,
                             .count = n};
    return guide;
}

int sn_build_ellipse(SnBuild *build, SnGuideEnds ends, int carrier, const double center[3],
                     const double orientation[4], double radius_x, double radius_y)
{
    SnSystemGuide *guide = sn_build_add_guide(build, SN_GUIDE_ELLIPSE, ends, 0);
    guide->rigid = true;
    guide->carrier = carrier;
    guide->radii[0] = radius_x, guide->radii[1] = radius_y;
    sn_v3_copy(center, guide->center);
    sn_m3_identity(guide->axes);
    if (orientation)
        sn_q_to_m3(orientation, guide->axes);
    return build->system->guides.n - 1;
}

void sn_build_pulley_nodes(SnBuild *build, int guide, int count, double friction,
                           SnBuildStrandNode *nodes)
{
    const SnSystemGuide *g = &build->system->guides.guides[guide];
    for (int k = 0; k < count; k++)
        nodes[k] = (SnBuildStrandNode){.point = sn_build_point(build, g->carrier, g->center),
                                       .kind = friction >= 0 && k == count / 2 ? SN_BUILD_EULERIAN
                                                                               : SN_BUILD_VIRTUAL,
                                       .friction = friction};
}

int sn_build_pulley(SnBuild *build, int guide, int first, int count, int side, int wheel, bool grip)
{
    SnSystem *s = build->system;
    const int node = s->strands.strands[s->strands.n - 1].first_node + first;
    SnSystemPulley *pulley = SN_BUILD_GROW(s->pulleys.pulleys, s->pulleys.n);
    *pulley = (SnSystemPulley){.id = {.index = ++build->last_id, .generation = 1},
                               .guide = guide,
                               .first = node,
                               .count = count,
                               .side = side,
                               .wheel = wheel,
                               .grip = grip};
    for (int k = node; k < node + count; k++) {
        s->strands.nodes[k].pulley = s->pulleys.n;
        pulley->friction = fmax(pulley->friction, s->strands.nodes[k].friction);
    }
    return s->pulleys.n++;
}
