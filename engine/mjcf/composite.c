/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <composite type="cable">: as in MuJoCo a chain of bodies on ball joints, which stands in its
 * place; and what the elasticity of a cable makes of it, springs that bend and twist. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_PARTS = 90 /* one in another: elements are at most SN_MAX_XML_DEPTH deep */ };

/* The points of a cable in the axes of what it is in. */
static GArray *points_of(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    const char *given = sn_xml_attribute(node, "vertex"), *curve = sn_xml_attribute(node, "curve");
    double count = 1, size[3] = {0}, q[4] = {1, 0, 0, 0}, r[9], turned[3];
    GArray *points = given ? sn_mjcf_list(mjcf, node, "vertex", given)
                           : g_array_new(FALSE, FALSE, sizeof(double));
    double counts[3] = {1, 1, 1};
    sn_mjcf_numbers(mjcf, &element, "count", 1, 3, counts);
    sn_mjcf_numbers(mjcf, &element, "size", 1, 3, size);
    sn_mjcf_numbers(mjcf, &element, "quat", 4, 4, q);
    sn_q_normalize(q);
    sn_q_to_m3(q, r);
    count = fmin(counts[0], MOST_PARTS + 2);
    g_auto(GStrv) shapes = g_strsplit_set(curve ? curve : "s", " \t", -1);
    const int n_shapes = (int)g_strv_length(shapes);
    for (int i = 0; !given && i < (int)count; i++) {
        double v[3] = {0};
        const double s = i / (count - 1);
        for (int k = 0; k < 3 && k < n_shapes; k++)
            v[k] = strcmp(shapes[k], "s") == 0           ? s * size[0]
                   : g_str_has_prefix(shapes[k], "cos(") ? size[1] * cos(G_PI * s * size[2])
                   : g_str_has_prefix(shapes[k], "sin(") ? size[1] * sin(G_PI * s * size[2])
                                                         : 0;
        sn_m3_mul_v3(r, v, turned);
        g_array_append_vals(points, turned, 3);
    }
    return points;
}

/* Turns axes that lie along one direction by the shortest way into another. */
static void carry_axes(const double along[3], double r[9])
{
    const double before[3] = {r[0], r[3], r[6]};
    double q[4], turn[9], turned[9];
    sn_v3_cross(before, along, q + 1);
    q[0] = 1 + sn_v3_dot(before, along);
    if (q[0] < 1e-9) { /* back on itself: about its second axis */
        q[0] = 0;
        sn_v3_set(r[1], r[4], r[7], q + 1);
    }
    sn_q_normalize(q);
    sn_q_to_m3(q, turn);
    sn_m3_mul(turn, r, turned);
    memcpy(r, turned, sizeof turned);
}

void sn_mjcf_add_numbers(GString *text, const char *name, const double *values, int n)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(text, " %s=\"", name);
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "",
                               g_ascii_dtostr(buffer, sizeof buffer, values[i]));
    g_string_append_c(text, '"');
}

/* What the cable says of its geoms, joints or sites, but those words. */
void sn_mjcf_add_words(GString *text, const SnXmlNode *node, const char *without)
{
    for (int i = 0; node && node->attributes[i]; i += 2) {
        g_autofree char *word = g_strdup_printf(" %s ", node->attributes[i]);
        g_autofree char *value = g_markup_escape_text(node->attributes[i + 1], -1);
        if (!strstr(without, word))
            g_string_append_printf(text, " %s=\"%s\"", node->attributes[i], value);
    }
}

/* Names of a part: "B_first", "J_3", "S_last". */
static char *part_name(const char *prefix, char kind, int i, int n)
{
    if (i == 0 || i == n - 1)
        return g_strdup_printf("%s%c_%s", prefix, kind, i == 0 ? "first" : "last");
    return g_strdup_printf("%s%c_%d", prefix, kind, i);
}

static double setting_of(const SnXmlNode *plugin, const char *key)
{
    for (const SnXmlNode *at = plugin ? plugin->first : NULL; at; at = at->next) {
        const char *name = sn_xml_attribute(at, "key"), *value = sn_xml_attribute(at, "value");
        if (name && value && strcmp(name, key) == 0)
            return strcmp(value, "true") == 0 ? 1 : g_ascii_strtod(value, NULL);
    }
    return 0;
}

static bool is_box(const SnXmlNode *node)
{
    const SnXmlNode *geom = sn_xml_child(node, "geom");
    return geom && g_strcmp0(sn_xml_attribute(geom, "type"), "box") == 0;
}

/* Of what its size says: bending about y and z, and twist, which of a box is less than both
 * together (https://en.wikipedia.org/wiki/Torsion_constant#Rectangle, as MuJoCo's plugin has it).
 */
static void second_moments(const SnXmlNode *node, const double size[3], double bend[2],
                           double *twist)
{
    const double a = fmax(size[1], size[2]), b = fmin(size[1], size[2]);
    bend[0] = bend[1] = G_PI * size[0] * size[0] * size[0] * size[0] / 4;
    *twist = 2 * bend[0];
    for (int k = 0; k < 2 && is_box(node); k++)
        bend[k] = 4 * size[1 + k] * size[2 - k] * size[2 - k] * size[2 - k] / 3;
    if (is_box(node))
        *twist = a * b * b * b * (16.0 / 3 - 3.36 * b / a * (1 - pow(b / a, 4) / 12));
}

static void remember_spring(SnMjcf *mjcf, const SnXmlNode *node, char *name, double length)
{
    const SnXmlNode *plugin = sn_xml_child(node, "plugin"), *geom = sn_xml_child(node, "geom");
    const SnMjcfElement element = {geom ? geom : node, NULL, 0};
    double size[3] = {0}, second[2], polar;
    sn_mjcf_numbers(mjcf, &element, "size", 1, 3, size);
    second_moments(node, size, second, &polar);
    const double bend = setting_of(plugin, "bend") / length,
                 twist = setting_of(plugin, "twist") / length;
    const SnMjcfCable cable = {.body = name,
                               .bend = {bend * second[0], bend * second[1]},
                               .twist = twist * polar,
                               .flat = setting_of(plugin, "flat") != 0};
    g_array_append_val(mjcf->cables, cable);
}

/* A part of the chain; those after it stand in it. */
static void begin_part(SnMjcf *mjcf, GString *text, const SnXmlNode *node, const char *prefix,
                       int i, int n, const double place[3], const double q[4], double length)
{
    const char *initial = sn_xml_attribute(node, "initial");
    const bool none = i == 0 && initial && strcmp(initial, "none") == 0,
               free = i == 0 && initial && strcmp(initial, "free") == 0;
    const double ends[6] = {0, 0, 0, length, 0, 0}, end[3] = {i == 0 ? 0 : length, 0, 0},
                 middle[3] = {length / 2, 0, 0};
    g_autofree char *body = part_name(prefix, 'B', i, n);
    g_autofree char *joint = part_name(prefix, 'J', i, n);
    const SnXmlNode *geom = sn_xml_child(node, "geom"), *main = sn_xml_child(node, "joint");
    g_string_append_printf(text, "<body name=\"%s\"", body);
    sn_mjcf_add_numbers(text, "pos", place, 3);
    sn_mjcf_add_numbers(text, "quat", q, 4);
    g_string_append(text, ">");
    if (free) {
        g_string_append_printf(text, "<freejoint name=\"%s\"/>", joint);
    } else if (!none) {
        g_string_append_printf(text, "<joint name=\"%s\" type=\"ball\"", joint);
        sn_mjcf_add_words(text, main, " name type kind pos axis ");
        g_string_append(text, "/>");
    }
    g_string_append_printf(text, "<geom name=\"%sG%d\"", prefix, i);
    sn_mjcf_add_words(text, geom,
                      is_box(node) ? " name fromto pos quat size " : " name fromto pos quat ");
    if (is_box(node)) {
        const SnMjcfElement of = {geom, NULL, 0};
        double size[3] = {0};
        sn_mjcf_numbers(mjcf, &of, "size", 1, 3, size);
        size[0] = length / 2;
        sn_mjcf_add_numbers(text, "pos", middle, 3);
        sn_mjcf_add_numbers(text, "size", size, 3);
    } else {
        sn_mjcf_add_numbers(text, "fromto", ends, 6);
    }
    g_string_append(text, "/>");
    if (i == 0 || i == n - 1) {
        g_autofree char *site = part_name(prefix, 'S', i, n);
        g_string_append_printf(text, "<site name=\"%s\"", site);
        sn_mjcf_add_numbers(text, "pos", end, 3);
        g_string_append(text, "/>");
    }
}

char *sn_mjcf_composite(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    const char *type = sn_xml_attribute(node, "type"), *given = sn_xml_attribute(node, "prefix");
    const SnXmlNode *geom = sn_xml_child(node, "geom");
    const char *shape = geom ? sn_xml_attribute(geom, "type") : NULL;
    const bool round = shape && (strcmp(shape, "capsule") == 0 || strcmp(shape, "cylinder") == 0);
    if (type && strcmp(type, "cable") != 0)
        return sn_mjcf_old_composite(mjcf, node, type);
    if (!type || !(round || is_box(node)))
        return NULL; /* told where bodies are read */
    g_autoptr(GArray) points = points_of(mjcf, node);
    g_autofree char *prefix = g_markup_escape_text(given ? given : "", -1);
    const int n = (int)points->len / 3 - 1;
    double offset[3] = {0}, axes[9], last[9] = {0}, before = 0;
    if (n > MOST_PARTS)
        sn_import_report_note(mjcf->report, "line %d: a cable of more than %d parts is left out",
                              node->line, MOST_PARTS);
    if (mjcf->error || n < 2 || n > MOST_PARTS)
        return NULL;
    sn_mjcf_numbers(mjcf, &element, "offset", 3, 3, offset);
    sn_m3_identity(axes);
    GString *text = g_string_new("<mujocoinclude>");
    for (int i = 0; i < n; i++) {
        const double *from = &g_array_index(points, double, 3 * i);
        double along[3], place[3] = {before, 0, 0}, q[4], step[9], back[9];
        sn_v3_sub(from + 3, from, along);
        const double length = sn_v3_normalize(along, along);
        if (!(length > 0)) {
            sn_mjcf_fail(mjcf, node, "has two vertices at one place");
            break;
        }
        carry_axes(along, axes);
        if (i == 0) {
            sn_v3_add(offset, from, place);
            sn_q_from_m3(axes, q);
        } else {
            sn_m3_transpose(last, back);
            sn_m3_mul(back, axes, step);
            sn_q_from_m3(step, q);
            remember_spring(mjcf, node, part_name(given ? given : "", 'B', i, n), length);
        }
        begin_part(mjcf, text, node, prefix, i, n, place, q, length);
        memcpy(last, axes, sizeof axes);
        before = length;
    }
    for (int i = 0; i < n; i++)
        g_string_append(text, "</body>");
    g_string_append(text, "</mujocoinclude>");
    return g_string_free(text, mjcf->error != NULL);
}

void sn_mjcf_emit_cables(SnMjcf *mjcf)
{
    static const double none[3] = {0};
    for (guint i = 0; i < mjcf->cables->len; i++) {
        const SnMjcfCable *cable = &g_array_index(mjcf->cables, SnMjcfCable, i);
        const int at = GPOINTER_TO_INT(g_hash_table_lookup(mjcf->body_by_name, cable->body)) - 1;
        const SnMjcfBody *body = at > 0 ? sn_mjcf_body(mjcf, at) : NULL;
        const double rotary[3] = {cable->twist, cable->bend[0], cable->bend[1]};
        SnPlacement here;
        if (!body || !body->json || !(cable->twist > 0 || cable->bend[0] > 0))
            continue;
        json_t *json = json_pack("{s:s,s:s}", "class", "frame_spring", "frame_b", body->target);
        here = body->here;
        if (cable->flat)
            sn_m3_identity(here.r);
        sn_mjcf_attach(mjcf, body->parent, &here, json, "frame_a", "location_a", "rotation_a");
        json_object_set_new(json, "stiffness", sn_emit_numbers(none, 3));
        json_object_set_new(json, "rotary_stiffness", sn_emit_numbers(rotary, 3));
        g_autofree char *name = g_strconcat(cable->body, " elasticity", NULL);
        g_free(sn_emit(mjcf->root, mjcf->names, "springs", name, json));
    }
}
