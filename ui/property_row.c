/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/property_row_private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE(SnPropertyRow, sn_property_row, GTK_TYPE_BOX)

SnId sn_property_row_primary(SnPropertyRow *row)
{
    return row->ids[row->n - 1];
}

const char *sn_property_row_name(SnPropertyRow *row)
{
    return row->property->label;
}

static const SnWatched *watched(SnPropertyRow *row)
{
    return sn_session_watched(row->session, sn_property_row_primary(row), row->row);
}

static bool is_driven(SnPropertyRow *row)
{
    const SnWatched *value = row->property->kind == SN_INPUT ? watched(row) : NULL;
    return value != NULL && value->driven;
}

void sn_property_row_dub(SnPropertyRow *row, GtkWidget *part, const char *what)
{
    char *name = g_strdup_printf("%s-%s", what, row->property->name);
    gtk_widget_set_name(part, name);
    g_free(name);
}

bool sn_property_row_editable(SnPropertyRow *row)
{
    return row->property->kind != SN_RESULT && (row->property->flags & SN_DERIVED) == 0 &&
           !is_driven(row);
}

void sn_property_row_apply(SnPropertyRow *row, const SnValue *value)
{
    if (row->updating) {
        return;
    }
    sn_edits_set(row->session, row->ids, row->n, row->property->name, value);
    sn_property_row_refresh(row);
}

/* --- what is shown --- */

/* Numbers of a watched value as a value of the row's type. */
static void from_watched(const SnProperty *property, const SnWatched *watch, SnValue *value)
{
    memset(value, 0, sizeof *value);
    value->type = property->type;
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = watch->value[0] != 0;
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        value->integer = (int32_t)watch->value[0];
        break;
    default:
        memcpy(value->number, watch->value, sizeof value->number);
    }
}

/* The present value counts for results, for driven inputs, and for start values once the clock
 * runs. */
static bool shows_present(SnPropertyRow *row)
{
    switch (row->property->kind) {
    case SN_RESULT:
        return true;
    case SN_START:
        return sn_session_time(row->session) > 0;
    case SN_INPUT:
        return is_driven(row);
    default:
        return false;
    }
}

/* Of very many the first thousand are compared: the panel must not stop the window. */
static bool values_differ(SnPropertyRow *row, const SnValue *primary)
{
    enum { MAX_COMPARED = 1000 };
    const SnModel *model = sn_session_model(row->session);
    for (int i = 0; i + 1 < MIN(row->n, MAX_COMPARED); i++) {
        int at = sn_model_find_property(model, row->ids[i], row->property->name);
        const SnProperty *property = at < 0 ? NULL : sn_model_property(model, row->ids[i], at);
        if (property == NULL) {
            continue;
        }
        SnValue other;
        sn_model_effective(model, row->ids[i], property, &other, NULL);
        bool same = sn_value_equal(&other, primary);
        sn_value_clear(&other);
        if (!same) {
            return true;
        }
    }
    return false;
}

/* --- the mark: where the value comes from --- */

static void set_mark(SnPropertyRow *row, int kind, const char *glyph, const char *tooltip)
{
    static const char *const classes[] = {[MARK_NONE] = "none",
                                          [MARK_CHANGED] = "changed",
                                          [MARK_INHERITED] = "inherited",
                                          [MARK_DRIVEN] = "driven"};
    gtk_widget_remove_css_class(row->mark, classes[row->mark_kind]);
    gtk_widget_add_css_class(row->mark, classes[kind]);
    row->mark_kind = kind;
    gtk_button_set_label(GTK_BUTTON(row->mark), glyph);
    gtk_widget_set_tooltip_text(row->mark, tooltip);
    gtk_widget_set_sensitive(row->mark, kind != MARK_NONE);
    gtk_widget_set_can_target(row->mark, kind != MARK_NONE);
    gtk_widget_set_focusable(row->mark, kind != MARK_NONE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   tooltip != NULL ? tooltip : "", -1);
}

static void mark_inherited(SnPropertyRow *row, const SnComponent *from)
{
    char *where = from != NULL ? sn_session_label(row->session, from->id) : NULL;
    char *text = where != NULL ? g_strdup_printf("Inherited from %s: click to set it here", where)
                               : g_strdup("Default: click to set it here");
    set_mark(row, MARK_INHERITED, "↥", text);
    g_free(text);
    g_free(where);
}

static void mark_driven(SnPropertyRow *row)
{
    const SnWatched *value = watched(row);
    char *who = sn_session_label(row->session, value->driver);
    char *text = g_strdup_printf("Driven by %s: click to select it", who);
    set_mark(row, MARK_DRIVEN, "◆", text);
    g_free(text);
    g_free(who);
}

/* What the value is unless it was changed: of nodes, as the mesh has it. */
static void standard_value(SnPropertyRow *row, SnValue *standard)
{
    const SnId id = sn_property_row_primary(row);
    const SnComponent *component = sn_model_get(sn_session_model(row->session), id);
    const SnArrayRow *array = id.entry != 0 ? &component->class->arrays[sn_id_array(id)] : NULL;
    if (array == NULL || array->base == NULL) {
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
    if (is_driven(row)) {
        mark_driven(row);
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

static void reset(SnPropertyRow *row)
{
    sn_edits_reset(row->session, row->ids, row->n, row->property->name);
    sn_property_row_refresh(row);
}

static void on_mark(GtkButton *button, SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    switch (row->mark_kind) {
    case MARK_CHANGED:
        reset(row);
        break;
    case MARK_INHERITED: {
        SnValue value;
        sn_model_effective(model, sn_property_row_primary(row), row->property, &value, NULL);
        sn_property_row_apply(row, &value);
        sn_value_clear(&value);
        break;
    }
    case MARK_DRIVEN: {
        const SnWatched *value = watched(row);
        if (value != NULL) {
            sn_session_select_one(row->session, value->driver);
        }
        break;
    }
    case MARK_NONE:
        break;
    }
}

/* --- ticking --- */

static void on_value(const SnWatched *value, gpointer data)
{
    SnPropertyRow *row = data;
    const bool present = shows_present(row);
    if (row->property->kind == SN_INPUT &&
        (value->driven != (row->mark_kind == MARK_DRIVEN) || present != row->ticking)) {
        sn_property_row_refresh(row);
        return;
    }
    row->ticking = present;
    if (!present || sn_edits_dragging(row->session)) {
        return;
    }
    SnValue shown;
    from_watched(row->property, value, &shown);
    row->updating = true;
    row->editor->show(row, &shown, false);
    row->updating = false;
}

void sn_property_row_refresh(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    if (model == NULL || sn_model_object(model, sn_property_row_primary(row)) == NULL) {
        return;
    }
    refresh_mark(row);
    row->ticking = shows_present(row);
    gtk_widget_set_sensitive(row->value,
                             sn_property_row_editable(row) || row->property->kind == SN_RESULT);
    row->updating = true;
    const SnWatched *now = row->ticking ? watched(row) : NULL;
    if (now != NULL && now->n > 0) {
        SnValue shown;
        from_watched(row->property, now, &shown);
        row->editor->show(row, &shown, false);
    } else if (row->property->kind != SN_RESULT) {
        SnValue value;
        sn_model_effective(model, sn_property_row_primary(row), row->property, &value, NULL);
        row->editor->show(row, &value, values_differ(row, &value));
        sn_value_clear(&value);
    }
    row->updating = false;
}

bool sn_property_row_matches(SnPropertyRow *row, const char *text)
{
    char *needle = g_utf8_casefold(text, -1);
    char *label = g_utf8_casefold(row->property->label, -1);
    bool found = strstr(label, needle) != NULL || strstr(row->property->name, needle) != NULL;
    g_free(label);
    g_free(needle);
    return found;
}

/* --- dragging the label --- */

static bool is_scalar(const SnProperty *property)
{
    return property->type == SN_TYPE_REAL || property->type == SN_TYPE_INT;
}

static void on_drag_begin(GtkGestureDrag *drag, double x, double y, SnPropertyRow *row)
{
    gtk_widget_grab_focus(row->label);
    if (!sn_property_row_editable(row)) {
        gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    row->drag_start = sn_number_field_get(SN_NUMBER_FIELD(row->fields[0]));
    char *text = g_strdup_printf("Drag %s", row->property->label);
    sn_edits_drag_begin(row->session, text);
    g_free(text);
}

static void on_drag_update(GtkGestureDrag *drag, double dx, double dy, SnPropertyRow *row)
{
    const GdkModifierType keys =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    const double fine = (keys & GDK_SHIFT_MASK) != 0     ? 0.1
                        : (keys & GDK_CONTROL_MASK) != 0 ? 10
                                                         : 1;
    const SnProperty *property = row->property;
    double value = row->drag_start + dx * fine * sn_unit_drag_step(property, row->drag_start);
    if (property->hard_max > property->hard_min) {
        value = CLAMP(value, property->hard_min, property->hard_max);
    }
    if (property->soft_max > property->soft_min) {
        value = CLAMP(value, property->soft_min, property->soft_max);
    }
    sn_edits_set_number(row->session, row->ids, row->n, property->name, 0, value);
    sn_property_row_refresh(row);
}

static void on_drag_end(GtkGestureDrag *drag, double dx, double dy, SnPropertyRow *row)
{
    if (sn_edits_dragging(row->session)) {
        sn_edits_drag_end(row->session);
    }
}

static gboolean on_label_key(GtkEventControllerKey *keys, guint key, guint code,
                             GdkModifierType state, SnPropertyRow *row)
{
    if (key == GDK_KEY_Escape && sn_edits_dragging(row->session)) {
        sn_edits_drag_cancel(row->session);
        sn_property_row_refresh(row);
        return GDK_EVENT_STOP;
    }
    if ((key == GDK_KEY_BackSpace || key == GDK_KEY_Delete) && sn_property_row_editable(row)) {
        reset(row);
        return GDK_EVENT_STOP;
    }
    return GDK_EVENT_PROPAGATE;
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

static void build_label(SnPropertyRow *row)
{
    row->label = gtk_label_new(row->property->label);
    gtk_widget_add_css_class(row->label, "property-label");
    sn_property_row_dub(row, row->label, "label");
    gtk_label_set_xalign(GTK_LABEL(row->label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(row->label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_size_request(row->label, 96, -1);
    gtk_widget_set_focusable(row->label, TRUE);
    char *tip = g_strdup_printf("%s\n%s", row->property->help, row->property->name);
    gtk_widget_set_tooltip_text(row->label, tip);
    g_free(tip);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_label_key), row);
    gtk_widget_add_controller(row->label, keys);
    if (is_scalar(row->property) && row->property->kind != SN_RESULT) {
        gtk_widget_set_cursor_from_name(row->label, "ew-resize");
        GtkGesture *drag = gtk_gesture_drag_new();
        g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), row);
        g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), row);
        g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), row);
        gtk_widget_add_controller(row->label, GTK_EVENT_CONTROLLER(drag));
    }
    gtk_box_append(GTK_BOX(row), row->label);
}

static void build_mark(SnPropertyRow *row)
{
    row->mark = gtk_button_new_with_label("");
    gtk_widget_add_css_class(row->mark, "mark");
    sn_property_row_dub(row, row->mark, "mark");
    gtk_widget_add_css_class(row->mark, "flat");
    gtk_widget_set_valign(row->mark, GTK_ALIGN_CENTER);
    g_signal_connect(row->mark, "clicked", G_CALLBACK(on_mark), row);
    gtk_box_append(GTK_BOX(row), row->mark);
}

static void dispose(GObject *object)
{
    SnPropertyRow *row = SN_PROPERTY_ROW(object);
    if (row->watch != 0) {
        sn_session_unwatch(row->session, row->watch);
        row->watch = 0;
    }
    g_clear_object(&row->session);
    G_OBJECT_CLASS(sn_property_row_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_free(SN_PROPERTY_ROW(object)->ids);
    G_OBJECT_CLASS(sn_property_row_parent_class)->finalize(object);
}

static void sn_property_row_class_init(SnPropertyRowClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "propertyrow");
}

static void sn_property_row_init(SnPropertyRow *row)
{
    gtk_box_set_spacing(GTK_BOX(row), 4);
}

GtkWidget *sn_property_row_new(SnSession *session, const SnId *ids, int n, const char *property)
{
    SnPropertyRow *row = g_object_new(SN_TYPE_PROPERTY_ROW, NULL);
    const SnModel *model = sn_session_model(session);
    row->session = g_object_ref(session);
    row->ids = g_memdup2(ids, sizeof *ids * (size_t)n);
    row->n = n;
    row->row = sn_model_find_property(model, ids[n - 1], property);
    g_assert(row->row >= 0);
    row->property = sn_model_property(model, ids[n - 1], row->row);
    row->editor = editor_for(row->property);
    sn_property_row_dub(row, GTK_WIDGET(row), "property");
    build_label(row);
    row->value = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_set_hexpand(row->value, TRUE);
    gtk_widget_set_valign(row->value, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(row), row->value);
    row->editor->build(row);
    build_mark(row);
    if (row->property->kind != SN_PARAMETER && sn_type_width(row->property->type) > 0) {
        row->watch = sn_session_watch(session, ids[n - 1], row->row, on_value, row);
    }
    sn_property_row_refresh(row);
    return GTK_WIDGET(row);
}
