/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mirroring components to the other side of a plane.
 *
 * A mirror image x -> S x + s, S = I - 2 n n', turns right-handed frames into left-handed ones.  A
 * frame R becomes S R D, proper again, with a diagonal D of signs and det D = -1 (mirror_rows.h);
 * what is given in its axes goes through D: places and forces a -> D a, moments a -> -D a (they are
 * axial), inertia I -> D I D, meshes are scaled by D.  On a carrier that is not mirrored itself (a
 * pelvis that both sides share) a place goes by the world: a -> C'^-1 S C a, C and C' the start
 * poses of the carrier and of what stands for it on the other side. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/path_point.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/copies.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/mirror_company.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/overrides.h"
#include "engine/model/refresh.h"
#include "engine/text/refuse.h"

#include <string.h>

/* x -> m x + t with det m = -1. */
typedef struct Map {
    double m[9], t[3];
} Map;

typedef struct Mirror {
    SnCopies copies;
    Map world;
    double normal[3];
    GError **error;
} Mirror;

static bool is_copied(const Mirror *mirror, SnId id)
{
    return !sn_id_is_null(id) && mirror->copies.marks[id.index] != 0;
}

/* --- maps --- */

static void diagonal(const double sign[3], Map *map)
{
    *map = (Map){.m = {sign[0], 0, 0, 0, sign[1], 0, 0, 0, sign[2]}};
}

/* Start pose of a body, frame or FEM model in the world. */
static void pose_of(const SnModel *model, SnId id, double position[3], double orientation[4])
{
    double inner[3], turn[4];
    SnId body = SN_ID_NULL;
    sn_v3_set(0, 0, 0, position);
    sn_q_identity(orientation);
    if (sn_id_is_null(id) || !sn_model_carrier(model, id, &body, inner, turn))
        return;
    const SnComponent *carrier = sn_model_get(model, body);
    if (carrier && carrier->class == &SN_CLASS_FEM) {
        sn_v3_copy(((const SnFem *)carrier)->position, position);
        sn_q_copy(((const SnFem *)carrier)->orientation, orientation);
    } else if (carrier) {
        sn_v3_copy(((const SnRigidBody *)carrier)->position, position);
        sn_q_copy(((const SnRigidBody *)carrier)->orientation, orientation);
    }
    if (sn_id_is_null(body) || !sn_id_equal(body, id)) {
        double outer[3], whole[4];
        sn_pose_point(position, orientation, inner, outer);
        sn_q_mul(orientation, turn, whole);
        sn_v3_copy(outer, position);
        sn_q_copy(whole, orientation);
    }
}

static SnId reference_of(const SnComponent *component, const char *name)
{
    SnValue value;
    const int row = sn_class_find_property(component->class, name);
    sn_field_get(component, sn_class_property(component->class, row), &value);
    return value.ref;
}

static const SnComponent *fem_of(const SnComponent *part)
{
    while (part->class != &SN_CLASS_FEM)
        part = part->parent;
    return part;
}

/* Orientation in the world of a component's own axes. */
static void own_axes(const SnModel *model, const SnComponent *component, double axes[4])
{
    sn_q_identity(axes);
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(component->class, i);
        const SnSpatialRow *row = sn_spatial_row(component->class, NULL, property->name);
        if (!row || row->kind != SN_SPATIAL_AXES)
            continue;
        SnValue value;
        double position[3], outer[4];
        const SnId carrier = row->axes == SN_AXES_CARRIER ? reference_of(component, row->carrier)
                             : row->axes == SN_AXES_FEM   ? fem_of(component)->id
                                                          : SN_ID_NULL;
        sn_field_get(component, property, &value);
        pose_of(model, carrier, position, outer);
        sn_q_mul(outer, value.number, axes);
        return;
    }
}

/* The signs D of a component's own axes. */
static void own_map(const Mirror *mirror, const SnComponent *original, Map *map)
{
    const SnMirrorSigns *signs = sn_mirror_signs(original->class);
    double sign[3] = {-1, -1, -1};
    if (signs && signs->any) {
        double axes[4], normal[3];
        const bool ground = original->class == &SN_CLASS_RIGID_BODY &&
                            ((const SnRigidBody *)original)->shape == SN_SHAPE_HALF_SPACE;
        own_axes(mirror->copies.model, original, axes);
        sn_q_unrotate(axes, mirror->normal, normal);
        int nearest = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
        if (!ground && fabs(normal[2]) > fabs(normal[nearest]))
            nearest = 2; /* ground stays below z = 0 */
        sn_v3_set(1, 1, 1, sign);
        sign[nearest] = -1;
    } else if (signs) {
        sn_v3_copy(signs->sign, sign);
    }
    diagonal(sign, map);
}

/* Of what is given in the axes of a carrier. */
static void carrier_map(const Mirror *mirror, SnId carrier, Map *map)
{
    const SnModel *model = mirror->copies.model;
    if (sn_id_is_null(carrier)) {
        *map = mirror->world;
        return;
    }
    if (is_copied(mirror, carrier)) {
        own_map(mirror, sn_model_get(model, carrier), map);
        return;
    }
    const SnId other = sn_copies_image(&mirror->copies, carrier);
    double p[3], q[4], p2[3], q2[4], from[9], to[9], product[9], place[3];
    pose_of(model, carrier, p, q);
    pose_of(model, sn_id_is_null(other) ? carrier : other, p2, q2);
    sn_q_to_m3(q, from);
    sn_q_conj(q2, q2);
    sn_q_to_m3(q2, to);
    sn_m3_mul(mirror->world.m, from, product);
    sn_m3_mul(to, product, map->m);
    sn_m3_mul_v3(mirror->world.m, p, place);
    sn_v3_add(place, mirror->world.t, place);
    sn_v3_sub(place, p2, place);
    sn_m3_mul_v3(to, place, map->t);
}

/* --- values --- */

static void map_axes(const Map *outer, const Map *own, double q[4])
{
    double m[9], product[9];
    sn_q_to_m3(q, m);
    sn_m3_mul(outer->m, m, product);
    sn_m3_mul(product, own->m, m);
    sn_q_from_m3(m, q);
}

static void map_tensor(const Map *map, double tensor[6])
{
    static const int AT[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    static const int FROM[6] = {0, 4, 8, 1, 2, 5};
    double whole[9], product[9], transposed[9];
    for (int i = 0; i < 9; i++)
        whole[i] = tensor[AT[i]];
    sn_m3_mul(map->m, whole, product);
    sn_m3_transpose(map->m, transposed);
    sn_m3_mul(product, transposed, whole);
    for (int i = 0; i < 6; i++)
        tensor[i] = whole[FROM[i]];
}

/* The points, and each row the other way round, so that the sheet keeps its outer side. */
static void map_net(const Map *map, int columns, SnReals *net)
{
    const int n = net->n / 3;
    g_autofree double *former = g_memdup2(net->values, sizeof(double) * (gsize)net->n);
    for (int i = 0; i < n; i++) {
        const int row = i / columns, column = i % columns;
        const int from = row * columns + columns - 1 - column;
        sn_m3_mul_v3(map->m, former + 3 * MIN(from, n - 1), net->values + 3 * i);
    }
}

/* Of its own axes, which keep their lines: turns change sign where places do not. */
static void map_matrix(const Map *map, SnReals *matrix)
{
    for (int i = 0, k = 0; i < 6; i++)
        for (int j = 0; j <= i && k < matrix->n; j++, k++)
            matrix->values[k] *=
                (i < 3 ? 1 : -1) * map->m[4 * (i % 3)] * (j < 3 ? 1 : -1) * map->m[4 * (j % 3)];
}

static void map_value(const SnSpatialRow *row, const Map *map, const Map *own, SnValue *value)
{
    double *a = value->number, b[3];
    switch (row->kind) {
    case SN_SPATIAL_NONE:
    case SN_SPATIAL_NET:
        return;
    case SN_SPATIAL_POINT:
        sn_m3_mul_v3(map->m, a, b);
        sn_v3_add(b, map->t, a);
        return;
    case SN_SPATIAL_VECTOR:
        sn_m3_mul_v3(map->m, a, b);
        sn_v3_copy(b, a);
        return;
    case SN_SPATIAL_AXIAL:
        sn_m3_mul_v3(map->m, a, b);
        sn_v3_scale(-1, b, a);
        return;
    case SN_SPATIAL_AXES:
        map_axes(map, own, a);
        return;
    case SN_SPATIAL_TURN:
        map_axes(map, map, a);
        return;
    case SN_SPATIAL_SCALE:
        for (int k = 0; k < 3; k++)
            a[k] *= map->m[4 * k];
        return;
    case SN_SPATIAL_TENSOR:
        map_tensor(map, a);
        return;
    case SN_SPATIAL_MATRIX:
        map_matrix(map, &value->reals);
        return;
    }
}

static void map_of_row(const Mirror *mirror, const SnComponent *original, const SnSpatialRow *row,
                       Map *map)
{
    switch (row->axes) {
    case SN_AXES_WORLD:
        *map = mirror->world;
        return;
    case SN_AXES_OWN:
        own_map(mirror, original, map);
        return;
    case SN_AXES_CARRIER:
        carrier_map(mirror, reference_of(original, row->carrier), map);
        return;
    case SN_AXES_FEM:
        carrier_map(mirror, fem_of(original)->id, map);
        return;
    }
}

/* A row of the copy `to` of `from`, components or entries. */
static void mirror_row(const Mirror *mirror, const SnComponent *original, const SnSpatialRow *row,
                       const SnProperty *property, const void *from, void *to)
{
    Map map, own;
    SnValue value;
    if (property->flags & SN_INHERITABLE && sn_field_mode(from, property) != SN_MODE_EXPLICIT)
        return;
    map_of_row(mirror, original, row, &map);
    own_map(mirror, original, &own);
    sn_field_get(from, property, &value);
    if (row->kind == SN_SPATIAL_NET)
        map_net(&map, ((const SnWrapSurface *)original)->columns, &value.reals);
    else
        map_value(row, &map, &own, &value);
    sn_value_normalize(property, &value);
    sn_field_set(to, property, &value);
    sn_value_clear(&value);
}

/* --- components --- */

/* lower, upper and rest of a coordinate that changes sign. */
static void turn_coordinate(SnComponent *joint, const char *group)
{
    static const char *const leaves[] = {"lower", "upper", "rest"};
    const SnProperty *rows[3];
    SnValue value[3];
    for (int i = 0; i < 3; i++) {
        g_autofree char *name =
            *group ? g_strdup_printf("%s.%s", group, leaves[i]) : g_strdup(leaves[i]);
        const int row = sn_class_find_property(joint->class, name);
        rows[i] = row >= 0 ? sn_class_property(joint->class, row) : NULL;
        if (rows[i])
            sn_field_get(joint, rows[i], &value[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (!rows[i])
            continue;
        const int from = i == 2 ? 2 : 1 - i; /* the upper limit becomes the lower one */
        SnValue turned = {.type = SN_TYPE_REAL, .number = {-value[from].number[0]}};
        sn_field_set(joint, rows[i], &turned);
    }
}

static double coordinate_sign(const Mirror *mirror, SnId joint, int coordinate)
{
    const SnComponent *component = sn_model_get(mirror->copies.model, joint);
    return component && is_copied(mirror, joint)
               ? sn_mirror_coordinate_sign(component->class, coordinate)
               : 1;
}

/* y = f(x) of coordinates that change sign: y = out f(in x). */
static void turn_function(SnFunctionFields *function, double in, double out)
{
    double sign = 1;
    for (int i = 0; i < function->coefficients.n && in < 0; i++, sign *= in)
        function->coefficients.values[i] *= sign;
    if (in < 0 && function->coefficients.n == 0 && function->kind == SN_FUNCTION_LINEAR)
        out = -out; /* x itself */
    for (int i = 0, k = function->x.n - 1; in < 0 && i <= k; i++, k--) {
        const double x = function->x.values[i];
        function->x.values[i] = -function->x.values[k];
        function->x.values[k] = -x;
    }
    for (int i = 0, k = function->y.n - 1; in < 0 && i < k; i++, k--) {
        const double y = function->y.values[i];
        function->y.values[i] = function->y.values[k];
        function->y.values[k] = y;
    }
    function->scale *= out;
}

static void swap_negative(double *lower, double *upper)
{
    const double was = *lower;
    *lower = -*upper;
    *upper = -was;
}

/* Limits, springs and loads of a coordinate that changes sign. */
static void turn_coordinate_force(SnComponent *component)
{
    if (component->class == &SN_CLASS_COORDINATE_LIMIT) {
        SnCoordinateLimit *limit = (SnCoordinateLimit *)component;
        const double stiffness = limit->lower_stiffness;
        swap_negative(&limit->lower, &limit->upper);
        limit->lower_stiffness = limit->upper_stiffness;
        limit->upper_stiffness = stiffness;
    } else if (component->class == &SN_CLASS_COORDINATE_SPRING) {
        SnCoordinateSpring *spring = (SnCoordinateSpring *)component;
        spring->rest *= -1;
        turn_function(&spring->relation, -1, -1);
    } else if (component->class == &SN_CLASS_COORDINATE_LOAD) {
        ((SnCoordinateLoad *)component)->gain *= -1;
    }
}

/* A path point's shifts are in the axes of what carries it, by a coordinate. */
static void mirror_path_point(const Mirror *mirror, const SnPathPoint *original, SnPathPoint *copy)
{
    Map map;
    carrier_map(mirror, original->base.frame, &map);
    const double in = coordinate_sign(mirror, original->joint, original->coordinate);
    for (int k = 0; k < 3; k++)
        turn_function(&copy->shift[k], in, map.m[4 * k] < 0 ? -1 : 1);
    if (in < 0)
        swap_negative(&copy->lower, &copy->upper);
}

/* What is about coordinates of joints. */
static void mirror_coordinates(const Mirror *mirror, const SnComponent *original, SnComponent *copy)
{
    const SnMirrorSigns *signs = sn_mirror_signs(original->class);
    for (int i = 0; signs && i < 3 && signs->turned[i]; i++)
        turn_coordinate(copy, signs->turned[i]);
    if (original->class == &SN_CLASS_GEAR) {
        const SnGear *gear = (const SnGear *)original;
        ((SnGear *)copy)->ratio *= coordinate_sign(mirror, gear->joint_a, SN_COORDINATE_FIRST) *
                                   coordinate_sign(mirror, gear->joint_b, SN_COORDINATE_FIRST);
    } else if (original->class == &SN_CLASS_PATH_POINT) {
        mirror_path_point(mirror, (const SnPathPoint *)original, (SnPathPoint *)copy);
    } else if (original->class == &SN_CLASS_DRIVE) {
        const SnDrive *drive = (const SnDrive *)original;
        ((SnDrive *)copy)->value *= coordinate_sign(mirror, drive->joint, drive->coordinate);
    } else if (original->class == &SN_CLASS_COUPLER) {
        const SnCoupler *coupler = (const SnCoupler *)original;
        turn_function(&((SnCoupler *)copy)->function,
                      coordinate_sign(mirror, coupler->joint_a, coupler->coordinate_a),
                      coordinate_sign(mirror, coupler->joint_b, coupler->coordinate_b));
    } else if (original->class == &SN_CLASS_COORDINATE_LIMIT ||
               original->class == &SN_CLASS_COORDINATE_SPRING ||
               original->class == &SN_CLASS_COORDINATE_LOAD) {
        const SnCoordinateForce *force = (const SnCoordinateForce *)original;
        if (coordinate_sign(mirror, force->joint, force->coordinate) < 0)
            turn_coordinate_force(copy);
    }
}

/* A strand turns about the mirrored axle as before; about one that was there already, as its axle
 * points. */
static void mirror_sides(const Mirror *mirror, const SnStrand *original, SnStrand *copy)
{
    const SnModel *model = mirror->copies.model;
    const SnStrandNode *from = original->nodes.entries;
    SnStrandNode *to = copy->nodes.entries;
    for (int i = 0; i < original->nodes.n; i++) {
        const SnComponent *pulley = sn_model_get(model, from[i].guide);
        if (from[i].kind != SN_NODE_PULLEY || !pulley || is_copied(mirror, from[i].guide))
            continue;
        const SnId other = sn_copies_image(&mirror->copies, from[i].guide);
        const double z[3] = {0, 0, 1};
        double here[4], there[4], a[3], b[3], axle[3];
        own_axes(model, pulley, here);
        own_axes(model, sn_id_is_null(other) ? pulley : sn_model_get(model, other), there);
        sn_q_rotate(here, z, a);
        sn_m3_mul_v3(mirror->world.m, a, axle);
        sn_q_rotate(there, z, b);
        if (sn_v3_dot(axle, b) > 0) /* a mirrored pulley's axle points the other way */
            to[i].side = !to[i].side;
    }
}

/* The shift of a strand's turns is in the frame of what carries its turns. */
static void mirror_shift(const Mirror *mirror, const SnStrand *original, SnStrand *copy)
{
    const SnModel *model = mirror->copies.model;
    const SnStrandNode *nodes = original->nodes.entries;
    for (int i = 0; i < original->nodes.n; i++) {
        const SnComponent *holder =
            sn_model_get(model, nodes[i].kind == SN_NODE_PULLEY ? nodes[i].guide : nodes[i].point);
        SnId carrier = SN_ID_NULL;
        if (holder && holder->class == &SN_CLASS_PULLEY)
            carrier = ((const SnPulley *)holder)->body;
        else if (holder && holder->class == &SN_CLASS_MARKER)
            carrier = ((const SnMarker *)holder)->frame;
        if (!sn_id_is_null(carrier)) {
            Map map;
            carrier_map(mirror, carrier, &map);
            sn_m3_mul_v3(map.m, original->repeat_shift, copy->repeat_shift);
            return;
        }
    }
}

/* Entries of arrays; of those that a mesh makes, what differs from it. */
static void mirror_entries(const Mirror *mirror, const SnComponent *original, SnComponent *copy,
                           const GArray *overrides)
{
    const SnClass *class = original->class;
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        for (int k = 0; k < row->n_properties; k++) {
            const SnProperty *property = &row->properties[k];
            const SnSpatialRow *spatial = sn_spatial_row(class, row->name, property->name);
            if (!spatial || spatial->kind == SN_SPATIAL_NONE)
                continue;
            const SnArray *from = sn_component_array(original, a);
            const SnArray *to = sn_component_array(copy, a);
            for (int i = 0; i < from->n && i < to->n && !row->derived; i++)
                mirror_row(mirror, original, spatial, property,
                           (const char *)from->entries + (size_t)i * row->entry_size,
                           (char *)to->entries + (size_t)i * row->entry_size);
            for (guint i = 0; row->derived && i < overrides->len; i++) {
                const SnOverride *override = &g_array_index(overrides, SnOverride, i);
                const size_t at = (size_t)(override->entry & 0x0fffffffu) * row->entry_size;
                if ((int)(override->entry >> 28) - 1 == a && override->row == k)
                    mirror_row(mirror, original, spatial, property,
                               (const char *)from->entries + at, (char *)to->entries + at);
            }
        }
    }
}

static bool mirror_component(const Mirror *mirror, const SnComponent *original, SnComponent *copy)
{
    const SnClass *class = original->class;
    const int n = sn_class_n_properties(class);
    if (class == &SN_CLASS_COSSERAT_STRAND &&
        ((const SnCosseratStrand *)original)->mesh == SN_COSSERAT_FILE)
        return sn_refuse(mirror->error, SN_MODEL_ERROR_VALUE,
                         "%s has a surface from a file in world coordinates: that cannot be "
                         "mirrored; give it a tube first",
                         original->name);
    g_autoptr(GArray) overrides = sn_overrides_collect(original);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        if (sn_mirror_drives_vectors(mirror->copies.model, original->id, property))
            return sn_refuse(mirror->error, SN_MODEL_ERROR_VALUE,
                             "%s drives a place or force that has several numbers: that cannot be "
                             "mirrored; mirror the others without it",
                             original->name ? original->name : class->label);
        const SnSpatialRow *row =
            property->kind == SN_RESULT ? NULL : sn_spatial_row(class, NULL, property->name);
        if (row && row->kind != SN_SPATIAL_NONE)
            mirror_row(mirror, original, row, property, original, copy);
    }
    if (!sn_refresh_new(mirror->copies.model, copy, mirror->error))
        return false;
    mirror_entries(mirror, original, copy, overrides);
    mirror_coordinates(mirror, original, copy);
    if (class == &SN_CLASS_STRAND) {
        mirror_sides(mirror, (const SnStrand *)original, (SnStrand *)copy);
        mirror_shift(mirror, (const SnStrand *)original, (SnStrand *)copy);
    }
    for (guint i = 0; original->children && i < original->children->len; i++)
        if (!mirror_component(mirror, original->children->pdata[i], copy->children->pdata[i]))
            return false;
    return true;
}

static char *name_for(const SnComponent *original)
{
    char *name = sn_mirrored_name(original->name);
    return name ? name : g_strconcat(original->name, "_mirrored", NULL);
}

/* What is inside a mirrored model has changed sides too; lists keep their names. */
static bool rename_inner(SnComponent *component, void *data)
{
    SnComponent *list = component->parent;
    if (!list || list->class != &SN_CLASS_LIST || !component->name)
        return true;
    char *name = sn_mirrored_name(component->name);
    if (name)
        sn_component_set_name(component, name);
    return true;
}

static void prepare(Mirror *mirror, const SnMirrorPlane *plane)
{
    double normal[3];
    sn_v3_normalize(plane->normal, normal);
    sn_v3_copy(normal, mirror->normal);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            mirror->world.m[3 * i + k] = (i == k) - 2 * normal[i] * normal[k];
    sn_v3_scale(2 * sn_v3_dot(normal, plane->point), normal, mirror->world.t);
}

static bool make_mirrored(Mirror *mirror)
{
    SnCopies *copies = &mirror->copies;
    sn_copies_make(copies);
    for (guint i = 0; i < copies->copies->len; i++)
        if (!mirror_component(mirror, copies->originals->pdata[i], copies->copies->pdata[i]))
            return false;
    sn_copies_redirect(copies);
    for (guint i = 0; i < copies->copies->len; i++) {
        const SnComponent *copy = copies->copies->pdata[i];
        for (guint k = 0; copy->children && k < copy->children->len; k++)
            sn_component_walk(copy->children->pdata[k], rename_inner, NULL);
    }
    return true;
}

bool sn_edit_mirror(SnModel *model, const SnId *ids, int n, const SnMirrorPlane *plane,
                    bool attached, GArray *made, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (!(sn_v3_norm(plane->normal) > 0))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "the plane has no normal");
    if (n == 0)
        return true;
    Mirror mirror = {.error = error};
    prepare(&mirror, plane);
    sn_copies_init(&mirror.copies, model, ids, n, attached);
    sn_mirror_choose(&mirror.copies);
    const bool good = make_mirrored(&mirror);
    if (good) {
        const SnComponent *first = sn_model_get(model, ids[0]);
        g_autofree char *label = n == 1 ? sn_edit_label("Mirror", first->class->label)
                                        : g_strdup_printf("Mirror %d components", n);
        sn_edit_log_open(model, label);
        sn_copies_put(&mirror.copies, name_for, made);
        sn_edit_log_close(model);
    }
    sn_copies_clear(&mirror.copies);
    return good;
}
