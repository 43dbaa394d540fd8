/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/laxity_page.h"

#include "engine/small_motion.h"
#include "ui/session/labels.h"
#include "ui/widgets/number_field.h"

#include <math.h>

static const SnProperty FORCE = {.label = "Force", .type = SN_TYPE_REAL, .unit = SN_UNIT_FORCE};
static const SnProperty MOMENT = {.label = "Moment", .type = SN_TYPE_REAL, .unit = SN_UNIT_MOMENT};

static const char PAGE_KEY[] = "sn-laxity-page";

typedef struct Page {
    SnSession *session; /* owned */
    GtkWidget *box, *joint, *force, *moment, *test, *grid, *state, *copy;
    GArray *joints; /* SnId, in the order of the drop-down */
    GString *text;  /* of the table */
    GCancellable *cancel;
} Page;

/* --- the table --- */

static void add_cell(Page *page, int column, int row, const char *text, bool dim)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), column == 0 ? 0 : 1);
    gtk_widget_add_css_class(label, dim ? "dim-label" : "numeric");
    gtk_grid_attach(GTK_GRID(page->grid), label, column, row, 1, 1);
    g_string_append_printf(page->text, "%s%s", column > 0 ? "\t" : "\n", text);
}

static void add_heads(Page *page)
{
    static const char *const heads[] = {"Load",    "x mm",    "y mm",       "z mm",
                                        "about x", "about y", "about z deg"};
    for (int k = 0; k < (int)G_N_ELEMENTS(heads); k++)
        add_cell(page, k, 0, heads[k], true);
}

static void add_row(Page *page, const SnLaxity *laxity, int load)
{
    const SnLaxityMove *m = &laxity->moves[load];
    add_cell(page, 0, load + 1, sn_laxity_load_name(load), true);
    for (int k = 0; k < 6; k++) {
        const double value = k < 3 ? 1e3 * m->move[k] : 180 / G_PI * m->turn[k - 3];
        const double shown = fabs(value) < 1e-9 ? 0 : value; /* rounding is nothing */
        g_autofree char *text = m->trouble ? g_strdup("–") : g_strdup_printf("%.4g", shown);
        add_cell(page, k + 1, load + 1, text, false);
    }
}

static void show_table(Page *page, const SnLaxity *laxity)
{
    GtkWidget *child;
    const char *trouble = NULL;
    while ((child = gtk_widget_get_first_child(page->grid)) != NULL)
        gtk_grid_remove(GTK_GRID(page->grid), child);
    g_string_truncate(page->text, 0);
    add_heads(page);
    for (int i = 0; laxity && i < SN_LAXITY_LOADS; i++) {
        add_row(page, laxity, i);
        trouble = trouble ? trouble : laxity->moves[i].trouble;
    }
    gtk_widget_set_sensitive(page->copy, laxity != NULL);
    if (laxity)
        gtk_label_set_text(GTK_LABEL(page->state),
                           trouble ? trouble
                                   : "Where each load brings B from where it rests, in the axes of "
                                     "the joint in A.");
}

static void on_copy(GtkButton *button, Page *page)
{
    const char *text = page->text->str;
    gdk_clipboard_set_text(gtk_widget_get_clipboard(page->box), *text == '\n' ? text + 1 : text);
}

/* --- computing, aside --- */

typedef struct Work {
    SnModel *model; /* a copy of its own */
    SnId joint;
    double force, moment;
} Work;

static void free_work(gpointer data)
{
    Work *work = data;
    sn_model_free(work->model);
    g_free(work);
}

static bool is_wanted(double done, void *cancel)
{
    return !g_cancellable_is_cancelled(cancel);
}

static void free_laxity(gpointer laxity)
{
    sn_laxity_free(laxity);
}

static void compute(GTask *task, gpointer source, gpointer data, GCancellable *cancel)
{
    const Work *work = data;
    GError *error = NULL;
    SnLaxity *laxity = sn_laxity_new(work->model, work->joint, work->force, work->moment, is_wanted,
                                     cancel, &error);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, laxity, free_laxity);
}

static void on_computed(GObject *source, GAsyncResult *result, gpointer data)
{
    Page *page = g_object_get_data(source, PAGE_KEY);
    GError *error = NULL;
    const bool stale = g_cancellable_is_cancelled(g_task_get_cancellable(G_TASK(result)));
    SnLaxity *laxity = g_task_propagate_pointer(G_TASK(result), &error);
    if (!stale) {
        show_table(page, laxity);
        if (error)
            gtk_label_set_text(GTK_LABEL(page->state), error->message);
        gtk_widget_set_sensitive(page->test, TRUE);
    }
    sn_laxity_free(laxity);
    g_clear_error(&error);
}

static void on_test(GtkButton *button, Page *page)
{
    SnModel *model = sn_session_model(page->session);
    const guint i = gtk_drop_down_get_selected(GTK_DROP_DOWN(page->joint));
    const SnId id = i < page->joints->len ? g_array_index(page->joints, SnId, i) : SN_ID_NULL;
    const double force = sn_number_field_get(SN_NUMBER_FIELD(page->force));
    const double moment = sn_number_field_get(SN_NUMBER_FIELD(page->moment));
    const SnComponent *joint = model ? sn_model_get(model, id) : NULL;
    if (!joint || !(force > 0) || !(moment > 0)) {
        gtk_label_set_text(GTK_LABEL(page->state),
                           joint ? "Force and moment must be above 0." : "This joint is gone.");
        return;
    }
    Work *work = g_new0(Work, 1);
    *work = (Work){sn_model_copy(model), id, force, moment};
    g_clear_object(&page->cancel);
    page->cancel = g_cancellable_new();
    gtk_label_set_text(GTK_LABEL(page->state), "Computing …");
    gtk_widget_set_sensitive(page->test, FALSE);
    GTask *task = g_task_new(page->box, page->cancel, on_computed, NULL);
    g_task_set_task_data(task, work, free_work);
    g_task_set_check_cancellable(task, FALSE);
    g_task_run_in_thread(task, compute);
    g_object_unref(task);
}

/* --- the page --- */

static bool find(SnComponent *component, void *joints)
{
    const SnId id = component->id;
    if (sn_has_laxity(component))
        g_array_append_val((GArray *)joints, id);
    return true;
}

static GtkWidget *joint_chooser(Page *page)
{
    const SnModel *model = sn_session_model(page->session);
    GtkStringList *names = gtk_string_list_new(NULL);
    guint chosen = 0;
    sn_component_walk(model->root, find, page->joints);
    for (guint i = 0; i < page->joints->len; i++) {
        const SnId id = g_array_index(page->joints, SnId, i);
        g_autofree char *name = sn_model_label(model, id);
        gtk_string_list_append(names, name);
        chosen = sn_session_is_selected(page->session, id) ? i : chosen;
    }
    GtkWidget *chooser = gtk_drop_down_new(
        G_LIST_MODEL(names), gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string"));
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(chooser), page->joints->len > 12);
    if (page->joints->len > 0)
        gtk_drop_down_set_selected(GTK_DROP_DOWN(chooser), chosen);
    gtk_widget_set_name(chooser, "laxity-joint");
    return chooser;
}

static void on_destroy(GtkWidget *box, Page *page)
{
    g_cancellable_cancel(page->cancel);
}

static void free_page(gpointer data)
{
    Page *page = data;
    g_clear_object(&page->cancel);
    g_array_unref(page->joints);
    g_string_free(page->text, TRUE);
    g_object_unref(page->session);
    g_free(page);
}

static GtkWidget *field(const SnProperty *property, const char *name, double value)
{
    GtkWidget *field = sn_number_field_new(property, property->label, true);
    gtk_widget_set_name(field, name);
    sn_number_field_set(SN_NUMBER_FIELD(field), value);
    return field;
}

static void add_bar(Page *page)
{
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    page->joint = joint_chooser(page);
    page->force = field(&FORCE, "laxity-force", 100);
    page->moment = field(&MOMENT, "laxity-moment", 1);
    page->test = gtk_button_new_with_label("Test");
    page->copy = gtk_button_new_with_label("Copy");
    gtk_widget_set_name(page->test, "laxity-test");
    gtk_widget_set_name(page->copy, "laxity-copy");
    gtk_widget_set_tooltip_text(page->copy, "The table, for a spreadsheet");
    gtk_widget_set_sensitive(page->test, page->joints->len > 0);
    gtk_widget_set_hexpand(page->joint, TRUE);
    gtk_box_append(GTK_BOX(bar), page->joint);
    gtk_box_append(GTK_BOX(bar), page->force);
    gtk_box_append(GTK_BOX(bar), page->moment);
    gtk_box_append(GTK_BOX(bar), page->test);
    gtk_box_append(GTK_BOX(bar), page->copy);
    gtk_box_append(GTK_BOX(page->box), bar);
    g_signal_connect(page->test, "clicked", G_CALLBACK(on_test), page);
    g_signal_connect(page->copy, "clicked", G_CALLBACK(on_copy), page);
}

GtkWidget *sn_laxity_page_new(SnSession *session)
{
    Page *page = g_new0(Page, 1);
    page->session = g_object_ref(session);
    page->joints = g_array_new(FALSE, FALSE, sizeof(SnId));
    page->text = g_string_new(NULL);
    page->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
    g_object_set_data_full(G_OBJECT(page->box), PAGE_KEY, page, free_page);
    add_bar(page);
    page->grid = gtk_grid_new();
    gtk_widget_set_name(page->grid, "laxity-table");
    gtk_grid_set_column_spacing(GTK_GRID(page->grid), 14);
    gtk_grid_set_row_spacing(GTK_GRID(page->grid), 3);
    gtk_widget_set_vexpand(page->grid, TRUE);
    gtk_box_append(GTK_BOX(page->box), page->grid);
    page->state = gtk_label_new(NULL);
    gtk_widget_set_name(page->state, "laxity-state");
    gtk_label_set_wrap(GTK_LABEL(page->state), TRUE);
    gtk_label_set_xalign(GTK_LABEL(page->state), 0);
    gtk_label_set_max_width_chars(GTK_LABEL(page->state), 60);
    gtk_widget_add_css_class(page->state, "dim-label");
    gtk_box_append(GTK_BOX(page->box), page->state);
    show_table(page, NULL);
    gtk_label_set_text(GTK_LABEL(page->state),
                       page->joints->len > 0
                           ? "Puts a force, then a moment, on B at the joint, each way along its "
                             "axes in A, and looks where it comes to rest."
                           : "There is no joint of two frames.");
    g_signal_connect(page->box, "destroy", G_CALLBACK(on_destroy), page);
    return page->box;
}
