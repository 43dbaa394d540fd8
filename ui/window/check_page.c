/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/check_page.h"

#include "engine/model/classes/joint.h"
#include "ui/edits/pose.h"
#include "ui/edits/remedy.h"
#include "ui/widgets/spoken.h"

enum { PAUSE = 400 }; /* between the last change and the next look [ms] */

struct _SnCheckPage {
    GtkBox parent_instance;
    SnSession *session; /* owned */
    GtkWidget *state, *list;
    GArray *findings;  /* SnFinding; NULL: none yet */
    uint64_t document; /* counts documents: a look at another one is of no use */
    guint pause;       /* source */
    bool looking, again;
};

G_DEFINE_FINAL_TYPE(SnCheckPage, sn_check_page, GTK_TYPE_BOX)

static guint counted_signal;

static void look(SnCheckPage *page);

/* --- the lines --- */

static const SnFinding *finding_of(SnCheckPage *page, GtkWidget *widget)
{
    const guint i = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "finding"));
    return &g_array_index(page->findings, SnFinding, i);
}

static void on_line(GtkButton *button, SnCheckPage *page)
{
    const SnFinding *finding = finding_of(page, GTK_WIDGET(button));
    if (sn_model_get(sn_session_model(page->session), finding->id))
        sn_session_select_one(page->session, finding->id);
}

static void on_remedy(GtkButton *button, SnCheckPage *page)
{
    sn_edits_remedy(page->session, finding_of(page, GTK_WIDGET(button)));
}

/* The other way to close a joint: its bodies stay. */
static void on_sides(GtkButton *button, SnCheckPage *page)
{
    const SnFinding *finding = finding_of(page, GTK_WIDGET(button));
    if (sn_model_get(sn_session_model(page->session), finding->id))
        sn_edits_join_sides(page->session, finding->id, finding->value.number[0] > 0);
}

static GtkWidget *make_text(const SnFinding *finding, const char *label)
{
    g_autofree char *text = g_markup_printf_escaped("<b>%s</b> %s", label, finding->message);
    GtkWidget *message = gtk_label_new(NULL);
    gtk_label_set_markup(GTK_LABEL(message), text);
    gtk_label_set_wrap(GTK_LABEL(message), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(message), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(GTK_LABEL(message), 0);
    gtk_widget_set_hexpand(message, TRUE);
    return message;
}

static void add_button(SnCheckPage *page, GtkWidget *line, guint i, const char *name,
                       const char *label, GCallback on_clicked)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    g_autofree char *dubbed = g_strdup_printf("%s-%u", name, i);
    gtk_widget_set_name(button, dubbed);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "remedy");
    g_object_set_data(G_OBJECT(button), "finding", GUINT_TO_POINTER(i));
    g_signal_connect(button, "clicked", on_clicked, page);
    gtk_box_append(GTK_BOX(line), button);
}

static GtkWidget *make_line(SnCheckPage *page, guint i)
{
    static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                        "dialog-error-symbolic"};
    static const char *const styles[] = {"note", "warning", "error"};
    const SnFinding *finding = &g_array_index(page->findings, SnFinding, i);
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_add_css_class(line, "check");
    GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkWidget *icon = gtk_image_new_from_icon_name(icons[finding->severity]);
    gtk_widget_add_css_class(icon, "sn-severity");
    gtk_widget_add_css_class(icon, styles[finding->severity]);
    gtk_widget_set_valign(icon, GTK_ALIGN_START);
    gtk_box_append(GTK_BOX(head), icon);
    g_autofree char *label = sn_session_label(page->session, finding->id);
    gtk_box_append(GTK_BOX(head), make_text(finding, label));
    GtkWidget *button = gtk_button_new();
    g_autofree char *spoken = g_strdup_printf("%s %s", label, finding->message);
    sn_set_spoken(button, spoken);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, "Select it");
    g_autofree char *name = g_strdup_printf("check-%u", i);
    gtk_widget_set_name(button, name);
    gtk_widget_set_hexpand(button, TRUE);
    gtk_button_set_child(GTK_BUTTON(button), head);
    g_object_set_data(G_OBJECT(button), "finding", GUINT_TO_POINTER(i));
    g_signal_connect(button, "clicked", G_CALLBACK(on_line), page);
    gtk_box_append(GTK_BOX(line), button);
    const SnComponent *component = sn_model_get(sn_session_model(page->session), finding->id);
    if (finding->remedy == SN_REMEDY_CLOSE && component &&
        sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
        add_button(page, line, i, "sides", "Put Side B at Side A", G_CALLBACK(on_sides));
    if (finding->remedy != SN_REMEDY_NONE)
        add_button(page, line, i, "remedy", finding->label, G_CALLBACK(on_remedy));
    return line;
}

static void show_findings(SnCheckPage *page)
{
    int count[3] = {0};
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(page->list)) != NULL)
        gtk_box_remove(GTK_BOX(page->list), child);
    for (guint i = 0; i < page->findings->len; i++) {
        gtk_box_append(GTK_BOX(page->list), make_line(page, i));
        count[g_array_index(page->findings, SnFinding, i).severity]++;
    }
    gtk_label_set_text(GTK_LABEL(page->state),
                       page->findings->len == 0 ? "Nothing wrong or suspicious was found." : "");
    gtk_widget_set_visible(page->state, page->findings->len == 0);
    g_signal_emit(page, counted_signal, 0, count[SN_ERROR], count[SN_WARNING]);
}

/* --- looking --- */

typedef struct Look {
    SnModel *model; /* a copy of its own */
    uint64_t document;
} Look;

static void free_look(gpointer data)
{
    Look *task = data;
    sn_model_free(task->model);
    g_free(task);
}

static void look_aside(GTask *task, gpointer source, gpointer data, GCancellable *cancel)
{
    g_task_return_pointer(task, sn_find_checks(((Look *)data)->model),
                          (GDestroyNotify)g_array_unref);
}

static void on_looked(GObject *source, GAsyncResult *result, gpointer data)
{
    SnCheckPage *page = SN_CHECK_PAGE(source);
    const Look *task = g_task_get_task_data(G_TASK(result));
    GArray *findings = g_task_propagate_pointer(G_TASK(result), NULL);
    page->looking = false;
    if (findings && page->session && task->document == page->document &&
        sn_session_model(page->session)) {
        g_clear_pointer(&page->findings, g_array_unref);
        page->findings = g_steal_pointer(&findings);
        show_findings(page);
    }
    g_clear_pointer(&findings, g_array_unref);
    if (page->again && page->session)
        look(page);
}

static void look(SnCheckPage *page)
{
    const SnModel *model = sn_session_model(page->session);
    if (!model)
        return;
    page->again = page->looking;
    if (page->looking)
        return;
    page->looking = true;
    Look *data = g_new(Look, 1);
    *data = (Look){sn_model_copy(model), page->document};
    GTask *task = g_task_new(page, NULL, on_looked, NULL);
    g_task_set_task_data(task, data, free_look);
    g_task_run_in_thread(task, look_aside);
    g_object_unref(task);
}

static gboolean on_pause(gpointer data)
{
    SnCheckPage *page = data;
    page->pause = 0;
    look(page);
    return G_SOURCE_REMOVE;
}

static void look_soon(SnCheckPage *page)
{
    g_clear_handle_id(&page->pause, g_source_remove);
    if (gtk_widget_get_mapped(GTK_WIDGET(page)))
        page->pause = g_timeout_add(PAUSE, on_pause, page);
}

static void on_change(SnSession *session, const SnChange *change, SnCheckPage *page)
{
    if (change->kind == SN_CHANGE_DONE)
        look_soon(page);
}

static void on_document(SnSession *session, SnCheckPage *page)
{
    page->document++;
    g_clear_pointer(&page->findings, g_array_unref);
    page->findings = g_array_new(FALSE, FALSE, sizeof(SnFinding));
    show_findings(page);
    gtk_label_set_text(GTK_LABEL(page->state), "Looking …");
    look_soon(page);
}

static void on_map(GtkWidget *widget, gpointer data)
{
    look(SN_CHECK_PAGE(widget));
}

/* --- making --- */

static void dispose(GObject *object)
{
    SnCheckPage *page = SN_CHECK_PAGE(object);
    g_clear_handle_id(&page->pause, g_source_remove);
    if (page->session)
        g_signal_handlers_disconnect_by_data(page->session, page);
    g_clear_object(&page->session);
    G_OBJECT_CLASS(sn_check_page_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    g_clear_pointer(&SN_CHECK_PAGE(object)->findings, g_array_unref);
    G_OBJECT_CLASS(sn_check_page_parent_class)->finalize(object);
}

static void sn_check_page_class_init(SnCheckPageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    counted_signal = g_signal_new("counted", SN_TYPE_CHECK_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void sn_check_page_init(SnCheckPage *page)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(page), GTK_ORIENTATION_VERTICAL);
    gtk_widget_add_css_class(GTK_WIDGET(page), "sn-checks");
    page->state = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(page->state), TRUE);
    gtk_widget_add_css_class(page->state, "sn-empty");
    page->list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page->list);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(page), page->state);
    gtk_box_append(GTK_BOX(page), scrolled);
    g_signal_connect(page, "map", G_CALLBACK(on_map), NULL);
}

GtkWidget *sn_check_page_new(SnSession *session)
{
    SnCheckPage *page = g_object_new(SN_TYPE_CHECK_PAGE, NULL);
    gtk_widget_set_name(GTK_WIDGET(page), "checks");
    page->session = g_object_ref(session);
    g_signal_connect(session, "change", G_CALLBACK(on_change), page);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), page);
    on_document(session, page);
    return GTK_WIDGET(page);
}
