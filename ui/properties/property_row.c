/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/property_row_private.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/base.h"
#include "ui/edits/pose.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/axes_popover.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"
#include "ui/widgets/tooltip.h"

#include <string.h>

G_DEFINE_FINAL_TYPE(SnPropertyRow, sn_property_row, GTK_TYPE_BOX)

SnId sn_property_row_primary(SnPropertyRow *row)
{
    return row->ids[row->n - 1];
}

const char *sn_property_row_name(SnPropertyRow *row)
{
    enum { MOST_ASKED = 100 };
    const SnModel *model = sn_session_model(row->session);
    if (row->name)
        return row->name;
    const char *label = sn_model_row_label(model, sn_property_row_primary(row), row->property);
    for (int i = 0; i < MIN(row->n, MOST_ASKED) && label != row->property->label; i++) {
        if (sn_model_row_label(model, row->ids[i], row->property) != label)
            label = row->property->label; /* of a box and an ellipsoid it is the size */
    }
    return label;
}

char *sn_property_row_text(SnPropertyRow *row)
{
    enum { MAX_DRAGGED = 256 };
    return sn_property_targets_text(sn_session_model(row->session), row->ids,
                                    MIN(row->n, MAX_DRAGGED), row->property->name);
}

static const SnWatched *watched(SnPropertyRow *row)
{
    return row->watch != 0
               ? sn_session_watched(row->session, sn_property_row_primary(row), row->row)
               : NULL;
}

void sn_property_row_dub(SnPropertyRow *row, GtkWidget *part, const char *what)
{
    char *name = sn_id_is_null(row->panel_row) ? g_strdup_printf("%s-%s", what, row->property->name)
                                               : g_strdup_printf("%s-control-%s", what, row->name);
    gtk_widget_set_name(part, g_strdelimit(name, " ", '-'));
    g_free(name);
}

bool sn_property_row_editable(SnPropertyRow *row)
{
    return sn_is_coordinate(row->property) ||
           (row->property->kind != SN_RESULT && (row->property->flags & SN_DERIVED) == 0);
}

void sn_property_row_apply(SnPropertyRow *row, const SnValue *value)
{
    if (row->updating)
        return;
    sn_edits_set(row->session, row->ids, row->n, row->property->name, value);
    sn_property_row_refresh(row);
}

bool sn_property_row_travel(SnPropertyRow *row, double *low, double *high)
{
    const SnProperty *property = row->property;
    if (property->type != SN_TYPE_REAL || row->widget == SN_CONTROL_NUMBER ||
        !sn_property_row_editable(row))
        return false;
    if (sn_is_coordinate(property) && row->high <= row->low)
        return sn_coordinate_range(sn_session_model(row->session), sn_property_row_primary(row),
                                   property, low, high);
    *low = row->high > row->low ? row->low : property->soft_min;
    *high = row->high > row->low ? row->high : property->soft_max;
    if (*high > *low)
        return true;
    if (row->widget != SN_CONTROL_SLIDER)
        return false;
    /* no range was given: from nothing to twice the value */
    SnValue value;
    sn_model_effective(sn_session_model(row->session), sn_property_row_primary(row), property,
                       &value, NULL);
    const double twice = value.number[0] != 0 ? 2 * value.number[0] : 1;
    *low = MIN(0, twice);
    *high = MAX(0, twice);
    return true;
}

/* --- what is shown --- */

/* The present value counts for results, and for start values once the clock runs. */
static bool shows_present(SnPropertyRow *row)
{
    return row->property->kind == SN_RESULT ||
           (row->property->kind == SN_START && sn_session_time(row->session) > 0);
}

/* --- the mark: where the value comes from --- */

static void set_mark(SnPropertyRow *row, int kind, const char *glyph, const char *tooltip)
{
    static const char *const classes[] = {
        [MARK_NONE] = "none", [MARK_CHANGED] = "changed", [MARK_INHERITED] = "inherited"};
    gtk_widget_remove_css_class(row->mark, classes[row->mark_kind]);
    gtk_widget_add_css_class(row->mark, classes[kind]);
    row->mark_kind = kind;
    gtk_button_set_label(GTK_BUTTON(row->mark), glyph);
    sn_set_tooltip(row->mark, tooltip);
    gtk_widget_set_sensitive(row->mark, kind != MARK_NONE);
    gtk_widget_set_can_target(row->mark, kind != MARK_NONE);
    gtk_widget_set_focusable(row->mark, kind != MARK_NONE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   tooltip ? tooltip : "", -1);
}

static void mark_inherited(SnPropertyRow *row, const SnComponent *from)
{
    char *where = from ? sn_session_label(row->session, from->id) : NULL;
    char *text = where ? g_strdup_printf("Inherited from %s: click to set it here", where)
                       : g_strdup("Default: click to set it here");
    set_mark(row, MARK_INHERITED, "↥", text);
    g_free(text);
    g_free(where);
}

/* What the value is unless it was changed: of nodes, as the mesh has it. */
static void standard_value(SnPropertyRow *row, SnValue *standard)
{
    const SnId id = sn_property_row_primary(row);
    const SnComponent *component = sn_model_get(sn_session_model(row->session), id);
    const SnArrayRow *array = id.entry != 0 ? &component->class->arrays[sn_id_array(id)] : NULL;
    if (!array || !array->base) {
        sn_property_default(row->property, standard);
        return;
    }
    void *entry = g_malloc0(array->entry_size);
    array->base(component, (int)sn_id_entry_index(id), entry);
    sn_field_get(entry, row->property, standard);
    sn_entry_clear(array, entry);
    g_free(entry);
}

static void refresh_mark(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnProperty *property = row->property;
    if (property->kind == SN_RESULT || (property->flags & SN_DERIVED) != 0) {
        set_mark(row, MARK_NONE, "", NULL);
        return;
    }
    void *object = sn_model_object(model, sn_property_row_primary(row));
    SnValue value, standard;
    const SnComponent *from = NULL;
    sn_model_effective(model, sn_property_row_primary(row), property, &value, &from);
    if ((property->flags & SN_INHERITABLE) != 0 &&
        sn_field_mode(object, property) == SN_MODE_INHERITED) {
        mark_inherited(row, from);
    } else {
        standard_value(row, &standard);
        const bool changed =
            (property->flags & SN_INHERITABLE) != 0 || !sn_value_equal(&value, &standard);
        set_mark(row, changed ? MARK_CHANGED : MARK_NONE, changed ? "●" : "",
                 changed ? (property->flags & SN_INHERITABLE) != 0
                               ? "Set here: click to inherit again"
                               : "Changed from the default: click to reset"
                         : NULL);
        sn_value_clear(&standard);
    }
    sn_value_clear(&value);
}

/* The name of what differs from the document's base stands out. */
static void mark_difference(SnPropertyRow *row)
{
    const SnTarget target = {sn_property_row_primary(row), row->row};
    if (sn_edits_differ_from_base(row->session, &target, 1))
        gtk_widget_add_css_class(row->label, "differs");
    else
        gtk_widget_remove_css_class(row->label, "differs");
}

void sn_property_row_reset(SnPropertyRow *row)
{
    sn_edits_reset(row->session, row->ids, row->n, row->property->name);
    sn_property_row_refresh(row);
}

static void on_mark(GtkButton *button, SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    switch (row->mark_kind) {
    case MARK_CHANGED:
        sn_property_row_reset(row);
        break;
    case MARK_INHERITED: {
        SnValue value;
        sn_model_effective(model, sn_property_row_primary(row), row->property, &value, NULL);
        sn_property_row_apply(row, &value);
        sn_value_clear(&value);
        break;
    }
    case MARK_NONE:
        break;
    }
}

/* --- ticking --- */

static void show_present(SnPropertyRow *row, const SnWatched *value)
{
    SnValue shown;
    sn_property_from_watched(row->property, value, &shown);
    row->editor->show(row, &shown, sn_property_spread_of_present(row));
}

/* A pose just set, until the engine has it. */
static bool show_posed(SnPropertyRow *row)
{
    SnValue value = {.type = SN_TYPE_REAL};
    if (!sn_is_coordinate(row->property) ||
        !sn_edits_posed(row->session, sn_property_row_primary(row), row->row, value.number))
        return false;
    const bool was = row->updating;
    row->updating = true;
    row->editor->show(row, &value, false);
    row->updating = was;
    return true;
}

static void on_value(const SnWatched *value, gpointer data)
{
    SnPropertyRow *row = data;
    const bool present = shows_present(row);
    sn_property_driver_show(row, value->driven ? value : NULL);
    sn_property_slider_follow(row, value);
    row->ticking = present;
    if (!present || sn_edits_dragging(row->session) || show_posed(row))
        return;
    row->updating = true;
    show_present(row, value);
    row->updating = false;
}

void sn_property_row_refresh(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    if (!model || !sn_model_object(model, sn_property_row_primary(row)))
        return;
    refresh_mark(row);
    mark_difference(row);
    const SnWatched *known = watched(row);
    sn_property_driver_show(row, known && known->driven ? known : NULL);
    row->ticking = shows_present(row);
    /* the properties hide what does not apply; a row of a panel stays in its place */
    const bool applies = sn_id_is_null(row->panel_row) ||
                         sn_model_applies(model, sn_property_row_primary(row), row->property);
    const bool readable = sn_property_row_editable(row) || row->property->kind == SN_RESULT;
    gtk_widget_set_sensitive(row->value, applies && readable);
    if (show_posed(row))
        return;
    row->updating = true;
    const SnWatched *now = row->ticking ? known : NULL;
    if (now && now->n > 0) {
        show_present(row, now);
    } else if (row->property->kind != SN_RESULT) {
        SnValue value;
        sn_model_effective(model, sn_property_row_primary(row), row->property, &value, NULL);
        row->editor->show(row, &value, sn_property_spread_of_model(row, &value));
        sn_value_clear(&value);
    }
    row->updating = false;
}

bool sn_property_row_matches(SnPropertyRow *row, const char *text)
{
    char *needle = g_utf8_casefold(text, -1);
    char *label = g_utf8_casefold(sn_property_row_name(row), -1);
    bool found = strstr(label, needle) || strstr(row->property->name, needle);
    g_free(label);
    g_free(needle);
    return found;
}

/* --- making --- */

static const SnEditor *editor_for(const SnProperty *property)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
        return &SN_EDITOR_BOOL;
    case SN_TYPE_ENUM:
        return &SN_EDITOR_ENUM;
    case SN_TYPE_COLOR:
        return &SN_EDITOR_COLOR;
    case SN_TYPE_STRING:
        return &SN_EDITOR_STRING;
    case SN_TYPE_FILE:
        return &SN_EDITOR_FILE;
    case SN_TYPE_REF:
    case SN_TYPE_REFS:
    case SN_TYPE_TARGETS:
        return &SN_EDITOR_REFERENCES;
    case SN_TYPE_REALS:
        return &SN_EDITOR_TEXT;
    case SN_TYPE_INDICES:
        return &SN_EDITOR_INDICES;
    default:
        return &SN_EDITOR_NUMBERS;
    }
}

static void build_mark(SnPropertyRow *row)
{
    row->mark = gtk_button_new_with_label("");
    gtk_widget_add_css_class(row->mark, "mark");
    sn_property_row_dub(row, row->mark, "mark");
    gtk_widget_add_css_class(row->mark, "flat");
    gtk_widget_set_valign(row->mark, GTK_ALIGN_CENTER);
    g_signal_connect(row->mark, "clicked", G_CALLBACK(on_mark), row);
    gtk_box_append(GTK_BOX(row->line), row->mark);
}

static void dispose(GObject *object)
{
    SnPropertyRow *row = SN_PROPERTY_ROW(object);
    if (row->watch != 0) {
        sn_session_unwatch(row->session, row->watch);
        row->watch = 0;
    }
    sn_property_spread_unwatch(row);
    if (row->fill_watch != 0) {
        sn_session_unwatch(row->session, row->fill_watch);
        row->fill_watch = 0;
    }
    g_clear_object(&row->session);
    G_OBJECT_CLASS(sn_property_row_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_rc_box_release(SN_PROPERTY_ROW(object)->ids);
    g_free(SN_PROPERTY_ROW(object)->name);
    G_OBJECT_CLASS(sn_property_row_parent_class)->finalize(object);
}

static void open_other_axes(GtkWidget *widget, const char *action, GVariant *parameter)
{
    SnPropertyRow *row = SN_PROPERTY_ROW(widget);
    const SnTarget target = {sn_property_row_primary(row), row->row};
    sn_axes_popover_open(row->session, target, row->value);
}

static void sn_property_row_class_init(SnPropertyRowClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "propertyrow");
    gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "property.other-axes", NULL,
                                    open_other_axes);
    gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "property.reset", NULL,
                                    sn_property_row_reset_value);
    gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "property.copy-value", NULL,
                                    sn_property_row_copy_value);
    gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "property.paste-value", NULL,
                                    sn_property_row_paste_value);
}

static void sn_property_row_init(SnPropertyRow *row)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(row), GTK_ORIENTATION_VERTICAL);
    row->line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_add_css_class(row->line, "line");
    gtk_box_append(GTK_BOX(row), row->line);
}

/* Results, and what may be driven or change by itself, are asked for; of the rest the model knows
 * all. */
static bool is_watched(const SnProperty *property)
{
    return sn_type_width(property->type) > 0 &&
           (property->kind != SN_PARAMETER || property->bind > SN_BIND_DOCUMENT);
}

static GtkWidget *build(SnPropertyRow *row)
{
    row->editor = editor_for(row->property);
    sn_property_row_dub(row, GTK_WIDGET(row), "property");
    sn_property_hand_build(row);
    row->value = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_set_hexpand(row->value, TRUE);
    gtk_widget_set_valign(row->value, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(row->line), row->value);
    row->editor->build(row);
    build_mark(row);
    if (is_watched(row->property)) {
        row->watch =
            sn_session_watch(row->session, sn_property_row_primary(row), row->row, on_value, row);
        sn_property_spread_watch(row);
    }
    sn_property_row_refresh(row);
    return GTK_WIDGET(row);
}

static SnPropertyRow *new_row(SnSession *session, SnId *ids, int n, int at)
{
    SnPropertyRow *row = g_object_new(SN_TYPE_PROPERTY_ROW, NULL);
    row->session = g_object_ref(session);
    row->ids = g_rc_box_acquire(ids);
    row->n = n;
    row->row = at;
    row->property = sn_model_property(sn_session_model(session), ids[n - 1], at);
    return row;
}

GtkWidget *sn_property_row_new(SnSession *session, SnId id, const char *property)
{
    SnId *one = g_rc_box_dup(sizeof id, &id);
    GtkWidget *row = sn_property_row_new_shared(session, one, 1, property);
    g_rc_box_release(one);
    return row;
}

GtkWidget *sn_property_row_new_called(SnSession *session, SnId id, const char *property, char *name)
{
    SnId *one = g_rc_box_dup(sizeof id, &id);
    SnPropertyRow *row =
        new_row(session, one, 1, sn_model_find_property(sn_session_model(session), id, property));
    g_rc_box_release(one);
    row->name = name;
    return build(row);
}

GtkWidget *sn_property_row_new_shared(SnSession *session, SnId *ids, int n, const char *property)
{
    const int at = sn_model_find_property(sn_session_model(session), ids[n - 1], property);
    g_assert(at >= 0);
    return build(new_row(session, ids, n, at));
}

GtkWidget *sn_property_row_new_control(SnSession *session, SnId control)
{
    const SnModel *model = sn_session_model(session);
    const SnControl *self = (const SnControl *)sn_model_get(model, control);
    g_assert(self && self->property.n > 0);
    const SnTarget *target = &self->property.targets[0];
    SnId id = target->id, *one = g_rc_box_dup(sizeof id, &id);
    SnPropertyRow *row = new_row(session, one, 1, target->row);
    g_rc_box_release(one);
    row->panel_row = control;
    row->name = sn_control_label(model, control);
    row->widget = self->widget;
    row->low = self->low;
    row->high = self->high;
    gtk_widget_add_css_class(GTK_WIDGET(row), "control");
    return build(row);
}
