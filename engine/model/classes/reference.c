/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/reference.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"

#include <math.h>
#include <string.h>

static const char *const kind_names[] = {
    [SN_PARAMETER] = "parameter",
    [SN_START] = "start value",
    [SN_INPUT] = "input",
    [SN_RESULT] = "result",
};

static void append_type(GString *text, const SnProperty *p)
{
    g_autofree char *members = p->target ? sn_class_members(&SN_CLASSES, p->target) : NULL;
    switch (p->type) {
    case SN_TYPE_ENUM:
        for (int i = 0; p->names[i]; i++)
            g_string_append_printf(text, "%s`%s`", i ? " " : "", p->names[i]);
        break;
    case SN_TYPE_REF:
        g_string_append_printf(text, "path of a %s%s", members,
                               p->flags & SN_REQUIRED ? "" : ", or null");
        break;
    case SN_TYPE_REFS:
        g_string_append_printf(text, "list of paths, each of a %s", members);
        break;
    case SN_TYPE_TARGETS:
        g_string_append(text, "list of `path:property`");
        break;
    case SN_TYPE_REALS:
        g_string_append(text, "list of numbers");
        break;
    case SN_TYPE_INDICES:
        g_string_append(text, "list of numbers or `\"0-12 15\"`");
        break;
    case SN_TYPE_VEC3:
        g_string_append(text, "[x, y, z]");
        break;
    case SN_TYPE_QUAT:
        g_string_append(text, "[w, x, y, z]");
        break;
    case SN_TYPE_COLOR:
        g_string_append(text, "\"#rrggbb\"");
        break;
    case SN_TYPE_SYM3:
        g_string_append(text, "[xx, yy, zz, xy, xz, yz]");
        break;
    default:
        g_string_append(text, sn_type_name(p->type));
    }
}

static void append_range(GString *text, const SnProperty *p)
{
    if (p->min_count > 0)
        g_string_append_printf(text, "at least %d", p->min_count);
    if (p->type == SN_TYPE_COLOR || (p->hard_min == 0 && p->hard_max == 0))
        return;
    const char *relation = p->flags & SN_POSITIVE ? "&gt;" : "≥";
    g_string_append_printf(text, "%s %g", relation, p->hard_min);
    if (isfinite(p->hard_max))
        g_string_append_printf(text, ", ≤ %g", p->hard_max);
}

static void append_default(GString *text, const SnProperty *p)
{
    if (p->kind == SN_RESULT || p->type == SN_TYPE_REALS || p->type == SN_TYPE_REFS ||
        p->type == SN_TYPE_TARGETS || p->type == SN_TYPE_INDICES || p->type == SN_TYPE_STRING ||
        p->type == SN_TYPE_FILE)
        return;
    if (p->type == SN_TYPE_REF) {
        g_string_append(text, p->flags & SN_REQUIRED ? "required" : "null");
        return;
    }
    SnValue value;
    sn_property_default(p, &value);
    g_autofree char *shown = sn_value_to_text(NULL, NULL, p, &value);
    g_string_append(text, shown);
    sn_value_clear(&value);
}

/* "when geometry.shape is box or ellipsoid" */
static void append_condition(GString *text, const SnProperty *p, const SnProperty *decider)
{
    bool first = true;
    if (p->flags & SN_ROOT_ONLY)
        g_string_append(text, " Outermost model only.");
    if (!p->when)
        return;
    g_string_append_printf(text, " Applies when `%s` is ", p->when);
    for (unsigned i = 0; i < 32; i++) {
        if (!((p->when_mask >> i) & 1))
            continue;
        g_string_append_printf(text, "%s%s", first ? "" : " or ",
                               decider->type == SN_TYPE_BOOL ? i ? "true" : "false"
                                                             : decider->names[i]);
        first = false;
    }
    g_string_append_c(text, '.');
}

static void append_row(GString *text, const SnProperty *p, const SnProperty *decider)
{
    g_string_append_printf(text, "| `%s` | ", p->name);
    append_type(text, p);
    g_string_append_printf(text, " | %s | ", sn_unit_symbol(p->unit));
    append_range(text, p);
    g_string_append(text, " | ");
    append_default(text, p);
    g_string_append_printf(text, " | %s%s | %s.",
                           p->flags & SN_DERIVED ? "from the mesh" : kind_names[p->kind],
                           p->flags & SN_INHERITABLE ? ", inheritable" : "", p->help);
    append_condition(text, p, decider);
    g_string_append(text, " |\n");
}

static void append_head(GString *text)
{
    g_string_append(text, "\n| name | type | unit | range | default | kind | |\n"
                          "|---|---|---|---|---|---|---|\n");
}

/* The render leaves that have a default of the class's own: the rest is the same everywhere. */
static void append_render(GString *text, const SnClass *class)
{
    GString *own = g_string_new(NULL);
    for (int i = 0; i < SN_CLASS_DRAWABLE.n_properties; i++) {
        const SnProperty *here = sn_class_property(class, i);
        if (here == &SN_CLASS_DRAWABLE.properties[i])
            continue;
        g_string_append_printf(own, "%s`%s` ", own->len ? ", " : "", here->name);
        append_default(own, here);
    }
    g_string_append_printf(text,
                           "\nIt has `tag`, `group`, `locked` and the `render` properties%s%s.\n",
                           own->len ? ", with these defaults of its own: " : "", own->str);
    g_string_free(own, TRUE);
}

static const SnProperty *decider_of_entry(const SnArrayRow *row, const SnProperty *p)
{
    for (int i = 0; p->when && i < row->n_properties; i++)
        if (strcmp(row->properties[i].name, p->when) == 0)
            return &row->properties[i];
    return NULL;
}

static void append_class(GString *text, const SnClass *class)
{
    const int n = sn_class_n_properties(class);
    const bool drawable = sn_class_is_a(class, &SN_CLASS_DRAWABLE);
    g_string_append_printf(text, "\n## %s\n\n`\"class\": \"%s\"`. %s\n", class->label, class->name,
                           class->help);
    if (drawable)
        append_render(text, class);
    const int first = drawable ? SN_CLASS_DRAWABLE.n_properties : 0;
    if (n > first)
        append_head(text);
    for (int i = first; i < n; i++) {
        const SnProperty *p = sn_class_property(class, i);
        const SnProperty *decider =
            p->when ? sn_class_property(class, sn_class_find_property(class, p->when)) : NULL;
        append_row(text, p, decider);
    }
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        g_string_append_printf(text, "\n`%s`: a list of objects. %s.", row->name, row->help);
        if (row->min_count > 0)
            g_string_append_printf(text, " At least %d.", row->min_count);
        g_string_append_c(text, '\n');
        append_head(text);
        for (int i = 0; i < row->n_properties; i++)
            append_row(text, &row->properties[i], decider_of_entry(row, &row->properties[i]));
    }
}

/* Names of the concrete classes a list takes. */
static void append_lists(GString *text, const SnClass *model)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    g_string_append(text, "\n| list | takes |\n|---|---|\n");
    for (int i = 0; i < model->n_lists; i++) {
        g_string_append_printf(text, "| `%s` |", model->lists[i].name);
        for (int k = 0; k < n; k++)
            if (sn_class_is_a(table[k], model->lists[i].accepts))
                g_string_append_printf(text, " `%s`", table[k]->name);
        g_string_append(text, " |\n");
    }
}

static void append_base(GString *text)
{
    g_string_append(
        text,
        "\n## Files with a base\n\n"
        "A variant or task of a model is a file that names its base and holds only what "
        "differs:\n\n"
        "    { \"sinew\": 1, \"base\": \"jaw.sinew\",\n"
        "      \"remove\": [\"/model/panels/Excitations\"],\n"
        "      \"set\": { \"/model:duration\": 0.6, \"/model/muscles/lad:law.max_force\": 46.4 },\n"
        "      \"reset\": [\"/model/muscles/lad:render.color\"],\n"
        "      \"add\": { \"/model/probes\": [ { \"class\": \"input_probe\", \"name\": \"ad\", "
        "\"before\": \"incisor\" } ] } }\n\n"
        "`base` is relative to the file and lies in its folder or below it; names of files that "
        "the base gives start from the base's folder. A base may have a base.\n\n"
        "`remove` takes paths of components. `set` takes properties with their values, written as "
        "in any file; of an entry of an array (`/model/fems/tongue/nodes/17:dynamic`), or a whole "
        "array as a list (`/model/probes/ad:knots`). `reset` takes properties that are inherited "
        "or default again. `add` takes lists with the components they get, each at the end or "
        "`before` one of the base. They apply in this order. The paths are those of the base. A "
        "component that shall have another name, class or place is removed and added.\n\n"
        "Everything of the base that refers to what is removed must be removed or set as well. "
        "What the base gives, but a changed shape, law or method has no use for, is left out.\n");
}

static void append_introduction(GString *text)
{
    g_string_append_printf(
        text,
        "# Component reference of Sinew\n\n"
        "A model file is JSON in UTF-8, `{\"sinew\": %d, \"model\": {…}}`. All numbers are SI; "
        "angles are radians; z is up.\n\n"
        "A component is an object. Its keys are `class` (may be left out in a list that takes one "
        "class only), `name` (left out: the component has none and is addressed by its number), "
        "`number` (only where it differs from the position in the list), its properties, its "
        "arrays and, for a model, its lists. A property `group.leaf` is written as a nested "
        "object, `\"group\": {\"leaf\": …}`. A list is written as `[…]`, or as "
        "`{\"render\": {…}, \"items\": […]}` where it has properties of its own.\n\n"
        "A property that is left out has its default. An inheritable one that is left out is "
        "taken from the nearest list or model above that gives it, else it has its default. "
        "Results are not written; they can be recorded by output probes and watched.\n\n"
        "A path names a component by names or numbers: `bodies/jaw` relative to the model that "
        "holds the component, `/model/bodies/jaw` from the top; an entry of an array by its "
        "number: "
        "`fems/tongue/nodes/17`. `path:property` names a property: `muscles/lad:excitation`.\n\n"
        "Nodes and elements of a FEM are made from its mesh. Of those, a file holds only what "
        "differs from the mesh, each with its number: `\"nodes\": [{\"number\": 17, "
        "\"dynamic\": false}]`.\n",
        SN_FORMAT_VERSION);
}

char *sn_reference_text(void)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    GString *text = g_string_new(NULL);
    append_introduction(text);
    append_base(text);
    g_string_append(text, "\n## Lists of a model\n");
    append_lists(text, table[0]);
    g_string_append(text, "\n## Lists of a FEM\n");
    append_lists(text, &SN_CLASS_FEM);
    g_string_append_printf(text, "\n## Properties of all that can be seen\n\n%s\n",
                           SN_CLASS_DRAWABLE.help);
    append_head(text);
    for (int i = 0; i < SN_CLASS_DRAWABLE.n_properties; i++)
        append_row(text, &SN_CLASS_DRAWABLE.properties[i], NULL);
    for (int i = 0; i < n; i++)
        append_class(text, table[i]);
    return g_string_free(text, FALSE);
}
