/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of nodes of reduced strands in the system: what each is made of. */
#include "engine/compile/strand/strands.h"

#include "engine/base/vec.h"

static SnInternalCoordinate node_block(SnCompiler *c, const SnNodeDraft *node)
{
    double gravity[6];
    SnInternalCoordinate internal = {
        .kind = SN_BLOCK_POINT, .id = node->id, .mass = node->entry->mass};
    sn_effective_numbers(c->model, node->strand, "gravity", gravity);
    sn_v3_copy(gravity, internal.gravity);
    return internal;
}

/* --- free --- */

static bool make_free(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    SnInternalCoordinate internal = node_block(c, node);
    sn_v3_copy(node->entry->position, internal.q);
    sn_v3_copy(node->entry->velocity, internal.u);
    sn_v3_copy(internal.q, node->anchor.start);
    node->anchor.draft = sn_add_internal_coordinate(c, node->strand, SN_ROLE_ACTIVE, &internal);
    return true;
}

/* --- on a point --- */

/* Only a marker of a body or of the world has a frame to be shifted in. */
static bool anchor_point_node(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    const SnId point = node->entry->point;
    const SnComponent *component = sn_model_get(c->model, point);
    if (sn_v3_norm(node->shift) == 0)
        return sn_anchor_point(c, asker, point, &node->anchor);
    if (point.entry != 0 || component->class != &SN_CLASS_MARKER ||
        c->draft_of[component->id.index] >= 0)
        return sn_compiler_fail_at(c, asker,
                                   "is shifted with the turns of its strand, but on a %s, which "
                                   "cannot be: put it on a marker of a body, a frame or the world, "
                                   "or set its repeat to no",
                                   point.entry != 0 ? "node" : component->class->name);
    node->anchor = (SnStrandAnchor){.by = SN_ANCHOR_WORLD, .draft = -1};
    return sn_anchor_marker(c, asker, (const SnMarker *)component, node->shift, &node->anchor);
}

/* A point of its own beside the marker's: where the marker is moved to, it comes with a compile. */
static int shifted_point(SnCompiler *c, SnNodeDraft *node)
{
    const SnMarker *marker = (const SnMarker *)sn_model_get(c->model, node->entry->point);
    const int point = sn_compiler_point(c, node->entry->point);
    SnPose place;
    double location[3];
    sn_v3_add(marker->location, node->shift, location);
    if (!sn_compiler_pose(c, node->strand, marker->frame, location, NULL, &place))
        return -1;
    g_array_index(c->points, SnSystemPoint, point).places = true;
    return sn_compiler_add_point(c, node->id, &place);
}

static int point_of_point(SnCompiler *c, SnNodeDraft *node)
{
    return sn_v3_norm(node->shift) > 0 ? shifted_point(c, node)
                                       : sn_compiler_point(c, node->entry->point);
}

/* --- on guides and surfaces --- */

/* The point at a curve or surface coordinate: first master the coordinate, then what carries the
 * guide.
 */
static void make_attached_point(SnCompiler *c, SnNodeDraft *node, SnAttachmentKind kind,
                                const SnInternalCoordinate *place)
{
    SnInternalCoordinate internal = node_block(c, node);
    sn_v3_copy(node->anchor.start, internal.q);
    const int draft = sn_add_internal_coordinate(c, node->strand, SN_ROLE_ACTIVE, place);
    node->anchor.draft = sn_add_internal_coordinate(c, node->strand, SN_ROLE_ATTACHED, &internal);
    sn_compiler_add_attachment(c, node->strand, node->anchor.draft, kind, place->owner, internal.q);
    sn_compiler_attach_to(c, draft, 1);
}

static bool make_on_guide(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    const int number = sn_guide_draft(c, node->id, node->entry->guide, NULL);
    if (number < 0)
        return false;
    const SnGuideDraft *guide = &g_array_index(c->strand->guides, SnGuideDraft, number);
    const double parameter = node->entry->by_position
                                 ? sn_curve_nearest(&guide->curve, node->entry->position)
                                 : sn_curve_wrap(&guide->curve, node->entry->parameter);
    if (guide->curve.ends == SN_GUIDE_CAPPED &&
        (parameter < 0 || parameter > sn_curve_range(&guide->curve)))
        return sn_compiler_fail_at(c, node->id,
                                   "starts at the parameter %g of a capped guide, which ends at %g",
                                   parameter, sn_curve_range(&guide->curve));
    const SnInternalCoordinate place = {
        .kind = SN_BLOCK_GUIDE, .id = node->id, .owner = number, .q = {parameter}};
    sn_curve_point(&guide->curve, parameter, node->anchor.start);
    make_attached_point(c, node, SN_ATTACH_POINT_TO_GUIDE, &place);
    if (guide->rigid && guide->carrier >= 0)
        sn_compiler_attach_to(c, guide->carrier, 1);
    for (int i = 0; !guide->rigid && i < guide->n; i++)
        sn_compiler_attach_to(c, guide->drafts[i], 1);
    return true;
}

static bool make_on_surface(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    const int number = sn_surface_draft(c, node->id, node->entry->surface);
    if (number < 0)
        return false;
    const SnSurfaceDraft *surface = &g_array_index(c->strand->surfaces, SnSurfaceDraft, number);
    SnInternalCoordinate place = {.kind = SN_BLOCK_SURFACE, .id = node->id, .owner = number};
    double local[3];
    sn_pose_inverse_point(surface->position, surface->orientation, node->entry->position, local);
    sn_surface_nearest(&surface->geometry, local, place.q);
    sn_pose_point(surface->position, surface->orientation, place.q, node->anchor.start);
    make_attached_point(c, node, SN_ATTACH_POINT_TO_SURFACE, &place);
    if (surface->carrier >= 0)
        sn_compiler_attach_to(c, surface->carrier, 1);
    return true;
}

/* --- on pulleys --- */

static bool make_on_pulley(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    node->guide = sn_guide_draft(c, asker, node->entry->guide, node->shift);
    return node->guide >= 0;
}

static int no_point(SnCompiler *c, SnNodeDraft *node)
{
    return -1;
}

/* --- means of points --- */

static bool make_blend(SnCompiler *c, SnNodeDraft *node, SnId asker)
{
    const SnStrandNode *entry = node->entry;
    const int n = entry->blend.n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += entry->weights.n > 0 ? entry->weights.values[i] : 1;
    g_autofree int *drafts = g_new(int, (guint)n);
    double start[3] = {0};
    for (int i = 0; i < n; i++) {
        SnStrandAnchor anchor;
        if (!sn_anchor_point(c, node->id, entry->blend.ids[i], &anchor))
            return false;
        const double weight = (entry->weights.n > 0 ? entry->weights.values[i] : 1) / sum;
        sn_v3_axpy(weight, anchor.start, start);
        drafts[i] = sn_follow_point(c, node->strand, entry->blend.ids[i], &anchor);
    }
    SnInternalCoordinate internal = node_block(c, node);
    internal.mass = 0;
    sn_v3_copy(start, internal.q);
    sn_v3_copy(start, node->anchor.start);
    node->anchor.draft = sn_add_internal_coordinate(c, node->strand, SN_ROLE_ATTACHED, &internal);
    sn_compiler_add_attachment(c, node->strand, node->anchor.draft, SN_ATTACH_POINT_TO_POINTS, 0,
                               start);
    for (int i = 0; i < n; i++)
        sn_compiler_attach_to(c, drafts[i],
                              (entry->weights.n > 0 ? entry->weights.values[i] : 1) / sum);
    return true;
}

static const SnIdList *blended_points(const SnStrandNode *entry)
{
    return &entry->blend;
}

const SnNodeCompiler sn_node_compilers[SN_NODE_KIND_COUNT] = {
    [SN_NODE_FREE] = {.make = make_free},
    [SN_NODE_POINT] = {.make = anchor_point_node, .point = point_of_point},
    [SN_NODE_GUIDE] = {.make = make_on_guide},
    [SN_NODE_PULLEY] = {.make = make_on_pulley, .point = no_point},
    [SN_NODE_BLEND] = {.make = make_blend, .placed_by = blended_points},
    [SN_NODE_SURFACE] = {.make = make_on_surface},
};
