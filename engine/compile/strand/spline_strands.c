/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/strand/spline_strands.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/strand/strand_muscle.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/spline/spline_law.h"

#include <stdlib.h>
#include <string.h>

static SnSplineDraft *draft_at(const SnCompiler *c, int number)
{
    return &g_array_index(c->strand->splines, SnSplineDraft, number);
}

static const SnComponent *component_of(const SnSplineDraft *draft)
{
    return &draft->strand->base.base.base;
}

/* Number of the draft whose component this is (an entry's counts for it); -1. */
static int find_strand(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->strand->splines->len; i++)
        if (component_of(draft_at(c, (int)i))->id.index == id.index)
            return (int)i;
    return -1;
}

void sn_spline_draft_clear(SnSplineDraft *draft)
{
    g_free(draft->points);
}

/* --- places that touch --- */

/* Blocks of places on the curve, each the mean of four control points by their weights there. */
static void add_touches(SnCompiler *c, SnSplineDraft *draft)
{
    const SnComponent *component = component_of(draft);
    const SnSplineNode *nodes = draft->strand->nodes.entries;
    const int n = draft->strand->nodes.n;
    draft->first_touch = -1;
    if (!sn_compiler_touches(c, component->id))
        return;
    for (int i = 0; i <= SN_SPLINE_TOUCHES * (n - 3); i++) {
        SnSplineBasis basis;
        SnInternalCoordinate internal = {.kind = SN_BLOCK_POINT};
        const int first =
            sn_spline_basis_at(n, draft->strand->reaches, (double)i / SN_SPLINE_TOUCHES, &basis);
        for (int k = 0; k < 4; k++) {
            sn_v3_axpy(basis.b[k], nodes[first + k].position, internal.q);
            sn_v3_axpy(basis.b[k], nodes[first + k].velocity, internal.u);
        }
        const int place = sn_add_internal_coordinate(c, component, SN_ROLE_ATTACHED, &internal);
        draft->first_touch = i == 0 ? place : draft->first_touch;
        sn_compiler_add_attachment(c, component, place, SN_ATTACH_POINT_TO_POINTS, 0, internal.q);
        for (int k = 0; k < 4; k++)
            if (basis.b[k] != 0)
                sn_compiler_attach_to(c, draft->first_draft + first + k, basis.b[k]);
    }
}

/* --- drafts --- */

/* What the document's own checks say too: here it keeps the arrays from what they cannot hold. */
static bool check_strand(SnCompiler *c, const SnComponent *component)
{
    SnChecks *checks = sn_checks_new();
    component->class->validate(c->model, component, checks);
    bool good = true;
    for (guint i = 0; good && i < checks->items->len; i++) {
        const SnCheck *found = &g_array_index(checks->items, SnCheck, i);
        if (found->severity == SN_ERROR)
            good = sn_compiler_fail_at(c, found->id, "%s", found->message);
    }
    sn_checks_free(checks);
    return good;
}

static bool add_draft(SnCompiler *c, const SnSplineStrand *strand)
{
    const SnComponent *component = &strand->base.base.base;
    const SnSplineNode *nodes = strand->nodes.entries;
    if (!check_strand(c, component))
        return false;
    SnSplineDraft draft = {.strand = strand,
                           .first_draft = (int)c->drafts->len,
                           .points = g_new(int, strand->nodes.n + 1)};
    for (int i = 0; i < strand->nodes.n; i++) {
        SnInternalCoordinate internal = {
            .kind = SN_BLOCK_POINT,
            .id = sn_id_of_entry(component->id, SN_SPLINE_NODES_ARRAY, (uint32_t)i)};
        sn_v3_copy(nodes[i].position, internal.q);
        sn_v3_copy(nodes[i].velocity, internal.u);
        sn_add_internal_coordinate(c, component, SN_ROLE_ACTIVE, &internal);
        draft.points[i] = -1;
    }
    add_touches(c, &draft);
    g_array_append_val(c->strand->splines, draft);
    return true;
}

bool sn_compile_spline_drafts(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_SPLINE_STRAND)
            good = add_draft(c, (const SnSplineStrand *)component);
    }
    for (guint i = 0; good && i < c->strand->splines->len; i++) {
        const SnSplineDraft *draft = draft_at(c, (int)i);
        const SnSplineConstraint *constraints = draft->strand->constraints.entries;
        for (int k = 0; good && k < draft->strand->constraints.n; k++)
            if (constraints[k].kind == SN_SPLINE_CONSTRAINT_SURFACE)
                good = sn_surface_draft(c,
                                        sn_id_of_entry(component_of(draft)->id,
                                                       SN_SPLINE_CONSTRAINTS_ARRAY, (uint32_t)k),
                                        constraints[k].surface) >= 0;
    }
    return good;
}

/* --- control points as points --- */

static bool is_node(const SnCompiler *c, SnId id, int *number)
{
    *number = find_strand(c, id);
    return *number >= 0 && id.entry != 0 && sn_id_array(id) == SN_SPLINE_NODES_ARRAY &&
           (int)sn_id_entry_index(id) < draft_at(c, *number)->strand->nodes.n;
}

bool sn_anchor_spline_node(SnCompiler *c, SnId id, SnStrandAnchor *hold)
{
    int number;
    if (!is_node(c, id, &number))
        return false;
    const SnSplineDraft *draft = draft_at(c, number);
    const SnSplineNode *nodes = draft->strand->nodes.entries;
    const int node = (int)sn_id_entry_index(id);
    hold->by = SN_ANCHOR_POINT;
    hold->draft = draft->first_draft + node;
    sn_v3_copy(nodes[node].position, hold->start);
    return true;
}

static int point_of(SnCompiler *c, SnSplineDraft *draft, int node)
{
    if (draft->points[node] < 0) {
        const SnPose pose = {
            .block = g_array_index(c->drafts, SnBlockDraft, draft->first_draft + node).block,
            .orientation = {1}};
        draft->points[node] = sn_compiler_add_point(
            c, sn_id_of_entry(component_of(draft)->id, SN_SPLINE_NODES_ARRAY, (uint32_t)node),
            &pose);
    }
    return draft->points[node];
}

int sn_spline_point_of(SnCompiler *c, SnId id)
{
    int number;
    return is_node(c, id, &number) ? point_of(c, draft_at(c, number), (int)sn_id_entry_index(id))
                                   : -1;
}

void sn_compile_spline_points(SnCompiler *c)
{
    for (guint i = 0; i < c->strand->splines->len; i++)
        for (int k = 0; k < draft_at(c, (int)i)->strand->nodes.n; k++)
            point_of(c, draft_at(c, (int)i), k);
}

/* --- strands --- */

/* The curve as it starts; positions [n] are the caller's. */
static SnSplineCurve start_of(const SnSplineDraft *draft, double (*positions)[3])
{
    const SnSplineNode *nodes = draft->strand->nodes.entries;
    for (int i = 0; i < draft->strand->nodes.n; i++)
        sn_v3_copy(nodes[i].position, positions[i]);
    return (SnSplineCurve){draft->strand->nodes.n, draft->strand->reaches,
                           (const double(*)[3])positions};
}

static double (*new_positions(const SnSplineDraft *draft))[3]
{
    return sn_alloc((size_t)draft->strand->nodes.n + 1, 3 * sizeof(double));
}

/* Every strand has an activation: its law is a muscle's, or pulls by (5.7) besides. */
static int add_muscle(SnCompiler *c, const SnSplineStrand *strand)
{
    const SnMuscleType type = strand->law == SN_SPLINE_HILL   ? SN_MUSCLE_TYPE_HILL
                              : strand->law == SN_SPLINE_PECK ? SN_MUSCLE_TYPE_PECK
                                                              : SN_MUSCLE_TYPE_ZERO_REST;
    return sn_compiler_add_strand_muscle(c, &strand->base, &strand->muscle, type);
}

static void set_parameters(SnCompiler *c, const SnSplineStrand *strand, SnSystemSpline *spline)
{
    SnStrandParameters *p = &spline->p;
    double gravity[6];
    sn_effective_numbers(c->model, &strand->base.base.base, "gravity", gravity);
    sn_v3_copy(gravity, p->gravity);
    p->radius = strand->base.radius;
    p->density = strand->base.density;
    p->youngs_modulus = strand->youngs_modulus;
    p->damping_time = strand->damping;
    p->bending_modulus = strand->bending_modulus;
    p->tension_only = strand->law == SN_SPLINE_TENSION_ONLY;
    p->tendon_curve = strand->law == SN_SPLINE_TENDON;
    p->muscle = add_muscle(c, strand);
    spline->mass_damping = strand->mass_damping;
}

static void add_strand(SnCompiler *c, const SnSplineDraft *draft, SnSystemSpline *spline)
{
    SnSystem *s = c->system;
    const int n = draft->strand->nodes.n;
    *spline = (SnSystemSpline){.id = component_of(draft)->id,
                               .enabled = draft->strand->base.enabled,
                               .reaches = draft->strand->reaches,
                               .first_node = s->splines.n_nodes,
                               .n_nodes = n,
                               .first_point = s->splines.n_points,
                               .first_sample = s->splines.n_samples};
    set_parameters(c, draft->strand, spline);
    for (int i = 0; i < n; i++)
        s->splines.block[s->splines.n_nodes++] =
            g_array_index(c->drafts, SnBlockDraft, draft->first_draft + i).block;
    s->splines.n_points += sn_spline_n_points(n);
    s->splines.n_samples += sn_spline_n_samples(n);
}

/* --- constraints --- */

static void keep_parameter(SnCompiler *c, const double *values, int n,
                           SnSystemSplineConstraint *constraint)
{
    constraint->kept = (int)c->strand->coordinates->len;
    g_array_append_vals(c->strand->coordinates, values, (guint)n);
}

static bool constrain_to_point(SnCompiler *c, const SnSplineConstraint *hold,
                               const SnSplineCurve *curve, SnSystemSplineConstraint *constraint)
{
    SnStrandAnchor anchor;
    constraint->point = sn_compiler_point(c, hold->point);
    if (constraint->point < 0 || !sn_anchor_point(c, constraint->id, hold->point, &anchor))
        return c->error ? false
                        : sn_compiler_fail_at(c, constraint->id, "has no point: choose one");
    if (hold->kind == SN_SPLINE_CONSTRAINT_SLIDING) {
        constraint->parameter = sn_spline_closest_anywhere(curve, anchor.start);
        keep_parameter(c, &constraint->parameter, 1, constraint);
    }
    return true;
}

static bool constrain_to_surface(SnCompiler *c, const SnSplineConstraint *hold,
                                 const SnSplineCurve *curve, SnSystemSplineConstraint *constraint)
{
    double x[3], in_frame[3], nearest[3];
    constraint->surface = sn_surface_draft(c, constraint->id, hold->surface);
    if (constraint->surface < 0)
        return false;
    const SnSurfaceDraft *surface =
        &g_array_index(c->strand->surfaces, SnSurfaceDraft, constraint->surface);
    sn_spline_point(curve, constraint->parameter, x, NULL, NULL);
    sn_pose_inverse_point(surface->position, surface->orientation, x, in_frame);
    sn_surface_nearest(&surface->geometry, in_frame, nearest);
    keep_parameter(c, nearest, 3, constraint);
    return true;
}

static bool constrain_to_strand(SnCompiler *c, const SnSplineConstraint *hold,
                                SnSystemSplineConstraint *constraint)
{
    constraint->other = find_strand(c, hold->strand);
    if (constraint->other < 0)
        return sn_compiler_fail_at(c, constraint->id, "has no strand to branch from: choose one");
    const SnSplineDraft *other = draft_at(c, constraint->other);
    double(*positions)[3] = new_positions(other);
    const SnSplineCurve curve = start_of(other, positions);
    constraint->other_parameter = sn_spline_at_part(&curve, hold->other_parameter);
    sn_free(positions);
    return true;
}

static bool add_constraints(SnCompiler *c, int number)
{
    static const SnSystemSplineConstraintKind kinds[] = {
        [SN_SPLINE_CONSTRAINT_FIXED] = SN_SPLINE_FIXED,
        [SN_SPLINE_CONSTRAINT_SLIDING] = SN_SPLINE_SLIDING,
        [SN_SPLINE_CONSTRAINT_SURFACE] = SN_SPLINE_SURFACE,
        [SN_SPLINE_CONSTRAINT_BRANCH] = SN_SPLINE_BRANCH};
    const SnSplineDraft *draft = draft_at(c, number);
    const SnSplineConstraint *constraints = draft->strand->constraints.entries;
    double(*positions)[3] = new_positions(draft);
    const SnSplineCurve curve = start_of(draft, positions);
    bool good = true;
    for (int i = 0; good && i < draft->strand->constraints.n; i++) {
        SnSystemSplineConstraint constraint = {
            .kind = kinds[constraints[i].kind],
            .id = sn_id_of_entry(component_of(draft)->id, SN_SPLINE_CONSTRAINTS_ARRAY, (uint32_t)i),
            .spline = number,
            .parameter = sn_spline_at_part(&curve, constraints[i].parameter),
            .point = -1,
            .other = -1,
            .surface = -1,
            .kept = -1};
        if (constraint.kind == SN_SPLINE_BRANCH)
            good = constrain_to_strand(c, &constraints[i], &constraint);
        else if (constraint.kind == SN_SPLINE_SURFACE)
            good = constrain_to_surface(c, &constraints[i], &curve, &constraint);
        else
            good = constrain_to_point(c, &constraints[i], &curve, &constraint);
        c->system->splines.constraints[c->system->splines.n_constraints++] = constraint;
    }
    sn_free(positions);
    return good;
}

bool sn_compile_splines(SnCompiler *c)
{
    SnSystem *s = c->system;
    const guint n = c->strand->splines->len;
    size_t nodes = 0, constraints = 0, places = 0, samples = 0;
    for (guint i = 0; i < n; i++) {
        const SnSplineStrand *strand = draft_at(c, (int)i)->strand;
        nodes += (size_t)strand->nodes.n;
        constraints += (size_t)strand->constraints.n;
        places += (size_t)sn_spline_n_points(strand->nodes.n);
        samples += (size_t)sn_spline_n_samples(strand->nodes.n);
    }
    s->splines.splines = sn_alloc(n + 1, sizeof *s->splines.splines);
    s->splines.block = sn_alloc(nodes + 1, sizeof *s->splines.block);
    s->splines.points = sn_alloc(places + 1, sizeof *s->splines.points);
    s->splines.samples = sn_alloc(samples + 1, sizeof *s->splines.samples);
    s->splines.constraints = sn_alloc(constraints + 1, sizeof *s->splines.constraints);
    for (guint i = 0; i < n; i++) {
        add_strand(c, draft_at(c, (int)i), &s->splines.splines[s->splines.n++]);
        sn_compiler_set_index(c, component_of(draft_at(c, (int)i))->id, (int)i);
    }
    for (guint i = 0; i < n; i++)
        if (!add_constraints(c, (int)i))
            return false;
    return true;
}

void sn_finish_splines(SnCompiler *c)
{
    SnSystem *s = c->system;
    for (int i = 0; i < s->splines.n; i++) {
        const SnSplineDraft *draft = draft_at(c, i);
        const SnSplineNode *nodes = draft->strand->nodes.entries;
        double(*positions)[3] = new_positions(draft);
        double *active = sn_alloc((size_t)draft->strand->nodes.n, sizeof *active);
        const SnSplineCurve curve = start_of(draft, positions);
        for (int k = 0; k < curve.n; k++)
            active[k] = nodes[k].active;
        sn_spline_prepare(s, i, curve.x, draft->strand->rest_ratio, active);
        if (draft->strand->law == SN_SPLINE_PECK && draft->strand->muscle.optimal_is_start)
            s->paths.muscles[s->splines.splines[i].p.muscle].optimal_length =
                s->splines.splines[i].rest_length;
        sn_spline_derive(s, i);
        sn_free(positions);
        sn_free(active);
    }
}

/* --- scene --- */

void sn_compile_spline_item(SnCompiler *c, const SnComponent *component)
{
    const SnSystem *s = c->system;
    const int number = sn_spline_of(s, component->id);
    SnSplineDraft *draft = draft_at(c, number);
    const SnSystemSpline *spline = &s->splines.splines[number];
    SnSceneItem item = {.kind = SN_ITEM_PATH, .id = component->id, .vector = -1};
    sn_model_style(c->model, component, &item.style);
    item.path_kind = SN_PATH_STRAND;
    item.first = (int)c->item_points->len;
    item.count = sn_spline_n_samples(spline->n_nodes);
    item.scalar = c->n_scene_scalars;
    item.active = s->paths.muscles[spline->p.muscle].max_force > 0;
    const struct SnSplineView view = {
        .spline = number, .first_point = c->n_scene_points, .first_scalar = item.scalar};
    g_array_append_val(c->spline_views, view);
    for (int i = 0; i < item.count; i++) {
        const int point = c->n_scene_points + i;
        g_array_append_val(c->item_points, point);
    }
    c->n_scene_points += item.count;
    c->n_scene_scalars += 2 * item.count + 1;
    item.first_node = (int)c->item_nodes->len;
    item.n_nodes = spline->n_nodes;
    for (int i = 0; i < spline->n_nodes; i++) {
        const SnNodeView node = {
            .point = point_of(c, draft, i), .entry = i, .look = SN_NODE_LOOK_MATTER};
        g_array_append_val(c->item_nodes, node);
    }
    g_array_append_val(c->items, item);
}
