/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/place.h"

#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/model_component.h"
#include "ui/edits/joint.h"

#include <math.h>
#include <string.h>

/* By which rows a component hangs on others. */
static const struct {
    const char *holder, *location, *rotation;
} attachments[] = {
    {"frame", "location", "rotation"},
    {"body", "location", "rotation"},
    {"frame_a", "location_a", "rotation_a"},
    {"frame_b", "location_b", "rotation_b"},
};

void sn_start_pose(const SnModel *model, SnId id, double position[3], double orientation[4])
{
    const SnComponent *component = sn_model_get(model, id);
    sn_v3_set(0, 0, 0, position);
    sn_q_identity(orientation);
    if (!component)
        return;
    if (component->class == &SN_CLASS_RIGID_BODY) {
        const SnRigidBody *body = (const SnRigidBody *)component;
        sn_v3_copy(body->position, position);
        sn_q_copy(body->orientation, orientation);
    } else if (component->class == &SN_CLASS_FRAME) {
        const SnFrame *frame = (const SnFrame *)component;
        double base[3], turned[4];
        sn_start_pose(model, frame->body, base, turned);
        sn_pose_point(base, turned, frame->location, position);
        sn_q_mul(turned, frame->rotation, orientation);
    } else if (component->class == &SN_CLASS_FEM) {
        sn_v3_copy(((const SnFem *)component)->position, position);
        sn_q_copy(((const SnFem *)component)->orientation, orientation);
    }
}

static void pulley_pose(const SnModel *model, const SnPulley *pulley, double centre[3],
                        double orientation[4])
{
    double base[3], turned[4];
    sn_start_pose(model, pulley->body, base, turned);
    sn_pose_point(base, turned, pulley->position, centre);
    sn_q_mul(turned, pulley->orientation, orientation);
}

bool sn_start_place(const SnModel *model, SnId id, double place[3])
{
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    double base[3], turned[4];
    if (!component)
        return false;
    if (sn_class_is_a(component->class, &SN_CLASS_MARKER)) {
        const SnMarker *marker = (const SnMarker *)component;
        sn_start_pose(model, marker->frame, base, turned);
        sn_pose_point(base, turned, marker->location, place);
    } else if (component->class == &SN_CLASS_PARTICLE) {
        sn_v3_copy(((const SnParticle *)component)->position, place);
    } else if (component->class == &SN_CLASS_PULLEY) {
        pulley_pose(model, (const SnPulley *)component, place, turned);
    } else {
        return false;
    }
    return true;
}

/* --- attached rows --- */

static void set_numbers(SnComponent *component, const char *property, const double *number)
{
    int row = sn_class_find_property(component->class, property);
    if (row < 0)
        return;
    const SnProperty *description = sn_class_property(component->class, row);
    if (description->kind == SN_RESULT)
        return; /* a marker's position follows from its location */
    SnValue value = {.type = description->type};
    memcpy(value.number, number, sizeof(double) * (size_t)sn_type_width(description->type));
    sn_field_set(component, description, &value);
}

/* False: the class has no such row. */
static bool holder_of(const SnComponent *component, size_t attachment, SnId *holder)
{
    const int row = sn_class_find_property(component->class, attachments[attachment].holder);
    SnValue value;
    if (row < 0)
        return false;
    sn_field_get(component, sn_class_property(component->class, row), &value);
    *holder = value.ref;
    return true;
}

/* Weight hangs from most pulleys: where gravity is along the axle a new one lies in, it is turned
 * so that it stands upright in the plane of x and z. */
static void upright(const SnModel *model, double rotation[4])
{
    const double *gravity = ((const SnModelComponent *)model->root)->gravity;
    if (fabs(gravity[2]) > sn_v3_norm(gravity) / 2) {
        const double quarter[3] = {M_PI / 2, 0, 0};
        double turn[4], before[4];
        sn_q_exp(quarter, turn);
        sn_q_copy(rotation, before);
        sn_q_mul(before, turn, rotation);
    }
}

void sn_place_new(const SnModel *model, SnComponent *component, const double position[3])
{
    double axes[4];
    sn_q_identity(axes);
    if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
        sn_joint_axes(model, (const SnFrameJoint *)component, axes);
    for (size_t i = 0; i < sizeof attachments / sizeof attachments[0]; i++) {
        SnId holder;
        if (!holder_of(component, i, &holder))
            continue;
        double base[3], turned[4], back[4], location[3], rotation[4];
        sn_start_pose(model, holder, base, turned);
        sn_pose_inverse_point(base, turned, position, location);
        sn_q_conj(turned, back);
        sn_q_mul(back, axes, rotation);
        if (component->class == &SN_CLASS_PULLEY)
            upright(model, rotation);
        set_numbers(component, attachments[i].location, location);
        set_numbers(component, attachments[i].rotation, rotation);
    }
    set_numbers(component, "position", position);
}

/* --- where to --- */

enum { MOST_OBSTACLES = 1000 };

/* Low and high corner of a body in the world's axes, at the start; false: it has no shape that
 * takes room (the ground is no obstacle). */
static bool room_of(const SnModel *model, const SnRigidBody *body, const double position[3],
                    double low[3], double high[3])
{
    SnSurface *surface =
        body->shape == SN_SHAPE_HALF_SPACE ? NULL : sn_rigid_body_surface(model, body, NULL);
    sn_v3_set(INFINITY, INFINITY, INFINITY, low);
    sn_v3_set(-INFINITY, -INFINITY, -INFINITY, high);
    for (int i = 0; surface && i < surface->n_vertices; i++) {
        double place[3];
        sn_pose_point(position, body->orientation, surface->vertices + 3 * (size_t)i, place);
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], place[k]);
            high[k] = fmax(high[k], place[k]);
        }
    }
    sn_surface_free(surface);
    return low[0] <= high[0];
}

typedef struct Obstacle {
    double low[3], high[3];
} Obstacle;

typedef struct Crowd {
    const SnModel *model;
    GArray *obstacles; /* of Obstacle */
} Crowd;

static bool add_obstacle(SnComponent *component, void *data)
{
    const Crowd *crowd = data;
    Obstacle room;
    if (component->class == &SN_CLASS_RIGID_BODY &&
        room_of(crowd->model, (const SnRigidBody *)component,
                ((const SnRigidBody *)component)->position, room.low, room.high))
        g_array_append_val(crowd->obstacles, room);
    return crowd->obstacles->len < MOST_OBSTACLES;
}

/* How far a box has to go along an axis (its number 0..2), up or down, to be `gap` beside all
 * obstacles: past one after another, as often as there are any. */
static double way_out(const GArray *obstacles, const Obstacle *room, int axis, bool up, double gap)
{
    double way = 0;
    bool moved = true;
    while (moved) {
        moved = false;
        for (guint i = 0; i < obstacles->len; i++) {
            const Obstacle *other = &g_array_index(obstacles, Obstacle, i);
            bool meets = true;
            for (int k = 0; k < 3; k++) {
                const double shift = k == axis ? (up ? way : -way) : 0;
                meets = meets && room->low[k] + shift < other->high[k] - 1e-9 &&
                        room->high[k] + shift > other->low[k] + 1e-9;
            }
            if (!meets)
                continue;
            way = gap +
                  (up ? other->high[axis] - room->low[axis] : room->high[axis] - other->low[axis]);
            moved = true;
        }
    }
    return way;
}

/* Takes a new body to round numbers and, where it would lie in others, the shortest way beside or
 * above them. */
static void make_room(const SnModel *model, const SnRigidBody *body, double place[3])
{
    const double grid = 0.01, gap = 0.05; /* a share of, and the size that new bodies have [m] */
    Obstacle room;
    for (int k = 0; k < 3; k++)
        place[k] = grid * round(place[k] / grid) + 0.0; /* not -0 */
    if (!room_of(model, body, place, room.low, room.high))
        return;
    g_autoptr(GArray) obstacles = g_array_new(FALSE, FALSE, sizeof(Obstacle));
    sn_component_walk(model->root, add_obstacle, &(Crowd){model, obstacles});
    static const struct {
        int axis;
        bool up;
    } ways[] = {{0, true}, {0, false}, {1, true}, {1, false}, {2, true}};
    double least = INFINITY;
    size_t best = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
        const double way = way_out(obstacles, &room, ways[i].axis, ways[i].up, gap);
        if (way < least - 1e-9)
            least = way, best = i;
    }
    const double round_way = grid * ceil(least / grid - 1e-6);
    place[ways[best].axis] += ways[best].up ? round_way : -round_way;
}

void sn_place_for_new(const SnModel *model, const SnComponent *component, const double wanted[3],
                      double place[3])
{
    double sum[3] = {0, 0, 0};
    int holders = 0;
    for (size_t i = 0; i < sizeof attachments / sizeof attachments[0]; i++) {
        SnId holder;
        if (holder_of(component, i, &holder) && !sn_id_is_null(holder)) {
            double base[3], turned[4];
            sn_start_pose(model, holder, base, turned);
            sn_v3_axpy(1, base, sum);
            holders++;
        }
    }
    sn_v3_copy(wanted, place);
    if (holders > 0) {
        sn_v3_scale(1.0 / holders, sum, place);
        return;
    }
    if (component->class == &SN_CLASS_RIGID_BODY)
        make_room(model, (const SnRigidBody *)component, place);
}

/* Share of the way from `from` to `to` at which it first goes through a triangle; INFINITY: never
 * (Moller and Trumbore 1997). */
static double through(const double from[3], const double to[3], const double a[3],
                      const double b[3], const double c[3])
{
    double way[3], ab[3], ac[3], p[3], t[3], q[3];
    sn_v3_sub(to, from, way);
    sn_v3_sub(b, a, ab);
    sn_v3_sub(c, a, ac);
    sn_v3_cross(way, ac, p);
    const double volume = sn_v3_dot(ab, p);
    sn_v3_sub(from, a, t);
    sn_v3_cross(t, ab, q);
    const double u = sn_v3_dot(t, p) / volume, v = sn_v3_dot(way, q) / volume;
    const double share = sn_v3_dot(ac, q) / volume;
    const bool meets = volume != 0 && u >= 0 && v >= 0 && u + v <= 1 && share > 0;
    return meets ? share : (double)INFINITY;
}

bool sn_place_in_sight(const SnModel *model, SnId body, const double eye[3], double place[3])
{
    const SnComponent *component = body.entry == 0 ? sn_model_get(model, body) : NULL;
    if (!component || component->class != &SN_CLASS_RIGID_BODY)
        return false;
    SnSurface *surface = sn_rigid_body_surface(model, (const SnRigidBody *)component, NULL);
    double base[3], turned[4], from[3], middle[3], low[3], high[3], share = INFINITY;
    sn_start_pose(model, body, base, turned);
    sn_pose_inverse_point(base, turned, eye, from);
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
    }
    for (int i = 0; surface && i < 3 * surface->n_vertices; i++) {
        low[i % 3] = fmin(low[i % 3], surface->vertices[i]);
        high[i % 3] = fmax(high[i % 3], surface->vertices[i]);
    }
    for (int k = 0; k < 3; k++)
        middle[k] = (low[k] + high[k]) / 2;
    for (int i = 0; surface && i < surface->n_triangles; i++) {
        const int32_t *corner = surface->triangles + 3 * (size_t)i;
        share = fmin(share, through(from, middle, surface->vertices + 3 * (size_t)corner[0],
                                    surface->vertices + 3 * (size_t)corner[1],
                                    surface->vertices + 3 * (size_t)corner[2]));
    }
    sn_surface_free(surface);
    if (!isfinite(share))
        return false;
    double way[3];
    sn_v3_sub(middle, from, way);
    sn_v3_axpy(share, way, from);
    sn_pose_point(base, turned, from, place);
    return true;
}

int sn_pulley_side(const SnModel *model, SnId pulley, const double before[3], const double after[3])
{
    double centre[3], orientation[4], to[3], from[3], bend[3];
    const double z[3] = {0, 0, 1};
    double axle[3];
    pulley_pose(model, (const SnPulley *)sn_model_get(model, pulley), centre, orientation);
    sn_q_rotate(orientation, z, axle);
    sn_v3_sub(centre, before, to);
    sn_v3_sub(after, centre, from);
    sn_v3_cross(to, from, bend);
    return sn_v3_dot(bend, axle) >= 0 ? 0 : 1;
}
