/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/header.h"

#include "ui/actions/action_keys.h"
#include "ui/actions/menus.h"
#include "ui/edits/edits.h"
#include "ui/widgets/tooltip.h"

struct SnHeader {
    SnSession *session;   /* owned */
    SnSettings *settings; /* borrowed */
    GtkWidget *widget;    /* owned */
    GtkWidget *title, *subtitle, *dot;
    GtkWidget *undo, *redo;
    GtkWidget *menu_button, *demos_button;
    char **demo_texts[3]; /* names, titles, groups; owned */
    char *demo_pictures;  /* folder, owned */
    SnDemoList demos;
};

/* --- its parts --- */

static GtkWidget *header_button(const char *action, const char *id)
{
    const SnActionRow *row = sn_action_row(action);
    GtkWidget *button = gtk_button_new_from_icon_name(row->icon);
    gtk_actionable_set_detailed_action_name(GTK_ACTIONABLE(button), action);
    sn_action_tooltip_follow(button, action, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   row->label, -1);
    gtk_widget_set_name(button, id);
    gtk_widget_set_focus_on_click(button, FALSE); /* space goes on to play */
    return button;
}

static GtkWidget *make_title(SnHeader *header)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    header->dot = gtk_label_new("●");
    gtk_widget_add_css_class(header->dot, "sn-unsaved");
    sn_set_tooltip(header->dot, "Changes are not saved");
    header->title = gtk_label_new(NULL);
    gtk_widget_add_css_class(header->title, "title");
    gtk_label_set_ellipsize(GTK_LABEL(header->title), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_name(header->title, "title");
    header->subtitle = gtk_label_new(NULL);
    gtk_label_set_ellipsize(GTK_LABEL(header->subtitle), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(header->subtitle, "dim-label");
    gtk_box_append(GTK_BOX(box), header->title);
    gtk_box_append(GTK_BOX(box), header->dot);
    gtk_box_append(GTK_BOX(box), header->subtitle);
    return box;
}

static gboolean on_menu_key(GtkWidget *button, GVariant *arguments, gpointer data)
{
    gtk_menu_button_popup(GTK_MENU_BUTTON(button));
    return TRUE;
}

/* F10, wherever the keys are. */
static void add_menu_key(GtkWidget *button)
{
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(keys), GTK_SHORTCUT_SCOPE_GLOBAL);
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_F10, 0),
                         gtk_callback_action_new(on_menu_key, NULL, NULL)));
    gtk_widget_add_controller(button, keys);
}

static GtkWidget *make_menu_button(SnHeader *header)
{
    GtkWidget *button = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "open-menu-symbolic");
    header->menu_button = button;
    sn_set_tooltip(button, "Main menu");
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Main menu", -1);
    gtk_widget_set_name(button, "main-menu");
    add_menu_key(button);
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(button), FALSE);
    return button;
}

static GtkWidget *make_demos_button(SnHeader *header)
{
    GtkWidget *button = gtk_menu_button_new();
    header->demos_button = button;
    gtk_menu_button_set_label(GTK_MENU_BUTTON(button), "Demos");
    gtk_widget_set_visible(button, FALSE); /* until there are some */
    sn_set_tooltip(button, "Open a demo model");
    gtk_widget_set_name(button, "demos");
    gtk_widget_set_focus_on_click(gtk_widget_get_first_child(button), FALSE);
    return button;
}

/* --- what it shows of the document --- */

static void update_title(SnHeader *header, GtkWindow *window)
{
    SnModel *model = sn_session_model(header->session);
    char *name = sn_session_document_name(header->session);
    bool unsaved = model && !sn_edit_is_saved(model);
    gtk_label_set_text(GTK_LABEL(header->title), name);
    gtk_widget_set_visible(header->dot, unsaved);
    bool demo = sn_session_is_read_only(header->session);
    gtk_label_set_text(GTK_LABEL(header->subtitle), demo ? "Demo" : "");
    gtk_widget_set_visible(header->subtitle, demo);
    char *full = g_strdup_printf("%s%s — Sinew", unsaved ? "● " : "", name);
    gtk_window_set_title(window, full);
    g_free(full);
    g_free(name);
}

static void update_undo(SnHeader *header)
{
    char *undo = sn_edits_undo_text(header->session);
    char *redo = sn_edits_redo_text(header->session);
    sn_action_tooltip_follow(header->undo, "win.undo", undo);
    sn_action_tooltip_follow(header->redo, "win.redo", redo);
    g_free(undo);
    g_free(redo);
}

void sn_header_update(SnHeader *header, GtkWindow *window)
{
    update_title(header, window);
    update_undo(header);
}

/* --- menus --- */

static void forget_demos(SnHeader *header)
{
    for (gsize i = 0; i < G_N_ELEMENTS(header->demo_texts); i++)
        g_clear_pointer(&header->demo_texts[i], g_strfreev);
    g_clear_pointer(&header->demo_pictures, g_free);
}

void sn_header_set_demos(SnHeader *header, const SnDemoList *demos)
{
    const char *const *const lists[3] = {demos->names, demos->titles, demos->groups};
    forget_demos(header);
    for (int i = 0; i < 3; i++)
        header->demo_texts[i] = g_strdupv((char **)(void *)lists[i]);
    header->demo_pictures = g_strdup(demos->pictures);
    header->demos =
        (SnDemoList){(const char *const *)(void *)header->demo_texts[0],
                     (const char *const *)(void *)header->demo_texts[1],
                     (const char *const *)(void *)header->demo_texts[2], header->demo_pictures};
    GMenuModel *menu = sn_menus_demos(demos->names, demos->groups);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(header->demos_button), menu);
    g_object_unref(menu);
    gtk_widget_set_visible(header->demos_button, demos->names[0] != NULL);
}

const SnDemoList *sn_header_demos(SnHeader *header)
{
    static const char *const none[] = {NULL};
    static const SnDemoList empty = {none, none, none, ""};
    return header->demos.names ? &header->demos : &empty;
}

void sn_header_update_menu(SnHeader *header)
{
    char **recent = sn_settings_recent(header->settings);
    GMenuModel *menu = sn_menus_main((const char *const *)(void *)recent);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(header->menu_button), menu);
    g_object_unref(menu);
    g_strfreev(recent);
}

/* --- life --- */

SnHeader *sn_header_new(SnSession *session, SnSettings *settings)
{
    SnHeader *header = g_new0(SnHeader, 1);
    header->session = g_object_ref(session);
    header->settings = settings;
    header->widget = g_object_ref_sink(gtk_header_bar_new());
    GtkHeaderBar *bar = GTK_HEADER_BAR(header->widget);
    gtk_header_bar_pack_start(bar, header_button("win.open", "open"));
    gtk_header_bar_pack_start(bar, header_button("win.save", "save"));
    gtk_header_bar_pack_start(bar, make_demos_button(header));
    gtk_header_bar_pack_start(bar, gtk_separator_new(GTK_ORIENTATION_VERTICAL));
    header->undo = header_button("win.undo", "undo");
    header->redo = header_button("win.redo", "redo");
    gtk_header_bar_pack_start(bar, header->undo);
    gtk_header_bar_pack_start(bar, header->redo);
    gtk_header_bar_set_title_widget(bar, make_title(header));
    gtk_header_bar_pack_end(bar, make_menu_button(header));
    gtk_header_bar_pack_end(bar, header_button("win.palette", "palette-button"));
    return header;
}

GtkWidget *sn_header_widget(SnHeader *header)
{
    return header->widget;
}

void sn_header_free(SnHeader *header)
{
    if (!header)
        return;
    forget_demos(header);
    g_object_unref(header->widget);
    g_object_unref(header->session);
    g_free(header);
}
