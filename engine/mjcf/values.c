/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of attributes: of the element, of its class, of the classes above. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* --- classes --- */

static void read_class(SnMjcf *mjcf, const SnXmlNode *node, int parent)
{
    const char *name = sn_xml_attribute(node, "class");
    if (!name)
        name = parent < 0 ? "main" : "";
    if (!*name) {
        sn_mjcf_fail(mjcf, node, "has no class");
        return;
    }
    int index = GPOINTER_TO_INT(g_hash_table_lookup(mjcf->class_by_name, name)) - 1;
    if (index < 0 && parent < 0 && mjcf->classes->len > 0 && !sn_xml_attribute(node, "class"))
        index = 0;
    if (index < 0) {
        const SnMjcfClass class = {name, parent, g_ptr_array_new()};
        g_array_append_val(mjcf->classes, class);
        index = (int)mjcf->classes->len - 1;
        g_hash_table_insert(mjcf->class_by_name, (gpointer)name, GINT_TO_POINTER(index + 1));
    }
    g_ptr_array_add(g_array_index(mjcf->classes, SnMjcfClass, index).nodes, (gpointer)node);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at))
        if (strcmp(at->name, "default") == 0)
            read_class(mjcf, at, index);
}

/* Where no class of that name is there yet. */
static void add_empty_class(SnMjcf *mjcf, const char *name)
{
    const SnMjcfClass class = {name, -1, g_ptr_array_new()};
    if (g_hash_table_contains(mjcf->class_by_name, name)) {
        g_ptr_array_unref(class.nodes);
        return;
    }
    g_array_append_val(mjcf->classes, class);
    g_hash_table_insert(mjcf->class_by_name, (gpointer)name,
                        GINT_TO_POINTER((int)mjcf->classes->len));
}

/* The outermost class of the document is that of all that names none; several <default> of the root
 * are one.  Those of models that are attached come behind it. */
void sn_mjcf_read_classes(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "default") != 0)
            continue;
        if (mjcf->classes->len == 0 && g_hash_table_contains(mjcf->compilers, at))
            add_empty_class(mjcf, "main");
        read_class(mjcf, at, -1);
    }
    if (mjcf->classes->len == 0)
        add_empty_class(mjcf, "main");
    for (guint i = 0; i < mjcf->outer_classes->len; i++)
        add_empty_class(mjcf, mjcf->outer_classes->pdata[i]);
}

/* A part that the file leaves to another one, or a slip: what can stand without it does. */
static void tell_lost(SnMjcf *mjcf, const SnXmlNode *node, const char *attribute, const char *name)
{
    if (g_hash_table_add(mjcf->lost, g_strconcat(node->name, " ", attribute, " ", name, NULL)))
        sn_import_report_note(mjcf->report, "line %d: <%s> has %s=\"%.100s\", which is not there",
                              node->line, node->name, attribute, name);
}

int sn_mjcf_class(SnMjcf *mjcf, const SnXmlNode *node, const char *name, int otherwise)
{
    if (!name)
        return otherwise;
    const int class = GPOINTER_TO_INT(g_hash_table_lookup(mjcf->class_by_name, name)) - 1;
    if (class < 0)
        tell_lost(mjcf, node, "class", name);
    return class < 0 ? otherwise : class;
}

SnMjcfElement sn_mjcf_element(SnMjcf *mjcf, const SnXmlNode *node, const char *kind, int class)
{
    const char *own = sn_xml_attribute(node, "class");
    return (SnMjcfElement){node, kind, sn_mjcf_class(mjcf, node, own, class)};
}

/* Defaults of all actuators are one. */
static bool is_of_kind(const char *kind, const char *name)
{
    static const char *const actuators[] = {"motor",       "position", "velocity",
                                            "intvelocity", "damper",   "cylinder",
                                            "muscle",      "general",  "adhesion"};
    if (strcmp(kind, name) == 0)
        return true;
    for (size_t i = 0; strcmp(kind, "actuator") == 0 && i < G_N_ELEMENTS(actuators); i++)
        if (strcmp(name, actuators[i]) == 0)
            return true;
    return false;
}

/* Of one class alone. */
static const SnXmlNode *default_with(const SnMjcf *mjcf, const SnMjcfClass *class, const char *kind,
                                     const char *name)
{
    const SnXmlNode *found = NULL;
    for (guint i = 0; i < class->nodes->len; i++) {
        for (const SnXmlNode *at = sn_mjcf_first(mjcf, class->nodes->pdata[i]); at;
             at = sn_mjcf_next(mjcf, at))
            if (is_of_kind(kind, at->name) && sn_xml_attribute(at, name))
                found = at;
    }
    return found;
}

GPtrArray *sn_mjcf_defaults(const SnMjcf *mjcf, const SnMjcfElement *element)
{
    GPtrArray *all = g_ptr_array_new();
    g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(int));
    for (int class = element->kind ? element->class : -1; class >= 0;
         class = g_array_index(mjcf->classes, SnMjcfClass, class).parent)
        g_array_append_val(classes, class);
    for (guint k = classes->len; k-- > 0;) {
        const int class = g_array_index(classes, int, k);
        const GPtrArray *nodes = g_array_index(mjcf->classes, SnMjcfClass, class).nodes;
        for (guint i = 0; i < nodes->len; i++)
            for (const SnXmlNode *at = sn_mjcf_first(mjcf, nodes->pdata[i]); at;
                 at = sn_mjcf_next(mjcf, at))
                if (is_of_kind(element->kind, at->name))
                    g_ptr_array_add(all, (gpointer)at);
    }
    return all;
}

/* The element that says it, from the element up. */
static const SnXmlNode *giver(const SnMjcf *mjcf, const SnMjcfElement *element, const char *name)
{
    if (sn_xml_attribute(element->node, name))
        return element->node;
    for (int class = element->class; element->kind && class >= 0;) {
        const SnMjcfClass *at = &g_array_index(mjcf->classes, SnMjcfClass, class);
        const SnXmlNode *found = default_with(mjcf, at, element->kind, name);
        if (found)
            return found;
        class = at->parent;
    }
    return NULL;
}

const char *sn_mjcf_get(const SnMjcf *mjcf, const SnMjcfElement *element, const char *name)
{
    const SnXmlNode *node = giver(mjcf, element, name);
    return node ? sn_xml_attribute(node, name) : NULL;
}

/* --- numbers --- */

/* How many are there; more than `most`, or no numbers: an error, -1. */
static int parse(SnMjcf *mjcf, const SnXmlNode *node, const char *name, const char *text, int least,
                 int most, double *values)
{
    int n = 0;
    for (const char *at = text; at[strspn(at, " \t\r\n")]; n++) {
        char *end;
        const double value = g_ascii_strtod(at, &end);
        if (end == at || !isfinite(value) || n >= most || (*end && !g_ascii_isspace(*end))) {
            n = -1;
            break;
        }
        values[n] = value;
        at = end;
    }
    if (n >= least)
        return n;
    if (least == most)
        sn_mjcf_fail(mjcf, node, "has %s=\"%.60s\": expected %d number%s", name, text, least,
                     least == 1 ? "" : "s");
    else
        sn_mjcf_fail(mjcf, node, "has %s=\"%.60s\": expected %d to %d numbers", name, text, least,
                     most);
    return -1;
}

/* Where fewer numbers are given than there are, the others are those of the classes above. */
static void numbers_of_classes(SnMjcf *mjcf, const SnMjcfElement *element, const char *name,
                               int least, int most, double *values)
{
    g_autoptr(GPtrArray) defaults = sn_mjcf_defaults(mjcf, element);
    for (guint i = 0; i < defaults->len; i++) {
        const SnMjcfElement own = {defaults->pdata[i], NULL, 0};
        sn_mjcf_numbers(mjcf, &own, name, least, most, values);
    }
}

int sn_mjcf_numbers(SnMjcf *mjcf, const SnMjcfElement *element, const char *name, int least,
                    int most, double *values)
{
    enum { MOST = 16 };
    const SnXmlNode *node = giver(mjcf, element, name);
    double found[MOST];
    g_assert(most <= MOST);
    if (!node)
        return 0;
    if (least < most && element->kind)
        numbers_of_classes(mjcf, element, name, least, most, values);
    const int n = parse(mjcf, node, name, sn_xml_attribute(node, name), least, most, found);
    if (n > 0)
        memcpy(values, found, (size_t)n * sizeof *values);
    return MAX(n, 0);
}

double sn_mjcf_number(SnMjcf *mjcf, const SnMjcfElement *element, const char *name,
                      double otherwise)
{
    double value = otherwise;
    sn_mjcf_numbers(mjcf, element, name, 1, 1, &value);
    return value;
}

double sn_mjcf_slope(SnMjcf *mjcf, const SnMjcfElement *element, const char *name)
{
    double values[3] = {0};
    sn_mjcf_numbers(mjcf, element, name, 1, 3, values);
    if (values[1] != 0 || values[2] != 0) {
        char *key = g_strdup_printf("%s of line %d", name, element->node->line);
        if (g_hash_table_add(mjcf->lost, key))
            sn_import_report_note(mjcf->report,
                                  "line %d: the %s of <%s> is a polynomial: its first number is "
                                  "taken, the others are left out",
                                  element->node->line, name, element->node->name);
    }
    return fmax(values[0], 0);
}

GArray *sn_mjcf_list(SnMjcf *mjcf, const SnXmlNode *node, const char *name, const char *text)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(double));
    for (const char *at = text; at[strspn(at, " \t\r\n")];) {
        char *end;
        const double value = g_ascii_strtod(at, &end);
        if (end == at || !isfinite(value)) {
            sn_mjcf_fail(mjcf, node, "has %s=\"%.60s\": expected numbers", name, text);
            break;
        }
        g_array_append_val(values, value);
        at = end;
    }
    return values;
}

int sn_mjcf_integer(SnMjcf *mjcf, const SnMjcfElement *element, const char *name, int otherwise)
{
    const double value = sn_mjcf_number(mjcf, element, name, otherwise);
    if (value != floor(value) || fabs(value) > 2147483647) {
        sn_mjcf_fail(mjcf, element->node, "has %s=%g: expected a whole number", name, value);
        return otherwise;
    }
    return (int)value;
}

int sn_mjcf_flag(SnMjcf *mjcf, const SnMjcfElement *element, const char *name)
{
    static const char *const words[] = {"false", "true", "disable", "enable", "auto"};
    const int word = sn_mjcf_word(mjcf, element, name, words, G_N_ELEMENTS(words));
    return word < 0 || word == 4 ? -1 : word % 2;
}

int sn_mjcf_word(SnMjcf *mjcf, const SnMjcfElement *element, const char *name,
                 const char *const *words, int n)
{
    const SnXmlNode *node = giver(mjcf, element, name);
    const char *text = node ? sn_xml_attribute(node, name) : NULL;
    if (!text)
        return -1;
    for (int i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    GString *all = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append_printf(all, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", words[i]);
    sn_mjcf_fail(mjcf, node, "has %s=\"%.60s\": expected %s", name, text, all->str);
    g_string_free(all, TRUE);
    return -1;
}

bool sn_mjcf_limited(SnMjcf *mjcf, const SnMjcfElement *element, const char *limited,
                     const char *range)
{
    const int said = sn_mjcf_flag(mjcf, element, limited);
    return said >= 0
               ? said == 1
               : sn_mjcf_compiler(mjcf, element->node)->autolimits && giver(mjcf, element, range);
}

void sn_mjcf_find_soft(SnMjcf *mjcf, const SnMjcfElement *element)
{
    static const char *const names[] = {"solreflimit",    "solimplimit", "margin", "solreffriction",
                                        "solimpfriction", "solref",      "solimp"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        mjcf->soft = mjcf->soft || giver(mjcf, element, names[i]);
}

/* --- axes --- */

static void about(int axis, double angle, double r[9])
{
    double w[3] = {0}, q[4];
    w[axis] = angle;
    sn_q_exp(w, q);
    sn_q_to_m3(q, r);
}

/* Small letters turn about axes that turn along, capitals about those that stand. */
static void from_euler(const SnMjcfCompiler *compiler, const double angles[3], double r[9])
{
    sn_m3_identity(r);
    for (int k = 0; k < 3; k++) {
        const char letter = compiler->turns[k];
        double turn[9], product[9];
        about(g_ascii_tolower(letter) - 'x', compiler->angle * angles[k], turn);
        if (g_ascii_islower(letter))
            sn_m3_mul(r, turn, product);
        else
            sn_m3_mul(turn, r, product);
        memcpy(r, product, sizeof product);
    }
}

static bool from_axes(const double v[6], double r[9])
{
    double x[3], y[3], z[3];
    if (!(sn_v3_normalize(v, x) > 0))
        return false;
    sn_v3_copy(v + 3, y);
    sn_v3_axpy(-sn_v3_dot(x, y), x, y);
    if (!(sn_v3_normalize(y, y) > 1e-12))
        return false;
    sn_v3_cross(x, y, z);
    for (int k = 0; k < 3; k++) {
        r[3 * k] = x[k];
        r[3 * k + 1] = y[k];
        r[3 * k + 2] = z[k];
    }
    return true;
}

/* By one of the ways of giving axes; false: they are none. */
static bool turn_by(const SnMjcfCompiler *compiler, int way, double v[6], double r[9])
{
    double q[4], w[3];
    switch (way) {
    case 0:
        if (!(hypot(hypot(v[0], v[1]), hypot(v[2], v[3])) > 1e-12))
            return false;
        memcpy(q, v, sizeof q);
        sn_q_normalize(q);
        sn_q_to_m3(q, r);
        return true;
    case 1:
        if (!(sn_v3_normalize(v, w) > 0))
            return false;
        sn_v3_scale(compiler->angle * v[3], w, w);
        sn_q_exp(w, q);
        sn_q_to_m3(q, r);
        return true;
    case 2:
        from_euler(compiler, v, r);
        return true;
    case 3:
        return from_axes(v, r);
    default:
        if (!(sn_v3_normalize(v, w) > 0))
            return false;
        sn_mjcf_axes_along(w, r);
        return true;
    }
}

void sn_mjcf_pose(SnMjcf *mjcf, const SnMjcfElement *element, SnPlacement *pose)
{
    static const struct {
        const char *name;
        int n;
    } WAYS[] = {{"quat", 4}, {"axisangle", 4}, {"euler", 3}, {"xyaxes", 6}, {"zaxis", 3}};
    const SnMjcfCompiler *compiler = sn_mjcf_compiler(mjcf, element->node);
    SnMjcfElement at = *element;
    double v[6];
    sn_placement_identity(pose);
    sn_mjcf_numbers(mjcf, element, "pos", 3, 3, pose->p);
    for (size_t i = 0; i < G_N_ELEMENTS(WAYS); i++) /* its own before those of its class */
        if (sn_xml_attribute(element->node, WAYS[i].name))
            at.kind = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(WAYS); i++) {
        if (sn_mjcf_numbers(mjcf, &at, WAYS[i].name, WAYS[i].n, WAYS[i].n, v) == 0)
            continue;
        if (!turn_by(compiler, (int)i, v, pose->r))
            sn_mjcf_fail(mjcf, element->node, "has a %s without direction", WAYS[i].name);
    }
}

bool sn_mjcf_says_where(const SnMjcf *mjcf, const SnMjcfElement *element)
{
    return sn_mjcf_get(mjcf, element, "pos") || sn_mjcf_get(mjcf, element, "fromto");
}

/* --- names, colours --- */

const char *sn_mjcf_name_of(const SnXmlNode *node)
{
    const char *name = sn_xml_attribute(node, "name");
    return name ? name : "";
}

int sn_mjcf_named(SnMjcf *mjcf, const SnMjcfElement *element, const char *attribute,
                  GHashTable *by_name)
{
    const char *name = sn_mjcf_get(mjcf, element, attribute);
    if (!name)
        return -1;
    const int index = GPOINTER_TO_INT(g_hash_table_lookup(by_name, name)) - 1;
    if (index < 0)
        tell_lost(mjcf, element->node, attribute, name);
    return index;
}

bool sn_mjcf_color(SnMjcf *mjcf, const SnMjcfElement *element, char color[8], double *alpha)
{
    const char *material = sn_mjcf_get(mjcf, element, "material");
    const SnXmlNode *node = material ? g_hash_table_lookup(mjcf->materials, material) : NULL;
    double rgba[4] = {1, 1, 1, 1};
    unsigned c[3];
    bool found = sn_mjcf_numbers(mjcf, element, "rgba", 4, 4, rgba) > 0;
    if (!found && node) {
        const SnMjcfElement of_material = sn_mjcf_element(mjcf, node, "material", 0);
        found = sn_mjcf_numbers(mjcf, &of_material, "rgba", 4, 4, rgba) > 0;
    }
    for (int k = 0; k < 3; k++)
        c[k] = (unsigned)lround(255 * fmin(fmax(rgba[k], 0), 1));
    g_snprintf(color, 8, "#%02x%02x%02x", c[0], c[1], c[2]);
    *alpha = fmin(fmax(rgba[3], 0), 1);
    return found;
}
