/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of rigid bodies that collisions ask for, and the rules themselves. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/core/compiler.h"
#include "engine/compile/rigid/contact_surfaces.h"
#include "engine/model/classes/collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES 96   /* of a hull; beyond that, those furthest out in so many directions */
#define ROUND         32   /* triangles around an ellipsoid */
#define FLAT          1e-4 /* over the size: triangles that are one face */

/* --- shapes --- */

/* Evenly spread directions (Swinbank and Purser 2006). */
static void direction(int i, int n, double d[3])
{
    const double z = 1 - (2 * i + 1.0) / n, r = sqrt(1 - z * z);
    const double angle = i * G_PI * (3 - sqrt(5));
    sn_v3_set(r * cos(angle), r * sin(angle), z, d);
}

/* Of many points those that are furthest out in some direction; how many. */
static int thin_points(int n, double (*points)[3])
{
    if (n <= MOST_VERTICES)
        return n;
    bool *kept = sn_alloc((size_t)n, sizeof *kept);
    for (int k = 0; k < MOST_VERTICES; k++) {
        double d[3], most = -HUGE_VAL;
        int best = 0;
        direction(k, MOST_VERTICES, d);
        for (int i = 0; i < n; i++)
            if (sn_v3_dot(points[i], d) > most) {
                most = sn_v3_dot(points[i], d);
                best = i;
            }
        kept[best] = true;
    }
    int count = 0;
    for (int i = 0; i < n; i++)
        if (kept[i])
            sn_v3_copy(points[i], points[count++]);
    sn_free(kept);
    return count;
}

/* Whether all triangles of a closed mesh support a set of points, as those of a convex one do. */
static bool is_convex(const SnMesh *mesh, int n, const double (*points)[3], double flat)
{
    for (int t = 0; t < mesh->n_triangles; t++) {
        double corner[3][3], u[3], v[3], normal[3];
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                corner[k][c] = (double)mesh->vertices[3 * mesh->triangles[3 * t + k] + (unsigned)c];
        sn_v3_sub(corner[1], corner[0], u);
        sn_v3_sub(corner[2], corner[0], v);
        sn_v3_cross(u, v, normal);
        if (!(sn_v3_normalize(normal, normal) > 0))
            continue;
        int above = 0, below = 0; /* an inside-out mesh may be convex, too */
        for (int i = 0; i < n; i++) {
            sn_v3_sub(points[i], corner[0], u);
            above += sn_v3_dot(u, normal) > flat;
            below += sn_v3_dot(u, normal) < -flat;
        }
        if (above > 0 && below > 0)
            return false;
    }
    return true;
}

/* The hull of what is drawn of a body; none where that is flat, which touches what deforms alone.
 */
static bool hull_of_mesh(const SnMesh *mesh, SnConvex *shape, bool *convex)
{
    double(*points)[3] = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *points);
    for (int i = 0; i < mesh->n_vertices; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = mesh->vertices[3 * i + k];
    const int n = thin_points(mesh->n_vertices, points);
    const double size = sn_v3_distance(mesh->bounds[0], mesh->bounds[1]);
    const bool good = sn_convex_hull(n, (const double(*)[3])points, FLAT * size, shape);
    *convex = good && is_convex(mesh, n, (const double(*)[3])points, FLAT * size);
    sn_free(points);
    return good;
}

/* Whether a collision lets the body touch others with its surface. */
static bool is_asked_for(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->components->len; i++) {
        const SnCollision *rule = c->components->pdata[i];
        if (rule->base.class != &SN_CLASS_COLLISION || rule->method != SN_COLLISION_CONSTRAINT ||
            rule->meshes == SN_COLLISION_HULLS)
            continue;
        const SnIdList *sides[] = {&rule->bodies_a, &rule->bodies_b};
        for (int s = 0; s < 2; s++) {
            if (sides[s]->n == 0)
                return true;
            for (int k = 0; k < sides[s]->n; k++)
                if (sn_id_equal(sides[s]->ids[k], id))
                    return true;
        }
    }
    return false;
}

static void bound_by_box(const SnMesh *mesh, SnConvex *shape)
{
    *shape = (SnConvex){.bound = sn_v3_distance(mesh->bounds[0], mesh->bounds[1]) / 2};
    for (int k = 0; k < 3; k++)
        shape->center[k] = (mesh->bounds[0][k] + mesh->bounds[1][k]) / 2;
}

/* With the hull, or as it is where that is another thing. */
static bool mesh_shape(SnCompiler *c, const SnRigidBody *body, SnContactShape *shape)
{
    SnMesh *mesh = sn_cached_body_mesh(c, body);
    bool convex;
    if (!mesh)
        return false;
    const bool good = hull_of_mesh(mesh, &shape->convex, &convex);
    if (!good) {
        sn_convex_free(&shape->convex);
        bound_by_box(mesh, &shape->convex);
    }
    sn_mesh_unref(mesh);
    shape->as_is = !convex && body->shape == SN_SHAPE_MESH && is_asked_for(c, body->base.base.id);
    if (!good && !shape->as_is)
        sn_checks_add(c->checks, c->fem_drafts->len > 0 ? SN_NOTE : SN_WARNING, body->base.base.id,
                      "has a flat surface: it touches FEM models, but no rigid bodies");
    return true;
}

static bool shape_of(SnCompiler *c, const SnRigidBody *body, SnContactShape *contact)
{
    SnConvex *shape = &contact->convex;
    const double *s = body->size;
    switch ((SnShape)body->shape) {
    case SN_SHAPE_BOX:
        sn_convex_box(s, shape);
        return true;
    case SN_SHAPE_ELLIPSOID:
        if (s[0] != s[1] || s[1] != s[2])
            return mesh_shape(c, body, contact);
        sn_convex_sphere(s[0], shape);
        return true;
    case SN_SHAPE_CYLINDER:
        sn_convex_cylinder(body->radius, body->length, shape);
        return true;
    case SN_SHAPE_CAPSULE:
        sn_convex_capsule(body->radius, body->length, shape);
        return true;
    case SN_SHAPE_HALF_SPACE:
        sn_convex_half_space(shape);
        return true;
    case SN_SHAPE_MESH:
        return mesh_shape(c, body, contact);
    case SN_SHAPE_NONE:
        break;
    }
    return false;
}

static bool add_shapes(SnCompiler *c, SnSystemContacts *contacts)
{
    for (guint i = 0; i < c->drafts->len; i++) {
        const SnBlockDraft *draft = &g_array_index(c->drafts, SnBlockDraft, i);
        if (!draft->component || draft->component->class != &SN_CLASS_RIGID_BODY ||
            draft->rod_frame > 0 || draft->internal > 0 || draft->fem >= 0)
            continue;
        const SnRigidBody *body = (const SnRigidBody *)draft->component;
        if (body->shape == SN_SHAPE_NONE)
            continue;
        SnContactShape shape = {.id = draft->component->id, .block = draft->block};
        sn_v3_scale(-1, c->system->blocks[draft->block].center, shape.offset);
        if (!shape_of(c, body, &shape))
            return false;
        SN_COMPILER_APPEND(contacts->shapes, contacts->n_shapes, shape);
    }
    if (contacts->n_shapes <= SN_CONTACT_MOST_SHAPES)
        return true;
    return sn_compiler_fail(c, c->model->root, "has more than %d bodies that could touch",
                            SN_CONTACT_MOST_SHAPES);
}

/* --- what is connected --- */

/* Which shape a block is of, -1: none. */
static int *shapes_of_blocks(const SnCompiler *c, const SnSystemContacts *contacts)
{
    int *shape = sn_alloc((size_t)c->system->n_blocks + 1, sizeof *shape);
    for (int i = 0; i < c->system->n_blocks; i++)
        shape[i] = -1;
    for (int i = 0; i < contacts->n_shapes; i++)
        shape[contacts->shapes[i].block] = i;
    for (int i = 0; i < c->system->fems.n; i++) {
        const SnSystemFem *fem = &c->system->fems.fems[i];
        for (int k = 0; k < fem->solid->n_nodes; k++)
            shape[fem->node_block[k]] = contacts->surfaces[i].shape;
    }
    for (int i = c->system->fems.n; i < contacts->n_deformable; i++) {
        const SnTouchSurface *s = &contacts->surfaces[i];
        for (int v = 0; v < s->n_vertices; v++)
            if (shape[s->vertex_block[v]] < 0)
                shape[s->vertex_block[v]] = s->shape;
    }
    return shape;
}

static void join_shapes(SnSystemContacts *contacts, int a, int b)
{
    if (a < 0 || b < 0 || a == b)
        return;
    const int n = contacts->n_joined, low = a < b ? a : b, high = a < b ? b : a;
    if (n > 0 && contacts->joined[n - 1][0] == low && contacts->joined[n - 1][1] == high)
        return; /* many nodes are attached to one body */
    contacts->joined = sn_compiler_room(contacts->joined, n, sizeof *contacts->joined);
    contacts->joined[n][0] = low;
    contacts->joined[contacts->n_joined++][1] = high;
}

static void join(SnSystemContacts *contacts, const int *shape, int block_a, int block_b)
{
    join_shapes(contacts, block_a < 0 ? -1 : shape[block_a], block_b < 0 ? -1 : shape[block_b]);
}

static int frame_block(const SnCompiler *c, int frame)
{
    return frame < 0 ? -1 : g_array_index(c->frames, SnSystemFrame, frame).block;
}

static int compare_joined(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void find_joined(SnCompiler *c, SnSystemContacts *contacts)
{
    int *shape = shapes_of_blocks(c, contacts);
    for (guint i = 0; i < c->joints->len; i++) {
        const SnSystemJoint *joint = &g_array_index(c->joints, SnSystemJoint, i);
        const int other = joint->frame_b >= 0 ? frame_block(c, joint->frame_b)
                          : joint->point >= 0
                              ? g_array_index(c->points, SnSystemPoint, joint->point).block
                              : -1;
        join(contacts, shape, frame_block(c, joint->frame_a), other);
    }
    const SnSystemAttachments *attachments = &c->system->attachments;
    for (int i = 0; i < attachments->n; i++)
        for (int k = 0; k < attachments->attachments[i].count; k++)
            join(contacts, shape, attachments->attachments[i].block,
                 attachments->master[attachments->attachments[i].first + k]);
    sn_contact_strands_hold(c, contacts, shape);
    for (int i = c->system->fems.n; i < contacts->n_deformable; i++)
        for (int v = 0; v < contacts->surfaces[i].n_vertices; v++)
            join_shapes(contacts, contacts->surfaces[i].shape, contacts->surfaces[i].held[v]);
    sn_free(shape);
    if (contacts->n_joined > 0)
        qsort(contacts->joined, (size_t)contacts->n_joined, sizeof *contacts->joined,
              compare_joined);
}

/* --- rules --- */

static int n_all(const SnSystemContacts *contacts)
{
    return contacts->n_shapes + contacts->n_deformable;
}

static SnId id_of(const SnSystemContacts *contacts, int shape)
{
    return shape < contacts->n_shapes ? contacts->shapes[shape].id
                                      : contacts->surfaces[shape - contacts->n_shapes].id;
}

/* Which shapes a side names; it names all where it names none. */
static uint8_t *side_of(const SnSystemContacts *contacts, const SnIdList *bodies)
{
    uint8_t *side = sn_alloc((size_t)n_all(contacts) + 1, sizeof *side);
    for (int i = 0; i < n_all(contacts); i++) {
        side[i] = bodies->n == 0;
        for (int k = 0; k < bodies->n; k++)
            side[i] |= sn_id_equal(bodies->ids[k], id_of(contacts, i));
    }
    return side;
}

static void check_sides(SnCompiler *c, const SnSystemContacts *contacts, const SnCollision *rule)
{
    const SnIdList *sides[] = {&rule->bodies_a, &rule->bodies_b};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < sides[s]->n; k++) {
            bool found = false;
            for (int i = 0; i < n_all(contacts); i++)
                found = found || sn_id_equal(id_of(contacts, i), sides[s]->ids[k]);
            if (!found)
                sn_checks_add(c->checks, SN_WARNING, rule->base.id,
                              "names a body that has no shape to touch with");
        }
}

/* Sides that name the same body alone: it would not touch even the ground. */
static void check_pairs(SnCompiler *c, const SnSystemContacts *contacts, const SnCollision *named,
                        const SnContactRule *rule)
{
    bool both = false;
    if (!named->enabled || named->bodies_a.n == 0 || named->bodies_b.n == 0)
        return;
    for (int i = 0; i < n_all(contacts); i++)
        for (int j = 0; j < n_all(contacts); j++) {
            const bool itself = i == j && (!named->self_contact || i < contacts->n_shapes);
            if (!itself && rule->side[0][i] && rule->side[1][j])
                return;
            both = both || (rule->side[0][i] && rule->side[1][j]);
        }
    if (!both)
        return; /* one has no shape, which is said */
    sn_checks_add(c->checks, SN_WARNING, named->base.id,
                  "brings nothing together: both sides name the same body alone. Name what it "
                  "touches on one of them, or switch on self_contact if it is a FEM model or a "
                  "strand");
}

/* What deforms touches by constraints, whatever the method says of the rigid bodies in it. */
static void check_method(SnCompiler *c, const SnSystemContacts *contacts, const SnCollision *named,
                         const SnContactRule *rule)
{
    if (!named->enabled || named->method == SN_COLLISION_CONSTRAINT)
        return;
    for (int i = contacts->n_shapes; i < n_all(contacts); i++)
        if (rule->side[0][i] || rule->side[1][i]) {
            sn_checks_add(c->checks, SN_NOTE, named->base.id,
                          "has a method for rigid bodies: FEM models and strands in it touch by "
                          "constraints, at its gap and with its friction, and report their own "
                          "pressure");
            return;
        }
}

static void check_meshes(SnCompiler *c, const SnSystemContacts *contacts,
                         const SnCollision *collision)
{
    bool as_is = false;
    for (int i = 0; i < contacts->n_shapes; i++)
        as_is = as_is || contacts->shapes[i].as_is;
    if (as_is && collision->method == SN_COLLISION_CONSTRAINT && collision->compliance > 0 &&
        collision->meshes == SN_COLLISION_AS_THEY_ARE)
        sn_checks_add(c->checks, SN_NOTE, collision->base.id,
                      "has a compliance: meshes that are not convex touch with their hulls; choose "
                      "the method elastic_foundation, or no compliance");
}

static void add_rules(SnCompiler *c, SnSystemContacts *contacts)
{
    static const SnContactMethod methods[] = {
        [SN_COLLISION_CONSTRAINT] = SN_CONTACT_CONSTRAINT,
        [SN_COLLISION_HUNT_CROSSLEY] = SN_CONTACT_HUNT_CROSSLEY,
        [SN_COLLISION_ELASTIC_FOUNDATION] = SN_CONTACT_ELASTIC_FOUNDATION,
        [SN_COLLISION_PRESSURE_FIELD] = SN_CONTACT_PRESSURE_FIELD};
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_COLLISION)
            continue;
        const SnCollision *collision = (const SnCollision *)component;
        const SnContactRule rule = {
            .id = component->id,
            .enabled = collision->enabled,
            .joined = collision->joined,
            .self = collision->self_contact,
            .hulls = collision->meshes == SN_COLLISION_HULLS,
            .side = {side_of(contacts, &collision->bodies_a),
                     side_of(contacts, &collision->bodies_b)},
            .friction = collision->friction,
            .restitution = collision->restitution,
            .compliance = collision->compliance,
            .damping = collision->damping,
            .tolerance = collision->tolerance,
            .gap = collision->gap,
            .torsion = collision->torsional_friction,
            .rolling = collision->rolling_friction,
            .method = methods[collision->method],
            .compliant = {.modulus = collision->modulus,
                          .poisson = collision->poisson,
                          .thickness = collision->thickness,
                          .pressure_modulus = collision->pressure_modulus,
                          .quadratic_modulus = collision->quadratic_modulus,
                          .cubic_modulus = collision->cubic_modulus,
                          .offset = collision->offset,
                          .lateral_stiffness = collision->lateral_stiffness,
                          .look_ahead = collision->look_ahead,
                          .dissipation = collision->dissipation,
                          .static_friction = collision->static_friction,
                          .viscous_friction = collision->viscous_friction,
                          .transition_velocity = collision->transition_velocity},
        };
        check_sides(c, contacts, collision);
        check_pairs(c, contacts, collision, &rule);
        check_method(c, contacts, collision, &rule);
        check_meshes(c, contacts, collision);
        sn_compiler_set_index(c, component->id, contacts->n_rules);
        SN_COMPILER_APPEND(contacts->rules, contacts->n_rules, rule);
    }
}

static bool has_collisions(const SnCompiler *c)
{
    for (guint i = 0; i < c->components->len; i++)
        if (((const SnComponent *)c->components->pdata[i])->class == &SN_CLASS_COLLISION)
            return true;
    return false;
}

bool sn_compile_contacts(SnCompiler *c)
{
    SnSystemContacts *contacts = &c->system->contacts;
    if (!has_collisions(c))
        return true;
    if (!add_shapes(c, contacts) || !sn_compile_contact_surfaces(c, contacts))
        return false;
    find_joined(c, contacts);
    add_rules(c, contacts);
    return sn_compile_compliant_contacts(c);
}
