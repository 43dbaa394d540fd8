/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/image.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/mirror_company.h"
#include "engine/model/edit/mirror_coordinates.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/edit/places.h"
#include "engine/model/overrides.h"
#include "engine/model/refresh.h"
#include "engine/text/refuse.h"

#include <string.h>

bool sn_image_copies(const SnImage *image, SnId id)
{
    return !sn_id_is_null(id) && image->copies.marks[id.index] != 0;
}

/* --- maps --- */

static void diagonal(const double sign[3], SnSpaceMap *map)
{
    *map = (SnSpaceMap){.m = {sign[0], 0, 0, 0, sign[1], 0, 0, 0, sign[2]}};
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
        const SnId carrier = row->axes == SN_AXES_CARRIER ? sn_reference_of(component, row->carrier)
                             : row->axes == SN_AXES_FEM   ? fem_of(component)->id
                                                          : SN_ID_NULL;
        sn_field_get(component, property, &value);
        sn_start_frame(model, carrier, position, outer);
        sn_q_mul(outer, value.number, axes);
        return;
    }
}

/* What goes with a component's own axes: the signs D of a mirror image, else nothing. */
static void own_map(const SnImage *image, const SnComponent *original, SnSpaceMap *map)
{
    if (!image->mirrored) {
        diagonal((const double[]){1, 1, 1}, map);
        return;
    }
    const SnMirrorSigns *signs = sn_mirror_signs(original->class);
    double sign[3] = {-1, -1, -1};
    if (signs && signs->any) {
        double axes[4], normal[3];
        const bool ground = original->class == &SN_CLASS_RIGID_BODY &&
                            ((const SnRigidBody *)original)->shape == SN_SHAPE_HALF_SPACE;
        own_axes(image->copies.model, original, axes);
        sn_q_unrotate(axes, image->normal, normal);
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
void sn_image_carrier_map(const SnImage *image, SnId carrier, SnSpaceMap *map)
{
    const SnModel *model = image->copies.model;
    if (sn_id_is_null(carrier)) {
        *map = image->world;
        return;
    }
    if (sn_image_copies(image, carrier)) {
        own_map(image, sn_model_get(model, carrier), map);
        return;
    }
    const SnId other = sn_copies_image(&image->copies, carrier);
    double p[3], q[4], p2[3], q2[4], from[9], to[9], product[9], place[3];
    sn_start_frame(model, carrier, p, q);
    sn_start_frame(model, sn_id_is_null(other) ? carrier : other, p2, q2);
    sn_q_to_m3(q, from);
    sn_q_conj(q2, q2);
    sn_q_to_m3(q2, to);
    sn_m3_mul(image->world.m, from, product);
    sn_m3_mul(to, product, map->m);
    if (!image->turns) /* exactly */
        diagonal((const double[]){1, 1, 1}, map);
    sn_m3_mul_v3(image->world.m, p, place);
    sn_v3_add(place, image->world.t, place);
    sn_v3_sub(place, p2, place);
    sn_m3_mul_v3(to, place, map->t);
}

/* --- values --- */

static void map_axes(const SnSpaceMap *outer, const SnSpaceMap *own, double q[4])
{
    double m[9], product[9];
    sn_q_to_m3(q, m);
    sn_m3_mul(outer->m, m, product);
    sn_m3_mul(product, own->m, m);
    sn_q_from_m3(m, q);
}

static void map_tensor(const SnSpaceMap *map, double tensor[6])
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
static void map_net(const SnSpaceMap *map, int columns, SnReals *net)
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
static void map_matrix(const SnSpaceMap *map, SnReals *matrix)
{
    for (int i = 0, k = 0; i < 6; i++)
        for (int j = 0; j <= i && k < matrix->n; j++, k++)
            matrix->values[k] *=
                (i < 3 ? 1 : -1) * map->m[4 * (i % 3)] * (j < 3 ? 1 : -1) * map->m[4 * (j % 3)];
}

static void map_value(const SnImage *image, const SnSpatialRow *row, const SnSpaceMap *map,
                      const SnSpaceMap *own, SnValue *value)
{
    double *a = value->number, b[3];
    SnSpaceMap back;
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
        sn_v3_scale(image->mirrored ? -1 : 1, b, a);
        return;
    case SN_SPATIAL_AXES:
        map_axes(map, own, a);
        return;
    case SN_SPATIAL_TURN:
        back = *map;
        sn_m3_transpose(map->m, back.m);
        map_axes(map, &back, a);
        return;
    case SN_SPATIAL_SCALE:
        for (int k = 0; k < 3; k++)
            a[k] *= map->m[4 * k];
        return;
    case SN_SPATIAL_TENSOR:
        map_tensor(map, a);
        return;
    case SN_SPATIAL_MATRIX:
        if (image->mirrored)
            map_matrix(map, &value->reals);
        return;
    }
}

static void map_of_row(const SnImage *image, const SnComponent *original, const SnSpatialRow *row,
                       SnSpaceMap *map)
{
    switch (row->axes) {
    case SN_AXES_WORLD:
        *map = image->world;
        return;
    case SN_AXES_OWN:
        own_map(image, original, map);
        return;
    case SN_AXES_CARRIER:
        sn_image_carrier_map(image, sn_reference_of(original, row->carrier), map);
        return;
    case SN_AXES_FEM:
        sn_image_carrier_map(image, fem_of(original)->id, map);
        return;
    }
}

/* A row of the copy `to` of `from`, components or entries. */
static void image_row(const SnImage *image, const SnComponent *original, const SnSpatialRow *row,
                      const SnProperty *property, const void *from, void *to)
{
    SnSpaceMap map, own;
    SnValue value;
    if (property->flags & SN_INHERITABLE && sn_field_mode(from, property) != SN_MODE_EXPLICIT)
        return;
    if (!image->mirrored && (!row->class || (!image->turns && row->kind != SN_SPATIAL_POINT)))
        return; /* gravity does not turn with what is copied */
    map_of_row(image, original, row, &map);
    own_map(image, original, &own);
    sn_field_get(from, property, &value);
    if (row->kind == SN_SPATIAL_NET && image->mirrored)
        map_net(&map, ((const SnWrapSurface *)original)->columns, &value.reals);
    else
        map_value(image, row, &map, &own, &value);
    sn_value_normalize(property, &value);
    sn_field_set(to, property, &value);
    sn_value_clear(&value);
}

/* --- components --- */

/* A strand turns about the mirrored axle as before; about one that was there already, as its axle
 * points. */
static void image_sides(const SnImage *image, const SnStrand *original, SnStrand *copy)
{
    const SnModel *model = image->copies.model;
    const SnStrandNode *from = original->nodes.entries;
    SnStrandNode *to = copy->nodes.entries;
    for (int i = 0; i < original->nodes.n; i++) {
        const SnComponent *pulley = sn_model_get(model, from[i].guide);
        if (from[i].kind != SN_NODE_PULLEY || !pulley || sn_image_copies(image, from[i].guide))
            continue;
        const SnId other = sn_copies_image(&image->copies, from[i].guide);
        const double z[3] = {0, 0, 1};
        double here[4], there[4], a[3], b[3], axle[3];
        own_axes(model, pulley, here);
        own_axes(model, sn_id_is_null(other) ? pulley : sn_model_get(model, other), there);
        sn_q_rotate(here, z, a);
        sn_m3_mul_v3(image->world.m, a, axle);
        sn_q_rotate(there, z, b);
        /* a mirrored pulley's axle points the other way */
        if (image->mirrored ? sn_v3_dot(axle, b) > 0 : sn_v3_dot(axle, b) < 0)
            to[i].side = !to[i].side;
    }
}

/* The shift of a strand's turns is in the frame of what carries its turns. */
static void image_shift(const SnImage *image, const SnStrand *original, SnStrand *copy)
{
    const SnModel *model = image->copies.model;
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
            SnSpaceMap map;
            sn_image_carrier_map(image, carrier, &map);
            sn_m3_mul_v3(map.m, original->repeat_shift, copy->repeat_shift);
            return;
        }
    }
}

/* Entries of arrays; of those that a mesh makes, what differs from it. */
static void image_entries(const SnImage *image, const SnComponent *original, SnComponent *copy,
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
                image_row(image, original, spatial, property,
                          (const char *)from->entries + (size_t)i * row->entry_size,
                          (char *)to->entries + (size_t)i * row->entry_size);
            for (guint i = 0; row->derived && i < overrides->len; i++) {
                const SnOverride *override = &g_array_index(overrides, SnOverride, i);
                const size_t at = (size_t)(override->entry & 0x0fffffffu) * row->entry_size;
                if ((int)(override->entry >> 28) - 1 == a && override->row == k)
                    image_row(image, original, spatial, property, (const char *)from->entries + at,
                              (char *)to->entries + at);
            }
        }
    }
}

static bool image_component(const SnImage *image, const SnComponent *original, SnComponent *copy)
{
    const SnClass *class = original->class;
    const int n = sn_class_n_properties(class);
    if (class == &SN_CLASS_COSSERAT_STRAND &&
        ((const SnCosseratStrand *)original)->mesh == SN_COSSERAT_FILE)
        return sn_refuse(image->error, SN_MODEL_ERROR_VALUE,
                         "%s has a surface from a file in world coordinates: that cannot be "
                         "%s; give it a tube first",
                         original->name, image->mirrored ? "mirrored" : "moved");
    g_autoptr(GArray) overrides = sn_overrides_collect(original);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        if (sn_mirror_drives_vectors(image->copies.model, original->id, property))
            return sn_refuse(image->error, SN_MODEL_ERROR_VALUE,
                             "%s drives a place or force that has several numbers: that cannot be "
                             "%s; leave it out",
                             original->name ? original->name : class->label,
                             image->mirrored ? "mirrored" : "moved");
        const SnSpatialRow *row =
            property->kind == SN_RESULT ? NULL : sn_spatial_row(class, NULL, property->name);
        if (row && row->kind != SN_SPATIAL_NONE)
            image_row(image, original, row, property, original, copy);
    }
    if (!sn_refresh_new(image->copies.model, copy, image->error))
        return false;
    image_entries(image, original, copy, overrides);
    if (image->mirrored)
        sn_mirror_coordinates(image, original, copy);
    if (class == &SN_CLASS_STRAND) {
        image_sides(image, (const SnStrand *)original, (SnStrand *)copy);
        image_shift(image, (const SnStrand *)original, (SnStrand *)copy);
    }
    for (guint i = 0; original->children && i < original->children->len; i++)
        if (!image_component(image, original->children->pdata[i], copy->children->pdata[i]))
            return false;
    return true;
}

bool sn_image_make(SnImage *image)
{
    SnCopies *copies = &image->copies;
    sn_copies_make(copies);
    for (guint i = 0; i < copies->copies->len; i++)
        if (!image_component(image, copies->originals->pdata[i], copies->copies->pdata[i]))
            return false;
    sn_copies_redirect(copies);
    return true;
}
