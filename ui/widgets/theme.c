/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/theme.h"

#include "ui/widgets/list_tab.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/quick_click.h"

#include <gtk/gtk.h>
#include <string.h>

#include <sinew-resources.h>

#define RESOURCES  "/org/sinew/Sinew"
#define SHEETS_KEY "sn-theme"

/* The dark colours lie over the light ones while they are wanted; kept at the display's settings.
 */
typedef struct Sheets {
    GtkCssProvider *plain, *dark;
    bool dark_added;
    GSettings *desktop; /* NULL where there is no such schema */
} Sheets;

static void sheets_free(gpointer data)
{
    Sheets *sheets = data;
    g_object_unref(sheets->plain);
    g_object_unref(sheets->dark);
    g_clear_object(&sheets->desktop);
    g_free(sheets);
}

static bool is_named_dark(const char *theme)
{
    return theme && (g_str_has_suffix(theme, "dark") || g_str_has_suffix(theme, "Dark"));
}

/* Whether GTK's own part of the look is dark.  GTK_THEME outdoes every setting there, and desktops
 * without a colour scheme have themes named Adwaita-dark. */
static bool is_dark(GtkSettings *settings)
{
    const char *forced = g_getenv("GTK_THEME");
    if (forced && *forced)
        return is_named_dark(forced);
    gboolean preferred = FALSE;
    g_autofree char *theme = NULL;
    g_object_get(settings, "gtk-application-prefer-dark-theme", &preferred, "gtk-theme-name",
                 &theme, NULL);
    return preferred || is_named_dark(theme);
}

static void on_dark_changed(GtkSettings *settings, GParamSpec *spec, Sheets *sheets)
{
    const bool dark = is_dark(settings);
    GdkDisplay *display = gdk_display_get_default();
    if (dark && !sheets->dark_added) {
        gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(sheets->dark),
                                                   GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
    } else if (!dark && sheets->dark_added) {
        gtk_style_context_remove_provider_for_display(display, GTK_STYLE_PROVIDER(sheets->dark));
    }
    sheets->dark_added = dark;
}

/* The desktop's own wish, where it says one (GNOME and those that follow it). */
static GSettings *desktop_settings(void)
{
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *schema =
        source ? g_settings_schema_source_lookup(source, "org.gnome.desktop.interface", TRUE)
               : NULL;
    if (!schema)
        return NULL;
    GSettings *settings = g_settings_schema_has_key(schema, "color-scheme")
                              ? g_settings_new("org.gnome.desktop.interface")
                              : NULL;
    g_settings_schema_unref(schema);
    return settings;
}

static void follow_desktop(GSettings *desktop, const char *key, GtkSettings *settings)
{
    char *scheme = g_settings_get_string(desktop, "color-scheme");
    g_object_set(settings, "gtk-application-prefer-dark-theme", strcmp(scheme, "prefer-dark") == 0,
                 NULL);
    g_free(scheme);
}

/* Without a compositor what is see-through of a popover's surface is black: its shadow and corners.
 */
static void square_popovers(GdkDisplay *display)
{
    if (gdk_display_is_composited(display))
        return;
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider,
                                    "popover > contents, tooltip { border-radius: 0;"
                                    "  box-shadow: none; margin: 0; }",
                                    -1);
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 2);
    g_object_unref(provider);
}

void sn_theme_load(void)
{
    GtkSettings *settings = gtk_settings_get_default();
    if (g_object_get_data(G_OBJECT(settings), SHEETS_KEY))
        return;
    sn_popover_watch();
    sn_list_tab_watch();
    sn_quick_click_watch();
    g_resources_register(sn_resources_get_resource());
    Sheets *sheets = g_new0(Sheets, 1);
    sheets->plain = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(sheets->plain, RESOURCES "/style.css");
    sheets->dark = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(sheets->dark, RESOURCES "/style-dark.css");
    sheets->desktop = desktop_settings();
    GdkDisplay *display = gdk_display_get_default();
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(sheets->plain),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    square_popovers(display);
    gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), RESOURCES "/icons");
    g_object_set_data_full(G_OBJECT(settings), SHEETS_KEY, sheets, sheets_free);
    g_signal_connect(settings, "notify::gtk-application-prefer-dark-theme",
                     G_CALLBACK(on_dark_changed), sheets);
    g_signal_connect(settings, "notify::gtk-theme-name", G_CALLBACK(on_dark_changed), sheets);
    on_dark_changed(settings, NULL, sheets);
}

void sn_theme_set(const char *name)
{
    GtkSettings *settings = gtk_settings_get_default();
    Sheets *sheets = g_object_get_data(G_OBJECT(settings), SHEETS_KEY);
    if (sheets->desktop)
        g_signal_handlers_disconnect_by_func(sheets->desktop, (gpointer)(guintptr)follow_desktop,
                                             settings);
    if (strcmp(name, "follow") != 0) {
        g_object_set(settings, "gtk-theme-name", "Default", "gtk-application-prefer-dark-theme",
                     strcmp(name, "dark") == 0, NULL);
        return;
    }
    gtk_settings_reset_property(settings, "gtk-theme-name");
    if (sheets->desktop) {
        g_signal_connect(sheets->desktop, "changed::color-scheme", G_CALLBACK(follow_desktop),
                         settings);
        follow_desktop(sheets->desktop, NULL, settings);
    } else {
        gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme");
    }
}
