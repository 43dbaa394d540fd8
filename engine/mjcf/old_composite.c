/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of <composite> that MuJoCo had before 3.3: particles are bodies on slides, as they were
 * then; ropes, cloth and soft solids the <flexcomp> that took their place. */
#include "engine/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

enum { MOST_PARTICLES = 5000 };

typedef struct Old {
    const SnXmlNode *node, *geom, *joint;
    int count[3];
    double spacing, offset[3], size;
} Old;

static void read_old(SnMjcf *mjcf, const SnXmlNode *node, Old *old)
{
    const SnMjcfElement element = {node, NULL, 0};
    double count[3] = {1, 1, 1}, size[3] = {0.005};
    *old = (Old){
        .node = node, .geom = sn_xml_child(node, "geom"), .joint = sn_xml_child(node, "joint")};
    const SnMjcfElement geom = {old->geom ? old->geom : node, NULL, 0};
    sn_mjcf_numbers(mjcf, &element, "count", 1, 3, count);
    old->spacing = sn_mjcf_number(mjcf, &element, "spacing", 0.02);
    sn_mjcf_numbers(mjcf, &element, "offset", 3, 3, old->offset);
    sn_mjcf_numbers(mjcf, &geom, "size", 1, 3, size);
    old->size = size[0];
    for (int k = 0; k < 3; k++)
        old->count[k] = (int)fmin(fmax(count[k], 1), MOST_PARTICLES);
}

static void add_particle(GString *text, const Old *old, const char *prefix, const int at[3])
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const char *kind = old->joint ? sn_xml_attribute(old->joint, "type") : NULL;
    double place[3];
    for (int k = 0; k < 3; k++)
        place[k] = old->offset[k] + old->spacing * (at[k] - 0.5 * (old->count[k] - 1));
    g_string_append_printf(text, "<body name=\"%sB%d_%d_%d\"", prefix, at[0], at[1], at[2]);
    sn_mjcf_add_numbers(text, "pos", place, 3);
    g_string_append_c(text, '>');
    if (g_strcmp0(kind, "free") == 0)
        g_string_append(text, "<freejoint/>");
    for (int k = 0; k < 3 && g_strcmp0(kind, "free") != 0; k++) {
        g_string_append(text, "<joint type=\"slide\"");
        sn_mjcf_add_numbers(text, "axis", axes[k], 3);
        sn_mjcf_add_words(text, old->joint, " name type kind axis pos ");
        g_string_append(text, "/>");
    }
    g_string_append(text, "<geom");
    if (!old->geom || !sn_xml_attribute(old->geom, "type"))
        g_string_append(text, " type=\"sphere\"");
    sn_mjcf_add_words(text, old->geom, " name pos ");
    g_string_append(text, "/></body>");
}

static bool add_particles(GString *text, const Old *old)
{
    const char *given = sn_xml_attribute(old->node, "prefix");
    g_autofree char *prefix = g_markup_escape_text(given ? given : "", -1);
    const int *n = old->count;
    if ((double)n[0] * n[1] * n[2] > MOST_PARTICLES)
        return false;
    for (int i = 0; i < n[0]; i++)
        for (int k = 0; k < n[1]; k++)
            for (int j = 0; j < n[2]; j++) {
                const int at[3] = {i, k, j};
                add_particle(text, old, prefix, at);
            }
    return true;
}

/* What its balls weigh together; a solid's are on its outside and one in its middle. */
static double mass_of(SnMjcf *mjcf, const Old *old, bool solid)
{
    const SnMjcfElement geom = {old->geom ? old->geom : old->node, NULL, 0};
    const double r = old->size, one = sn_mjcf_number(mjcf, &geom, "mass",
                                                     sn_mjcf_number(mjcf, &geom, "density", 1000) *
                                                         4 * G_PI * r * r * r / 3);
    const double all = (double)old->count[0] * old->count[1] * old->count[2];
    double inside = 1;
    for (int k = 0; k < 3; k++)
        inside *= MAX(old->count[k] - 2, 0);
    return one * (solid ? all - inside + 1 : all);
}

static void add_flexcomp(SnMjcf *mjcf, GString *text, const Old *old, const char *type, int dim)
{
    const char *given = sn_xml_attribute(old->node, "prefix");
    const double spacing[3] = {old->spacing, old->spacing, old->spacing},
                 mass = mass_of(mjcf, old, dim == 3);
    g_autofree char *prefix = g_markup_escape_text(given && *given ? given : "composite", -1);
    g_string_append_printf(text, "<flexcomp name=\"%s\" type=\"%s\" dim=\"%d\" count=\"%d %d %d\"",
                           prefix, type, dim, old->count[0], old->count[1], old->count[2]);
    sn_mjcf_add_numbers(text, "spacing", spacing, 3);
    sn_mjcf_add_numbers(text, "pos", old->offset, 3);
    sn_mjcf_add_numbers(text, "mass", &mass, 1);
    sn_mjcf_add_numbers(text, "radius", &old->size, 1);
    g_string_append(text, "><edge equality=\"true\"/><contact selfcollide=\"none\"");
    sn_mjcf_add_words(text, old->geom, " name type size mass density rgba material pos group ");
    g_string_append(text, "/>");
    for (const SnXmlNode *at = old->node->first; at; at = at->next) {
        const char *coord = sn_xml_attribute(at, "coord");
        double number[2] = {0};
        const SnMjcfElement pin = {at, NULL, 0};
        if (strcmp(at->name, "pin") != 0 || !coord)
            continue;
        sn_mjcf_numbers(mjcf, &pin, "coord", 1, 2, number);
        const double id = dim == 1 ? number[0] : number[0] * old->count[1] + number[1];
        g_string_append(text, "<pin");
        sn_mjcf_add_numbers(text, "id", &id, 1);
        g_string_append(text, "/>");
    }
    g_string_append(text, "</flexcomp>");
}

char *sn_mjcf_old_composite(SnMjcf *mjcf, const SnXmlNode *node, const char *type)
{
    static const char *const solids[] = {"box", "cylinder", "ellipsoid"};
    Old old;
    GString *text = g_string_new("<mujocoinclude>");
    bool known = true;
    read_old(mjcf, node, &old);
    if (strcmp(type, "particle") == 0)
        known = add_particles(text, &old);
    else if (strcmp(type, "grid") == 0 || strcmp(type, "cloth") == 0)
        add_flexcomp(mjcf, text, &old, "grid", old.count[1] > 1 ? 2 : 1);
    else if (strcmp(type, "rope") == 0 || strcmp(type, "loop") == 0)
        add_flexcomp(mjcf, text, &old, strcmp(type, "rope") == 0 ? "grid" : "circle", 1);
    else
        known = false;
    for (size_t i = 0; i < G_N_ELEMENTS(solids); i++)
        if (strcmp(type, solids[i]) == 0) {
            add_flexcomp(mjcf, text, &old, type, 3);
            known = true;
        }
    if (known)
        sn_import_report_note(
            mjcf->report,
            "line %d: a composite of this kind (%s) is of MuJoCo before 3.3: it is "
            "read as what took its place",
            node->line, type);
    g_string_append(text, "</mujocoinclude>");
    return g_string_free(text, !known || mjcf->error);
}
