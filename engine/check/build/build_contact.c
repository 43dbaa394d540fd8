/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_contact.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_fem.h"
#include "engine/compile/rigid/contact_surfaces.h"

#include <math.h>
#include <string.h>

SnContactShape *sn_build_contact_shape(SnBuild *build, int block)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactShape *shape = (SnContactShape *)SN_BUILD_GROW(contacts->shapes, contacts->n_shapes++);
    shape->id = sn_build_next_id(build);
    shape->block = block;
    return shape;
}

SnContactShape *sn_build_contact_mesh(SnBuild *build, int block, int n_vertices, const double *x,
                                      int n_triangles, const int32_t *triangles)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactShape *shape = sn_build_contact_shape(build, block);
    const size_t n = (size_t)n_vertices, m = (size_t)n_triangles;
    shape->as_is = true;
    SnTouchSurface *s = (SnTouchSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    *s = (SnTouchSurface){.id = shape->id,
                          .shape = contacts->n_shapes - 1,
                          .block = block,
                          .n_vertices = n_vertices,
                          .n_triangles = n_triangles,
                          .gap = HUGE_VAL};
    s->local = sn_alloc(3 * n + 1, sizeof *s->local);
    s->triangles = sn_alloc(3 * m + 1, sizeof *s->triangles);
    memcpy(s->local, x, 3 * n * sizeof *x);
    memcpy(s->triangles, triangles, 3 * m * sizeof *triangles);
    for (size_t i = 0; i < n; i++)
        shape->convex.bound = fmax(shape->convex.bound, sn_v3_norm(x + 3 * i));
    return shape;
}

void sn_build_contact_fem(SnBuild *build, int fem, const SnVolumeMesh *mesh, double gap)
{
    SnSystemContacts *contacts = &build->system->contacts;
    int *blocks = sn_alloc((size_t)mesh->n_nodes + 1, sizeof *blocks);
    for (int i = 0; i < mesh->n_nodes; i++)
        blocks[i] = sn_build_fem_node(build, fem, i);
    SnTouchSurface *surface =
        (SnTouchSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    sn_touch_surface_of_mesh(mesh, blocks, surface);
    surface->id = build->system->fems.fems[fem].id;
    surface->shape = contacts->n_deformable++;
    surface->gap = gap;
    sn_free(blocks);
}

void sn_build_contact_ground(SnBuild *build)
{
    static const double unit[3] = {1, 1, 1}, origin[3] = {0, 0, 0};
    SnSystemContacts *contacts = &build->system->contacts;
    const int block = sn_build_body(build, 1, unit, origin, NULL);
    sn_build_fix(build, block);
    SnContactShape *shape = sn_build_contact_shape(build, block);
    sn_convex_half_space(&shape->convex);
    SnTouchSurface *surface =
        (SnTouchSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    *surface = (SnTouchSurface){
        .id = shape->id, .block = block, .half_space = true, .gap = HUGE_VAL, .n_vertices = 2};
    surface->local = sn_alloc(6, sizeof *surface->local);
    surface->local[5] = 1;
    surface->triangles = sn_alloc(1, sizeof *surface->triangles);
    for (int i = 0; i < contacts->n_deformable; i++)
        contacts->surfaces[i].shape = 1 + i;
}

/* Where one shape is a mesh, the others have surfaces, too. */
static void add_surfaces(SnBuild *build)
{
    SnSystemContacts *contacts = &build->system->contacts;
    const int n = contacts->n_surfaces;
    for (int i = 0; n > 0 && i < contacts->n_shapes; i++) {
        bool there = false;
        for (int k = 0; k < contacts->n_surfaces; k++)
            there = there || contacts->surfaces[k].shape == i;
        if (there)
            continue;
        SnTouchSurface *s =
            (SnTouchSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
        *s = (SnTouchSurface){.id = contacts->shapes[i].id,
                              .shape = i,
                              .block = contacts->shapes[i].block,
                              .gap = HUGE_VAL};
        sn_touch_surface_of_convex(&contacts->shapes[i].convex, contacts->shapes[i].offset, s);
    }
}

SnContactRule *sn_build_contact_rule(SnBuild *build, const SnContactRule *rule)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactRule *own = (SnContactRule *)SN_BUILD_GROW(contacts->rules, contacts->n_rules++);
    const size_t n = (size_t)(contacts->n_shapes + contacts->n_deformable);
    add_surfaces(build);
    *own = *rule;
    own->id = sn_build_next_id(build);
    for (int s = 0; s < 2; s++) {
        own->side[s] = sn_alloc(n + 1, sizeof *own->side[s]);
        memset(own->side[s], 1, n);
    }
    return own;
}
