/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/build_guides.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/surface.h"
#include "tests/support/build_forces.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `more` entries behind n. */
static void *extend(void *array, int n, int more, size_t size)
{
    return realloc(array, (size_t)(n + more) * size);
}

int sn_build_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int carrier, int n,
                   const double (*control)[3])
{
    SnSystem *s = build->system;
    SnSystemGuide *guide = sn_build_add_guide(build, shape, ends, n);
    guide->rigid = true;
    guide->carrier = carrier;
    guide->first = s->guides.n_controls;
    s->guides.control =
        extend(s->guides.control, s->guides.n_controls, n, sizeof *s->guides.control);
    memcpy(s->guides.control + guide->first, control, (size_t)n * sizeof *control);
    s->guides.n_controls += n;
    return s->guides.n - 1;
}

int sn_build_moving_guide(SnBuild *build, SnGuideShape shape, SnGuideEnds ends, int n,
                          const int *blocks)
{
    SnSystem *s = build->system;
    SnSystemGuide *guide = sn_build_add_guide(build, shape, ends, n);
    guide->first = s->guides.n_blocks;
    s->guides.block = extend(s->guides.block, s->guides.n_blocks, n, sizeof *s->guides.block);
    memcpy(s->guides.block + guide->first, blocks, (size_t)n * sizeof *blocks);
    s->guides.n_blocks += n;
    return s->guides.n - 1;
}

int sn_build_surface_shape(SnBuild *build, SnSurfaceShape shape, int carrier,
                           const double position[3], const double orientation[4],
                           const double size[3])
{
    SnSystem *s = build->system;
    s->surfaces.surfaces =
        extend(s->surfaces.surfaces, s->surfaces.n, 1, sizeof *s->surfaces.surfaces);
    SnSystemSurface *surface = &s->surfaces.surfaces[s->surfaces.n++];
    *surface = (SnSystemSurface){
        .id = {.index = ++build->last_id, .generation = 1}, .shape = shape, .carrier = carrier};
    sn_v3_copy(position, surface->position);
    sn_v3_copy(size, surface->size);
    sn_q_identity(surface->orientation);
    if (orientation)
        sn_q_copy(orientation, surface->orientation);
    return s->surfaces.n - 1;
}

void sn_build_patch(SnBuild *build, int surface, int rows, int columns, const double (*net)[3])
{
    SnSystem *s = build->system;
    SnSystemSurface *patch = &s->surfaces.surfaces[surface];
    const int n = rows * columns;
    patch->shape = SN_SURFACE_PATCH;
    patch->rows = rows, patch->columns = columns;
    patch->first = s->surfaces.n_controls;
    s->surfaces.control =
        extend(s->surfaces.control, s->surfaces.n_controls, n, sizeof *s->surfaces.control);
    memcpy(s->surfaces.control + patch->first, net, (size_t)n * sizeof *net);
    s->surfaces.n_controls += n;
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
    s->attachments.attachments[number].kind = attachment;
    s->attachments.attachments[number].owner = place;
    return slave;
}

int sn_build_on_guide(SnBuild *build, int guide, double mass, double parameter, double speed)
{
    const SnSystem *s = build->system;
    const SnSystemGuide *g = &s->guides.guides[guide];
    const int n = !g->rigid ? g->count : g->carrier >= 0;
    int *masters = calloc((size_t)n + 1, sizeof *masters);
    for (int k = 0; k < n; k++)
        masters[1 + k] = g->rigid ? g->carrier : s->guides.block[g->first + k];
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
    const SnSystemSurface *s = &build->system->surfaces.surfaces[surface];
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
