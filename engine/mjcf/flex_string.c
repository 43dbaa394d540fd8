/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A <flexcomp> of edges: as in MuJoCo each point is a body on three slides, here with a ball that
 * touches; edges are springs, or rods where they keep their lengths. */
#include "engine/mjcf/flex.h"

#include "engine/base/vec.h"

#include <string.h>

enum { MOST_POINTS = 2000 };

static void add_point(GString *text, const SnMjcfFlex *flex, guint i, double mass, double inertia)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const SnMjcfGeom *surface = &flex->surface;
    const double moments[3] = {inertia, inertia, inertia}, friction[3] = {surface->friction, 0, 0};
    const char *rgba = sn_xml_attribute(flex->element.node, "rgba");
    g_autofree char *name = g_markup_escape_text(flex->name, -1);
    g_string_append_printf(text, "<body name=\"%s_%u\"", name, i);
    sn_mjcf_add_numbers(text, "pos", &g_array_index(flex->points, double, 3 * i), 3);
    g_string_append(text, "><inertial pos=\"0 0 0\"");
    sn_mjcf_add_numbers(text, "mass", &mass, 1);
    sn_mjcf_add_numbers(text, "diaginertia", moments, 3);
    g_string_append(text, "/>");
    for (int k = 0; k < 3; k++) {
        g_string_append(text, "<joint type=\"slide\"");
        sn_mjcf_add_numbers(text, "axis", axes[k], 3);
        g_string_append(text, "/>");
    }
    g_string_append_printf(text,
                           "<geom type=\"sphere\" contype=\"%d\" conaffinity=\"%d\" condim=\"%d\" "
                           "priority=\"%d\" group=\"0\" mass=\"0\"",
                           surface->contype, surface->conaffinity, surface->condim,
                           surface->priority);
    sn_mjcf_add_numbers(text, "size", &flex->radius, 1);
    sn_mjcf_add_numbers(text, "friction", friction, 3);
    g_autofree char *color = g_markup_escape_text(rgba ? rgba : ".5 .5 .5 1", -1);
    g_string_append_printf(text, " rgba=\"%s\"/></body>", color);
}

const SnXmlNode *sn_mjcf_string_bodies(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const guint n = flex->points->len / 3;
    const double side = sn_mjcf_number(mjcf, &flex->element, "inertiabox", 0.005),
                 mass = flex->mass / n;
    if (n > MOST_POINTS) {
        sn_mjcf_fail(mjcf, flex->element.node, "has %u points: a string has at most %d", n,
                     MOST_POINTS);
        return NULL;
    }
    GString *text = g_string_new("<mujocoinclude>");
    for (guint i = 0; i < n; i++)
        if (!g_array_index(flex->pinned, bool, i))
            add_point(text, flex, i, mass, mass * 2 * side * side / 3);
    g_string_append(text, "</mujocoinclude>");
    SnXml *xml = sn_xml_read_text(text->str, text->len, sn_mjcf_file_of(mjcf, flex->element.node),
                                  &mjcf->error);
    g_string_free(text, TRUE);
    if (!xml)
        return NULL;
    g_ptr_array_add(mjcf->parts, xml);
    g_hash_table_insert(mjcf->owner, (gpointer)sn_xml_root(xml), (gpointer)flex->element.node);
    return sn_xml_root(xml);
}

/* --- edges --- */

/* The body of a point and where on it; one that is pinned lies on what carries all. */
static int body_of(const SnMjcfFlex *flex, int point, SnPlacement *at)
{
    int body = flex->first_body;
    sn_placement_identity(at);
    if (g_array_index(flex->pinned, bool, point)) {
        sn_v3_copy(&g_array_index(flex->points, double, 3 * point), at->p);
        sn_placement_mul(&flex->frame, at, at);
        return flex->body;
    }
    for (int i = 0; i < point; i++)
        body += !g_array_index(flex->pinned, bool, i);
    return body;
}

static char *marker(SnMjcf *mjcf, const SnMjcfFlex *flex, int point)
{
    json_t *json = json_pack("{s:{s:b}}", "render", "visible", 0);
    SnPlacement at;
    g_autofree char *wish = g_strdup_printf("%s_%d", flex->name, point);
    const int body = body_of(flex, point, &at);
    sn_mjcf_attach(mjcf, body, &at, json, "frame", "location", NULL);
    return sn_emit(mjcf->root, mjcf->names, "markers", wish, json);
}

static void emit_rod(SnMjcf *mjcf, const SnMjcfFlex *flex, const int edge[2], const char *wish)
{
    json_t *json = json_pack("{s:s}", "class", "distance");
    SnPlacement at;
    int body = body_of(flex, edge[0], &at);
    sn_mjcf_attach(mjcf, body, &at, json, "frame_a", "location_a", NULL);
    body = body_of(flex, edge[1], &at);
    sn_mjcf_attach(mjcf, body, &at, json, "frame_b", "location_b", NULL);
    g_free(sn_emit(mjcf->root, mjcf->names, "joints", wish, json));
}

void sn_mjcf_emit_string(SnMjcf *mjcf, const SnMjcfFlex *flex, bool keeps, double stiffness,
                         double damping)
{
    g_autofree char *wish = g_strconcat(flex->name, "_edge", NULL);
    g_autofree char **markers = g_new0(char *, flex->points->len / 3);
    for (guint i = 0; i < flex->points->len / 3 && !keeps; i++)
        markers[i] = marker(mjcf, flex, (int)i);
    for (guint i = 0; i + 2 <= flex->simplices->len; i += 2) {
        const int *edge = &g_array_index(flex->simplices, int, i);
        if (g_array_index(flex->pinned, bool, edge[0]) &&
            g_array_index(flex->pinned, bool, edge[1]))
            continue;
        if (keeps) {
            emit_rod(mjcf, flex, edge, wish);
            continue;
        }
        json_t *json = json_pack("{s:s,s:[s,s],s:{s:f,s:f}}", "class", "axial_spring", "points",
                                 markers[edge[0]], markers[edge[1]], "law", "stiffness", stiffness,
                                 "damping", damping);
        g_free(sn_emit(mjcf->root, mjcf->names, "springs", wish, json));
    }
    for (guint i = 0; i < flex->points->len / 3; i++)
        g_free(markers[i]);
    g_autoptr(GString) notes = g_string_new("balls at its points touch, not what is between them");
    sn_mjcf_tell_notes(mjcf, flex->element.node, flex->name, notes);
}
