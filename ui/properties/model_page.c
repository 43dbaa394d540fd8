/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/model_page.h"

#include "engine/model/classes/model_component.h"
#include "ui/properties/difference_list.h"

static const char *const HINT = "Select something in the picture or in the list on the left to see "
                                "and change its properties.";

typedef struct ModelPage {
    SnSession *session; /* owned */
    GtkWidget *title, *differences, *notes, *hint;
} ModelPage;

static void free_page(gpointer data)
{
    ModelPage *page = data;
    g_object_unref(page->session);
    g_free(page);
}

static GtkWidget *text_label(bool selectable)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_selectable(GTK_LABEL(label), selectable);
    gtk_widget_set_can_focus(label, FALSE); /* the keys stay where they are */
    return label;
}

GtkWidget *sn_model_page_new(SnSession *session)
{
    ModelPage *page = g_new0(ModelPage, 1);
    page->session = g_object_ref(session);
    page->title = text_label(true);
    gtk_widget_add_css_class(page->title, "heading");
    gtk_widget_set_name(page->title, "model-title");
    page->notes = text_label(true);
    gtk_widget_set_name(page->notes, "model-notes");
    page->hint = text_label(false);
    gtk_label_set_text(GTK_LABEL(page->hint), HINT);
    gtk_widget_add_css_class(page->hint, "dim-label");
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_add_css_class(box, "sn-text");
    gtk_box_append(GTK_BOX(box), page->title);
    page->differences = sn_difference_list_new(session);
    gtk_box_append(GTK_BOX(box), page->differences);
    gtk_box_append(GTK_BOX(box), page->notes);
    gtk_box_append(GTK_BOX(box), page->hint);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_widget_set_vexpand(scrolled, TRUE);
    g_object_set_data_full(G_OBJECT(scrolled), "sn-page", page, free_page);
    return scrolled;
}

void sn_model_page_update(GtkWidget *widget)
{
    const ModelPage *page = g_object_get_data(G_OBJECT(widget), "sn-page");
    const SnModel *model = sn_session_model(page->session);
    const SnModelComponent *root = model ? (const SnModelComponent *)model->root : NULL;
    const char *title = root && root->title ? root->title : "";
    const char *notes = root && root->notes ? root->notes : "";
    gtk_label_set_text(GTK_LABEL(page->title), title);
    gtk_widget_set_visible(page->title, title[0] != '\0');
    gtk_label_set_text(GTK_LABEL(page->notes), notes);
    gtk_widget_set_visible(page->notes, notes[0] != '\0');
    sn_difference_list_update(page->differences);
}
