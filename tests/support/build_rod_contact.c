/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/build_rod_contact.h"

#include "engine/base/vec.h"
#include "engine/strand/ffd.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void frame_at(const SnBuild *build, int body, SnRodFrame *frame)
{
    memset(frame, 0, sizeof *frame);
    sn_v3_copy(build->q[body], frame->position);
    sn_q_to_m3(build->q[body] + 3, frame->rotation);
}

void sn_build_rod_contact(SnBuild *build, int number, int around, int along, double voxel)
{
    enum { MOST = 64 };
    SnSystemRods *rods = &build->system->rods;
    SnSystemRod *rod = &rods->rods[number];
    SnRodFrame frame[MOST];
    SnFfdFrame ffd[MOST];
    double lengths[MOST], half_width[MOST][2];
    assert(rod->n_frames <= MOST);
    for (int i = 0; i < rod->n_frames; i++) {
        const int segment = rod->first_segment + (i < rod->n_segments ? i : i - 1);
        frame_at(build, rods->frame_block[rod->first_frame + i], &frame[i]);
        ffd[i] = (SnFfdFrame){frame[i].position, frame[i].rotation};
        memcpy(half_width[i], rods->segments[segment].half_width, sizeof half_width[i]);
        lengths[i] = rods->segments[segment].mesh_length = rods->segments[segment].rest.length;
    }
    SnFfdMesh *mesh =
        sn_ffd_tube(rod->n_frames, ffd, lengths, (const double(*)[2])half_width, around, along);
    rod->contact = true;
    rod->voxel = rod->reach = voxel;
    rod->tolerance = 0.2;
    rod->first_partner = rods->n_partners;
    rod->n_vertices = mesh->n_vertices;
    rod->vertices = mesh->vertices;
    mesh->vertices = NULL;
    sn_ffd_mesh_free(mesh);
}

static void add_partner(SnSystemRods *rods, SnSystemRod *rod, SnRodPartner partner)
{
    rods->partners =
        realloc(rods->partners, (size_t)(rods->n_partners + 1) * sizeof *rods->partners);
    if (rod->n_partners++ == 0)
        rod->first_partner = rods->n_partners;
    rods->partners[rods->n_partners++] = partner;
}

void sn_build_rod_on_box(SnBuild *build, int number, int body, const double size[3])
{
    SnSystemRods *rods = &build->system->rods;
    SnSystemRod *rod = &rods->rods[number];
    const double spacing = 0.5 * rod->voxel;
    const int nx = (int)ceil(size[0] / spacing), ny = (int)ceil(size[1] / spacing);
    rods->surfaces =
        realloc(rods->surfaces, (size_t)(rods->n_surfaces + 1) * sizeof *rods->surfaces);
    SnContactSurface *surface = &rods->surfaces[rods->n_surfaces];
    *surface = (SnContactSurface){.block = body, .n = (nx + 1) * (ny + 1)};
    surface->position = calloc((size_t)surface->n, sizeof *surface->position);
    surface->normal = calloc((size_t)surface->n, sizeof *surface->normal);
    for (int i = 0; i < surface->n; i++) {
        sn_v3_set(size[0] * ((double)(i % (nx + 1)) / nx - 0.5),
                  size[1] * ((double)(i / (nx + 1)) / ny - 0.5), size[2] / 2, surface->position[i]);
        surface->normal[i][2] = 1;
    }
    add_partner(rods, rod, (SnRodPartner){rods->n_surfaces++, -1});
}

void sn_build_rod_on_rod(SnBuild *build, int number, int other)
{
    SnSystemRods *rods = &build->system->rods;
    add_partner(rods, &rods->rods[number], (SnRodPartner){-1, other});
}
