/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move, rotate and scale: the manipulator at the selection and what dragging it changes. */
#include "ui/viewport/private.h"

#include "ui/edits/edits.h"
#include "ui/viewport/move/target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FINE         0.1
#define SNAP_ANGLE   (5 * G_PI / 180)
#define SNAP_FACTOR  0.05
#define SNAP_PIXELS  8
#define SCALE_PIXELS 120 /* travel that makes it e times larger */
#define SCREEN_AXIS  6

void sn_move_init(SnMoveDrag *move)
{
    move->targets = g_array_new(FALSE, TRUE, sizeof(SnMoveTarget));
}

void sn_move_clear(SnMoveDrag *move)
{
    g_array_unref(move->targets);
}

/* --- the manipulator --- */

static int wanted_manipulator(SnTool tool)
{
    switch (tool) {
    case SN_TOOL_MOVE:
        return SN_MANIPULATOR_MOVE;
    case SN_TOOL_ROTATE:
        return SN_MANIPULATOR_TURN;
    case SN_TOOL_SCALE:
        return SN_MANIPULATOR_SCALE;
    case SN_TOOL_TRANSFORM:
        return SN_MANIPULATOR_ALL;
    default:
        return SN_MANIPULATOR_NONE;
    }
}

static bool usable(const SnMoveTarget *target, int manipulator)
{
    return manipulator == SN_MANIPULATOR_MOVE || manipulator == SN_MANIPULATOR_ALL ||
           (manipulator == SN_MANIPULATOR_TURN && target->turn) ||
           (manipulator == SN_MANIPULATOR_SCALE && target->scale);
}

/* Axes of the handles for what was selected last. */
static void find_axes(const SnViewport *viewport, const SnMoveTarget *last, bool own, double q[4])
{
    switch (own ? SN_MOVE_OWN : viewport->move.frame) {
    case SN_MOVE_OWN:
        sn_q_copy(last->orientation, q);
        return;
    case SN_MOVE_PARENT:
        sn_q_copy(last->carrier_turn, q);
        return;
    case SN_MOVE_VIEW:
        sn_q_copy(viewport->settings.camera.orientation, q);
        return;
    case SN_MOVE_WORLD:
    case SN_MOVE_FRAME_COUNT:
        break;
    }
    sn_q_identity(q);
}

/* Where the handles are: the middle of what can be moved or the last of it, sizes along its own
 * axes. */
static bool find_pivot(const SnViewport *viewport, int manipulator, double pose[7])
{
    const GArray *targets = viewport->move.targets;
    const SnMoveTarget *last = NULL;
    int n = 0;
    memset(pose, 0, 3 * sizeof *pose);
    sn_q_identity(pose + 3);
    for (guint i = 0; i < targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(targets, SnMoveTarget, i);
        if (!usable(target, manipulator))
            continue;
        sn_v3_add(pose, target->position, pose);
        last = target;
        n++;
    }
    if (n == 0)
        return false;
    sn_v3_scale(1.0 / n, pose, pose);
    if (viewport->move.about == SN_PIVOT_LAST)
        sn_v3_copy(last->position, pose);
    find_axes(viewport, last, manipulator == SN_MANIPULATOR_SCALE, pose + 3);
    return true;
}

/* Which handles the one for everything has, and the axes of those that scale; whether that has
 * changed. */
static bool find_kinds(SnViewport *viewport)
{
    SnViewSettings *settings = &viewport->settings;
    const GArray *targets = viewport->move.targets;
    const SnMoveTarget *scaled = NULL;
    bool turns = false;
    for (guint i = 0; i < targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(targets, SnMoveTarget, i);
        turns = turns || target->turn;
        scaled = target->scale ? target : scaled;
    }
    double axes[4] = {1, 0, 0, 0};
    if (scaled)
        sn_q_copy(scaled->orientation, axes);
    const bool same = turns == settings->manipulator_turns &&
                      (scaled != NULL) == settings->manipulator_scales &&
                      memcmp(axes, settings->manipulator_scale_axes, sizeof axes) == 0;
    settings->manipulator_turns = turns;
    settings->manipulator_scales = scaled != NULL;
    sn_q_copy(axes, settings->manipulator_scale_axes);
    return !same;
}

void sn_viewport_place_manipulator(SnViewport *viewport)
{
    if (viewport->input.drag == &SN_DRAG_MOVE || viewport->move.typing)
        return; /* the drag moves it itself */
    SnViewSettings *settings = &viewport->settings;
    int wanted = wanted_manipulator(sn_session_tool(viewport->session));
    double pose[7];
    if (wanted != 0) {
        sn_move_targets_collect(viewport->session, viewport->move.targets);
        wanted = find_pivot(viewport, wanted, pose) ? wanted : 0;
    }
    const bool other = wanted == SN_MANIPULATOR_ALL && find_kinds(viewport);
    bool same = wanted == settings->manipulator && !other &&
                (wanted == 0 || memcmp(pose, settings->manipulator_pose, sizeof pose) == 0);
    if (same)
        return;
    settings->manipulator = wanted;
    if (wanted != 0)
        memcpy(settings->manipulator_pose, pose, sizeof pose);
    else
        settings->manipulator_axis = -1;
    sn_move_claim_keys(viewport);
    sn_viewport_settings_changed(viewport);
}

/* --- drag --- */

static bool move_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    SnMoveDrag *move = &viewport->move;
    const SnViewSettings *settings = &viewport->settings;
    sn_move_targets_collect(viewport->session, viewport->move.targets);
    if (settings->manipulator == 0 || move->targets->len == 0)
        return false;
    const int handle = hit ? hit->manipulator_axis : -1;
    move->kind = sn_handle_kind(settings->manipulator, handle);
    move->axis = handle >= 0 ? sn_handle_axis(handle) : SCREEN_AXIS;
    const bool own = move->kind == SN_MANIPULATOR_SCALE && settings->manipulator != move->kind;
    double matrix[9];
    sn_q_to_m3(own ? settings->manipulator_scale_axes : settings->manipulator_pose + 3, matrix);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            move->axes[i][k] = matrix[3 * k + i];
    }
    sn_v3_copy(settings->manipulator_pose, move->pivot);
    sn_v3_copy(hit ? hit->position : move->pivot, move->start);
    memset(move->travel, 0, sizeof move->travel);
    move->is_snapped = false;
    move->angle = 0;
    move->factor = 1;
    move->text[0] = '\0';
    viewport->settings.manipulator_axis = handle >= 0 ? handle : SCREEN_AXIS;

    static const char *const verbs[] = {"", "Move", "Rotate", "Scale"};
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    char *name =
        n == 1 ? sn_session_label(viewport->session, ids[0]) : g_strdup_printf("%d components", n);
    char *label = g_strdup_printf("%s %s", verbs[move->kind], name);
    sn_edits_drag_begin(viewport->session, label);
    g_free(label);
    g_free(name);
    return true;
}

/* Ctrl turns snapping over; a typed amount does not snap. */
static bool is_snapping(const SnMoveDrag *move, const SnPointer *at)
{
    return !move->typing && ((at->state & GDK_CONTROL_MASK) != 0) != move->snaps;
}

static double snapped(const SnMoveDrag *move, double value, double step, const SnPointer *at)
{
    return is_snapping(move, at) ? step * round(value / step) : value;
}

static double round_step(double least)
{
    double power = pow(10, floor(log10(least)));
    return least <= power * 1.0001 ? power
           : least <= 2 * power    ? 2 * power
           : least <= 5 * power    ? 5 * power
                                   : 10 * power;
}

/* Travel of the pointer since the last event along the handle, in the world. */
static void translate(const SnMoveDrag *move, const SnViewSettings *view, const SnPointer *at,
                      double step[3])
{
    double x = at->x - at->dx, y = at->y - at->dy;
    memset(step, 0, 3 * sizeof *step);
    if (move->axis < 3) {
        const double *axis = move->axes[move->axis];
        double before = 0, after = 0;
        if (sn_view_on_line(view, x, y, move->start, axis, &before) &&
            sn_view_on_line(view, at->x, at->y, move->start, axis, &after))
            sn_v3_axpy(after - before, axis, step);
        return;
    }
    double normal[3], before[3], after[3];
    if (move->axis < SCREEN_AXIS)
        sn_v3_copy(move->axes[move->axis - 3], normal);
    else
        sn_view_back(view, normal);
    if (sn_view_on_plane(view, x, y, move->start, normal, before) &&
        sn_view_on_plane(view, at->x, at->y, move->start, normal, after))
        sn_v3_sub(after, before, step);
}

static void rotation_axis(const SnMoveDrag *move, const SnViewSettings *view, double axis[3])
{
    if (move->axis < 3)
        sn_v3_copy(move->axes[move->axis], axis);
    else
        sn_view_back(view, axis);
}

/* The grabbed point runs along its circle: pixels per radian tell the angle of this event. */
static double rotate(const SnMoveDrag *move, const SnViewSettings *view, const SnPointer *at)
{
    double axis[3], turn[3], q[4], arm[3], grabbed[3], tangent[3], along[3];
    rotation_axis(move, view, axis);
    sn_v3_scale(move->angle, axis, turn);
    sn_q_exp(turn, q);
    sn_v3_sub(move->start, move->pivot, arm);
    sn_v3_axpy(-sn_v3_dot(arm, axis), axis, arm);
    sn_q_rotate(q, arm, arm);
    sn_v3_add(move->pivot, arm, grabbed);
    sn_v3_cross(axis, arm, tangent);
    sn_v3_copy(grabbed, along);
    sn_v3_axpy(0.01, tangent, along);
    double from[2], to[2];
    bool front = false, front_too = false;
    sn_view_project(view, grabbed, from, &front);
    sn_view_project(view, along, to, &front_too);
    if (!front || !front_too)
        return 0;
    double tx = 100 * (to[0] - from[0]), ty = 100 * (to[1] - from[1]); /* [px per rad] */
    double length = hypot(tx, ty);
    if (length < 1)
        return 0;
    return (at->dx * tx + at->dy * ty) / length / fmax(length, 40);
}

/* Along the axis as it is seen, or upwards and to the right for all three. */
static double scale(const SnMoveDrag *move, const SnViewSettings *view, const SnPointer *at)
{
    double ux = G_SQRT2 / 2, uy = -G_SQRT2 / 2;
    if (move->axis < 3) {
        double from[2], to[2], tip[3];
        bool front = false;
        sn_v3_copy(move->pivot, tip);
        sn_v3_axpy(100 * sn_view_pixel_size(view, move->pivot), move->axes[move->axis], tip);
        sn_view_project(view, move->pivot, from, &front);
        sn_view_project(view, tip, to, &front);
        double length = fmax(hypot(to[0] - from[0], to[1] - from[1]), 10);
        ux = (to[0] - from[0]) / length;
        uy = (to[1] - from[1]) / length;
    }
    return exp((at->dx * ux + at->dy * uy) / SCALE_PIXELS);
}

/* --- writing the new poses --- */

static void set_vector(SnSession *session, const SnMoveTarget *target, const char *name,
                       SnType type, const double *number)
{
    SnValue value = {.type = type};
    memcpy(value.number, number, sizeof(double) * (size_t)sn_type_width(type));
    sn_edits_set(session, &target->id, 1, name, &value);
}

/* The second side of a joint goes through the same motion in the world as the first. */
static void write_second_side(SnViewport *viewport, const SnMoveTarget *target,
                              const double position[3], const double orientation[4])
{
    double back[4], turn[4], arm[3], place[3];
    sn_q_conj(target->orientation, back);
    sn_q_mul(orientation, back, turn);
    sn_v3_sub(target->position_b, target->position, arm);
    sn_q_rotate(turn, arm, arm);
    sn_v3_add(position, arm, arm);
    sn_pose_inverse_point(target->carrier_b, target->carrier_b_turn, arm, place);
    set_vector(viewport->session, target, target->place_b, SN_TYPE_VEC3, place);
    if (viewport->move.kind != SN_MANIPULATOR_TURN)
        return;
    double turned[4], local[4];
    sn_q_mul(turn, target->orientation_b, turned);
    sn_q_conj(target->carrier_b_turn, back);
    sn_q_mul(back, turned, local);
    sn_q_normalize(local);
    set_vector(viewport->session, target, target->turn_b, SN_TYPE_QUAT, local);
}

static void write_pose(SnViewport *viewport, const SnMoveTarget *target, const double position[3],
                       const double orientation[4])
{
    double place[3], turn[4], inverse[4];
    sn_pose_inverse_point(target->carrier, target->carrier_turn, position, place);
    set_vector(viewport->session, target, target->place, SN_TYPE_VEC3, place);
    if (target->turn && viewport->move.kind == SN_MANIPULATOR_TURN) {
        sn_q_conj(target->carrier_turn, inverse);
        sn_q_mul(inverse, orientation, turn);
        sn_q_normalize(turn);
        set_vector(viewport->session, target, target->turn, SN_TYPE_QUAT, turn);
    }
    if (target->place_b)
        write_second_side(viewport, target, position, orientation);
}

/* The crossing of the grid nearest to where the pointer has it. */
static void find_crossing(SnMoveDrag *move, const SnViewSettings *view)
{
    const double cell = sn_grid_cell(view, NULL);
    for (int k = 0; k < 3; k++)
        move->snapped.place[k] = cell * round((move->pivot[k] + move->travel[k]) / cell);
    memset(move->snapped.axis, 0, sizeof move->snapped.axis);
}

/* To the place under the pointer, as far as the handle lets it. */
static bool travel_to_place(SnViewport *viewport, const SnPointer *at, double travel[3])
{
    SnMoveDrag *move = &viewport->move;
    double to[3];
    if (move->snap == SN_SNAP_GRID)
        find_crossing(move, &viewport->settings);
    else if (!sn_snap_find(viewport->session, &viewport->settings, at->x, at->y, move->snap,
                           move->targets, &move->snapped))
        return false;
    sn_v3_sub(move->snapped.place, move->pivot, to);
    for (int i = 0; i < 3; i++)
        if (move->axis >= SCREEN_AXIS || (move->axis < 3 ? i == move->axis : i != move->axis - 3))
            sn_v3_axpy(sn_v3_dot(to, move->axes[i]), move->axes[i], travel);
    return true;
}

/* How far it goes: as the pointer has it, in round steps, or to what is there. */
static void find_travel(SnViewport *viewport, const SnPointer *at, double travel[3])
{
    SnMoveDrag *move = &viewport->move;
    const double step =
        round_step(SNAP_PIXELS * sn_view_pixel_size(&viewport->settings, move->pivot));
    move->is_snapped = is_snapping(move, at) && move->snap != SN_SNAP_STEP &&
                       travel_to_place(viewport, at, travel);
    if (move->is_snapped)
        return;
    const bool steps = move->snap == SN_SNAP_STEP;
    for (int i = 0; i < 3; i++) { /* snaps along the manipulator's axes */
        const double along = sn_v3_dot(move->travel, move->axes[i]);
        sn_v3_axpy(steps ? snapped(move, along, step, at) : along, move->axes[i], travel);
    }
}

static void apply_translation(SnViewport *viewport, const SnPointer *at)
{
    SnMoveDrag *move = &viewport->move;
    double travel[3] = {0, 0, 0};
    find_travel(viewport, at, travel);
    for (guint i = 0; i < move->targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(move->targets, SnMoveTarget, i);
        double position[3];
        sn_v3_add(target->position, travel, position);
        write_pose(viewport, target, position, target->orientation);
    }
    sn_v3_add(move->pivot, travel, viewport->settings.manipulator_pose);
    if (move->axis < 3) {
        snprintf(move->text, sizeof move->text, "%+.2f mm",
                 1000 * sn_v3_dot(travel, move->axes[move->axis]));
    } else {
        snprintf(move->text, sizeof move->text, "%.2f  %.2f  %.2f mm", 1000 * travel[0],
                 1000 * travel[1], 1000 * travel[2]);
    }
}

/* Of each about its own origin, and along its own or its carrier's axis where the handles are. */
static void own_turn(const SnViewport *viewport, const SnMoveTarget *target, double angle,
                     double turn[4])
{
    const SnMoveDrag *move = &viewport->move;
    double axes[4], along[3] = {0, 0, 0}, axis[3];
    rotation_axis(move, &viewport->settings, axis);
    if (move->axis < 3 && !move->own_axes &&
        (move->frame == SN_MOVE_OWN || move->frame == SN_MOVE_PARENT)) {
        along[move->axis] = 1;
        find_axes(viewport, target, false, axes);
        sn_q_rotate(axes, along, axis);
    }
    sn_v3_scale(angle, axis, axis);
    sn_q_exp(axis, turn);
}

static void apply_rotation(SnViewport *viewport, const SnPointer *at)
{
    SnMoveDrag *move = &viewport->move;
    double angle = snapped(move, move->angle, SNAP_ANGLE, at), axis[3], turn[4];
    rotation_axis(move, &viewport->settings, axis);
    sn_v3_scale(angle, axis, axis);
    sn_q_exp(axis, turn);
    for (guint i = 0; i < move->targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(move->targets, SnMoveTarget, i);
        double arm[3], position[3], orientation[4];
        if (move->about == SN_PIVOT_EACH) {
            sn_v3_copy(target->position, position);
            own_turn(viewport, target, angle, turn);
        } else {
            sn_v3_sub(target->position, move->pivot, arm);
            sn_q_rotate(turn, arm, arm);
            sn_v3_add(move->pivot, arm, position);
        }
        sn_q_mul(turn, target->orientation, orientation);
        write_pose(viewport, target, position, orientation);
    }
    if (move->targets->len > 0) {
        guint last = move->targets->len - 1;
        double turned[4];
        sn_q_mul(turn, g_array_index(move->targets, SnMoveTarget, last).orientation, turned);
        sn_q_copy(turned, viewport->settings.manipulator_scale_axes);
        if (move->frame == SN_MOVE_OWN)
            sn_q_copy(turned, viewport->settings.manipulator_pose + 3);
    }
    snprintf(move->text, sizeof move->text, "%+.1f°", angle * 180 / G_PI);
}

static void apply_scale(SnViewport *viewport, const SnPointer *at)
{
    SnMoveDrag *move = &viewport->move;
    double factor = fmax(snapped(move, move->factor, SNAP_FACTOR, at), 0.01);
    for (guint i = 0; i < move->targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(move->targets, SnMoveTarget, i);
        double size[3];
        for (int k = 0; k < 3; k++)
            size[k] = target->start_scale[k] * (move->axis == k || move->axis >= 3 ? factor : 1);
        if (target->scale)
            set_vector(viewport->session, target, target->scale, SN_TYPE_VEC3, size);
    }
    snprintf(move->text, sizeof move->text, "× %.3f", factor);
}

/* The engine takes what asks for a compile at the end of an edit, unless it is told to go on. */
static void show_moved(SnViewport *viewport)
{
    const SnMoveDrag *move = &viewport->move;
    for (guint i = 0; i < move->targets->len; i++) {
        const SnMoveTarget *target = &g_array_index(move->targets, SnMoveTarget, i);
        const char *name = move->kind == SN_MANIPULATOR_SCALE ? target->scale : target->place;
        if (name && sn_edits_drag_follow(viewport->session, target->id, name))
            return; /* all of them */
    }
}

void sn_move_apply(SnViewport *viewport, const SnPointer *at)
{
    if (viewport->move.kind == SN_MANIPULATOR_MOVE)
        apply_translation(viewport, at);
    else if (viewport->move.kind == SN_MANIPULATOR_TURN)
        apply_rotation(viewport, at);
    else
        apply_scale(viewport, at);
    show_moved(viewport);
}

static void move_update(SnViewport *viewport, const SnPointer *at)
{
    SnMoveDrag *move = &viewport->move;
    double fine = (at->state & GDK_SHIFT_MASK) != 0 ? FINE : 1;
    double step[3];
    if (move->typing)
        return; /* the number counts, not the hand */
    switch (move->kind) {
    case SN_MANIPULATOR_MOVE:
        translate(move, &viewport->settings, at, step);
        sn_v3_axpy(fine, step, move->travel);
        break;
    case SN_MANIPULATOR_TURN:
        move->angle += fine * rotate(move, &viewport->settings, at);
        break;
    default:
        move->factor *= pow(scale(move, &viewport->settings, at), fine);
        break;
    }
    sn_move_apply(viewport, at);
    sn_viewport_settings_changed(viewport);
}

static void move_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    SnMoveDrag *move = &viewport->move;
    if (cancelled) {
        /* after t = 0 poses went to the engine, which the model's undo does not reach */
        for (guint i = 0; i < move->targets->len && sn_session_time(viewport->session) > 0; i++) {
            const SnMoveTarget *target = &g_array_index(move->targets, SnMoveTarget, i);
            write_pose(viewport, target, target->position, target->orientation);
        }
        sn_edits_drag_cancel(viewport->session);
    } else {
        sn_edits_drag_end(viewport->session);
    }
    move->text[0] = '\0';
    move->typing = false;
    viewport->settings.manipulator_axis = -1;
    sn_viewport_place_manipulator(viewport);
    sn_viewport_settings_changed(viewport);
}

const SnDragRow SN_DRAG_MOVE = {
    move_begin, move_update, move_end, "grabbing",
    "Shift: finer · Ctrl: snap · X Y Z and a number: exactly · Esc: back"};
