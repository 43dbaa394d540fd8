/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guides and surfaces: what carries them, and the system's arrays of them. */
#include "engine/base/memory.h"
#include "engine/compile/strand/strands.h"

#include "engine/base/vec.h"

#include <stdlib.h>
#include <string.h>

static SnGuideDraft *guide_at(SnCompiler *c, int number)
{
    return &g_array_index(c->strand->guides, SnGuideDraft, number);
}

static void start_of_control(const void *data, int k, double x[3])
{
    const double(*start)[3] = (const double(*)[3])data;
    sn_v3_copy(start[k], x);
}

/* --- curves through points --- */

/* All on one body, or all in the world. */
static bool is_rigid(const SnStrandAnchor *anchors, int n)
{
    for (int i = 0; i < n; i++)
        if (anchors[i].by == SN_ANCHOR_POINT || anchors[i].by != anchors[0].by ||
            anchors[i].draft != anchors[0].draft)
            return false;
    return true;
}

static bool draft_curve(SnCompiler *c, SnId asker, const SnGuideCurve *curve, SnGuideDraft *draft)
{
    const int n = curve->points.n;
    g_autofree SnStrandAnchor *anchors = g_new0(SnStrandAnchor, n);
    for (int i = 0; i < n; i++)
        if (!sn_anchor_point(c, asker, curve->points.ids[i], &anchors[i]))
            return false;
    draft->shape = (SnGuideShape)curve->shape;
    draft->n = n;
    draft->rigid = is_rigid(anchors, n);
    draft->carrier = draft->rigid && anchors[0].by == SN_ANCHOR_BODY ? anchors[0].draft : -1;
    draft->start = g_malloc_n((size_t)n, sizeof *draft->start);
    for (int i = 0; i < n; i++)
        sn_v3_copy(anchors[i].start, draft->start[i]);
    draft->drafts = draft->rigid ? NULL : g_new(int, n);
    for (int i = 0; !draft->rigid && i < n; i++)
        draft->drafts[i] =
            sn_follow_point(c, &curve->base.base.base, curve->points.ids[i], &anchors[i]);
    draft->curve = (SnCurve){.shape = draft->shape,
                             .ends = (SnGuideEnds)curve->base.ends,
                             .n = n,
                             .control = start_of_control,
                             .data = draft->start};
    return true;
}

/* --- pulleys --- */

static bool draft_pulley(SnCompiler *c, SnId asker, const SnPulley *pulley, SnGuideDraft *draft)
{
    double position[3], orientation[4], turn[4], location[3];
    if (!sn_anchor_carrier(c, asker, pulley->body, &draft->carrier, position, orientation))
        return false;
    draft->shape = SN_GUIDE_ELLIPSE;
    draft->rigid = true;
    SnCurve *curve = &draft->curve;
    *curve = (SnCurve){.shape = SN_GUIDE_ELLIPSE, .ends = (SnGuideEnds)pulley->base.ends};
    sn_v3_add(pulley->position, draft->shift, location);
    sn_pose_point(position, orientation, location, curve->center);
    sn_q_mul(orientation, pulley->orientation, turn);
    sn_q_normalize(turn);
    sn_q_to_m3(turn, curve->axes);
    curve->radii[0] = pulley->radii[0];
    curve->radii[1] = pulley->radii[1] > 0 ? pulley->radii[1] : pulley->radii[0];
    return true;
}

int sn_guide_draft(SnCompiler *c, SnId asker, SnId id, const double shift[3])
{
    static const double none[3] = {0};
    const double *by = shift ? shift : none;
    const SnComponent *component = sn_model_get(c->model, id);
    for (guint i = 0; component && i < c->strand->guides->len; i++)
        if (&guide_at(c, (int)i)->guide->base.base == component &&
            sn_v3_distance(guide_at(c, (int)i)->shift, by) == 0)
            return (int)i;
    if (!component || !sn_class_is_a(component->class, &SN_CLASS_GUIDE)) {
        sn_compiler_fail_at(c, asker, "has no guide: choose one");
        return -1;
    }
    SnGuideDraft draft = {.guide = (const SnGuide *)component, .carrier = -1};
    sn_v3_copy(by, draft.shift);
    if (!sn_check_part(c, component))
        return -1;
    const bool good = component->class == &SN_CLASS_PULLEY
                          ? draft_pulley(c, asker, (const SnPulley *)component, &draft)
                          : draft_curve(c, asker, (const SnGuideCurve *)component, &draft);
    if (!good)
        return -1;
    g_array_append_val(c->strand->guides, draft);
    return (int)c->strand->guides->len - 1;
}

/* --- surfaces --- */

int sn_surface_draft(SnCompiler *c, SnId asker, SnId id)
{
    const SnWrapSurface *wrap = (const SnWrapSurface *)sn_model_get(c->model, id);
    for (guint i = 0; wrap && i < c->strand->surfaces->len; i++)
        if (g_array_index(c->strand->surfaces, SnSurfaceDraft, i).wrap == wrap)
            return (int)i;
    if (!wrap) {
        sn_compiler_fail_at(c, asker, "has no surface: choose one");
        return -1;
    }
    if (wrap->shape == SN_WRAP_SURFACE_CONE || wrap->shape == SN_WRAP_SURFACE_MESH) {
        sn_compiler_fail_at(c, asker,
                            "slides on a %s, which is for paths only: choose another shape",
                            wrap->shape == SN_WRAP_SURFACE_CONE ? "cone" : "mesh");
        return -1;
    }
    SnSurfaceDraft draft = {.wrap = wrap};
    if (!sn_check_part(c, &wrap->base.base))
        return -1;
    double position[3], orientation[4];
    if (!sn_anchor_carrier(c, asker, wrap->body, &draft.carrier, position, orientation))
        return -1;
    sn_pose_point(position, orientation, wrap->position, draft.position);
    sn_q_mul(orientation, wrap->orientation, draft.orientation);
    sn_q_normalize(draft.orientation);
    SnSurfaceGeometry *geometry = &draft.geometry;
    const bool ball = wrap->shape == SN_WRAP_SURFACE_SPHERE;
    geometry->shape = ball ? SN_SURFACE_ELLIPSOID : (SnSurfaceShape)wrap->shape;
    for (int k = 0; k < 3; k++)
        geometry->size[k] = wrap->size[ball ? 0 : k];
    if (geometry->shape == SN_SURFACE_PATCH) {
        geometry->columns = wrap->columns;
        geometry->rows = wrap->net.n / (3 * wrap->columns);
        geometry->control = (const double(*)[3])(const void *)wrap->net.values;
    }
    g_array_append_val(c->strand->surfaces, draft);
    return (int)c->strand->surfaces->len - 1;
}

/* --- the system's --- */

static int block_of(const SnCompiler *c, int draft)
{
    return draft < 0 ? -1 : g_array_index(c->drafts, SnBlockDraft, draft).block;
}

/* A place at the start, seen from a block's centre of mass in its axes. */
static void seen_from(const SnSystem *s, int block, const double x[3], double local[3])
{
    sn_v3_copy(x, local);
    if (block >= 0) {
        const double *q = s->q0 + s->blocks[block].q;
        sn_pose_inverse_point(q, q + 3, x, local);
    }
}

static void axes_from(const SnSystem *s, int block, const double axes[9], double local[9])
{
    memcpy(local, axes, 9 * sizeof(double));
    if (block >= 0) {
        double turn[9], back[9];
        sn_q_to_m3(s->q0 + s->blocks[block].q + 3, turn);
        sn_m3_transpose(turn, back);
        sn_m3_mul(back, axes, local);
    }
}

static void add_guide(SnCompiler *c, const SnGuideDraft *draft, SnSystemGuide *guide)
{
    SnSystem *s = c->system;
    *guide = (SnSystemGuide){.id = draft->guide->base.base.id,
                             .shape = draft->shape,
                             .ends = draft->curve.ends,
                             .rigid = draft->rigid,
                             .carrier = block_of(c, draft->carrier),
                             .first = draft->rigid ? s->guides.n_controls : s->guides.n_blocks,
                             .count = draft->n};
    if (draft->shape == SN_GUIDE_ELLIPSE) {
        seen_from(s, guide->carrier, draft->curve.center, guide->center);
        axes_from(s, guide->carrier, draft->curve.axes, guide->axes);
        memcpy(guide->radii, draft->curve.radii, sizeof guide->radii);
    }
    for (int i = 0; i < draft->n; i++) {
        if (draft->rigid)
            seen_from(s, guide->carrier, draft->start[i],
                      s->guides.control[s->guides.n_controls++]);
        else
            s->guides.block[s->guides.n_blocks++] = block_of(c, draft->drafts[i]);
    }
}

static void add_surface(SnCompiler *c, const SnSurfaceDraft *draft, SnSystemSurface *surface)
{
    SnSystem *s = c->system;
    const SnSurfaceGeometry *g = &draft->geometry;
    *surface = (SnSystemSurface){.id = draft->wrap->base.base.id,
                                 .shape = g->shape,
                                 .carrier = block_of(c, draft->carrier),
                                 .first = s->surfaces.n_controls,
                                 .rows = g->rows,
                                 .columns = g->columns};
    sn_v3_copy(g->size, surface->size);
    seen_from(s, surface->carrier, draft->position, surface->position);
    sn_q_copy(draft->orientation, surface->orientation);
    if (surface->carrier >= 0) {
        double back[4];
        sn_q_conj(s->q0 + s->blocks[surface->carrier].q + 3, back);
        sn_q_mul(back, draft->orientation, surface->orientation);
        sn_q_normalize(surface->orientation);
    }
    for (int i = 0; i < g->rows * g->columns; i++)
        sn_v3_copy(g->control[i], s->surfaces.control[s->surfaces.n_controls++]);
}

void sn_compile_guides(SnCompiler *c)
{
    SnSystem *s = c->system;
    const GArray *guides = c->strand->guides, *surfaces = c->strand->surfaces;
    size_t n_points = 0, n_net = 0;
    for (guint i = 0; i < guides->len; i++)
        n_points += (size_t)guide_at(c, (int)i)->n;
    for (guint i = 0; i < surfaces->len; i++) {
        const SnSurfaceGeometry *g = &g_array_index(surfaces, SnSurfaceDraft, i).geometry;
        n_net += (size_t)g->rows * (size_t)g->columns;
    }
    s->guides.guides = sn_alloc(guides->len + 1, sizeof *s->guides.guides);
    s->guides.control = sn_alloc(n_points + 1, sizeof *s->guides.control);
    s->guides.block = sn_alloc(n_points + 1, sizeof *s->guides.block);
    s->surfaces.surfaces = sn_alloc(surfaces->len + 1, sizeof *s->surfaces.surfaces);
    s->surfaces.control = sn_alloc(n_net + 1, sizeof *s->surfaces.control);
    for (guint i = 0; i < guides->len; i++)
        add_guide(c, guide_at(c, (int)i), &s->guides.guides[s->guides.n++]);
    for (guint i = 0; i < surfaces->len; i++)
        add_surface(c, &g_array_index(surfaces, SnSurfaceDraft, i),
                    &s->surfaces.surfaces[s->surfaces.n++]);
}
