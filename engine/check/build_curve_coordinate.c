/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build_curve_coordinate.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/surface.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `more` entries behind n. */
static void *extend(void *array, int n, int more, size_t size)
{
    return realloc(array, (size_t)(n + more) * size);
}

static SnSystemGuide *add_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n)
{
    SnSystem *s = build->system;
    s->guides = extend(s->guides, s->n_guides, 1, sizeof *s->guides);
    SnSystemGuide *guide = &s->guides[s->n_guides++];
    *guide = (SnSystemGuide){.id = {.index = ++build->last_id, .generation = 1},
                             .shape = shape,
                             .ends = ends,
                             .carrier = -1,
                             .count = n};
    return guide;
}

int sn_build_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int carrier, int n,
                   const double (*control)[3])
{
    SnSystem *s = build->system;
    SnSystemGuide *guide = add_guide(build, shape, ends, n);
    guide->rigid = true;
    guide->carrier = carrier;
    guide->first = s->n_guide_controls;
    s->guide_control = extend(s->guide_control, s->n_guide_controls, n, sizeof *s->guide_control);
    memcpy(s->guide_control + guide->first, control, (size_t)n * sizeof *control);
    s->n_guide_controls += n;
    return s->n_guides - 1;
}

int sn_build_ellipse(SnBuild *build, SnGuideEnds ends, int carrier, const double center[3],
                     const double orientation[4], double radius_x, double radius_y)
{
    SnSystemGuide *guide = add_guide(build, SN_GUIDE_ELLIPSE, ends, 0);
    guide->rigid = true;
    guide->carrier = carrier;
    guide->radii[0] = radius_x, guide->radii[1] = radius_y;
    sn_v3_copy(center, guide->center);
    sn_m3_identity(guide->axes);
    if (orientation)
        sn_q_to_m3(orientation, guide->axes);
    return build->system->n_guides - 1;
}

int sn_build_moving_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n,
                          const int *blocks)
{
    SnSystem *s = build->system;
    SnSystemGuide *guide = add_guide(build, shape, ends, n);
    guide->first = s->n_guide_blocks;
    s->guide_block = extend(s->guide_block, s->n_guide_blocks, n, sizeof *s->guide_block);
    memcpy(s->guide_block + guide->first, blocks, (size_t)n * sizeof *blocks);
    s->n_guide_blocks += n;
    return s->n_guides - 1;
}

int sn_build_surface_shape(SnBuild *build, SnSurfaceShape shape, int carrier,
                           const double position[3], const double orientation[4],
                           const double size[3])
{
    SnSystem *s = build->system;
    s->surfaces = extend(s->surfaces, s->n_surfaces, 1, sizeof *s->surfaces);
    SnSystemSurface *surface = &s->surfaces[s->n_surfaces++];
    *surface = (SnSystemSurface){
        .id = {.index = ++build->last_id, .generation = 1}, .shape = shape, .carrier = carrier};
    sn_v3_copy(position, surface->position);
    sn_v3_copy(size, surface->size);
    sn_q_identity(surface->orientation);
    if (orientation)
        sn_q_copy(orientation, surface->orientation);
    return s->n_surfaces - 1;
}

void sn_build_patch(SnBuild *build, int surface, int rows, int columns, const double (*net)[3])
{
    SnSystem *s = build->system;
    SnSystemSurface *patch = &s->surfaces[surface];
    const int n = rows * columns;
    patch->shape = SN_SURFACE_PATCH;
    patch->rows = rows, patch->columns = columns;
    patch->first = s->n_surface_controls;
    s->surface_control =
        extend(s->surface_control, s->n_surface_controls, n, sizeof *s->surface_control);
    memcpy(s->surface_control + patch->first, net, (size_t)n * sizeof *net);
    s->n_surface_controls += n;
}

/* --- points on them --- */

/* The block of a place, then the point that follows it. */
static int add_point(SnBuild *build, SnBlockKind kind, int place, SnAttachmentKind attachment,
                     double mass, int n, int *masters)
{
    static const double origin[3] = {0};
    SnSystem *s = build->system;
    const int own = sn_build_particle(build, 0, origin);
    const int slave = sn_build_particle(build, mass, origin);
    s->blocks[own].kind = kind;
    s->blocks[own].owner = place;
    masters[0] = own;
    double *weights = calloc((size_t)n, sizeof *weights);
    const int number = sn_build_attach_to_points(build, slave, n, masters, weights);
    free(weights);
    s->attachments[number].kind = attachment;
    s->attachments[number].owner = place;
    return slave;
}

int sn_build_on_guide(SnBuild *build, int guide, double mass, double parameter, double speed)
{
    const SnSystem *s = build->system;
    const SnSystemGuide *g = &s->guides[guide];
    const int n = !g->rigid ? g->count : g->carrier >= 0;
    int *masters = calloc((size_t)n + 1, sizeof *masters);
    for (int k = 0; k < n; k++)
        masters[1 + k] = g->rigid ? g->carrier : s->guide_block[g->first + k];
    const int slave =
        add_point(build, SN_BLOCK_GUIDE, guide, SN_ATTACH_POINT_TO_GUIDE, mass, n + 1, masters);
    free(masters);
    build->q[slave - 1][0] = parameter;
    build->u[slave - 1][0] = speed;
    return slave;
}

int sn_build_on_surface(SnBuild *build, int surface, double mass, const double place[3],
                        const double velocity[3])
{
    const SnSystemSurface *s = &build->system->surfaces[surface];
    int masters[2] = {-1, s->carrier};
    const int slave = add_point(build, SN_BLOCK_SURFACE, surface, SN_ATTACH_POINT_TO_SURFACE, mass,
                                1 + (s->carrier >= 0), masters);
    const SnSurfaceGeometry geometry = sn_surface_geometry(build->system, s);
    double normal[3], tangent[2][3];
    sn_surface_nearest(&geometry, place, build->q[slave - 1]);
    sn_surface_normal(&geometry, build->q[slave - 1], normal);
    sn_surface_tangents(normal, tangent[0], tangent[1]);
    for (int i = 0; i < 2; i++)
        build->u[slave - 1][i] = sn_v3_dot(tangent[i], velocity);
    return slave;
}

/* --- pulleys --- */

void sn_build_pulley_nodes(SnBuild *build, int guide, int count, double friction,
                           SnBuildStrandNode *nodes)
{
    const SnSystemGuide *g = &build->system->guides[guide];
    for (int k = 0; k < count; k++)
        nodes[k] = (SnBuildStrandNode){.point = sn_build_point(build, g->carrier, g->center),
                                       .kind = friction >= 0 && k == count / 2 ? SN_BUILD_EULERIAN
                                                                               : SN_BUILD_VIRTUAL,
                                       .friction = friction};
}

int sn_build_pulley(SnBuild *build, int guide, int first, int count, int side, int wheel, bool grip)
{
    SnSystem *s = build->system;
    const int node = s->strands[s->n_strands - 1].first_node + first;
    s->pulleys = extend(s->pulleys, s->n_pulleys, 1, sizeof *s->pulleys);
    s->pulleys[s->n_pulleys] = (SnSystemPulley){.id = {.index = ++build->last_id, .generation = 1},
                                                .guide = guide,
                                                .first = node,
                                                .count = count,
                                                .side = side,
                                                .wheel = wheel,
                                                .grip = grip};
    for (int k = node; k < node + count; k++) {
        s->strand_nodes[k].pulley = s->n_pulleys;
        s->pulleys[s->n_pulleys].friction =
            fmax(s->pulleys[s->n_pulleys].friction, s->strand_nodes[k].friction);
    }
    return s->n_pulleys++;
}
