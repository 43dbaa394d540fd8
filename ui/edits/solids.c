/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/solids.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/places.h"
#include "ui/edits/arrange.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* --- files of their own --- */

/* A name that other numbers do not have. */
static char *name_for(const char *what, const void *data, gsize size, const char *ending)
{
    g_autofree char *sum =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, size);
    return g_strdup_printf("%s-%.12s%s", what, sum, ending);
}

/* Takes the surface; NULL, and says so: it could not be written. */
static char *keep_surface(SnSession *session, SnSurface *surface, const char *what)
{
    g_autofree char *name =
        name_for(what, surface->vertices, 3 * (gsize)surface->n_vertices * sizeof(double), ".obj");
    char *path = sn_surface_keep(surface, name);
    if (!path)
        sn_session_fail(session, "The mesh could not be written to the cache folder.");
    return path;
}

/* --- new bodies --- */

static const SnBodyKind body_kinds[] = {
    {"Box", "box"},           {"Ball", "ball"},       {"Ellipsoid", "ellipsoid"},
    {"Cylinder", "cylinder"}, {"Capsule", "capsule"}, {"Ground", "ground"}};
static const SnShape shapes[] = {SN_SHAPE_BOX,      SN_SHAPE_ELLIPSOID, SN_SHAPE_ELLIPSOID,
                                 SN_SHAPE_CYLINDER, SN_SHAPE_CAPSULE,   SN_SHAPE_HALF_SPACE};
G_STATIC_ASSERT(G_N_ELEMENTS(shapes) == G_N_ELEMENTS(body_kinds));

const SnBodyKind *sn_body_kinds(int *n)
{
    *n = G_N_ELEMENTS(body_kinds);
    return body_kinds;
}

/* Half as wide as the places of new bodies are apart. */
static void size_new(SnRigidBody *body, bool ball)
{
    const double half = 0.025;
    switch ((SnShape)body->shape) {
    case SN_SHAPE_ELLIPSOID:
        sn_v3_set(half, half, half, body->size);
        if (!ball)
            body->size[2] = 2 * half;
        break;
    case SN_SHAPE_CYLINDER:
    case SN_SHAPE_CAPSULE:
        body->radius = half / 2;
        body->length = 4 * half;
        break;
    case SN_SHAPE_HALF_SPACE:
        sn_v3_set(40 * half, 40 * half, half, body->size);
        break;
    default:
        sn_v3_set(2 * half, 2 * half, 2 * half, body->size);
        break;
    }
}

SnId sn_edits_add_body(SnSession *session, const char *kind, const double centre[3])
{
    const SnModel *model = sn_session_model(session);
    gsize k = 0;
    while (k < G_N_ELEMENTS(body_kinds) && strcmp(body_kinds[k].name, kind) != 0)
        k++;
    if (k == G_N_ELEMENTS(body_kinds)) {
        sn_session_fail(session, "There is no body of that shape.");
        return SN_ID_NULL;
    }
    g_autofree char *name =
        sn_name_unused(sn_model_list_for(model->root, &SN_CLASS_RIGID_BODY), kind);
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, name);
    body->shape = shapes[k];
    size_new(body, strcmp(kind, "ball") == 0);
    if (body->shape == SN_SHAPE_HALF_SPACE)
        body->dynamic = false;
    else
        sn_place_for_new(model, &body->base.base, centre, body->position);
    return sn_edits_add_made(session, &body->base.base);
}

/* --- hulls --- */

static void add_points(const SnModel *model, SnId id, GArray *points)
{
    const SnComponent *component = sn_model_get(model, id);
    double place[3];
    if (component && id.entry == 0 && component->class == &SN_CLASS_RIGID_BODY) {
        const SnRigidBody *body = (const SnRigidBody *)component;
        SnSurface *surface = sn_rigid_body_surface(model, body, NULL);
        for (int i = 0; surface && i < surface->n_vertices; i++) {
            sn_pose_point(body->position, body->orientation, surface->vertices + 3 * (size_t)i,
                          place);
            g_array_append_val(points, place);
        }
        sn_surface_free(surface);
    } else if (component && id.entry == 0 && component->class == &SN_CLASS_FEM) {
        const SnArray *nodes = &((const SnFem *)component)->nodes;
        for (int i = 0; i < nodes->n; i++)
            g_array_append_val(points, ((const SnFemNode *)nodes->entries)[i].position);
    } else if (component && sn_component_place(model, id, place)) {
        g_array_append_val(points, place);
    }
}

/* About its centre, which is returned. */
static void center_surface(SnSurface *surface, double center[3])
{
    SnMassProperties mass;
    sn_surface_mass(surface, 1, &mass);
    sn_v3_copy(mass.center, center);
    for (int i = 0; i < 3 * surface->n_vertices; i++)
        surface->vertices[i] -= center[i % 3];
}

bool sn_edits_hull(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double[3]));
    int n = 0;
    double center[3];
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++)
        add_points(model, ids[i], points);
    SnSurface *surface =
        sn_surface_hull((const double(*)[3])(const void *)points->data, (int)points->len);
    if (!surface) {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "Select bodies, FEMs or at least four points "
                                                    "that do not lie in one plane."});
        return false;
    }
    center_surface(surface, center);
    char *path = keep_surface(session, surface, "hull");
    if (!path)
        return false;
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_RIGID_BODY);
    g_autofree char *name = sn_name_unused(list, "hull");
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, name);
    body->shape = SN_SHAPE_MESH;
    body->mesh = path;
    sn_v3_copy(center, body->position);
    return !sn_id_is_null(sn_edits_add_made(session, &body->base.base));
}

/* --- FEM models into bodies --- */

/* The outside in the frame of the model; NULL: it has no solid elements. */
static SnSurface *outside_of(const SnFem *fem)
{
    const SnVolumeMesh *mesh = fem->mesh;
    int *faces = NULL;
    const int n = mesh ? sn_volume_mesh_surface(mesh, &faces) : 0;
    g_autoptr(GArray) triangles = g_array_new(FALSE, FALSE, sizeof(int32_t));
    g_autofree int32_t *number = g_new(int32_t, (mesh ? mesh->n_nodes : 0) + 1);
    SnSurface *surface = g_new0(SnSurface, 1);
    memset(number, 0xff, sizeof *number * ((mesh ? (gsize)mesh->n_nodes : 0) + 1));
    surface->vertices = g_new(double, 3 * (gsize)(mesh ? mesh->n_nodes : 0) + 3);
    for (int i = 0; i < n; i++) {
        const SnElementFace *face =
            &sn_element_shape((SnElementKind)mesh->kind[faces[2 * i]])->face[faces[2 * i + 1]];
        const int *nodes = mesh->element_nodes + mesh->start[faces[2 * i]];
        for (int k = 1; k + 1 < face->n_corners; k++) {
            const int fan[3] = {0, k, k + 1};
            for (int c = 0; c < 3; c++) {
                const int node = nodes[face->node[fan[c]]];
                if (number[node] < 0) {
                    number[node] = surface->n_vertices++;
                    sn_v3_copy(mesh->nodes + 3 * (size_t)node,
                               surface->vertices + 3 * (size_t)number[node]);
                }
                g_array_append_val(triangles, number[node]);
            }
        }
    }
    g_free(faces);
    surface->n_triangles = (int)triangles->len / 3;
    surface->triangles = (int32_t *)(void *)g_array_steal(triangles, NULL);
    return surface;
}

static SnComponent *body_of(SnSession *session, const SnFem *fem)
{
    SnSurface *surface = outside_of(fem);
    char *path = surface->n_triangles > 0 ? keep_surface(session, surface, "tissue") : NULL;
    if (!path)
        return NULL;
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    body->shape = SN_SHAPE_MESH;
    body->mesh = path;
    body->density = fem->density;
    sn_v3_copy(fem->position, body->position);
    sn_q_copy(fem->orientation, body->orientation);
    return &body->base.base;
}

/* Puts it in the place of the other and tells what went with that. */
static SnId replace(SnSession *session, SnId id, SnComponent *component)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    SnId made = SN_ID_NULL;
    g_autoptr(GArray) dependents = sn_edits_gone_with(session, &id, 1);
    g_autoptr(GPtrArray) labels = sn_edits_labels(session, dependents);
    if (!sn_edit_replace(model, id, component, &made, &error)) {
        g_autofree char *text = g_strdup(error->message);
        *text = g_ascii_toupper(*text);
        sn_session_fail(session, text);
        g_error_free(error);
        return SN_ID_NULL;
    }
    sn_edit_seal(model);
    g_autofree char *gone = sn_edits_gone_text(model, dependents, labels);
    g_autofree char *name = sn_session_label(session, made);
    g_autofree char *lower = g_utf8_strdown(sn_model_get(model, made)->class->label, -1);
    g_autofree char *text =
        g_strdup_printf("%s is a %s now.%s%s%s", name, strcmp(lower, "fem") == 0 ? "FEM" : lower,
                        *gone ? " Gone with it: " : "", gone, *gone ? "." : "");
    sn_session_report(
        session,
        &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
    return made;
}

bool sn_edits_to_bodies(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    g_autoptr(GArray) ids = sn_edits_chosen(session);
    g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (sn_edits_dragging(session))
        return false;
    sn_edit_begin(model, "Convert to Rigid body");
    for (guint i = 0; i < ids->len; i++) {
        const SnId id = g_array_index(ids, SnId, i);
        const SnComponent *component = sn_model_get(model, id);
        SnComponent *body = component && component->class == &SN_CLASS_FEM
                                ? body_of(session, (const SnFem *)component)
                                : NULL;
        const SnId put = body ? replace(session, id, body) : SN_ID_NULL;
        if (!sn_id_is_null(put))
            g_array_append_val(made, put);
    }
    sn_edit_end(model);
    sn_edit_seal(model);
    if (made->len > 0)
        sn_session_select(session, (const SnId *)(const void *)made->data, (int)made->len,
                          SN_SELECT_REPLACE);
    return made->len > 0;
}

/* --- bodies into FEM models --- */

bool sn_filling_there(SnFilling filling)
{
    return filling == SN_FILL_CUBES ||
           sn_mesher_there(filling == SN_FILL_TETGEN ? SN_MESHER_TETGEN : SN_MESHER_GMSH);
}

static SnSurface *surface_of(SnSession *session, SnId id, GError **error)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    return component && component->class == &SN_CLASS_RIGID_BODY
               ? sn_rigid_body_surface(model, (const SnRigidBody *)component, error)
               : NULL;
}

double sn_edits_filling_edge(SnSession *session, SnId id)
{
    SnSurface *surface = surface_of(session, id, NULL);
    if (!surface)
        return 0;
    const double volume = fabs(sn_surface_volume(surface));
    sn_surface_free(surface);
    const double edge = cbrt(volume / 500);
    if (!(edge > 0))
        return 0;
    const double quantum = pow(10, floor(log10(edge)));
    return quantum * fmax(1, round(edge / quantum));
}

typedef struct Filling {
    SnSurface *surface;   /* owned */
    const SnModel *model; /* the session's when it began; borrowed, to be compared */
    SnId body;
    SnFilling filling;
    double edge;
    uint64_t document; /* of the session when it began */
    char *path;        /* of the mesh made, owned */
} Filling;

static void filling_free(gpointer data)
{
    Filling *filling = data;
    sn_surface_free(filling->surface);
    g_free(filling->path);
    g_free(filling);
}

/* Keeps a mesh beside the shapes of imported models; NULL with an error. */
static char *keep_mesh(const SnVolumeMesh *mesh, GError **error)
{
    g_autofree char *folder = g_build_filename(g_get_user_cache_dir(), "sinew", "shapes", NULL);
    g_autofree char *name =
        name_for("filled", mesh->nodes, 3 * (gsize)mesh->n_nodes * sizeof(double), ".vtu");
    char *path = g_build_filename(folder, name, NULL);
    g_mkdir_with_parents(folder, 0777);
    if (g_file_test(path, G_FILE_TEST_EXISTS) || sn_volume_mesh_write(mesh, path, error))
        return path;
    g_free(path);
    return NULL;
}

static void fill_aside(GTask *task, gpointer source, gpointer data, GCancellable *cancel)
{
    Filling *filling = data;
    GError *error = NULL;
    SnVolumeMesh *mesh =
        filling->filling == SN_FILL_CUBES
            ? sn_fill_cubes(filling->surface, filling->edge, &error)
            : sn_fill_tetrahedra(filling->surface,
                                 filling->filling == SN_FILL_TETGEN ? SN_MESHER_TETGEN
                                                                    : SN_MESHER_GMSH,
                                 filling->edge, cancel, &error);
    if (mesh)
        filling->path = keep_mesh(mesh, &error);
    sn_volume_mesh_unref(mesh);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_boolean(task, TRUE);
}

/* Takes the path. */
static void add_skin(SnModel *model, SnId fem, char *path)
{
    SnEmbeddedMesh *skin = (SnEmbeddedMesh *)sn_component_new(&SN_CLASS_EMBEDDED_MESH, "surface");
    skin->mesh = path;
    sn_edit_add(model, sn_model_list(sn_model_get(model, fem), "surfaces")->id, &skin->base.base,
                -1, NULL);
}

static void on_filled(GObject *source, GAsyncResult *result, gpointer data)
{
    SnSession *session = SN_SESSION(source);
    Filling *filling = g_task_get_task_data(G_TASK(result));
    g_autoptr(GError) error = NULL;
    const SnComponent *component = sn_session_model(session) == filling->model
                                       ? sn_model_get(filling->model, filling->body)
                                       : NULL;
    if (!g_task_propagate_boolean(G_TASK(result), &error)) {
        g_autofree char *text = g_strdup_printf("No FEM was made: %s.", error->message);
        sn_session_fail(session, text);
        return;
    }
    if (!component || component->class != &SN_CLASS_RIGID_BODY || sn_edits_dragging(session))
        return; /* it is gone meanwhile */
    const SnRigidBody *body = (const SnRigidBody *)component;
    SnMassProperties mass;
    const double volume = fabs(sn_surface_volume(filling->surface));
    SnFem *fem = (SnFem *)sn_component_new(&SN_CLASS_FEM, NULL);
    fem->source = SN_FEM_FILE;
    fem->file = g_steal_pointer(&filling->path);
    fem->density = body->inertia_method == SN_INERTIA_DENSITY ? body->density
                   : sn_rigid_body_mass(sn_session_model(session), body, &mass, NULL) && volume > 0
                       ? mass.mass / volume
                       : fem->density;
    sn_v3_copy(body->position, fem->position);
    sn_q_copy(body->orientation, fem->orientation);
    /* what cubes are like outside, nobody means: they carry the body's surface */
    const bool steps = filling->filling == SN_FILL_CUBES;
    char *skin = steps ? keep_surface(session, sn_surface_copy(filling->surface), "skin") : NULL;
    fem->look = skin ? SN_FEM_EMBEDDED : SN_FEM_SURFACE;
    sn_edit_begin(sn_session_model(session), "Convert to FEM");
    const SnId made = replace(session, filling->body, &fem->base.base);
    if (!sn_id_is_null(made) && skin)
        add_skin(sn_session_model(session), made, g_steal_pointer(&skin));
    sn_edit_end(sn_session_model(session));
    sn_edit_seal(sn_session_model(session));
    g_free(skin);
    if (!sn_id_is_null(made))
        sn_session_select_one(session, made);
}

void sn_edits_to_fem(SnSession *session, SnId body, SnFilling how, double edge)
{
    GError *error = NULL;
    SnSurface *surface = surface_of(session, body, &error);
    if (!surface) {
        sn_session_fail(session, error ? error->message : "It has no surface to be filled.");
        g_clear_error(&error);
        return;
    }
    Filling *filling = g_new0(Filling, 1);
    *filling = (Filling){.surface = surface,
                         .model = sn_session_model(session),
                         .body = body,
                         .filling = how,
                         .edge = edge};
    GTask *task = g_task_new(session, NULL, on_filled, NULL);
    g_task_set_task_data(task, filling, filling_free);
    g_task_run_in_thread(task, fill_aside);
    g_object_unref(task);
}
