/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/path_point.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/edit/places.h"
#include "engine/model/edit/scale_parts.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* --- what stretches, and how --- */

double sn_scaler_along(const double stretch[9], const double *turn, const double d[3])
{
    double there[3], stretched[3];
    sn_v3_copy(d, there);
    if (turn)
        sn_q_rotate(turn, d, there);
    sn_m3_mul_v3(stretch, there, stretched);
    const double square = sn_v3_dot(d, d);
    return square > 0 ? sn_v3_dot(there, stretched) / square : 1;
}

void sn_scaler_axes(const double stretch[9], const double turn[4], double along[3])
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) {
        double there[3], stretched[3];
        sn_q_rotate(turn, axes[k], there);
        sn_m3_mul_v3(stretch, there, stretched);
        along[k] = sn_v3_norm(stretched);
    }
}

/* --- rows --- */

static const SnProperty *row_of(const SnScaler *s, const SnComponent *component, const char *name,
                                int *row)
{
    *row = sn_class_find_property(component->class, name);
    const SnProperty *property = *row < 0 ? NULL : sn_class_property(component->class, *row);
    return property && sn_model_applies(s->model, component->id, property) ? property : NULL;
}

void sn_scaler_set(SnScaler *s, const SnComponent *component, const char *name,
                   const double *numbers, int n)
{
    int row;
    const SnProperty *property = row_of(s, component, name, &row);
    if (!property || !s->good)
        return;
    SnValue value;
    sn_field_get(component, property, &value);
    for (int i = 0; i < n; i++)
        value.number[i] = numbers[i];
    s->good = sn_edit_set(s->model, component->id, row, &value, s->error);
    sn_value_clear(&value);
}

static void scaler_multiply(SnScaler *s, const SnComponent *component, const char *name,
                            const double *factors, int n)
{
    int row;
    const SnProperty *property = row_of(s, component, name, &row);
    if (!property || !s->good)
        return;
    SnValue value;
    double numbers[6];
    sn_field_get(component, property, &value);
    for (int i = 0; i < n; i++)
        numbers[i] = value.number[i] * factors[i];
    sn_value_clear(&value);
    sn_scaler_set(s, component, name, numbers, n);
}

static const double zero[3] = {0, 0, 0};

/* Places in the axes of what carries a component. */
static void scale_carried(SnScaler *s, const SnComponent *component)
{
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(component->class, i);
        const SnSpatialRow *spatial = sn_spatial_row(component->class, NULL, property->name);
        double stretch[9], stretched[3];
        const SnId carrier = spatial && spatial->axes == SN_AXES_CARRIER
                                 ? sn_reference_of(component, spatial->carrier)
                                 : SN_ID_NULL;
        if (!spatial || spatial->axes != SN_AXES_CARRIER || property->kind == SN_RESULT ||
            (spatial->kind != SN_SPATIAL_POINT && spatial->kind != SN_SPATIAL_VECTOR) ||
            !sn_scaler_stretch(s, carrier, zero, stretch))
            continue;
        SnValue value;
        sn_field_get(component, property, &value);
        if (spatial->kind == SN_SPATIAL_POINT)
            sn_scaler_place(s, carrier, value.number, stretched);
        else
            sn_m3_mul_v3(stretch, value.number, stretched);
        sn_scaler_set(s, component, property->name, stretched, 3);
    }
}

/* --- bodies --- */

/* What the integral of x x' becomes when x stretches. */
static void stretch_tensor(const double stretch[9], double tensor[6])
{
    static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const double half = 0.5 * (tensor[0] + tensor[1] + tensor[2]);
    double square[9], half_way[9], back[9], there[9];
    for (int k = 0; k < 6; k++)
        square[3 * at[k][0] + at[k][1]] = square[3 * at[k][1] + at[k][0]] =
            k < 3 ? half - tensor[k] : -tensor[k];
    sn_m3_transpose(stretch, back);
    sn_m3_mul(stretch, square, half_way);
    sn_m3_mul(half_way, back, there);
    for (int k = 0; k < 3; k++)
        tensor[k] = there[4 * ((k + 1) % 3)] + there[4 * ((k + 2) % 3)];
    for (int k = 3; k < 6; k++)
        tensor[k] = -there[3 * at[k][0] + at[k][1]];
}

/* Mass, its centre and inertia about that, as the body stretches there; growth: of its volume where
 * that is known, else 0. */
static void scale_inertia(SnScaler *s, const SnRigidBody *body, double growth)
{
    const SnComponent *component = &body->base.base;
    double stretch[9], tensor[6], center[3];
    if (!sn_scaler_stretch(s, component->id, body->center, stretch) ||
        !sn_scaler_check_fold(s, component->id, body->center))
        return;
    const double volume = growth > 0 ? growth : sn_m3_det(stretch);
    const double mass = s->scaling->keep_masses ? 1 : volume, density = mass / volume;
    memcpy(tensor, body->tensor, sizeof tensor);
    stretch_tensor(stretch, tensor);
    for (int k = 0; k < 6; k++)
        tensor[k] *= mass;
    sn_scaler_place(s, component->id, body->center, center);
    sn_scaler_set(s, component, "inertia.center", center, 3);
    sn_scaler_set(s, component, "inertia.tensor", tensor, 6);
    scaler_multiply(s, component, "inertia.mass", &mass, 1);
    if (density != 1)
        scaler_multiply(s, component, "inertia.density", &density, 1);
}

static void scale_body(SnScaler *s, const SnRigidBody *body)
{
    static const double ahead[4] = {1, 0, 0, 0};
    const SnComponent *component = &body->base.base;
    double stretch[9], f[3];
    if (!sn_scaler_stretch(s, component->id, zero, stretch))
        return;
    sn_scaler_axes(stretch, ahead, f);
    const double round = 0.5 * (f[0] + f[1]);
    double growth = 0;
    if (body->shape == SN_SHAPE_MESH && sn_scaler_segment(s, component->id)->warp)
        growth = sn_scaler_warp_mesh(s, component, component->id, "geometry.mesh", "geometry.scale",
                                     zero, ahead);
    else
        scaler_multiply(s, component, "geometry.scale", f, 3);
    scale_inertia(s, body, growth);
    scaler_multiply(s, component, "geometry.size", f, 3);
    scaler_multiply(s, component, "geometry.radius", &round, 1);
    scaler_multiply(s, component, "geometry.length", &f[2], 1);
}

/* --- what lies on them --- */

static void scale_visual(SnScaler *s, const SnVisual *visual)
{
    double stretch[9], along[3], location[3], rotation[4], place[3], turn[4];
    SnId body = SN_ID_NULL;
    sn_v3_copy(visual->location, location);
    sn_q_copy(visual->rotation, rotation);
    if (!sn_scaler_stretch(s, visual->frame, location, stretch))
        return;
    sn_model_carrier(s->model, visual->frame, &body, place, turn);
    if (sn_scaler_segment(s, body)->warp) {
        sn_scaler_warp_mesh(s, &visual->base.base, visual->frame, "mesh", "scale", location,
                            rotation);
        return;
    }
    sn_scaler_axes(stretch, rotation, along);
    scaler_multiply(s, &visual->base.base, "scale", along, 3);
}

static void scale_net(SnScaler *s, const SnWrapSurface *wrap, const double stretch[9])
{
    const int row = sn_class_find_property(&SN_CLASS_WRAP_SURFACE, "net");
    double back[4];
    SnValue value;
    sn_field_get(wrap, sn_class_property(&SN_CLASS_WRAP_SURFACE, row), &value);
    sn_q_conj(wrap->orientation, back);
    for (int i = 0; 3 * i + 2 < value.reals.n; i++) {
        double *place = value.reals.values + 3 * i, there[3], stretched[3];
        sn_q_rotate(wrap->orientation, place, there);
        sn_m3_mul_v3(stretch, there, stretched);
        sn_q_rotate(back, stretched, place);
    }
    s->good = s->good && sn_edit_set(s->model, wrap->base.base.id, row, &value, s->error);
    sn_value_clear(&value);
}

static void scale_wrap(SnScaler *s, const SnWrapSurface *wrap)
{
    double stretch[9], along[3], size[3];
    if (!sn_scaler_stretch(s, wrap->body, wrap->position, stretch))
        return;
    sn_scaler_axes(stretch, wrap->orientation, along);
    const double round = 0.5 * (along[0] + along[1]);
    const double mean = (along[0] + along[1] + along[2]) / 3;
    sn_v3_copy(along, size);
    switch ((SnWrapSurfaceShape)wrap->shape) {
    case SN_WRAP_SURFACE_ELLIPSOID:
        break;
    case SN_WRAP_SURFACE_MESH:
        scaler_multiply(s, &wrap->base.base, "offset", &mean, 1);
        break;
    case SN_WRAP_SURFACE_SPHERE:
        size[0] = mean;
        break;
    case SN_WRAP_SURFACE_CYLINDER:
    case SN_WRAP_SURFACE_CONE:
        size[0] = round, size[1] = along[2];
        break;
    case SN_WRAP_SURFACE_TORUS:
        size[0] = size[1] = round;
        break;
    case SN_WRAP_SURFACE_PATCH:
        scale_net(s, wrap, stretch);
        return;
    }
    scaler_multiply(s, &wrap->base.base, "size", size, 3);
}

/* How it moves with a coordinate. */
static void scale_path_point(SnScaler *s, const SnPathPoint *point)
{
    static const char *const names[] = {"shift_x.scale", "shift_y.scale", "shift_z.scale"};
    double stretch[9];
    if (!sn_path_point_moves(point) ||
        !sn_scaler_stretch(s, point->base.frame, point->base.location, stretch))
        return;
    for (int k = 0; k < 3; k++)
        scaler_multiply(s, &point->base.base.base, names[k], &stretch[4 * k], 1);
}

bool sn_scaler_is_scaled(const SnAxisFields *axis)
{
    const SnFunctionFields *f = &axis->function;
    for (int i = 0; i < axis->terms.n; i++)
        if (i % SN_AXIS_NUMBERS > 3 && axis->terms.values[i] > 0)
            return false;
    return f->kind == SN_FUNCTION_CONSTANT || axis->coordinate <= 3;
}

/* It stays at zero. */
static bool says_nothing(const SnAxisFields *axis)
{
    const SnFunctionFields *f = &axis->function;
    return f->kind == SN_FUNCTION_CONSTANT && axis->terms.n == 0 &&
           (f->coefficients.n == 0 || f->coefficients.values[0] == 0);
}

static void scale_joint(SnScaler *s, const SnFrameJoint *joint)
{
    const SnComponent *component = &joint->base.base.base;
    double stretch[9], along[3];
    if (sn_scaler_stretch(s, joint->frame_a, joint->location_a, stretch)) {
        sn_scaler_axes(stretch, joint->rotation_a, along);
        scaler_multiply(s, component, "semi_axes", along, 3);
        if (component->class == &SN_CLASS_CONSTANT_CURVATURE)
            scaler_multiply(s, component, "length", &along[1], 1);
        for (int k = 0; component->class == &SN_CLASS_CUSTOM && k < 3; k++) {
            const SnAxisFields *axis = &((const SnCustomJoint *)component)->axis[3 + k];
            char name[32];
            g_snprintf(name, sizeof name, "translation_axis_%d.scale", k + 1);
            const double factor = sn_scaler_along(stretch, joint->rotation_a, axis->direction);
            if (sn_scaler_is_scaled(axis) && !says_nothing(axis))
                scaler_multiply(s, component, name, &factor, 1);
        }
    }
    if (component->class == &SN_CLASS_SCAPULOTHORACIC &&
        sn_scaler_stretch(s, joint->frame_b, joint->location_b, stretch)) {
        const SnMotionJoint *motion = (const SnMotionJoint *)component;
        double there[3], stretched[3], back[4], pin[3];
        sn_q_conj(joint->rotation_b, back);
        sn_q_rotate(joint->rotation_b, motion->pin, there);
        sn_m3_mul_v3(stretch, there, stretched);
        sn_q_rotate(back, stretched, pin);
        sn_scaler_set(s, component, "pin", pin, 3);
    }
}

static bool scale_component(SnComponent *component, void *data)
{
    SnScaler *s = data;
    /* sizes first: they ask for where the component was */
    if (component->class == &SN_CLASS_RIGID_BODY)
        scale_body(s, (const SnRigidBody *)component);
    else if (component->class == &SN_CLASS_VISUAL)
        scale_visual(s, (const SnVisual *)component);
    else if (component->class == &SN_CLASS_WRAP_SURFACE)
        scale_wrap(s, (const SnWrapSurface *)component);
    else if (component->class == &SN_CLASS_PATH_POINT)
        scale_path_point(s, (const SnPathPoint *)component);
    else if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
        scale_joint(s, (const SnFrameJoint *)component);
    scale_carried(s, component);
    return s->good;
}

/* --- the whole mass --- */

typedef struct Masses {
    SnScaler *s;
    double sum, factor; /* factor 0: they are summed */
} Masses;

static bool visit_mass(SnComponent *component, void *data)
{
    Masses *m = data;
    if (component->class != &SN_CLASS_RIGID_BODY || !((SnRigidBody *)component)->dynamic)
        return true;
    SnScaler *s = m->s;
    SnMassProperties mass;
    if (m->factor == 0) {
        s->good = sn_rigid_body_mass(s->model, (SnRigidBody *)component, &mass, s->error);
        m->sum += s->good ? mass.mass : 0;
        return s->good;
    }
    const double factors[6] = {m->factor, m->factor, m->factor, m->factor, m->factor, m->factor};
    scaler_multiply(s, component, "inertia.density", factors, 1);
    scaler_multiply(s, component, "inertia.tensor", factors, 6);
    scaler_multiply(s, component, "inertia.mass", factors, 1);
    return s->good;
}

static void scale_mass(SnScaler *s)
{
    Masses m = {.s = s};
    if (!s->good || s->scaling->mass == 0)
        return;
    sn_component_walk(s->model->root, visit_mass, &m);
    if (s->good && !(m.sum > 0))
        s->good = sn_refuse(s->error, SN_MODEL_ERROR_VALUE,
                            "no body has a mass that could become %g kg", s->scaling->mass);
    m.factor = s->scaling->mass / m.sum;
    if (s->good)
        sn_component_walk(s->model->root, visit_mass, &m);
}

/* --- the edit --- */

static bool check_scaling(const SnModel *model, const SnScaling *scaling, GHashTable *segments,
                          GError **error)
{
    if (!(scaling->mass >= 0 && isfinite(scaling->mass)))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "a mass of %g kg: give one above 0",
                         scaling->mass);
    for (int i = 0; i < scaling->n; i++) {
        const SnSegmentScale *segment = &scaling->segments[i];
        const SnComponent *body = sn_model_get(model, segment->body);
        const double *f = segment->factor;
        if (!body || body->class != &SN_CLASS_RIGID_BODY)
            return sn_refuse(error, SN_MODEL_ERROR_CLASS, "only rigid bodies are scaled, not a %s",
                             body ? body->class->name : "component that is gone");
        g_autofree char *path = sn_model_path(model, segment->body);
        for (int k = 0; k < 3 && !segment->warp; k++)
            if (!(f[k] > 0 && isfinite(f[k])))
                return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                                 "factors %g,%g,%g of %s: give three above 0", f[0], f[1], f[2],
                                 path);
        if (!g_hash_table_insert(segments, GUINT_TO_POINTER(segment->body.index),
                                 (gpointer)segment))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s is scaled twice", path);
    }
    return true;
}

bool sn_edit_scale(SnModel *model, const SnScaling *scaling, GArray *loops, GError **error)
{
    g_autoptr(GHashTable) segments = g_hash_table_new(NULL, NULL);
    if (!check_scaling(model, scaling, segments, error))
        return false;
    SnScaler s = {model, scaling, segments, sn_scaled_frames_new(model), error, true};
    SnScaledJoints *joints = sn_scaled_joints_new(&s);
    sn_edit_seal(model); /* a step of its own */
    sn_edit_begin(model, "Scale");
    sn_component_walk(model->root, scale_component, &s);
    scale_mass(&s);
    sn_scaled_joints_move(joints, &s, loops);
    s.good ? sn_edit_end(model) : sn_edit_abandon(model);
    sn_scaled_joints_free(joints);
    g_hash_table_unref(s.frames);
    return s.good;
}

bool sn_edit_scale_lengths(SnModel *model, const SnId *paths, const double *ratio, int n,
                           GError **error)
{
    SnScaler s = {.model = model, .error = error, .good = true};
    sn_edit_seal(model);
    sn_edit_begin(model, "Scale lengths");
    for (int i = 0; i < n && s.good; i++) {
        const SnComponent *path = sn_model_get(model, paths[i]);
        const int n_rows = path ? sn_class_n_properties(path->class) : 0;
        for (int row = 0; row < n_rows; row++) {
            const SnProperty *property = sn_class_property(path->class, row);
            if (g_str_has_prefix(property->name, "law.") && property->type == SN_TYPE_REAL &&
                property->unit == SN_UNIT_LENGTH && property->kind != SN_RESULT)
                scaler_multiply(&s, path, property->name, &ratio[i], 1);
        }
    }
    s.good ? sn_edit_end(model) : sn_edit_abandon(model);
    return s.good;
}
