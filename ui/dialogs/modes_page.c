/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/modes_page.h"

#include "engine/small_motion.h"
#include "ui/session/labels.h"
#include "ui/widgets/spoken.h"

#include <math.h>

#define PERIOD 2.0 /* of what swings in the viewers, whatever its frequency [s] */

enum {
    COUNT = 20,
    PAUSE = 400, /* between the last change of the model and the next look [ms] */
};

static const char PAGE_KEY[] = "sn-modes-page";

typedef struct Page {
    SnSession *session; /* owned */
    GtkWidget *box, *list, *amplitude, *state, *copy;
    SnSmallMotion *motion; /* NULL: none yet */
    GCancellable *cancel;
    guint pause, tick; /* 0: none */
    gint64 begun;      /* of the frame clock, when swinging began [us] */
    int mode;          /* -1: none is chosen */
    bool drawing;      /* a picture is being made */
} Page;

/* --- swinging --- */

typedef struct Frame {
    SnSmallMotion *motion;
    int mode;
    double amount;
} Frame;

static void free_frame(gpointer data)
{
    Frame *frame = data;
    sn_small_motion_unref(frame->motion);
    g_free(frame);
}

static void unref_snapshot(gpointer snapshot)
{
    sn_snapshot_unref(snapshot);
}

static void make_picture(GTask *task, gpointer source, gpointer data, GCancellable *cancel)
{
    const Frame *frame = data;
    g_task_return_pointer(task, sn_small_motion_snapshot(frame->motion, frame->mode, frame->amount),
                          unref_snapshot);
}

static void on_picture(GObject *source, GAsyncResult *result, gpointer data)
{
    Page *page = g_object_get_data(source, PAGE_KEY);
    SnSnapshot *snapshot = g_task_propagate_pointer(G_TASK(result), NULL);
    page->drawing = false;
    if (snapshot && page->tick && page->mode >= 0)
        sn_session_show_instead(page->session, snapshot);
    sn_snapshot_unref(snapshot);
}

static gboolean on_tick(GtkWidget *box, GdkFrameClock *clock, gpointer data)
{
    Page *page = data;
    if (page->drawing || !page->motion || page->mode < 0)
        return G_SOURCE_CONTINUE;
    const gint64 now = gdk_frame_clock_get_frame_time(clock);
    page->begun = page->begun ? page->begun : now;
    const double phase = 2 * G_PI * (double)(now - page->begun) / (1e6 * PERIOD);
    Frame *frame = g_new0(Frame, 1);
    *frame = (Frame){sn_small_motion_ref(page->motion), page->mode,
                     gtk_range_get_value(GTK_RANGE(page->amplitude)) * sin(phase)};
    GTask *task = g_task_new(box, NULL, on_picture, NULL);
    g_task_set_task_data(task, frame, free_frame);
    g_task_run_in_thread(task, make_picture);
    g_object_unref(task);
    page->drawing = true;
    return G_SOURCE_CONTINUE;
}

static void stop_swinging(Page *page)
{
    if (page->tick)
        gtk_widget_remove_tick_callback(page->box, page->tick);
    page->tick = 0;
    sn_session_show_instead(page->session, NULL);
}

static void start_swinging(Page *page)
{
    page->begun = 0;
    if (!page->tick && gtk_widget_get_mapped(page->box))
        page->tick = gtk_widget_add_tick_callback(page->box, on_tick, page, NULL);
}

/* --- the list --- */

static void add_cell(GtkWidget *row, const char *text, int width, bool left)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), left ? 0 : 1);
    gtk_label_set_width_chars(GTK_LABEL(label), width);
    gtk_widget_set_hexpand(label, left);
    gtk_widget_add_css_class(label, "numeric");
    gtk_box_append(GTK_BOX(row), label);
}

typedef struct Cells {
    char *text[5]; /* number, frequency, period, damping, what moves; each owned */
} Cells;

static Cells cells_of(Page *page, int i)
{
    int n;
    const SnSmallMode *mode = &sn_small_motion_modes(page->motion, &n)[i];
    const SnModel *model = sn_session_model(page->session);
    const bool free = !(mode->frequency > 0);
    g_autofree char *leader =
        sn_model_get(model, mode->leader) ? sn_model_label(model, mode->leader) : g_strdup("–");
    return (Cells){{g_strdup_printf("%d", i + 1), g_strdup_printf("%.5g", mode->frequency),
                    free ? g_strdup("free") : g_strdup_printf("%.4g", 1 / mode->frequency),
                    free ? g_strdup("–") : g_strdup_printf("%.3g", 100 * mode->damping),
                    g_strdup_printf("%s (%.0f %%)", leader, 100 * mode->share)}};
}

static void clear_cells(Cells *cells)
{
    for (int k = 0; k < 5; k++)
        g_free(cells->text[k]);
}

static const int widths[] = {3, 9, 9, 9, 24};

static GtkWidget *row_of(const char *const text[5])
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
    for (int k = 0; k < 5; k++)
        add_cell(row, text[k], widths[k], k == 4);
    return row;
}

static void clear_list(Page *page)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(page->list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(page->list), child);
}

static void fill_list(Page *page)
{
    int n = 0;
    clear_list(page);
    if (page->motion)
        sn_small_motion_modes(page->motion, &n);
    for (int i = 0; i < n; i++) {
        Cells cells = cells_of(page, i);
        GtkWidget *row = row_of((const char *const *)cells.text);
        gtk_list_box_append(GTK_LIST_BOX(page->list), row);
        g_autofree char *spoken = g_strdup_printf("Mode %s, %s Hz, %s moves most", cells.text[0],
                                                  cells.text[1], cells.text[4]);
        sn_set_spoken_row(row, spoken);
        clear_cells(&cells);
    }
    gtk_widget_set_sensitive(page->copy, n > 0);
    if (n > 0)
        gtk_list_box_select_row(GTK_LIST_BOX(page->list),
                                gtk_list_box_get_row_at_index(GTK_LIST_BOX(page->list), 0));
}

static void on_row(GtkListBox *list, GtkListBoxRow *row, Page *page)
{
    page->mode = row ? gtk_list_box_row_get_index(row) : -1;
    if (page->mode >= 0)
        start_swinging(page);
    else
        stop_swinging(page);
}

static void on_copy(GtkButton *button, Page *page)
{
    int n;
    GString *text = g_string_new("mode\tHz\tperiod s\tdamping %\tmoves most\n");
    sn_small_motion_modes(page->motion, &n);
    for (int i = 0; i < n; i++) {
        Cells cells = cells_of(page, i);
        for (int k = 0; k < 5; k++)
            g_string_append_printf(text, "%s%c", cells.text[k], k < 4 ? '\t' : '\n');
        clear_cells(&cells);
    }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(page->box), text->str);
    g_string_free(text, TRUE);
}

/* --- computing, aside --- */

static bool is_wanted(double done, void *cancel)
{
    return !g_cancellable_is_cancelled(cancel);
}

static void free_model(gpointer model)
{
    sn_model_free(model);
}

static void unref_motion(gpointer motion)
{
    sn_small_motion_unref(motion);
}

static void compute(GTask *task, gpointer source, gpointer model, GCancellable *cancel)
{
    GError *error = NULL;
    SnSmallMotion *motion = sn_small_motion_new(model, COUNT, is_wanted, cancel, &error);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, motion, unref_motion);
}

/* How it was computed, and what modes do not know; to be freed. */
static char *how_of(const Page *page)
{
    const SnModel *model = sn_session_model(page->session);
    GString *text = g_string_new("About the start at rest. Damping: what dampers take of the shape "
                                 "by itself, as a share of critical.");
    int n;
    const SnId *ids = sn_small_motion_left_out(page->motion, &n);
    for (int i = 0; i < n; i++) {
        g_autofree char *label = sn_model_get(model, ids[i]) ? sn_model_label(model, ids[i]) : NULL;
        if (label)
            g_string_append_printf(text, "%s%s",
                                   i ? ", " : " Left out, though it bears load: ", label);
    }
    return g_string_free(text, FALSE);
}

static void on_computed(GObject *source, GAsyncResult *result, gpointer data)
{
    Page *page = g_object_get_data(source, PAGE_KEY);
    GError *error = NULL;
    const bool stale = g_cancellable_is_cancelled(g_task_get_cancellable(G_TASK(result)));
    SnSmallMotion *motion = g_task_propagate_pointer(G_TASK(result), &error);
    if (stale || !sn_session_model(page->session)) {
        sn_small_motion_unref(motion);
        g_clear_error(&error);
        return;
    }
    sn_small_motion_unref(page->motion);
    page->motion = motion;
    int n = 0;
    if (motion)
        sn_small_motion_modes(motion, &n);
    g_autofree char *fine = motion ? how_of(page) : NULL;
    gtk_label_set_text(GTK_LABEL(page->state), error   ? error->message
                                               : n > 0 ? fine
                                                       : "Nothing here can move.");
    g_clear_error(&error);
    fill_list(page);
}

static gboolean begin(gpointer data)
{
    Page *page = data;
    SnModel *model = sn_session_model(page->session);
    page->pause = 0;
    g_cancellable_cancel(page->cancel);
    g_clear_object(&page->cancel);
    if (!model)
        return G_SOURCE_REMOVE;
    page->cancel = g_cancellable_new();
    gtk_label_set_text(GTK_LABEL(page->state), "Computing …");
    GTask *task = g_task_new(page->box, page->cancel, on_computed, NULL);
    g_task_set_task_data(task, sn_model_copy(model), free_model);
    g_task_set_check_cancellable(task, FALSE);
    g_task_run_in_thread(task, compute);
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

static void on_model(SnSession *session, Page *page)
{
    g_clear_handle_id(&page->pause, g_source_remove);
    page->pause = g_timeout_add(PAUSE, begin, page);
}

/* --- the page --- */

static void on_map(GtkWidget *box, Page *page)
{
    if (page->mode >= 0)
        start_swinging(page);
}

static void on_unmap(GtkWidget *box, Page *page)
{
    stop_swinging(page);
}

static void on_destroy(GtkWidget *box, Page *page)
{
    g_clear_handle_id(&page->pause, g_source_remove);
    g_cancellable_cancel(page->cancel);
    page->mode = -1;
    stop_swinging(page);
    g_signal_handlers_disconnect_by_data(page->session, page);
}

static void free_page(gpointer data)
{
    Page *page = data;
    g_clear_object(&page->cancel);
    sn_small_motion_unref(page->motion);
    g_object_unref(page->session);
    g_free(page);
}

static void add_list(Page *page)
{
    static const char *const heads[5] = {"", "Hz", "period s", "damping %", "moves most"};
    GtkWidget *head = row_of(heads), *scroller = gtk_scrolled_window_new();
    gtk_widget_add_css_class(head, "dim-label");
    gtk_widget_set_margin_start(head, 8);
    page->list = gtk_list_box_new();
    gtk_widget_set_name(page->list, "modes-list");
    sn_set_spoken(page->list, "Modes");
    g_signal_connect(page->list, "row-selected", G_CALLBACK(on_row), page);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), page->list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scroller, TRUE);
    gtk_widget_set_size_request(scroller, -1, 260);
    gtk_box_append(GTK_BOX(page->box), head);
    gtk_box_append(GTK_BOX(page->box), scroller);
}

GtkWidget *sn_modes_page_new(SnSession *session)
{
    Page *page = g_new0(Page, 1);
    page->session = g_object_ref(session);
    page->mode = -1;
    page->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
    g_object_set_data_full(G_OBJECT(page->box), PAGE_KEY, page, free_page);
    add_list(page);
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    page->amplitude = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 4, 0.05);
    gtk_range_set_value(GTK_RANGE(page->amplitude), 1);
    gtk_widget_set_name(page->amplitude, "modes-amplitude");
    gtk_widget_set_hexpand(page->amplitude, TRUE);
    gtk_widget_set_tooltip_text(page->amplitude, "How far it swings in the viewers");
    gtk_accessible_update_property(GTK_ACCESSIBLE(page->amplitude), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Amplitude", -1);
    page->copy = gtk_button_new_with_label("Copy");
    gtk_widget_set_name(page->copy, "modes-copy");
    gtk_widget_set_sensitive(page->copy, FALSE);
    gtk_widget_set_tooltip_text(page->copy, "The table, for a spreadsheet");
    g_signal_connect(page->copy, "clicked", G_CALLBACK(on_copy), page);
    gtk_box_append(GTK_BOX(bar), gtk_label_new("Amplitude"));
    gtk_box_append(GTK_BOX(bar), page->amplitude);
    gtk_box_append(GTK_BOX(bar), page->copy);
    gtk_box_append(GTK_BOX(page->box), bar);
    page->state = gtk_label_new("Computing …");
    gtk_widget_set_name(page->state, "modes-state");
    gtk_label_set_wrap(GTK_LABEL(page->state), TRUE);
    gtk_label_set_xalign(GTK_LABEL(page->state), 0);
    gtk_label_set_max_width_chars(GTK_LABEL(page->state), 60);
    gtk_widget_add_css_class(page->state, "dim-label");
    gtk_box_append(GTK_BOX(page->box), page->state);
    g_signal_connect(page->box, "map", G_CALLBACK(on_map), page);
    g_signal_connect(page->box, "unmap", G_CALLBACK(on_unmap), page);
    g_signal_connect(page->box, "destroy", G_CALLBACK(on_destroy), page);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_model), page);
    begin(page);
    return page->box;
}
