/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <flexcomp>: what it says of its shape, its pins and its contact. */
#include "engine/mjcf/flex.h"

#include "engine/base/vec.h"

#include <math.h>

enum { MOST_CELLS = 100 };

static void whole_numbers(SnMjcf *mjcf, const SnMjcfElement *element, const char *name, int most,
                          int *values)
{
    double given[3];
    const int n = sn_mjcf_numbers(mjcf, element, name, 3, 3, given);
    for (int k = 0; k < n; k++)
        values[k] = (int)fmin(fmax(given[k], 0), most);
}

void sn_mjcf_flex_contact(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const SnXmlNode *node = sn_xml_child(flex->element.node, "contact");
    const SnMjcfElement element = {node ? node : flex->element.node, NULL, 0};
    static const char *const ways[] = {"none", "narrow", "bvh", "sap", "auto"};
    double friction[3] = {1, 0.005, 0.0001};
    SnMjcfGeom *surface = &flex->surface;
    surface->element = element;
    surface->kind = SN_MJCF_FLEX;
    surface->contype = surface->conaffinity = 1;
    surface->condim = 3;
    if (node) {
        surface->contype = sn_mjcf_integer(mjcf, &element, "contype", 1);
        surface->conaffinity = sn_mjcf_integer(mjcf, &element, "conaffinity", 1);
        surface->condim = sn_mjcf_integer(mjcf, &element, "condim", 3);
        surface->priority = sn_mjcf_integer(mjcf, &element, "priority", 0);
        sn_mjcf_numbers(mjcf, &element, "friction", 1, 3, friction);
    }
    surface->friction = fmin(fmax(friction[0], 0), 100);
    flex->self = (surface->contype & surface->conaffinity) &&
                 (!node || sn_mjcf_word(mjcf, &element, "selfcollide", ways, 5) != 0);
}

/* --- pins --- */

static int n_across(const SnMjcfFlex *flex, int k)
{
    return flex->order ? flex->cells[k] * flex->order + 1 : flex->count[k];
}

static void pin_point(SnMjcf *mjcf, SnMjcfFlex *flex, const SnXmlNode *node, int number)
{
    if (number < 0 || (guint)number >= flex->pinned->len)
        sn_mjcf_fail(mjcf, node, "pins point %d of %u", number, flex->pinned->len);
    else
        g_array_index(flex->pinned, bool, number) = true;
}

/* All points of a grid between two corners. */
static void pin_block(SnMjcf *mjcf, SnMjcfFlex *flex, const SnXmlNode *node, const double *from,
                      const double *to)
{
    const int n = flex->order ? 3 : flex->dim;
    int low[3] = {0}, high[3] = {0};
    for (int k = 0; k < n; k++) {
        if (!(from[k] >= 0 && to[k] < n_across(flex, k))) {
            sn_mjcf_fail(mjcf, node, "pins a point outside the grid");
            return;
        }
        low[k] = (int)from[k];
        high[k] = (int)to[k];
    }
    for (int i = low[0]; i <= high[0]; i++)
        for (int k = low[1]; k <= high[1]; k++)
            for (int j = low[2]; j <= high[2]; j++)
                pin_point(mjcf, flex, node,
                          n == 3   ? (i * n_across(flex, 1) + k) * n_across(flex, 2) + j
                          : n == 2 ? i * n_across(flex, 1) + k
                                   : i);
}

static GArray *pin_numbers(SnMjcf *mjcf, const SnXmlNode *node, const char *name, guint step)
{
    const char *text = sn_xml_attribute(node, name);
    GArray *given =
        text ? sn_mjcf_list(mjcf, node, name, text) : g_array_new(FALSE, FALSE, sizeof(double));
    if (given->len % step)
        sn_mjcf_fail(mjcf, node, "has %u numbers in %s: expected groups of %u", given->len, name,
                     step);
    return given;
}

static void read_pin(SnMjcf *mjcf, SnMjcfFlex *flex, const SnXmlNode *node)
{
    const guint n = flex->order ? 3 : (guint)flex->dim;
    g_autoptr(GArray) id = pin_numbers(mjcf, node, "id", 1);
    g_autoptr(GArray) range = pin_numbers(mjcf, node, "range", 2);
    g_autoptr(GArray) grid = pin_numbers(mjcf, node, "grid", n);
    g_autoptr(GArray) block = pin_numbers(mjcf, node, "gridrange", 2 * n);
    for (guint i = 0; i < id->len && !mjcf->error; i++)
        pin_point(mjcf, flex, node, (int)g_array_index(id, double, i));
    for (guint i = 0; i + 2 <= range->len && !mjcf->error; i += 2) {
        const double last = fmin(g_array_index(range, double, i + 1), flex->pinned->len);
        for (int k = (int)g_array_index(range, double, i); k <= last && !mjcf->error; k++)
            pin_point(mjcf, flex, node, k);
    }
    for (guint i = 0; i + n <= grid->len && !mjcf->error; i += n) {
        const double *at = &g_array_index(grid, double, i);
        pin_block(mjcf, flex, node, at, at);
    }
    for (guint i = 0; i + 2 * n <= block->len && !mjcf->error; i += 2 * n) {
        const double *at = &g_array_index(block, double, i);
        pin_block(mjcf, flex, node, at, at + n);
    }
}

static void read_pins(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    guint n = flex->points->len / 3;
    if (flex->order)
        n = (guint)(n_across(flex, 0) * n_across(flex, 1) * n_across(flex, 2));
    g_array_set_size(flex->pinned, n); /* cleared */
    for (const SnXmlNode *at = flex->element.node->first; at && !mjcf->error; at = at->next)
        if (strcmp(at->name, "pin") == 0)
            read_pin(mjcf, flex, at);
}

/* --- the whole --- */

/* Into the axes of the body that carries it. */
static void place(SnMjcf *mjcf, SnMjcfFlex *flex, const SnPlacement *frame)
{
    SnPlacement pose;
    double scale[3] = {1, 1, 1};
    sn_mjcf_pose(mjcf, &flex->element, &pose);
    if (flex->dim > 1) /* bodies of strings are moved when they are read */
        sn_placement_mul(frame, &pose, &pose);
    sn_mjcf_numbers(mjcf, &flex->element, "scale", 3, 3, scale);
    for (guint i = 0; i < flex->points->len; i += 3) {
        double *p = &g_array_index(flex->points, double, i), turned[3];
        for (int k = 0; k < 3 && flex->type >= SN_MJCF_FLEX_MESH; k++)
            p[k] *= scale[k];
        sn_m3_mul_v3(pose.r, p, turned);
        sn_v3_add(pose.p, turned, p);
    }
}

static void read_numbers(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    static const char *const types[] = {"grid", "box",    "cylinder", "ellipsoid", "square",
                                        "disc", "circle", "mesh",     "gmsh",      "direct"};
    static const char *const freedoms[] = {"full", "radial", "2d", "trilinear", "quadratic"};
    const SnMjcfElement *element = &flex->element;
    flex->type =
        (SnMjcfFlexType)MAX(sn_mjcf_word(mjcf, element, "type", types, SN_MJCF_N_FLEX_TYPES), 0);
    flex->dim = sn_mjcf_integer(mjcf, element, "dim", 2);
    const int freedom = sn_mjcf_word(mjcf, element, "dof", freedoms, 5);
    flex->order = freedom >= 3 ? freedom - 2 : 0;
    for (int k = 0; k < 3; k++) {
        flex->count[k] = 10;
        flex->cells[k] = 1;
        flex->spacing[k] = 0.02;
    }
    whole_numbers(mjcf, element, "count", 100000, flex->count);
    if (flex->type >= SN_MJCF_FLEX_MESH) /* one cell around what is made */
        whole_numbers(mjcf, element, "cellcount", MOST_CELLS, flex->cells);
    for (int k = 0; k < 3; k++)
        flex->cells[k] = MAX(flex->cells[k], 1);
    sn_mjcf_numbers(mjcf, element, "spacing", 3, 3, flex->spacing);
    sn_mjcf_numbers(mjcf, element, "origin", 3, 3, flex->origin);
    flex->radius = fmax(sn_mjcf_number(mjcf, element, "radius", 0.005), 1e-9);
    flex->mass = fmax(sn_mjcf_number(mjcf, element, "mass", 1), 1e-12);
    if (flex->dim < 1 || flex->dim > 3)
        sn_mjcf_fail(mjcf, element->node, "has dim=%d: expected 1, 2 or 3", flex->dim);
    if (freedom == 1 || freedom == 2)
        sn_import_report_note(mjcf->report,
                              "the points of \"%s\" move in all directions, not only %s",
                              flex->name, freedom == 1 ? "along their radius" : "along x and y");
}

const SnXmlNode *sn_mjcf_read_flexcomp(SnMjcf *mjcf, const SnXmlNode *node, int body,
                                       const SnPlacement *frame, const char *name)
{
    const SnXmlNode *made = NULL;
    SnMjcfFlex flex = {.element = {node, NULL, 0},
                       .name = g_strdup(name),
                       .body = body,
                       .first_body = (int)mjcf->bodies->len,
                       .frame = *frame,
                       .points = g_array_new(FALSE, FALSE, sizeof(double)),
                       .simplices = g_array_new(FALSE, FALSE, sizeof(int)),
                       .pinned = g_array_new(FALSE, TRUE, sizeof(bool))};
    const char *why = NULL;
    read_numbers(mjcf, &flex);
    if (sn_mjcf_flag(mjcf, &flex.element, "rigid") == 1)
        why = "a rigid one is not read: give its body a geom with the mesh";
    else if (!mjcf->error && flex.type >= SN_MJCF_FLEX_MESH)
        why = sn_mjcf_flex_read_shape(mjcf, &flex);
    else if (!mjcf->error && !sn_mjcf_flex_shape(&flex))
        why = "its count is too small, or makes more than 200000 points";
    if (!why && !mjcf->error) {
        read_pins(mjcf, &flex);
        sn_mjcf_flex_contact(mjcf, &flex);
        place(mjcf, &flex, frame);
        if (flex.dim == 1)
            made = sn_mjcf_string_bodies(mjcf, &flex);
    }
    g_array_append_val(mjcf->flexes, flex);
    if (why)
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, name, why);
    if (why || mjcf->error)
        g_array_set_size(mjcf->flexes, mjcf->flexes->len - 1);
    return made;
}
