/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/scale_dialog.h"

#include "engine/model/classes/body.h"
#include "ui/edits/scaling.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/form.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/spoken.h"

#include <math.h>

enum { MOST_SEGMENTS = 200, MOST_DESCRIBED = 3 };

typedef struct Scale {
    GtkWindow *window;
    SnSession *session; /* owned reference */
    GArray *segments;   /* of Segment */
    SnMotionTable *table;
    GtkWidget *all, *mass, *keep, *smooth, *file, *text, *accept;
} Scale;

/* A body that can be scaled. */
typedef struct Segment {
    Scale *scale;
    SnId body;
    SnLandmarks *marks; /* it is warped through them; else NULL */
    GtkWidget *factor[3], *pairs, *warp, *straight;
} Segment;

static const char WARP[] = "Warp…";
static const char SPOKEN_WARP[] = "Warp through landmarks";

static const SnProperty FACTOR = {.label = "Factor", .type = SN_TYPE_REAL, .flags = SN_POSITIVE};
static const SnProperty SMOOTH = {.label = "Smoothing", .type = SN_TYPE_REAL};
static const SnProperty MASS = {.label = "Mass", .type = SN_TYPE_REAL, .unit = SN_UNIT_MASS};

static double number_of(GtkWidget *field)
{
    return sn_number_field_get(SN_NUMBER_FIELD(field));
}

static Segment *segment_at(const Scale *scale, guint i)
{
    return &g_array_index(scale->segments, Segment, i);
}

static void set_factor(const Segment *segment, double factor)
{
    for (int k = 0; k < 3; k++)
        sn_number_field_set(SN_NUMBER_FIELD(segment->factor[k]), factor);
}

/* The bodies that change; NULL: a factor is none. */
static GArray *find_changes(const Scale *scale)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(SnSegmentScale));
    for (guint i = 0; i < scale->segments->len; i++) {
        const SnLandmarks *marks = segment_at(scale, i)->marks;
        SnSegmentScale one = {.body = segment_at(scale, i)->body,
                              .warp = marks ? sn_landmarks_map(marks) : NULL};
        bool changed = marks != NULL, good = true;
        for (int k = 0; k < 3; k++) {
            one.factor[k] = number_of(segment_at(scale, i)->factor[k]);
            changed = changed || one.factor[k] != 1;
            good = good && one.factor[k] > 0 && isfinite(one.factor[k]);
        }
        if (!good) {
            g_array_unref(changes);
            return NULL;
        }
        if (changed)
            g_array_append_val(changes, one);
    }
    return changes;
}

/* What the landmarks of the first few do. */
static void describe_warps(const Scale *scale, GString *words)
{
    int n = 0;
    for (guint i = 0; i < scale->segments->len; i++) {
        const Segment *segment = segment_at(scale, i);
        if (!segment->marks || n++ >= MOST_DESCRIBED)
            continue;
        g_autofree char *label = sn_session_label(scale->session, segment->body);
        g_autofree char *text = sn_landmarks_describe(segment->marks);
        g_string_append_printf(words, "\n%s through %s.", label, text);
    }
    if (n > MOST_DESCRIBED)
        g_string_append_printf(words, "\nAnd %d more.", n - MOST_DESCRIBED);
}

static void update(Scale *scale)
{
    g_autoptr(GArray) changes = find_changes(scale);
    const double mass = number_of(scale->mass);
    gtk_widget_set_sensitive(scale->accept, changes && mass >= 0 && (changes->len > 0 || mass > 0));
    GString *words = g_string_new("Factors must be greater than 0.");
    if (changes) {
        g_string_printf(words,
                        "%u of %u bodies change along their own axes, with what is fixed to them; "
                        "muscles keep their shares of fibre and tendon.",
                        changes->len, scale->segments->len);
        describe_warps(scale, words);
    }
    sn_form_say(scale->text, words->str, !changes);
    g_string_free(words, TRUE);
}

static void on_all(Scale *scale)
{
    for (guint i = 0; i < scale->segments->len; i++)
        set_factor(segment_at(scale, i), number_of(scale->all));
    update(scale);
}

/* --- measured --- */

/* False, and says so: one of the pairs cannot be measured. */
static bool measure(Scale *scale)
{
    const double time[2] = {-HUGE_VAL, HUGE_VAL};
    GError *error = NULL;
    for (guint i = 0; scale->table && !error && i < scale->segments->len; i++) {
        const Segment *segment = segment_at(scale, i);
        const char *pairs = gtk_editable_get_text(GTK_EDITABLE(segment->pairs));
        double factor;
        if (*pairs && !segment->marks &&
            sn_scale_measure_text(sn_session_model(scale->session), scale->table, time, pairs,
                                  &factor, &error))
            set_factor(segment, factor);
    }
    update(scale);
    if (!error)
        return true;
    sn_form_say(scale->text, error->message, true);
    g_error_free(error);
    return false;
}

static void on_pairs(Scale *scale)
{
    measure(scale);
}

static void on_file(const char *path, gpointer data)
{
    Scale *scale = data;
    GError *error = NULL;
    if (!path)
        return;
    SnMotionTable *table = sn_motion_file_read(path, &error);
    if (!table) {
        sn_form_say(scale->text, error->message, true);
        g_error_free(error);
        return;
    }
    sn_motion_table_free(scale->table);
    scale->table = table;
    g_autofree char *base = g_path_get_basename(path);
    gtk_button_set_label(GTK_BUTTON(scale->file), base);
    for (guint i = 0; i < scale->segments->len; i++)
        gtk_widget_set_sensitive(segment_at(scale, i)->pairs, !segment_at(scale, i)->marks);
    measure(scale);
}

static void on_choose(Scale *scale)
{
    static const char *const patterns[] = {"*.trc", "*.csv", "*.sto", NULL};
    const SnFileAsked asked = {"Markers of the Subject", "_Open", "Marker tracks", patterns};
    sn_dialog_open_data(scale->window, &asked, on_file, scale);
}

/* --- warped --- */

static void complain(const Scale *scale, GError *error)
{
    sn_form_say(scale->text, error->message, true);
    g_error_free(error);
}

/* The last smoothing that was good stays in the maps. */
static void on_smooth(Scale *scale)
{
    GError *error = NULL;
    for (guint i = 0; i < scale->segments->len && !error; i++)
        if (segment_at(scale, i)->marks)
            sn_landmarks_fit(segment_at(scale, i)->marks, number_of(scale->smooth), &error);
    update(scale);
    if (error)
        complain(scale, error);
}

/* Takes the landmarks; NULL: by factors again. */
static void set_marks(Segment *segment, SnLandmarks *marks, const char *label)
{
    sn_landmarks_free(segment->marks);
    segment->marks = marks;
    gtk_label_set_text(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(segment->warp))), label);
    sn_set_spoken(segment->warp, marks ? label : SPOKEN_WARP);
    gtk_widget_set_sensitive(segment->straight, marks != NULL);
    for (int k = 0; k < 3; k++)
        gtk_widget_set_sensitive(segment->factor[k], !marks);
    gtk_widget_set_sensitive(segment->pairs, !marks && segment->scale->table);
    if (marks)
        sn_form_show_row(segment->scale->smooth, true);
    on_smooth(segment->scale);
}

static void on_marks_file(const char *path, gpointer data)
{
    Segment *segment = data;
    const Scale *scale = segment->scale;
    GError *error = NULL;
    if (!path)
        return;
    SnLandmarks *marks =
        sn_landmarks_read(sn_session_model(scale->session), segment->body, path, &error);
    g_autofree char *base = g_path_get_basename(path);
    if (marks)
        set_marks(segment, marks, base);
    else
        complain(scale, error);
}

static void on_warp(Segment *segment)
{
    static const char *const patterns[] = {"*.csv", "*.txt", "*.tsv", NULL};
    const SnFileAsked asked = {"Landmarks of the Body", "_Open", "Landmarks", patterns};
    sn_dialog_open_data(segment->scale->window, &asked, on_marks_file, segment);
}

static void on_straight(Segment *segment)
{
    gtk_widget_grab_focus(segment->warp); /* this button rests now */
    set_marks(segment, NULL, WARP);
}

/* --- done --- */

static void on_accept(Scale *scale)
{
    if (!measure(scale))
        return;
    g_autoptr(GArray) changes = find_changes(scale);
    if (!changes)
        return;
    const SnScaling scaling = {
        (int)changes->len, (const SnSegmentScale *)(const void *)changes->data,
        gtk_check_button_get_active(GTK_CHECK_BUTTON(scale->keep)), number_of(scale->mass)};
    if (sn_edits_scale_model(scale->session, &scaling))
        gtk_window_destroy(scale->window);
}

static void scale_free(gpointer data)
{
    Scale *scale = data;
    for (guint i = 0; i < scale->segments->len; i++)
        sn_landmarks_free(segment_at(scale, i)->marks);
    g_array_unref(scale->segments);
    sn_motion_table_free(scale->table);
    g_object_unref(scale->session);
    g_free(scale);
}

/* --- making --- */

static bool note_body(SnComponent *component, void *data)
{
    GArray *segments = data;
    const Segment segment = {.body = component->id};
    if (component->class == &SN_CLASS_RIGID_BODY && segments->len < MOST_SEGMENTS)
        g_array_append_val(segments, segment);
    return true;
}

/* The selected bodies, or all of them where none is. */
static GArray *find_segments(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    GArray *segments = g_array_new(FALSE, TRUE, sizeof(Segment));
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        SnComponent *component = ids[i].entry == 0 ? sn_model_get(model, ids[i]) : NULL;
        if (component && component->class == &SN_CLASS_RIGID_BODY)
            note_body(component, segments);
    }
    if (segments->len == 0)
        sn_component_walk(model->root, note_body, segments);
    return segments;
}

static GtkWidget *factor_field(Scale *scale, const char *name, GCallback edited)
{
    GtkWidget *field = sn_number_field_new(&FACTOR, name, false);
    sn_number_field_set(SN_NUMBER_FIELD(field), 1);
    gtk_widget_set_name(field, name);
    gtk_widget_set_size_request(field, 64, -1);
    g_signal_connect_swapped(field, "edited", edited, scale);
    return field;
}

/* The button that asks for landmarks, and one that lets them go. */
static GtkWidget *make_warp(Segment *segment, const char *label)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    g_autofree char *warp = g_strdup_printf("scale-%s-warp", label);
    g_autofree char *straight = g_strdup_printf("scale-%s-straight", label);
    GtkWidget *text = gtk_label_new(WARP);
    segment->warp = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(segment->warp), text);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_width_chars(GTK_LABEL(text), 12);
    gtk_label_set_max_width_chars(GTK_LABEL(text), 12);
    gtk_widget_set_hexpand(segment->warp, TRUE);
    segment->straight = gtk_button_new_from_icon_name("edit-clear-symbolic");
    gtk_widget_add_css_class(box, "linked");
    gtk_widget_set_name(segment->warp, warp);
    gtk_widget_set_name(segment->straight, straight);
    gtk_widget_set_tooltip_text(
        segment->warp, "Bend it through landmarks: a file with a line for each, a marker on the "
                       "body or x, y, z, then where it goes, in metres and the body's axes");
    gtk_widget_set_tooltip_text(segment->straight, "By factors, without the landmarks");
    sn_set_spoken(segment->warp, SPOKEN_WARP);
    sn_set_spoken(segment->straight, "Without the landmarks");
    gtk_widget_set_sensitive(segment->straight, FALSE);
    g_signal_connect_swapped(segment->warp, "clicked", G_CALLBACK(on_warp), segment);
    g_signal_connect_swapped(segment->straight, "clicked", G_CALLBACK(on_straight), segment);
    gtk_box_append(GTK_BOX(box), segment->warp);
    gtk_box_append(GTK_BOX(box), segment->straight);
    return box;
}

static GtkWidget *make_segment(Scale *scale, Segment *segment, const char *label)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    segment->scale = scale;
    g_autofree char *pairs = g_strdup_printf("scale-%s-pairs", label);
    for (int k = 0; k < 3; k++) {
        g_autofree char *name = g_strdup_printf("scale-%s-%c", label, 'x' + k);
        segment->factor[k] = factor_field(scale, name, G_CALLBACK(update));
        gtk_box_append(GTK_BOX(row), segment->factor[k]);
    }
    segment->pairs = gtk_entry_new();
    gtk_widget_set_name(segment->pairs, pairs);
    gtk_entry_set_placeholder_text(GTK_ENTRY(segment->pairs), "marker..marker");
    gtk_editable_set_width_chars(GTK_EDITABLE(segment->pairs), 16);
    gtk_widget_set_tooltip_text(segment->pairs,
                                "Markers whose distance says how much larger it is; several pairs "
                                "with commas between; needs a file of measured markers");
    gtk_widget_set_sensitive(segment->pairs, FALSE);
    g_signal_connect_swapped(segment->pairs, "activate", G_CALLBACK(on_pairs), scale);
    gtk_box_append(GTK_BOX(row), segment->pairs);
    gtk_box_append(GTK_BOX(row), make_warp(segment, label));
    return row;
}

static GtkWidget *make_segments(Scale *scale)
{
    GtkWidget *grid = sn_form_grid(), *scrolled = gtk_scrolled_window_new();
    for (guint i = 0; i < scale->segments->len; i++) {
        Segment *segment = segment_at(scale, i);
        g_autofree char *label = sn_session_label(scale->session, segment->body);
        g_autofree char *name = g_strdup_printf("scale-%s-row", label);
        sn_form_row(grid, (int)i, label, make_segment(scale, segment, label), name);
    }
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 280);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), grid);
    return scrolled;
}

static GtkWidget *make_rows(Scale *scale)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *grid = sn_form_grid();
    GtkWidget *mass = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *below = sn_form_grid();
    scale->file = gtk_button_new_with_label("Choose…");
    g_signal_connect_swapped(scale->file, "clicked", G_CALLBACK(on_choose), scale);
    sn_form_row(grid, 0, "Measured markers", scale->file, "scale-file");
    scale->all = factor_field(scale, "scale-all", G_CALLBACK(on_all));
    sn_form_row(grid, 1, "All segments", scale->all, "scale-all");
    scale->mass = sn_number_field_new(&MASS, "Mass", false);
    sn_number_field_set(SN_NUMBER_FIELD(scale->mass), 0);
    gtk_widget_set_name(scale->mass, "scale-mass");
    gtk_widget_set_hexpand(scale->mass, TRUE);
    g_signal_connect_swapped(scale->mass, "edited", G_CALLBACK(update), scale);
    gtk_box_append(GTK_BOX(mass), scale->mass);
    gtk_box_append(GTK_BOX(mass), sn_number_unit_new(&MASS));
    sn_form_row(grid, 2, "Mass in all; 0: as it comes", mass, "scale-mass-row");
    scale->keep = sn_form_row(
        grid, 3, "", gtk_check_button_new_with_label("Segments keep their masses"), "scale-keep");
    scale->smooth = sn_number_field_new(&SMOOTH, "Smoothing", false);
    sn_number_field_set(SN_NUMBER_FIELD(scale->smooth), 0);
    gtk_widget_set_tooltip_text(scale->smooth,
                                "0 goes through all landmarks; 0.001 forgives what a hand misses "
                                "by; much leaves the best stretch alone");
    g_signal_connect_swapped(scale->smooth, "edited", G_CALLBACK(on_smooth), scale);
    sn_form_row(grid, 4, "Smoothing of landmarks", scale->smooth, "scale-smooth");
    sn_form_show_row(scale->smooth, false);
    scale->text = sn_form_text(below, 0, "scale-text");
    gtk_widget_set_hexpand(scale->text, TRUE);
    gtk_box_append(GTK_BOX(box), grid);
    gtk_box_append(GTK_BOX(box), make_segments(scale));
    gtk_box_append(GTK_BOX(box), below);
    return box;
}

void sn_scale_dialog_open(GtkWindow *parent, SnSession *session)
{
    GArray *segments = find_segments(session);
    if (segments->len == 0) {
        sn_session_report(
            session, &(SnBar){.severity = SN_NOTE, .text = "There is no rigid body to be scaled."});
        g_array_unref(segments);
        return;
    }
    Scale *scale = g_new0(Scale, 1);
    scale->window = sn_form_window(parent, session, "Scale to a Subject", "scale-window");
    scale->session = g_object_ref(session);
    scale->segments = segments;
    g_object_set_data_full(G_OBJECT(scale->window), "sn-scale", scale, scale_free);
    scale->accept = gtk_button_new_with_label("Scale");
    GtkWidget *rows = make_rows(scale), *cancel = gtk_button_new_with_label("Cancel");
    gtk_widget_set_name(cancel, "scale-cancel");
    gtk_widget_set_name(scale->accept, "scale-accept");
    g_signal_connect_swapped(scale->accept, "clicked", G_CALLBACK(on_accept), scale);
    update(scale);
    sn_form_present(scale->window, rows, cancel, scale->accept);
}
