/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/import.h"

#include "engine/base/vec.h"
#include "engine/mesh/fill.h"
#include "engine/mesh/geometry.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Of the volume of its hull: less is no inside, a jaw has a seventh. */
#define LEAST 0.05

static const struct {
    const char *name;
    double size;
} UNITS[SN_IMPORT_N_UNITS] = {{"m", 1}, {"cm", 1e-2}, {"mm", 1e-3}, {"inch", 0.0254}, {"µm", 1e-6}};

double sn_import_unit_size(SnImportUnit unit)
{
    return UNITS[unit].size;
}

const char *sn_import_unit_name(SnImportUnit unit)
{
    return UNITS[unit].name;
}

const char *const *sn_import_endings(SnImportKind kind)
{
    static const char *const none[] = {NULL};
    static const char *const surfaces[] = {"obj", "stl", "ply", "off", "vtp", NULL};
    static const char *const volumes[] = {"node", "ele", "elem", "msh", "vtk", "vtu", NULL};
    return kind == SN_IMPORT_SURFACE ? surfaces : kind == SN_IMPORT_VOLUME ? volumes : none;
}

SnImportKind sn_import_kind(const char *path)
{
    const char *dot = strrchr(path, '.');
    g_autofree char *ending = g_ascii_strdown(dot ? dot + 1 : "", -1);
    for (SnImportKind kind = SN_IMPORT_SURFACE; kind <= SN_IMPORT_VOLUME; kind++)
        if (g_strv_contains(sn_import_endings(kind), ending))
            return kind;
    return SN_IMPORT_NOTHING;
}

/* --- size --- */

typedef struct Box {
    double low[3], high[3];
} Box;

static void widen(Box *box, const double place[3])
{
    for (int k = 0; k < 3; k++) {
        box->low[k] = fmin(box->low[k], place[k]);
        box->high[k] = fmax(box->high[k], place[k]);
    }
}

/* Nodes and elements may lie in two files. */
static char *node_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && g_ascii_strncasecmp(dot, ".ele", 4) == 0
               ? g_strdup_printf("%.*s.node", (int)(dot - path), path)
               : g_strdup(path);
}

/* Lines "number x y z", the first one a head. */
static bool measure_nodes(const char *path, Box *box, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error))
        return false;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool head = true;
    for (int i = 0; lines[i]; i++) {
        char *at = lines[i];
        double place[4];
        int n = 0;
        for (char *end; n < 4; n++, at = end) {
            place[n] = g_ascii_strtod(at, &end);
            if (end == at)
                break;
        }
        if (n == 4 && !head)
            widen(box, place + 1);
        head = head && n == 0; /* comments come before it */
    }
    return true;
}

bool sn_import_measure(const char *path, double size[3], GError **error)
{
    Box box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = INFINITY;
        box.high[k] = -INFINITY;
    }
    if (sn_import_kind(path) == SN_IMPORT_SURFACE) {
        SnSurface *surface = sn_surface_read(path, error);
        for (int i = 0; surface && i < surface->n_vertices; i++)
            widen(&box, surface->vertices + 3 * (size_t)i);
        if (surface)
            sn_surface_free(surface);
    } else {
        g_autofree char *nodes = node_file(path);
        g_autofree char *lower = g_ascii_strdown(nodes, -1);
        if (g_str_has_suffix(lower, ".node") && !measure_nodes(nodes, &box, error))
            return false;
    }
    sn_v3_sub(box.high, box.low, size);
    return box.high[0] >= box.low[0];
}

SnImportChoice sn_import_guess(const double size[3])
{
    const double longest = fmax(size[0], fmax(size[1], size[2]));
    SnImportChoice choice = {SN_IMPORT_METRES, 2, 1};
    if (longest > 5000)
        choice.unit = SN_IMPORT_MICROMETRES;
    else if (longest > 12)
        choice.unit = SN_IMPORT_MILLIMETRES;
    else if (longest > 2.5)
        choice.unit = SN_IMPORT_CENTIMETRES;
    if (size[1] > 1.5 * fmax(size[0], size[2]))
        choice.up = 1;
    return choice;
}

/* --- making --- */

/* As in model files where it lies below the model's folder. */
static char *name_beside(const SnModel *model, const char *path)
{
    if (model->path) {
        g_autofree char *folder_path = g_path_get_dirname(model->path);
        g_autoptr(GFile) folder = g_file_new_for_path(folder_path);
        g_autoptr(GFile) file = g_file_new_for_path(path);
        char *relative = g_file_get_relative_path(folder, file);
        if (relative)
            return relative;
    }
    return g_canonicalize_filename(path, NULL);
}

/* Turns the file's upward axis to z. */
static void turn_up(int up, double q[4])
{
    const double turns[3][3] = {{0, -G_PI / 2, 0}, {G_PI / 2, 0, 0}, {0, 0, 0}};
    sn_q_exp(turns[up], q);
}

/* Whether a solid can have it. */
static bool is_of_solid(const SnMassProperties *mass)
{
    const double *t = mass->inertia;
    return mass->mass > 0 && isfinite(mass->mass) && sn_sym3_is_positive(t) && t[0] + t[1] > t[2] &&
           t[1] + t[2] > t[0] && t[2] + t[0] > t[1];
}

/* Scanned bones are often open, and what triangles enclose then may be nothing or less: such a body
 * gets mass and inertia of its convex hull, and can be played at once.  True: it was needed. */
static bool lend_mass_of_hull(const SnModel *model, SnRigidBody *body)
{
    SnSurface *surface = sn_rigid_body_surface(model, body, NULL);
    SnMassProperties own, whole;
    bool lent = false;
    if (surface && sn_surface_topology(surface).boundary_edges > 0) {
        SnSurface *hull = sn_surface_hull((const double(*)[3])(const void *)surface->vertices,
                                          surface->n_vertices);
        if (hull) {
            sn_surface_mass(surface, body->density, &own);
            sn_surface_mass(hull, body->density, &whole);
            lent = is_of_solid(&whole) &&
                   (!is_of_solid(&own) || own.mass < LEAST * whole.mass || own.mass > whole.mass);
        }
        sn_surface_free(hull);
    }
    sn_surface_free(surface);
    if (lent) {
        body->inertia_method = SN_INERTIA_EXPLICIT;
        body->mass = whole.mass;
        sn_v3_copy(whole.center, body->center);
        memcpy(body->tensor, whole.inertia, sizeof body->tensor);
    }
    return lent;
}

/* Adds to `lent` the names of those that have the mass of their hulls. */
static SnComponent *make(const SnModel *model, const char *path, const SnImportChoice *choice,
                         GPtrArray *lent)
{
    const bool volume = sn_import_kind(path) == SN_IMPORT_VOLUME;
    const SnClass *class = volume ? &SN_CLASS_FEM : &SN_CLASS_RIGID_BODY;
    const SnComponent *list = sn_model_list_for(model->root, class);
    const double factor = UNITS[choice->unit].size * choice->scale;
    g_autofree char *nodes = volume ? node_file(path) : g_strdup(path);
    g_autofree char *base = g_path_get_basename(path);
    char *dot = strrchr(base, '.');
    if (dot)
        *dot = '\0';
    g_autofree char *name = sn_name_unused(list, sn_name_check(base, NULL) ? base
                                                 : volume                  ? "fem"
                                                                           : "body");
    SnComponent *component = sn_component_new(class, name);
    if (volume) {
        SnFem *fem = (SnFem *)component;
        fem->source = SN_FEM_FILE;
        fem->file = name_beside(model, nodes);
        sn_v3_set(factor, factor, factor, fem->scale);
        turn_up(choice->up, fem->orientation);
    } else {
        SnRigidBody *body = (SnRigidBody *)component;
        body->shape = SN_SHAPE_MESH;
        body->mesh = name_beside(model, path);
        sn_v3_set(factor, factor, factor, body->scale);
        turn_up(choice->up, body->orientation);
        if (lend_mass_of_hull(model, body))
            g_ptr_array_add(lent, g_strdup(name));
    }
    return component;
}

static void say_lent(SnSession *session, GPtrArray *lent)
{
    if (lent->len == 0)
        return;
    g_ptr_array_add(lent, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)lent->pdata);
    g_autofree char *text =
        g_strdup_printf("Open, with no clear inside: %s. Mass and inertia are those of the convex "
                        "hull; Inertia has the numbers.",
                        names);
    sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = text});
}

bool sn_edits_import(SnSession *session, const char *const *paths, int n,
                     const SnImportChoice *choice)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    GArray *made = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_autoptr(GPtrArray) lent = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *first = g_path_get_basename(paths[0]);
    g_autofree char *label =
        n == 1 ? g_strdup_printf("Import %s", first) : g_strdup_printf("Import %d meshes", n);
    sn_edit_begin(model, label);
    for (int i = 0; i < n && !error; i++) {
        SnComponent *component = make(model, paths[i], choice, lent);
        const SnComponent *list = sn_model_list_for(model->root, component->class);
        const SnId id = sn_edit_add(model, list->id, component, -1, &error);
        if (!error)
            g_array_append_val(made, id);
    }
    if (error) {
        sn_edit_abandon(model);
        sn_session_fail(session, error->message);
    } else {
        sn_edit_end(model);
        sn_edit_seal(model);
        sn_session_select(session, (const SnId *)(void *)made->data, (int)made->len,
                          SN_SELECT_REPLACE);
        sn_session_show_selection(session);
        say_lent(session, lent);
    }
    const bool done = !error;
    g_clear_error(&error);
    g_array_unref(made);
    return done;
}
