/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces and pairs of collisions with a compliant method. */
#include "engine/sim/system/compliant_contacts.h"
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/core/compiler.h"
#include "engine/compile/rigid/round_surface.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/surface_check.h"
#include "engine/model/classes/collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const SnRigidBody *body_of(const SnCompiler *c, const SnContactShape *shape)
{
    return (const SnRigidBody *)sn_model_get(c->model, shape->id);
}

static bool is_ball(const SnContactShape *shape)
{
    return !shape->convex.half_space && shape->convex.n_vertices == 1;
}

/* --- surfaces --- */

/* Vertices of one place are one: files and shapes may draw each triangle by itself. */
static void weld(const SnMesh *mesh, double *x, int32_t *triangles, int *n_vertices)
{
    int n = 0;
    int32_t *number = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *number);
    GHashTable *seen =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (int i = 0; i < mesh->n_vertices; i++) {
        float v[3];
        for (int k = 0; k < 3; k++) /* -0 is 0 */
            v[k] = mesh->vertices[3 * i + k] == 0 ? 0 : mesh->vertices[3 * i + k];
        GBytes *key = g_bytes_new(v, sizeof v);
        gpointer found = NULL;
        if (g_hash_table_lookup_extended(seen, key, NULL, &found)) {
            number[i] = GPOINTER_TO_INT(found);
            g_bytes_unref(key);
            continue;
        }
        for (int k = 0; k < 3; k++)
            x[3 * n + k] = (double)v[k];
        g_hash_table_insert(seen, key, GINT_TO_POINTER(n));
        number[i] = n++;
    }
    g_hash_table_unref(seen);
    for (int i = 0; i < 3 * mesh->n_triangles; i++)
        triangles[i] = number[mesh->triangles[i]];
    sn_free(number);
    *n_vertices = n;
}

static double triangle_area(const double *x, const int32_t *corner, double center[3])
{
    double a[3], b[3], normal[3];
    sn_v3_sub(x + 3 * corner[1], x + 3 * corner[0], a);
    sn_v3_sub(x + 3 * corner[2], x + 3 * corner[0], b);
    sn_v3_cross(a, b, normal);
    for (int k = 0; k < 3; k++)
        center[k] = (x[3 * corner[0] + k] + x[3 * corner[1] + k] + x[3 * corner[2] + k]) / 3;
    return sn_v3_norm(normal) / 2;
}

static void place_springs(SnFoundationSurface *surface, bool at_vertices)
{
    const SnTriangleMesh *mesh = surface->mesh;
    surface->at_vertices = at_vertices;
    surface->n = at_vertices ? mesh->n_vertices : mesh->n_triangles;
    surface->point = sn_alloc((size_t)surface->n + 1, sizeof *surface->point);
    surface->area = sn_alloc((size_t)surface->n + 1, sizeof *surface->area);
    for (int i = 0; at_vertices && i < mesh->n_vertices; i++)
        sn_v3_copy(surface->x + 3 * i, surface->point[i]);
    for (int t = 0; t < mesh->n_triangles; t++) {
        const int32_t *corner = &mesh->triangles[3 * t];
        double center[3];
        const double area = triangle_area(surface->x, corner, center);
        for (int k = 0; at_vertices && k < 3; k++)
            surface->area[corner[k]] += area / 3;
        if (!at_vertices) {
            sn_v3_copy(center, surface->point[t]);
            surface->area[t] = area;
        }
    }
}

/* The other side of each triangle becomes the outer one. */
static void turn_inside_out(SnFoundationSurface *surface)
{
    SnTriangleMesh *mesh = surface->mesh;
    for (int t = 0; t < mesh->n_triangles; t++) {
        const int32_t first = mesh->triangles[3 * t];
        mesh->triangles[3 * t] = mesh->triangles[3 * t + 1];
        mesh->triangles[3 * t + 1] = first;
    }
    surface->mesh = sn_triangle_mesh_new(mesh->n_vertices, mesh->n_triangles, mesh->triangles);
    sn_triangle_mesh_free(mesh);
}

/* What the springs of an elastic foundation make of a surface that is no solid's. */
static void check_surface(SnCompiler *c, const SnRigidBody *body, SnFoundationSurface *surface)
{
    static const SnSurfaceFlaw flaws[] = {SN_FLAW_NONMANIFOLD, SN_FLAW_INCONSISTENT,
                                          SN_FLAW_INTERSECTING};
    const SnId id = body->base.base.id;
    SnSurfaceCheck check;
    SnPairList pairs = {0};
    if (surface->mesh->n_open > 0) {
        sn_checks_add(c->checks, SN_WARNING, id,
                      "has an open surface (%d edges without a neighbour): near them an elastic "
                      "foundation cannot tell inside from outside",
                      surface->mesh->n_open);
    } else if (sn_triangle_mesh_volume(surface->mesh, surface->x) < 0) {
        turn_inside_out(surface);
        sn_checks_add(c->checks, SN_WARNING, id,
                      "has a surface that is inside out: contact takes it turned; turn the faces "
                      "of its mesh");
    }
    const SnSurfaceView view = {.mesh = surface->mesh, .tree = surface->tree, .x = surface->x};
    sn_surface_check(&view, &pairs, &check);
    for (size_t i = 0; i < G_N_ELEMENTS(flaws); i++) {
        char text[200];
        if (check.count[flaws[i]] == 0)
            continue;
        sn_surface_flaw_text(&check, flaws[i], text, sizeof text);
        sn_checks_add(c->checks, SN_WARNING, id,
                      "has a surface that is no solid's (%s): there an elastic foundation may "
                      "press on the wrong side",
                      text);
    }
    sn_pair_list_clear(&pairs);
}

/* --- springs close enough --- */

/* A flat side of two triangles would stand on two springs, and fall over. */
#define LARGE    0.05 /* triangle, over the surface: then all are cut into four, ... */
#define SMALL    6e-3 /* ... until none is larger: 32 springs on each side of a box, ... */
#define MOST_CUT 6000 /* ... or there are so many */

/* The largest triangle, over the surface. */
static double largest_share(const double *x, const int32_t *triangles, int n)
{
    double all = 0, most = 0, center[3];
    for (int t = 0; t < n; t++) {
        const double area = triangle_area(x, triangles + 3 * (size_t)t, center);
        all += area;
        most = area > most ? area : most;
    }
    return all > 0 ? most / all : 0;
}

/* The vertex in the middle of an edge, made when first asked for. */
static int32_t middle_of(GHashTable *middles, GArray *x, int32_t a, int32_t b)
{
    const int64_t key = a < b ? (int64_t)a << 32 | b : (int64_t)b << 32 | a;
    gpointer found;
    if (g_hash_table_lookup_extended(middles, &key, NULL, &found))
        return GPOINTER_TO_INT(found);
    const int32_t number = (int32_t)(x->len / 3);
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = (g_array_index(x, double, 3 * a + k) + g_array_index(x, double, 3 * b + k)) / 2;
    g_array_append_vals(x, middle, 3);
    g_hash_table_insert(middles, g_memdup2(&key, sizeof key), GINT_TO_POINTER(number));
    return number;
}

/* Cuts each triangle into four. */
static void cut_up(GArray *x, GArray *triangles)
{
    GHashTable *middles = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    const guint n = triangles->len / 3;
    for (guint t = 0; t < n; t++) {
        int32_t corner[3], middle[3];
        for (guint k = 0; k < 3; k++)
            corner[k] = g_array_index(triangles, int32_t, 3 * t + k);
        for (int k = 0; k < 3; k++)
            middle[k] = middle_of(middles, x, corner[k], corner[(k + 1) % 3]);
        for (guint k = 0; k < 3; k++) {
            const int32_t outer[3] = {corner[k], middle[k], middle[(k + 2) % 3]};
            g_array_append_vals(triangles, outer, 3);
        }
        for (guint k = 0; k < 3; k++)
            g_array_index(triangles, int32_t, 3 * t + k) = middle[k];
    }
    g_hash_table_unref(middles);
}

/* The surface of a shape in such pieces that springs on its faces bear what lies flat on them. */
static void refine(SnFoundationSurface *surface)
{
    const SnTriangleMesh *mesh = surface->mesh;
    if (largest_share(surface->x, mesh->triangles, mesh->n_triangles) <= LARGE)
        return;
    GArray *x = g_array_new(FALSE, FALSE, sizeof(double));
    GArray *triangles = g_array_new(FALSE, FALSE, sizeof(int32_t));
    g_array_append_vals(x, surface->x, 3 * (guint)mesh->n_vertices);
    g_array_append_vals(triangles, mesh->triangles, 3 * (guint)mesh->n_triangles);
    while (4 * (triangles->len / 3) <= MOST_CUT &&
           largest_share((double *)x->data, (int32_t *)triangles->data, (int)triangles->len / 3) >
               SMALL)
        cut_up(x, triangles);
    sn_triangle_mesh_free(surface->mesh);
    sn_box_tree_free(surface->tree);
    sn_free(surface->x);
    surface->x = sn_alloc(x->len + 1, sizeof *surface->x);
    memcpy(surface->x, x->data, x->len * sizeof *surface->x);
    surface->mesh = sn_triangle_mesh_new((int)x->len / 3, (int)triangles->len / 3,
                                         (const int32_t *)triangles->data);
    surface->tree = sn_box_tree_new(
        surface->mesh->n_triangles,
        &(SnBoxItems){.corners = 3, .items = surface->mesh->triangles, .x = surface->x});
    g_array_unref(triangles);
    g_array_unref(x);
}

typedef enum SurfaceUse { FOR_FACES, FOR_VERTICES, FOR_FIELD } SurfaceUse;

/* --- of all shapes --- */

/* As it is drawn; false: the compiler has failed. */
static bool take_mesh(SnCompiler *c, const SnRigidBody *body, SnFoundationSurface *surface)
{
    SnMesh *mesh = sn_cached_body_mesh(c, body);
    if (!mesh)
        return false;
    int32_t *triangles = sn_alloc(3 * (size_t)mesh->n_triangles + 1, sizeof *triangles);
    int n_vertices;
    surface->x = sn_alloc(3 * (size_t)mesh->n_vertices + 1, sizeof *surface->x);
    weld(mesh, surface->x, triangles, &n_vertices);
    surface->mesh = sn_triangle_mesh_new(n_vertices, mesh->n_triangles, triangles);
    sn_free(triangles);
    sn_mesh_unref(mesh);
    return true;
}

#define AROUND       64 /* triangles around what is round and carries springs, ... */
#define AROUND_FIELD 72 /* ... and around what has a field */

/* Of a round primitive, as far out of it as within (*lift: how its vertices were moved); false: it
 * is none. */
static bool take_round(const SnRigidBody *body, SurfaceUse use, SnFoundationSurface *surface,
                       double **lift)
{
    SnSurface *round = sn_round_surface(body, use == FOR_FIELD ? AROUND_FIELD : AROUND, lift);
    if (!round)
        return false;
    const size_t n = 3 * (size_t)round->n_vertices;
    surface->mesh = sn_triangle_mesh_new(round->n_vertices, round->n_triangles, round->triangles);
    surface->x = sn_alloc(n + 1, sizeof *surface->x);
    for (size_t i = 0; i < n; i++)
        surface->x[i] = round->vertices[i] + (*lift)[i];
    sn_surface_free(round);
    return true;
}

/* Puts springs on the round side itself: vertices back, middles of triangles, which are a third
 * deeper than these are on average, further out. */
static void lift_springs(SnFoundationSurface *surface, const double *lift)
{
    for (int i = 0; i < surface->n; i++) {
        if (surface->at_vertices)
            sn_v3_axpy(-1, lift + 3 * i, surface->point[i]);
        for (int k = 0; !surface->at_vertices && k < 3; k++)
            sn_v3_axpy(1.0 / 9, lift + 3 * surface->mesh->triangles[3 * i + k], surface->point[i]);
    }
}

/* The surface of a shape, made when first asked for; its number, -1: the compiler has failed. */
static int surface_of(SnCompiler *c, int shape, SurfaceUse use)
{
    const bool at_vertices = use == FOR_VERTICES;
    SnCompliantContacts *contacts = sn_compliant_contacts(c->system);
    for (int i = 0; i < contacts->n_surfaces; i++)
        if (contacts->surfaces[i].shape == shape &&
            contacts->surfaces[i].fine == (use == FOR_FACES) &&
            contacts->surfaces[i].at_vertices == at_vertices)
            return i;
    const SnRigidBody *body = body_of(c, &c->system->contacts.shapes[shape]);
    SnFoundationSurface surface = {.shape = shape};
    double *lift = NULL;
    if (!take_round(body, use, &surface, &lift) && !take_mesh(c, body, &surface))
        return -1;
    surface.tree = sn_box_tree_new(
        surface.mesh->n_triangles,
        &(SnBoxItems){.corners = 3, .items = surface.mesh->triangles, .x = surface.x});
    check_surface(c, body, &surface);
    surface.fine = use == FOR_FACES;
    if (surface.fine && !lift)
        refine(&surface);
    place_springs(&surface, at_vertices);
    if (lift)
        lift_springs(&surface, lift);
    sn_free(lift);
    SN_COMPILER_APPEND(contacts->surfaces, contacts->n_surfaces, surface);
    return contacts->n_surfaces - 1;
}

/* --- pairs --- */

static void append_pair(SnCompiler *c, const SnCompliantPair *pair)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(c->system);
    SN_COMPILER_APPEND(contacts->pairs, contacts->n, *pair);
}

static bool add_balls(SnCompiler *c, const SnCollision *collision, int rule, int a, int b)
{
    const SnContactShape *shapes = c->system->contacts.shapes;
    if (!is_ball(&shapes[a])) {
        const int swap = a;
        a = b;
        b = swap;
    }
    if (!is_ball(&shapes[a]) || !(is_ball(&shapes[b]) || shapes[b].convex.half_space))
        return sn_compiler_fail(c, &collision->base,
                                "is of method hunt_crossley, which takes spheres (ellipsoids of "
                                "three equal radii) against spheres and half-spaces; for other "
                                "shapes choose elastic_foundation");
    append_pair(c, &(SnCompliantPair){.rule = rule, .shape = {a, b}, .surface = {-1, -1}});
    return true;
}

#define SMOOTH 0.85 /* mean normal of the sides around a vertex: less is a sharp edge */
#define EDGES  0.05 /* of the surface at these: that is said */

/* Share of the area that springs at vertices of sharp edges carry. */
static double share_at_edges(const SnFoundationSurface *surface)
{
    const SnTriangleMesh *mesh = surface->mesh;
    double all = 0, at_edges = 0;
    double(*sum)[3] = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *sum); /* area vectors / 3 */
    for (int t = 0; t < mesh->n_triangles; t++) {
        const int32_t *corner = &mesh->triangles[3 * t];
        double a[3], b[3], normal[3];
        sn_v3_sub(surface->x + 3 * corner[1], surface->x + 3 * corner[0], a);
        sn_v3_sub(surface->x + 3 * corner[2], surface->x + 3 * corner[0], b);
        sn_v3_cross(a, b, normal);
        for (int k = 0; k < 3; k++)
            sn_v3_axpy(1.0 / 6, normal, sum[corner[k]]);
    }
    for (int v = 0; v < mesh->n_vertices; v++) {
        all += surface->area[v];
        at_edges += sn_v3_norm(sum[v]) < SMOOTH * surface->area[v] ? surface->area[v] : 0;
    }
    sn_free(sum);
    return all > 0 ? at_edges / all : 0;
}

/* Of a surface, once: where there were too many triangles to cut up, or sharp edges. */
static void check_springs(SnCompiler *c, int number)
{
    const SnCompliantContacts *contacts = sn_compliant_contacts(c->system);
    const SnFoundationSurface *surface = &contacts->surfaces[number];
    const SnId id = c->system->contacts.shapes[surface->shape].id;
    for (int i = 0; i < contacts->n; i++)
        if (contacts->pairs[i].surface[0] == number)
            return;
    const double most =
        largest_share(surface->x, surface->mesh->triangles, surface->mesh->n_triangles);
    const double edges = surface->at_vertices ? share_at_edges(surface) : 0;
    if (surface->fine && most > LARGE)
        sn_checks_add(c->checks, SN_WARNING, id,
                      "has triangles of up to %.0f %% of its surface, each with one spring of an "
                      "elastic foundation in its middle, on which it may tip over: take springs "
                      "at vertices, a finer mesh or pressure_field",
                      100 * most);
    if (edges > EDGES)
        sn_checks_add(c->checks, SN_WARNING, id,
                      "has %.0f %% of its surface at sharp edges, whose vertices have springs for "
                      "all sides that meet there: on a flat side it is too stiff (a box three "
                      "times); take springs at faces",
                      100 * edges);
}

/* Springs of shape a on shape b. */
static bool add_springs(SnCompiler *c, const SnCollision *collision, int rule, int a, int b,
                        double share)
{
    const SnContactShape *shapes = c->system->contacts.shapes;
    SnCompliantPair pair = {.rule = rule, .shape = {a, b}, .surface = {-1, -1}, .share = share};
    const SurfaceUse use = collision->springs == 1 ? FOR_VERTICES : FOR_FACES;
    pair.surface[0] = surface_of(c, a, use);
    if (!is_ball(&shapes[b]) && !shapes[b].convex.half_space)
        pair.surface[1] = surface_of(c, b, use);
    else
        pair.surface[1] = -1;
    if (pair.surface[0] < 0 ||
        (pair.surface[1] < 0 && !is_ball(&shapes[b]) && !shapes[b].convex.half_space))
        return false;
    check_springs(c, pair.surface[0]);
    append_pair(c, &pair);
    return true;
}

/* The field of a surface, made when first asked for. */
static bool fill_with_pressure(SnCompiler *c, const SnCollision *collision, int surface)
{
    SnFoundationSurface *s = &sn_compliant_contacts(c->system)->surfaces[surface];
    if (s->field)
        return true;
    if (s->mesh->n_open == 0)
        s->field = sn_pressure_field_new(s->mesh->n_triangles, s->mesh->triangles, s->x);
    if (!s->field && s->mesh->n_open == 0)
        s->field = sn_pressure_field_of_depth(
            &(SnSurfaceView){.mesh = s->mesh, .tree = s->tree, .x = s->x});
    if (s->field)
        return true;
    char *path = sn_model_path(c->model, c->system->contacts.shapes[s->shape].id);
    sn_compiler_fail(c, &collision->base,
                     "is of method pressure_field, and %s has a surface that is open or so thin "
                     "for its size that the depth under it is not met: choose "
                     "elastic_foundation, close the surface or give it thicker walls",
                     path);
    g_free(path);
    return false;
}

/* a is on side A. */
static bool add_field(SnCompiler *c, const SnCollision *collision, int rule, int a, int b)
{
    static const double hard = 1e4;
    const SnContactShape *shapes = c->system->contacts.shapes;
    const bool turned = shapes[a].convex.half_space;
    const int first = turned ? b : a, second = turned ? a : b;
    const int other = turned ? SN_COLLISION_LAYER_A : SN_COLLISION_LAYER_B;
    const bool ground = shapes[second].convex.half_space;
    if (ground && collision->layer == other && !(collision->half_space_thickness > 0))
        return sn_compiler_fail(c, &collision->base,
                                "lets only a half-space give way, which is rigid: give it a "
                                "half_space_thickness, or choose the other side or both");
    SnCompliantPair pair = {.rule = rule, .shape = {first, second}, .surface = {-1, -1}};
    if (ground && collision->half_space_thickness > 0 &&
        collision->layer != (turned ? SN_COLLISION_LAYER_B : SN_COLLISION_LAYER_A))
        pair.steep = 1 / collision->half_space_thickness;
    for (int s = 0; s < 2; s++) {
        const bool on_a = pair.shape[s] == a;
        const bool soft = collision->layer != (on_a ? SN_COLLISION_LAYER_B : SN_COLLISION_LAYER_A);
        pair.hard[s] = soft ? 1 : hard;
        if (shapes[pair.shape[s]].convex.half_space)
            continue;
        pair.surface[s] = surface_of(c, pair.shape[s], FOR_FIELD);
        if (pair.surface[s] < 0 || !fill_with_pressure(c, collision, pair.surface[s]))
            return false;
    }
    append_pair(c, &pair);
    return true;
}

/* How far springs are apart [m]; less than 0: the compiler has failed. */
static double apart(SnCompiler *c, const SnCollision *collision, int shape)
{
    const int number = surface_of(c, shape, collision->springs == 1 ? FOR_VERTICES : FOR_FACES);
    if (number < 0)
        return -1;
    const SnFoundationSurface *surface = &sn_compliant_contacts(c->system)->surfaces[number];
    double all = 0, center[3];
    for (int t = 0; t < surface->mesh->n_triangles; t++)
        all += triangle_area(surface->x, &surface->mesh->triangles[3 * t], center);
    return sqrt(all / MAX(surface->n, 1));
}

#define COARSE  2    /* times as far apart as those of the other surface, ... */
#define LOST    0.15 /* ... and over the radius of that: what presses has none or too many */
#define BETWEEN 0.25 /* over that: it may lie between them */

/* Which surfaces of a on side A and b carry springs. */
static bool choose_sides(SnCompiler *c, const SnCollision *collision, int a, int b, bool on[2])
{
    const SnContactShape *shapes = c->system->contacts.shapes;
    const int shape[2] = {a, b};
    double way[2] = {0};
    on[0] = collision->layer != SN_COLLISION_LAYER_B && !shapes[a].convex.half_space;
    on[1] = collision->layer != SN_COLLISION_LAYER_A && !shapes[b].convex.half_space;
    for (int s = 0; s < 2; s++)
        if (on[s] && (way[s] = apart(c, collision, shape[s])) < 0)
            return false;
    for (int s = 0; s < 2 && on[0] && on[1]; s++)
        on[s] = way[s] <= fmax(COARSE * way[1 - s], LOST * shapes[shape[1 - s]].convex.bound);
    for (int s = 0; s < 2; s++) {
        const SnContactShape *other = &shapes[shape[1 - s]];
        if (on[s] && !on[1 - s] && !other->convex.half_space &&
            way[s] > BETWEEN * other->convex.bound) {
            char *path = sn_model_path(c->model, other->id);
            sn_checks_add(c->checks, SN_WARNING, shapes[shape[s]].id,
                          "has springs of an elastic foundation that are %.2g m apart, between "
                          "which %s may lie and not be borne: put the layer on that, or take a "
                          "finer mesh",
                          way[s], path);
            g_free(path);
        }
    }
    return true;
}

/* a is on side A. */
static bool add_foundation(SnCompiler *c, const SnCollision *collision, int rule, int a, int b)
{
    bool on[2];
    if (!choose_sides(c, collision, a, b, on))
        return false;
    if (!on[0] && !on[1])
        return sn_compiler_fail(c, &collision->base,
                                "has its layer on a half-space, which has no faces: put it on the "
                                "other side");
    const double share = on[0] && on[1] ? 0.5 : 1;
    return (!on[0] || add_springs(c, collision, rule, a, b, share)) &&
           (!on[1] || add_springs(c, collision, rule, b, a, share));
}

static bool add_any(SnCompiler *c, const SnCollision *collision, int rule, int a, int b)
{
    switch (collision->method) {
    case SN_COLLISION_HUNT_CROSSLEY:
        return add_balls(c, collision, rule, a, b);
    case SN_COLLISION_PRESSURE_FIELD:
        return add_field(c, collision, rule, a, b);
    default:
        return add_foundation(c, collision, rule, a, b);
    }
}

static bool add_pairs(SnCompiler *c, const SnCollision *collision, int number)
{
    const SnSystemContacts *contacts = &c->system->contacts;
    const SnContactRule *rule = &contacts->rules[number];
    for (int i = 0; i < contacts->n_shapes; i++)
        for (int j = i + 1; j < contacts->n_shapes; j++) {
            const bool straight = rule->side[0][i] && rule->side[1][j];
            if (!straight && !(rule->side[0][j] && rule->side[1][i]))
                continue;
            const SnContactShape *s = contacts->shapes;
            if (s[i].block == s[j].block || (s[i].convex.half_space && s[j].convex.half_space))
                continue;
            const int a = straight ? i : j, b = straight ? j : i;
            if (!add_any(c, collision, number, a, b))
                return false;
        }
    return true;
}

bool sn_compile_compliant_contacts(SnCompiler *c)
{
    for (guint i = 0, rule = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_COLLISION)
            continue;
        const SnCollision *collision = (const SnCollision *)component;
        if (collision->method != SN_COLLISION_CONSTRAINT && !add_pairs(c, collision, (int)rule))
            return false;
        rule++;
    }
    return true;
}
