/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/amounts.h"

#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh_private.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"
#include "engine/model/edit/places.h"
#include "ui/edits/place.h"

#include <math.h>
#include <string.h>

/* Sums until all is there: first moments, and second ones about the world's origin. */
typedef struct Sums {
    SnAmounts *amounts;
    double moment[3], second[6];
} Sums;

static const int ROW[6] = {0, 1, 2, 0, 0, 1}, COLUMN[6] = {0, 1, 2, 1, 2, 2};

static void widen(SnAmounts *amounts, const double place[3])
{
    for (int k = 0; k < 3; k++) {
        amounts->low[k] = fmin(amounts->low[k], place[k]);
        amounts->high[k] = fmax(amounts->high[k], place[k]);
    }
}

/* A point mass. */
static void add_mass(Sums *sums, double mass, const double place[3])
{
    const double square = sn_v3_dot(place, place);
    sums->amounts->mass += mass;
    sn_v3_axpy(mass, place, sums->moment);
    for (int i = 0; i < 6; i++)
        sums->second[i] +=
            mass * ((ROW[i] == COLUMN[i] ? square : 0) - place[ROW[i]] * place[COLUMN[i]]);
}

/* Half the cross product of two edges of a triangle: its area, along its normal. */
static void area_vector(const double a[3], const double b[3], const double c[3], double area[3])
{
    double ab[3], ac[3];
    sn_v3_sub(b, a, ab);
    sn_v3_sub(c, a, ac);
    sn_v3_cross(ab, ac, area);
    sn_v3_scale(0.5, area, area);
}

/* A triangle of a surface that is seen from outside. */
static void add_triangle(SnAmounts *amounts, const double a[3], const double b[3],
                         const double c[3])
{
    double area[3];
    area_vector(a, b, c, area);
    amounts->area += sn_v3_norm(area);
    amounts->volume += sn_v3_dot(a, area) / 3;
}

static void add_surface(SnAmounts *amounts, const SnMesh *mesh, const double position[3],
                        const double orientation[4])
{
    double corner[3][3];
    for (int i = 0; i < mesh->n_triangles; i++) {
        for (int k = 0; k < 3; k++) {
            const float *vertex = mesh->vertices + 3 * (size_t)mesh->triangles[3 * i + k];
            const double local[3] = {(double)vertex[0], (double)vertex[1], (double)vertex[2]};
            sn_pose_point(position, orientation, local, corner[k]);
            widen(amounts, corner[k]);
        }
        add_triangle(amounts, corner[0], corner[1], corner[2]);
    }
}

/* Its inertia in world axes is that of itself, turned, and of its mass at its centre. */
static void add_inertia(Sums *sums, const SnMassProperties *mass, const double position[3],
                        const double orientation[4])
{
    static const int AT[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    double turn[9], whole[9], product[9], back[9], place[3];
    sn_pose_point(position, orientation, mass->center, place);
    add_mass(sums, mass->mass, place);
    sn_q_to_m3(orientation, turn);
    for (int i = 0; i < 9; i++)
        whole[i] = mass->inertia[AT[i]];
    sn_m3_mul(turn, whole, product);
    sn_m3_transpose(turn, back);
    sn_m3_mul(product, back, whole);
    for (int i = 0; i < 6; i++)
        sums->second[i] += whole[3 * ROW[i] + COLUMN[i]];
}

static bool widen_by_picture(SnAmounts *amounts, const SnModel *model, const SnVisual *visual)
{
    SnMesh *mesh = sn_mesh_file_mesh(model, visual->mesh, visual->scale, NULL);
    double base[3], turned[4], position[3], orientation[4], corner[3];
    if (!mesh)
        return false;
    sn_start_pose(model, visual->frame, base, turned);
    sn_pose_point(base, turned, visual->location, position);
    sn_q_mul(turned, visual->rotation, orientation);
    for (int i = 0; i < mesh->n_vertices; i++) {
        const float *vertex = mesh->vertices + 3 * (size_t)i;
        const double local[3] = {(double)vertex[0], (double)vertex[1], (double)vertex[2]};
        sn_pose_point(position, orientation, local, corner);
        widen(amounts, corner);
    }
    sn_mesh_unref(mesh);
    return true;
}

/* What is seen of a body: a bone may be drawn by pictures, and be but its joint for contact. */
static void widen_by_pictures(SnAmounts *amounts, const SnModel *model, const SnRigidBody *body)
{
    const SnComponent *owner = body->base.base.parent->parent;
    const SnComponent *list = sn_model_list_for(owner, &SN_CLASS_VISUAL);
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnVisual *visual = g_ptr_array_index(list->children, i);
        SnId carrier;
        double position[3], orientation[4];
        if (sn_model_carrier(model, visual->frame, &carrier, position, orientation) &&
            sn_id_equal(carrier, body->base.base.id))
            widen_by_picture(amounts, model, visual);
    }
}

static bool add_body(Sums *sums, const SnModel *model, const SnRigidBody *body)
{
    SnMassProperties mass;
    SnMesh *mesh = sn_rigid_body_mesh(model, body, NULL);
    const bool weighs = sn_rigid_body_mass(model, body, &mass, NULL);
    if (mesh)
        add_surface(sums->amounts, mesh, body->position, body->orientation);
    else if (weighs)
        widen(sums->amounts, body->position);
    if (weighs)
        add_inertia(sums, &mass, body->position, body->orientation);
    widen_by_pictures(sums->amounts, model, body);
    const bool counted = mesh || weighs;
    sn_mesh_unref(mesh);
    return counted;
}

/* Of a face by its corners [m2]. */
static double face_area(const SnVolumeMesh *mesh, const double *positions, int element, int number)
{
    const SnElementFace *face = &sn_element_shape((SnElementKind)mesh->kind[element])->face[number];
    const int *nodes = mesh->element_nodes + mesh->start[element];
    double sum = 0, area[3];
    for (int k = 1; k + 1 < face->n_corners; k++) {
        area_vector(positions + 3 * (size_t)nodes[face->node[0]],
                    positions + 3 * (size_t)nodes[face->node[k]],
                    positions + 3 * (size_t)nodes[face->node[k + 1]], area);
        sum += sn_v3_norm(area);
    }
    return sum;
}

/* [m3] */
static double element_size(const SnFem *fem, const double *positions, int element)
{
    const SnVolumeMesh *mesh = fem->mesh;
    const SnElementKind kind = (SnElementKind)mesh->kind[element];
    return sn_element_is_surface(kind)
               ? fem->thickness * face_area(mesh, positions, element, 0)
               : sn_element_volume(kind, mesh->element_nodes + mesh->start[element], positions);
}

static bool add_fem(Sums *sums, const SnFem *fem)
{
    const SnVolumeMesh *mesh = fem->mesh;
    if (!mesh || fem->nodes.n != mesh->n_nodes)
        return false;
    const SnFemNode *nodes = fem->nodes.entries;
    g_autofree double *positions = g_new(double, 3 * (gsize)mesh->n_nodes + 3);
    for (int i = 0; i < mesh->n_nodes; i++) {
        sn_v3_copy(nodes[i].position, positions + 3 * (size_t)i);
        widen(sums->amounts, nodes[i].position);
    }
    for (int e = 0; e < mesh->n_elements; e++) {
        const int *corners = mesh->element_nodes + mesh->start[e];
        const int n = sn_element_shape((SnElementKind)mesh->kind[e])->n_corners;
        double middle[3] = {0, 0, 0};
        for (int k = 0; k < n; k++)
            sn_v3_axpy(1.0 / n, positions + 3 * (size_t)corners[k], middle);
        const double size = element_size(fem, positions, e);
        sums->amounts->volume += size;
        add_mass(sums, size * fem->density, middle);
    }
    int *faces = NULL;
    const int n_faces = sn_volume_mesh_surface(mesh, &faces);
    for (int i = 0; i < n_faces; i++)
        sums->amounts->area += face_area(mesh, positions, faces[2 * i], faces[2 * i + 1]);
    g_free(faces);
    sums->amounts->rigid = false;
    return true;
}

static bool add_one(Sums *sums, const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    double place[3];
    if (component && id.entry == 0 && component->class == &SN_CLASS_RIGID_BODY)
        return add_body(sums, model, (const SnRigidBody *)component);
    if (component && id.entry == 0 && component->class == &SN_CLASS_FEM)
        return add_fem(sums, (const SnFem *)component);
    if (component && id.entry == 0 && component->class == &SN_CLASS_VISUAL)
        return widen_by_picture(sums->amounts, model, (const SnVisual *)component);
    if (!component || !sn_component_place(model, id, place))
        return false;
    widen(sums->amounts, place);
    if (id.entry == 0 && component->class == &SN_CLASS_PARTICLE)
        add_mass(sums, ((const SnParticle *)component)->mass, place);
    return true;
}

bool sn_amounts_of(const SnModel *model, const SnId *ids, int n, SnAmounts *amounts)
{
    *amounts = (SnAmounts){.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                           .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                           .rigid = true};
    Sums sums = {.amounts = amounts};
    for (int i = 0; i < n; i++)
        amounts->n += add_one(&sums, model, ids[i]);
    if (!(amounts->mass > 0))
        return amounts->n > 0 && amounts->low[0] <= amounts->high[0];
    sn_v3_scale(1 / amounts->mass, sums.moment, amounts->center);
    const double *c = amounts->center, square = sn_v3_dot(c, c);
    for (int i = 0; i < 6; i++) /* Steiner */
        amounts->inertia[i] = sums.second[i] - amounts->mass * ((ROW[i] == COLUMN[i] ? square : 0) -
                                                                c[ROW[i]] * c[COLUMN[i]]);
    return true;
}
