/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of what is selected. */
#include "ui/viewport/private.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/strand.h"
#include "ui/actions/menu_parts.h"
#include "ui/actions/menus.h"
#include "ui/edits/path_add.h"
#include "ui/viewport/move/put.h"
#include "ui/viewport/move/target.h"
#include "ui/viewport/scene/primitive.h"
#include "ui/widgets/popover.h"

/* --- context menu --- */

/* The keys are the viewer's again, unless what was chosen has put them elsewhere. */
static gboolean take_keys(gpointer viewport)
{
    GtkRoot *root = gtk_widget_get_root(viewport);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (root && (!focus || gtk_widget_is_ancestor(focus, viewport)))
        gtk_widget_grab_focus(viewport);
    g_object_unref(viewport);
    return G_SOURCE_REMOVE;
}

static void on_menu_closed(GtkPopover *popover, SnViewport *viewport)
{
    g_idle_add(take_keys, g_object_ref(viewport)); /* not from inside its own signal */
}

void sn_viewport_keys_after(SnViewport *viewport, GtkPopover *popover)
{
    g_signal_connect_object(popover, "closed", G_CALLBACK(on_menu_closed), viewport, 0);
}

static bool is_strand(SnViewport *viewport, const SnPickHit *hit)
{
    const SnComponent *component =
        hit ? sn_model_get(sn_session_model(viewport->session), hit->id) : NULL;
    return component && hit->id.entry == 0 && component->class == &SN_CLASS_STRAND;
}

SnId sn_viewport_hit_body(SnViewport *viewport, const SnPickHit *hit, double location[3])
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = hit && hit->id.entry == 0 ? sn_model_get(model, hit->id) : NULL;
    double position[3], orientation[4], inside[3];
    if (!component || !sn_shown_pose(viewport->session, hit->id, position, orientation))
        return SN_ID_NULL;
    sn_pose_inverse_point(position, orientation, hit->position, location);
    if (component->class == &SN_CLASS_VISUAL) {
        const SnVisual *visual = (const SnVisual *)component;
        sn_v3_copy(location, inside);
        sn_pose_point(visual->location, visual->rotation, inside, location);
        component = sn_model_get(model, visual->frame);
    }
    if (!component || component->class != &SN_CLASS_RIGID_BODY)
        return SN_ID_NULL;
    if (sn_id_equal(component->id, hit->id))
        sn_primitive_to_surface((const SnRigidBody *)component, location);
    return component->id;
}

/* The axis of the world that is nearest to one; its name. */
static const char *nearest_axis(const double axis[3], double nearest[3])
{
    static const char *const labels[] = {"Here, Along the World's x", "Here, Along the World's y",
                                         "Here, Along the World's z"};
    int k = 0;
    for (int i = 1; i < 3; i++) {
        if (fabs(axis[i]) > fabs(axis[k]))
            k = i;
    }
    sn_v3_set(k == 0, k == 1, k == 2, nearest);
    return labels[k];
}

/* Of a wrapping surface to what is round: a muscle may end on the bone itself, outside of it. */
static const double WITHIN = 0.999;

/* Of a wrapping cylinder where nothing is round, to the bone's thickness. */
static const double WRAP_SHARE = 0.25;

/* How far the middle of a mesh lies along an axis from a point, all in its frame [m]. */
static double to_middle(const SnMesh *mesh, const double point[3], const double axis[3])
{
    double middle = 0;
    for (int k = 0; k < 3; k++)
        middle += ((mesh->bounds[0][k] + mesh->bounds[1][k]) / 2 - point[k]) * axis[k];
    return middle;
}

static double least_extent(const SnMesh *mesh)
{
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least = fmin(least, mesh->bounds[1][k] - mesh->bounds[0][k]);
    return least;
}

/* What a surface offers near the place that was hit. */
typedef struct Spots {
    SnSpot spots[SN_SPOT_COUNT]; /* in the frame of the mesh */
    double pose[7];              /* of what was hit, in the world */
    const SnMesh *mesh;
    char round[64]; /* what the axis of what is round is called */
} Spots;

/* False: what was hit has no surface. */
static bool find_spots(SnViewport *viewport, const SnPickHit *hit, Spots *found)
{
    const SnSceneItem *item = sn_shown_item(viewport->session, hit->id);
    double local[3];
    if (!item || item->kind != SN_ITEM_MESH ||
        !sn_shown_pose(viewport->session, hit->id, found->pose, found->pose + 3))
        return false;
    found->mesh = item->mesh;
    sn_pose_inverse_point(found->pose, found->pose + 3, hit->position, local);
    sn_surface_spots(item->mesh, local, found->spots);
    const SnComponent *hit_on = sn_model_get(sn_session_model(viewport->session), hit->id);
    if (hit_on && hit_on->class == &SN_CLASS_RIGID_BODY)
        sn_primitive_round((const SnRigidBody *)hit_on, local, &found->spots[SN_SPOT_ROUND]);
    const SnSpot *round = &found->spots[SN_SPOT_ROUND];
    g_snprintf(found->round, sizeof found->round,
               round->ball ? "In the Centre of the Ball (r = %.3g mm)"
                           : "On the Axis of What Is Round (r = %.3g mm)",
               1e3 * round->radius);
    return true;
}

/* The axis of a spot in the world.  A ball has none of its own: the world's that is nearest to the
 * side where it was hit. */
static void axis_at(const Spots *found, int kind, double axis[3])
{
    const SnSpot *spot = &found->spots[kind];
    double outward[3];
    sn_q_rotate(found->pose + 3, spot->axis, axis);
    if (!spot->ball)
        return;
    sn_q_rotate(found->pose + 3, found->spots[SN_SPOT_POINT].axis, outward);
    nearest_axis(outward, axis);
}

static const char *const spot_labels[SN_SPOT_COUNT] = {
    "Here, Across the Surface", "At the Nearest Vertex", "Along the Nearest Edge",
    "In the Middle of the Face", NULL};

/* Where a joint can be put on what was hit: places of its surface, and the body's own frame. */
static void offer_joints(SnViewport *viewport, GMenuModel *menu, const SnPickHit *hit, SnId body,
                         SnId before)
{
    Spots found;
    double base[7];
    if (!find_spots(viewport, hit, &found) ||
        !sn_shown_pose(viewport->session, body, base, base + 3))
        return;
    SnJointPlace places[SN_SPOT_COUNT + 2] = {0}, level = {0};
    int n = 0;
    for (int i = 0; i < SN_SPOT_COUNT; i++) {
        const SnSpot *spot = &found.spots[i];
        if (!spot->known)
            continue;
        double world[3], axis[3];
        places[n].label = spot_labels[i] ? spot_labels[i] : found.round;
        places[n].radius = i == SN_SPOT_ROUND ? WITHIN * spot->radius : 0;
        places[n].ball = places[n].radius > 0 && spot->ball;
        sn_pose_point(found.pose, found.pose + 3, spot->position, world);
        sn_pose_inverse_point(base, base + 3, world, places[n].position);
        axis_at(&found, i, axis);
        sn_q_unrotate(base + 3, axis, places[n++].axis);
        if (i == SN_SPOT_POINT) { /* not tilted where the surface slopes */
            double nearest[3], along[3];
            level = places[n - 1];
            level.label = nearest_axis(axis, nearest);
            level.radius = WRAP_SHARE * least_extent(found.mesh);
            sn_q_unrotate(found.pose + 3, nearest, along);
            level.middle = to_middle(found.mesh, spot->position, along);
            sn_q_unrotate(base + 3, nearest, level.axis);
        }
    }
    if (level.label)
        places[n++] = level;
    places[n++] = (SnJointPlace){.label = "At the Body's Origin, Along Its z", .axis = {0, 0, 1}};
    sn_menus_prepend_joints(G_MENU(menu), viewport->session, body, before, places, n);
}

/* The body that was selected before goes into the joint with the one that was hit. */
static void on_joint_with(GSimpleAction *action, GVariant *parameter, gpointer viewport)
{
    SnSession *session = SN_VIEWPORT(viewport)->session;
    const SnModel *model = sn_session_model(session);
    const char *with = NULL, *path = NULL, *class = NULL;
    g_autoptr(GVariant) joint = NULL;
    g_variant_get(parameter, "(&s@(ssdddddd))", &with, &joint);
    g_variant_get(joint, "(&s&sdddddd)", &class, &path, NULL, NULL, NULL, NULL, NULL, NULL);
    const SnId both[2] = {sn_model_resolve(model, NULL, with, NULL),
                          sn_model_resolve(model, NULL, path, NULL)};
    sn_session_select(session, both, 2, SN_SELECT_REPLACE);
    gtk_widget_activate_action_variant(GTK_WIDGET(viewport), "win.joint-here", joint);
}

/* --- put it here --- */

static void on_put(GSimpleAction *action, GVariant *parameter, gpointer viewport)
{
    const char *path = NULL;
    SnPut put;
    gboolean turn = FALSE;
    SnSession *session = SN_VIEWPORT(viewport)->session;
    g_variant_get(parameter, "(&sddddddb)", &path, &put.position[0], &put.position[1],
                  &put.position[2], &put.axis[0], &put.axis[1], &put.axis[2], &turn);
    put.turn = turn;
    put.what = sn_model_resolve(sn_session_model(session), NULL, path, NULL);
    sn_put_here(session, &put);
}

static void append_put(GMenu *menu, const char *label, const char *path, const double position[3],
                       const double axis[3], bool turn)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, "hit.put", "(sddddddb)", path, position[0], position[1],
                                      position[2], axis[0], axis[1], axis[2], turn);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

/* What was selected alone before the surface was clicked can come here, with its axes as they are
 * or along what the surface offers. */
static void offer_put(SnViewport *viewport, GMenuModel *menu, const SnPickHit *hit, SnId what)
{
    static const char *const points[SN_SPOT_COUNT] = {
        "Here", "At the Nearest Vertex", "On the Nearest Edge", "In the Middle of the Face", NULL};
    static const char *const kept[SN_SPOT_COUNT] = {
        [SN_SPOT_POINT] = "Here, Its Axes as They Are",
        [SN_SPOT_VERTEX] = "At the Nearest Vertex, Its Axes as They Are",
        [SN_SPOT_ROUND] = "In the Middle of What Is Round, Its Axes as They Are"};
    Spots found;
    SnMoveTarget target;
    double world[3], axis[3], nearest[3];
    if (!sn_put_applies(viewport->session, what) ||
        !sn_move_target_of(viewport->session, what, &target) || !find_spots(viewport, hit, &found))
        return;
    GMenu *section = g_menu_new(), *places = g_menu_new();
    g_autofree char *path = sn_model_path(sn_session_model(viewport->session), what);
    for (int round = target.turn ? 0 : 1; round < 2; round++) {
        for (int i = 0; i < SN_SPOT_COUNT; i++) {
            const SnSpot *spot = &found.spots[i];
            if (!spot->known || (round == 0 && !kept[i]))
                continue;
            const char *const label = round == 0    ? kept[i]
                                      : target.turn ? spot_labels[i]
                                                    : points[i];
            sn_pose_point(found.pose, found.pose + 3, spot->position, world);
            axis_at(&found, i, axis);
            append_put(places, label ? label : found.round, path, world, axis, round == 1);
            if (round == 1 && i == SN_SPOT_POINT && target.turn)
                append_put(places, nearest_axis(axis, nearest), path, world, nearest, true);
        }
    }
    g_autofree char *name = sn_session_label(viewport->session, what);
    g_autofree char *plain = sn_menu_plain(name);
    g_autofree char *label = g_strdup_printf("Put %s Here", plain);
    sn_menu_append_submenu(section, label, places);
    g_menu_prepend_section(G_MENU(menu), NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* --- broad ends of a muscle --- */

static void on_broaden(GSimpleAction *action, GVariant *parameter, gpointer viewport)
{
    const char *muscle = NULL, *body = NULL;
    int end = 0;
    double place[3];
    SnSession *session = SN_VIEWPORT(viewport)->session;
    const SnModel *model = sn_session_model(session);
    g_variant_get(parameter, "(i&s&sddd)", &end, &muscle, &body, &place[0], &place[1], &place[2]);
    sn_edits_broaden(session, sn_model_resolve(model, NULL, muscle, NULL), (SnBroadEnd)end,
                     sn_model_resolve(model, NULL, body, NULL), place);
}

/* A muscle that was selected alone before a bone at one of its ends was clicked gets the next
 * marker of the line that it springs from, or ends in, there. */
static void offer_broaden(SnViewport *viewport, GMenuModel *menu, SnId body,
                          const double location[3], SnId muscle)
{
    static const char *const ends[] = {"Broad Origin", "Broad Insertion"};
    const SnModel *model = sn_session_model(viewport->session);
    GMenu *section = g_menu_new();
    for (int end = SN_BROAD_ORIGIN; end <= SN_BROAD_INSERTION; end++) {
        if (!sn_edits_broadens(viewport->session, muscle, (SnBroadEnd)end, body))
            continue;
        g_autofree char *name = sn_session_label(viewport->session, muscle);
        g_autofree char *plain = sn_menu_plain(name);
        g_autofree char *label = g_strdup_printf("%s of %s: Next Point Here", ends[end], plain);
        g_autofree char *path = sn_model_path(model, muscle);
        g_autofree char *on = sn_model_path(model, body);
        GMenuItem *item = g_menu_item_new(label, NULL);
        g_menu_item_set_action_and_target(item, "hit.broaden", "(issddd)", end, path, on,
                                          location[0], location[1], location[2]);
        g_menu_append_item(section, item);
        g_object_unref(item);
    }
    if (g_menu_model_get_n_items(G_MENU_MODEL(section)) > 0)
        g_menu_prepend_section(G_MENU(menu), NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

static void on_side(GSimpleAction *action, GVariant *parameter, gpointer viewport)
{
    int how = 0;
    const char *path = NULL;
    double place[3];
    SnSession *session = SN_VIEWPORT(viewport)->session;
    g_variant_get(parameter, "(i&sddd)", &how, &path, &place[0], &place[1], &place[2]);
    sn_parts_select_at(viewport, sn_model_resolve(sn_session_model(session), NULL, path, NULL),
                       place, (SnSpread)how, SN_SELECT_REPLACE);
}

/* Whole sides of a FEM, at the place that was hit. */
static void offer_sides(SnViewport *viewport, GMenuModel *menu, const SnPickHit *hit)
{
    static const char *const labels[] = {"Select the Side Here", "Select the Plane Here"};
    GMenu *section = g_menu_new();
    char *path = sn_model_path(sn_session_model(viewport->session), sn_id_component(hit->id));
    for (int i = 0; i < 2; i++) {
        GMenuItem *item = g_menu_item_new(labels[i], NULL);
        g_menu_item_set_action_and_target(item, "hit.side", "(isddd)",
                                          i == 0 ? SN_SPREAD_FACE : SN_SPREAD_PLANE, path,
                                          hit->position[0], hit->position[1], hit->position[2]);
        g_menu_append_item(section, item);
        g_object_unref(item);
    }
    g_menu_prepend_section(G_MENU(menu), NULL, G_MENU_MODEL(section));
    g_free(path);
    g_object_unref(section);
}

/* Actions of what was hit, which only its menu has. */
static void add_hit_actions(SnViewport *viewport)
{
    static const GActionEntry entries[] = {{"broaden", on_broaden, "(issddd)"},
                                           {"side", on_side, "(isddd)"},
                                           {"joint-with", on_joint_with, "(s(ssdddddd))"},
                                           {"put", on_put, "(sddddddb)"}};
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), viewport);
    gtk_widget_insert_action_group(GTK_WIDGET(viewport), "hit", G_ACTION_GROUP(group));
    g_object_unref(group);
}

static bool is_fem(SnViewport *viewport, const SnPickHit *hit)
{
    const SnComponent *component =
        hit ? sn_model_get(sn_session_model(viewport->session), hit->id) : NULL;
    return component && component->class == &SN_CLASS_FEM;
}

/* What is offered depends on what was hit, and where. */
static GMenuModel *menu_for(SnViewport *viewport, const SnPickHit *hit, SnId before)
{
    add_hit_actions(viewport);
    if (is_strand(viewport, hit))
        return sn_menus_insert_node(viewport->session, hit->id, hit->position);
    if (viewport->settings.pick_detail != SN_PICK_COMPONENTS && is_fem(viewport, hit)) {
        GMenuModel *menu = sn_menus_context(viewport->session);
        offer_sides(viewport, menu, hit);
        return menu;
    }
    double location[3];
    const SnId body = sn_viewport_hit_body(viewport, hit, location);
    if (sn_id_is_null(body))
        return sn_menus_context(viewport->session);
    GMenuModel *menu = sn_menus_marker_here(viewport->session, body, location);
    offer_joints(viewport, menu, hit, body, before);
    offer_put(viewport, menu, hit, before);
    offer_broaden(viewport, menu, body, location, before);
    return menu;
}

void sn_viewport_open_menu(SnViewport *viewport, const SnPickHit *hit, SnId before, double x,
                           double y)
{
    GMenuModel *menu = menu_for(viewport, hit, before);
    sn_popover_open_menu(menu, GTK_WIDGET(viewport), "viewport-menu", x, y);
    g_object_unref(menu);
}
