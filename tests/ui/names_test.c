/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for who does not see the pictures: each widget that can have the focus says what it is. */
#include "tests/ui/window_support.h"

#include <string.h>

static bool holds_text(GtkWidget *widget)
{
    if (GTK_IS_LABEL(widget))
        return gtk_label_get_text(GTK_LABEL(widget))[0] != '\0';
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        if (holds_text(child))
            return true;
    }
    return false;
}

static bool is_named(GtkWidget *widget)
{
    GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
    return gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
           gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) ||
           gtk_widget_get_has_tooltip(widget) || holds_text(widget);
}

/* GTK's own frames, which take the focus only to hand it on. */
static bool is_frame(GtkWidget *widget)
{
    return GTK_IS_SCROLLED_WINDOW(widget) || GTK_IS_POPOVER(widget) || GTK_IS_WINDOW(widget) ||
           GTK_IS_PANED(widget) || GTK_IS_STACK(widget) || GTK_IS_FLOW_BOX_CHILD(widget) ||
           GTK_IS_VIEWPORT(widget);
}

/* Every widget that can have the focus says what it is: itself, or what it is the inner part of
 * (the text of an entry, the button of a menu button). */
static int count_nameless(GtkWidget *widget, GtkWidget *outer)
{
    int n = 0;
    if (!gtk_widget_get_visible(widget) || GTK_IS_LABEL(widget) || /* a label is its text */
        strcmp(gtk_widget_get_name(widget), "bar-button") == 0)    /* shown with a text */
        return 0;
    if (gtk_widget_get_focusable(widget) && !is_frame(widget) && !is_named(widget) &&
        !(outer && is_named(outer))) {
        GtkWidget *parent = gtk_widget_get_parent(widget);
        g_test_message("%s \"%s\" in %s \"%s\" has no name", G_OBJECT_TYPE_NAME(widget),
                       gtk_widget_get_name(widget), parent ? G_OBJECT_TYPE_NAME(parent) : "",
                       parent ? gtk_widget_get_name(parent) : "");
        n++;
    }
    const bool whole = GTK_IS_EDITABLE(widget) || GTK_IS_MENU_BUTTON(widget) ||
                       GTK_IS_DROP_DOWN(widget) || GTK_IS_SPIN_BUTTON(widget) ||
                       GTK_IS_COLOR_BUTTON(widget) || GTK_IS_SCALE_BUTTON(widget);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        n += count_nameless(child, whole ? widget : outer);
    return n;
}

static void test_names(void)
{
    Stage stage;
    stage_open(&stage);
    int nameless = count_nameless(GTK_WIDGET(stage.window), NULL);
    stage_demo(&stage, "arm");
    static const char *const kinds[] = {"muscles", "bodies", "joints", "markers", "probes"};
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const SnModel *model = sn_session_model(stage.session);
        const SnComponent *list = sn_model_list(model->root, kinds[i]);
        if (list->children->len == 0)
            continue;
        sn_session_select_one(stage.session, ((const SnComponent *)list->children->pdata[0])->id);
        settle(60);
        nameless += count_nameless(GTK_WIDGET(stage.window), NULL);
    }
    g_assert_cmpint(nameless, ==, 0);
    stage_close(&stage);
}
int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/names/window", test_names);
    return g_test_run();
}
