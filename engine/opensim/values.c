/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of properties, as OpenSim's own reader takes them. */
#include "engine/opensim/osim.h"

#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* The file that an element stands in: the document, or one that it includes. */
static const char *file_of(const SnOsim *osim, const SnXmlNode *node)
{
    const SnXmlNode *root = node;
    while (root && root->parent)
        root = root->parent;
    for (guint i = 0; i < osim->parts->len; i++)
        if (sn_xml_root(osim->parts->pdata[i]) == root)
            return sn_xml_name(osim->parts->pdata[i]);
    return sn_xml_name(osim->xml);
}

static bool is_shown(const SnXmlNode *node)
{
    return sn_osim_is(node, "attached_geometry") || sn_osim_is(node, "geometry");
}

/* The part around an element that the model can do without: a force, a marker, what is only shown,
 * else a property of a coordinate or of the defaults, which then counts as not given.  NULL: the
 * model is none without it. */
static const SnXmlNode *dispensable(const SnOsim *osim, const SnXmlNode *node)
{
    const unsigned needed = 1u << SN_OSIM_FRAME | 1u << SN_OSIM_JOINT | 1u << SN_OSIM_COORDINATE;
    const SnXmlNode *below = NULL, *below_that = NULL;
    for (const SnXmlNode *at = node; at; below_that = below, below = at, at = at->parent) {
        const gpointer found = g_hash_table_lookup(osim->items_by_node, at);
        const SnOsimItem *item = found ? sn_osim_item(osim, GPOINTER_TO_INT(found) - 1) : NULL;
        if (sn_osim_is(at, "VisibleObject") || (item && !(needed & (1u << item->kind))))
            return at;
        if (is_shown(at) && below)
            return sn_osim_is(below, "objects") ? below_that : below;
        if (sn_osim_is(at, "defaults"))
            return below_that;
        if (item)
            return item->kind == SN_OSIM_COORDINATE ? below : NULL;
    }
    return NULL;
}

void sn_osim_fail(SnOsim *osim, const SnXmlNode *node, const char *format, ...)
{
    if (osim->error)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_strdelimit(text, "\r\n\t", ' '); /* one line, whatever is quoted */
    const SnXmlNode *part = dispensable(osim, node);
    const int line = node ? node->line : 1;
    if (!part) {
        sn_refuse(&osim->error, SN_MODEL_ERROR_FORMAT, "%s:%d: %s", file_of(osim, node), line,
                  text);
    } else if (!g_hash_table_contains(osim->broken, part)) {
        osim->again = true;
        g_hash_table_insert(osim->broken, (gpointer)part,
                            g_strdup_printf("%s:%d: %s", file_of(osim, node), line, text));
    }
}

const char *sn_osim_broken(const SnOsim *osim, const SnXmlNode *node)
{
    return g_hash_table_lookup(osim->broken, node);
}

static gint compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void sn_osim_tell_broken(SnOsim *osim)
{
    GHashTableIter iter;
    gpointer part, text;
    g_autoptr(GPtrArray) notes = g_ptr_array_new();
    g_hash_table_iter_init(&iter, osim->broken);
    while (g_hash_table_iter_next(&iter, &part, &text)) {
        const SnXmlNode *owner = ((const SnXmlNode *)part)->parent;
        if (owner && owner->parent && sn_osim_is(owner->parent, "defaults"))
            g_ptr_array_add(notes, text);
        else if (owner && strcmp(sn_osim_plain_class(owner->name), "Coordinate") == 0)
            g_hash_table_insert(osim->bent, (gpointer)owner,
                                g_strdup_printf("%s; it counts as not given", (const char *)text));
    }
    g_ptr_array_sort(notes, compare_texts); /* the same report each time */
    for (guint i = 0; i < notes->len; i++)
        sn_import_report_note(osim->report, "%s; it counts as not given",
                              (const char *)notes->pdata[i]);
}

const SnXmlNode *sn_osim_get(const SnOsim *osim, const SnXmlNode *node, const char *property)
{
    const SnXmlNode *given = sn_xml_child(node, property);
    if (!given && node && osim->defaults)
        given = sn_xml_child(sn_xml_child(osim->defaults, node->name), property);
    return given && sn_osim_broken(osim, given) ? NULL : given;
}

/* --- numbers --- */

static bool is_gap(char c)
{
    return g_ascii_isspace(c) || c == ',' || c == '(' || c == ')' || c == '[' || c == ']' ||
           c == '~';
}

/* "nan", "inf", "-Inf", "1.#INF" and what else programs print. */
static double special_number(const char *text, const char **end)
{
    const char *at = text + (*text == '-' || *text == '+');
    const bool windows = g_ascii_strncasecmp(at, "1.#", 3) == 0;
    const char *word = windows ? at + 3 : at;
    double value = 0;
    *end = text;
    if (g_ascii_strncasecmp(word, "inf", 3) == 0)
        value = *text == '-' ? -INFINITY : INFINITY;
    else if (g_ascii_strncasecmp(word, "nan", 3) == 0 || g_ascii_strncasecmp(word, "ind", 3) == 0 ||
             g_ascii_strncasecmp(word, "qnan", 4) == 0)
        value = NAN;
    else
        return 0;
    while (*word && !is_gap(*word))
        word++;
    *end = word;
    return value;
}

static bool next_number(const char **at, double *value)
{
    const char *end;
    *value = special_number(*at, &end);
    if (end == *at) {
        char *stop;
        *value = g_ascii_strtod(*at, &stop);
        end = stop;
    }
    if (end == *at || (*end && !is_gap(*end)))
        return false;
    *at = end;
    return true;
}

/* Some programs wrote 0,5 for 0.5.  That is meant where no number between blanks has a point, none
 * has more than one comma, and there are n of them (0: two or more).  Returns the text with points,
 * to be freed; NULL: its commas part numbers. */
static char *with_points(const char *text, int n)
{
    g_auto(GStrv) parts = g_strsplit_set(text, " \t\r\n", -1);
    int count = 0, commas = 0;
    if (!strchr(text, ',') || strchr(text, '.'))
        return NULL;
    for (int i = 0; parts[i]; i++) {
        const char *comma = strchr(parts[i], ',');
        if (comma && (comma == parts[i] || !g_ascii_isdigit(comma[-1]) ||
                      !g_ascii_isdigit(comma[1]) || strchr(comma + 1, ',')))
            return NULL;
        commas += comma != NULL;
        count += *parts[i] != '\0';
    }
    if (commas == 0 || (n > 0 ? count != n : count < 2))
        return NULL;
    return g_strdelimit(g_strdup(text), ",", '.');
}

static void tell_commas(SnOsim *osim)
{
    if (!osim->commas)
        sn_import_report_note(osim->report, "numbers like 0,5 are taken as 0.5");
    osim->commas = true;
}

/* n: how many there should be, 0 any. */
static GArray *read_list(SnOsim *osim, const SnXmlNode *node, const char *property, int n)
{
    const SnXmlNode *given = sn_osim_get(osim, node, property);
    if (!given)
        return NULL;
    g_autofree char *mended = with_points(given->text, n);
    if (mended)
        tell_commas(osim);
    GArray *list = g_array_new(FALSE, FALSE, sizeof(double));
    for (const char *at = mended ? mended : given->text;;) {
        while (is_gap(*at))
            at++;
        double value;
        if (!*at)
            break;
        if (!next_number(&at, &value)) {
            sn_osim_fail(osim, given, "<%s> holds \"%.20s\"; expected a number", property, at);
            break;
        }
        g_array_append_val(list, value);
    }
    return list;
}

GArray *sn_osim_list(SnOsim *osim, const SnXmlNode *node, const char *property)
{
    return read_list(osim, node, property, 0);
}

double sn_osim_number(SnOsim *osim, const SnXmlNode *node, const char *property, double otherwise)
{
    const SnXmlNode *given = sn_osim_get(osim, node, property);
    if (!given || !*given->text)
        return otherwise;
    g_autofree char *mended = with_points(given->text, 1);
    const char *at = mended ? mended : given->text;
    if (mended)
        tell_commas(osim);
    double value;
    if (!next_number(&at, &value)) {
        sn_osim_fail(osim, given, "<%s> is \"%.20s\"; expected a number", property, given->text);
        return otherwise;
    }
    if (!isnan(value))
        return value;
    sn_import_report_note(osim->report, "%s:%d: <%s> is no number; %g, the usual one, is taken",
                          file_of(osim, node), given->line, property, otherwise);
    return otherwise;
}

/* Of several values of a node the first that is bent is told. */
static double bend(SnOsim *osim, const SnXmlNode *node, const char *property, double value,
                   double low, double high)
{
    const double within = fmin(fmax(value, low), high);
    if (within != value && !g_hash_table_contains(osim->bent, node))
        g_hash_table_insert(osim->bent, (gpointer)node,
                            g_strdup_printf("<%s> is %g; %g is taken", property, value, within));
    return within;
}

double sn_osim_within(SnOsim *osim, const SnXmlNode *node, const char *property, double otherwise,
                      double low, double high)
{
    return bend(osim, node, property, sn_osim_number(osim, node, property, otherwise), low, high);
}

double sn_osim_positive(SnOsim *osim, const SnXmlNode *node, const char *property, double otherwise)
{
    return sn_osim_within(osim, node, property, otherwise, 0, HUGE_VAL);
}

void sn_osim_bend_with(SnOsim *osim, const SnXmlNode *part, const SnXmlNode *whole)
{
    const char *bent = g_hash_table_lookup(osim->bent, part);
    if (bent && !g_hash_table_contains(osim->bent, whole))
        g_hash_table_insert(osim->bent, (gpointer)whole, g_strdup(bent));
}

void sn_osim_bend_positive(SnOsim *osim, const SnXmlNode *node, const char *property, int n,
                           double *values)
{
    for (int i = 0; i < n; i++)
        values[i] = bend(osim, node, property, values[i], 0, HUGE_VAL);
}

bool sn_osim_numbers(SnOsim *osim, const SnXmlNode *node, const char *property, int n,
                     double *values)
{
    const SnXmlNode *element = sn_osim_get(osim, node, property);
    g_autoptr(GArray) list = read_list(osim, node, property, n);
    if (!list || list->len == 0)
        return false;
    const int given = (int)MIN(list->len, (guint)n);
    if (given < n) /* as in OpenSim, the others keep their usual values */
        sn_import_report_note(osim->report, "%s:%d: <%s> has %d numbers; %d are usual",
                              file_of(osim, node), element->line, property, given, n);
    for (int i = 0; i < given; i++) {
        const double value = g_array_index(list, double, i);
        if (isnan(value) || fabs(value) > 1e15) {
            sn_import_report_note(
                osim->report, "%s:%d: <%s> holds %g, which is no value; the usual ones are taken",
                file_of(osim, node), element->line, property, value);
            return false;
        }
        values[i] = value;
    }
    return true;
}

/* --- words --- */

const char *sn_osim_text(const SnOsim *osim, const SnXmlNode *node, const char *property)
{
    const SnXmlNode *given = sn_osim_get(osim, node, property);
    return given ? given->text : "";
}

bool sn_osim_flag(SnOsim *osim, const SnXmlNode *node, const char *property, bool otherwise)
{
    const SnXmlNode *given = sn_osim_get(osim, node, property);
    if (!given || !*given->text)
        return otherwise;
    const char *text = given->text;
    if (g_ascii_strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0)
        return true;
    if (g_ascii_strcasecmp(text, "false") == 0 || strcmp(text, "0") == 0)
        return false;
    sn_osim_fail(osim, given, "<%s> is \"%.20s\"; expected true or false", property, text);
    return otherwise;
}

/* <connectors><Connector_T_ name="parent_frame"><connectee_name>, of versions before 4.0. */
static const char *connector(const SnXmlNode *node, const char *socket)
{
    const SnXmlNode *list = sn_xml_child(node, "connectors");
    for (const SnXmlNode *one = list ? list->first : NULL; one; one = one->next) {
        const char *name = sn_xml_attribute(one, "name");
        const SnXmlNode *connectee = sn_xml_child(one, "connectee_name");
        if (name && strcmp(name, socket) == 0 && connectee)
            return connectee->text;
    }
    return "";
}

const char *sn_osim_socket(const SnOsim *osim, const SnXmlNode *node, const char *socket)
{
    static const char *const spellings[] = {"socket_%s", "socket_%s_connectee_name",
                                            "connector_%s_connectee_name", "%s"};
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        const char *mark = strchr(spellings[i], '%');
        g_autofree char *property =
            g_strdup_printf("%.*s%s%s", (int)(mark - spellings[i]), spellings[i], socket, mark + 2);
        const SnXmlNode *given = sn_xml_child(node, property);
        if (given && *given->text)
            return given->text;
    }
    return connector(node, socket);
}

const SnXmlNode *sn_osim_object(const SnOsim *osim, const SnXmlNode *node, const char *property)
{
    const SnXmlNode *given = sn_osim_get(osim, node, property);
    if (given)
        return given->first;
    /* since 4.0: <Constant name="function"> */
    for (const SnXmlNode *at = node ? node->first : NULL; at; at = at->next)
        if (strcmp(sn_osim_name_of(at), property) == 0)
            return at;
    return NULL;
}

const SnXmlNode *sn_osim_objects(const SnOsim *osim, const SnXmlNode *node, const char *set)
{
    const SnXmlNode *given = sn_osim_get(osim, node, set);
    const SnXmlNode *objects = sn_xml_child(given, "objects");
    return objects ? objects : given;
}

char **sn_osim_words(const char *text)
{
    GStrvBuilder *builder = g_strv_builder_new();
    g_auto(GStrv) parts = g_strsplit_set(text, " \t\r\n,\"", -1);
    for (int i = 0; parts[i]; i++) {
        if (*parts[i])
            g_strv_builder_add(builder, parts[i]);
    }
    char **words = g_strv_builder_end(builder);
    g_strv_builder_unref(builder);
    return words;
}

bool sn_osim_acts(SnOsim *osim, const SnXmlNode *node)
{
    return sn_osim_flag(osim, node, "appliesForce", true) &&
           !sn_osim_flag(osim, node, "isDisabled", false) &&
           sn_osim_flag(osim, node, "isEnforced", true);
}

const char *sn_osim_name_of(const SnXmlNode *node)
{
    const char *name = sn_xml_attribute(node, "name");
    return name ? name : "";
}

bool sn_osim_is(const SnXmlNode *node, const char *class)
{
    return strcmp(node->name, class) == 0;
}

bool sn_osim_emit_by(SnOsim *osim, const SnXmlNode *node, const SnOsimEmitter *emitters, size_t n)
{
    size_t i = 0;
    while (i < n && !sn_osim_is(node, emitters[i].class))
        i++;
    if (i < n)
        emitters[i].emit(osim, node);
    return i < n;
}
