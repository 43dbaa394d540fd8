/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <flex> of <deformable>, as MuJoCo saves what <flexcomp> made: its points are places on bodies,
 * which have the mass. */
#include "engine/mjcf/flex.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* The body of each point: as many as points, or one for all; false: one is not there. */
static bool read_carriers(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const char *names = sn_xml_attribute(flex->element.node, "body");
    g_auto(GStrv) words = g_strsplit_set(names ? names : "", " \t\r\n", -1);
    flex->carriers = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; words[i]; i++) {
        const int body = GPOINTER_TO_INT(g_hash_table_lookup(mjcf->body_by_name, words[i])) - 1;
        if (*words[i] && body < 0)
            return false;
        if (*words[i])
            g_array_append_val(flex->carriers, body);
    }
    return flex->carriers->len > 0;
}

/* Points in the world, where joints are at their reference; NULL, or why there are none. */
static const char *read_points(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const SnXmlNode *node = flex->element.node;
    const char *vertex = sn_xml_attribute(node, "vertex"), *of = sn_xml_attribute(node, "element");
    if (!read_carriers(mjcf, flex))
        return "a body of its points is not there";
    g_autoptr(GArray) given = vertex ? sn_mjcf_list(mjcf, node, "vertex", vertex)
                                     : g_array_new(FALSE, TRUE, sizeof(double));
    g_autoptr(GArray) elements =
        of ? sn_mjcf_list(mjcf, node, "element", of) : g_array_new(FALSE, FALSE, sizeof(double));
    if (!vertex) /* where its bodies are */
        g_array_set_size(given, 3 * flex->carriers->len);
    const guint n = given->len / 3;
    if (given->len % 3 || n == 0 || (flex->carriers->len != n && flex->carriers->len != 1) ||
        elements->len % ((guint)flex->dim + 1))
        return "its bodies, points and elements do not fit each other";
    for (guint i = 0; i < n; i++) {
        const int body = g_array_index(flex->carriers, int, flex->carriers->len == 1 ? 0 : i);
        const SnPlacement *world = &sn_mjcf_body(mjcf, body)->world;
        double p[3];
        sn_m3_mul_v3(world->r, &g_array_index(given, double, 3 * i), p);
        sn_v3_add(p, world->p, p);
        g_array_append_vals(flex->points, p, 3);
    }
    for (guint i = 0; i < elements->len; i++) {
        const double number = g_array_index(elements, double, i);
        const int corner = number >= 0 && number < n ? (int)number : -1;
        if (corner < 0 || corner != number)
            return "an element has a point that is not there";
        g_array_append_val(flex->simplices, corner);
    }
    return NULL;
}

static void read_flex(SnMjcf *mjcf, const SnXmlNode *node)
{
    const char *name = sn_mjcf_name_of(node);
    SnMjcfFlex flex = {.element = {node, NULL, 0},
                       .name = g_strdup(*name ? name : "flex"),
                       .type = SN_MJCF_FLEX_DIRECT,
                       .first_body = -1,
                       .points = g_array_new(FALSE, FALSE, sizeof(double)),
                       .simplices = g_array_new(FALSE, FALSE, sizeof(int)),
                       .pinned = g_array_new(FALSE, TRUE, sizeof(bool))};
    flex.dim = sn_mjcf_integer(mjcf, &flex.element, "dim", 2);
    flex.radius = fmax(sn_mjcf_number(mjcf, &flex.element, "radius", 0.005), 1e-9);
    const char *why = NULL;
    if (flex.dim < 2 || flex.dim > 3)
        why = "there are sheets and solids on bodies here, no strings";
    else if (sn_xml_attribute(node, "node"))
        why = "one that is carried by nodes is not read";
    else
        why = read_points(mjcf, &flex);
    sn_mjcf_flex_contact(mjcf, &flex);
    g_array_append_val(mjcf->flexes, flex);
    if (why)
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, name, why);
    if (why || mjcf->error)
        g_array_set_size(mjcf->flexes, mjcf->flexes->len - 1);
}

void sn_mjcf_read_flexes(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "deformable") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in)) {
            if (strcmp(in->name, "flex") == 0)
                read_flex(mjcf, in);
            else
                sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, in, sn_mjcf_name_of(in),
                             "there is nothing of this kind here");
        }
    }
}

bool sn_mjcf_flex_is_on(const SnMjcfFlex *flex, int body)
{
    bool on = false;
    for (guint i = 0; i < flex->pinned->len && !on && body == flex->body; i++)
        on = g_array_index(flex->pinned, bool, i);
    for (guint i = 0; flex->carriers && i < flex->carriers->len && !on; i++)
        on = g_array_index(flex->carriers, int, i) == body;
    return on;
}

double sn_mjcf_mass_of_carriers(SnMjcf *mjcf, const SnMjcfFlex *flex)
{
    double mass = 0;
    for (int body = 1; body < (int)mjcf->bodies->len; body++)
        mass += sn_mjcf_flex_is_on(flex, body) ? sn_mjcf_body(mjcf, body)->mass : 0;
    return mass > 0 ? mass : 1;
}

void sn_mjcf_emit_carriers(SnMjcf *mjcf, const SnMjcfFlex *flex)
{
    const guint n = flex->points->len / 3;
    for (int body = 0; body < (int)mjcf->bodies->len; body++) {
        json_t *nodes = json_array();
        for (guint i = 0; i < n; i++)
            if (g_array_index(flex->carriers, int, flex->carriers->len == 1 ? 0 : i) == body)
                json_array_append_new(nodes, json_integer((json_int_t)i));
        if (json_array_size(nodes) == 0) {
            json_decref(nodes);
            continue;
        }
        json_t *json = json_pack("{s:s,s:s,s:o}", "class", "node_attachment", "fem",
                                 flex->surface.target, "nodes", nodes);
        if (sn_mjcf_body(mjcf, body)->target)
            json_object_set_new(json, "to", json_string(sn_mjcf_body(mjcf, body)->target));
        g_free(sn_emit(mjcf->root, mjcf->names, "attachments", flex->name, json));
    }
}
