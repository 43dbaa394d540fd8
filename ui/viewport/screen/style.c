/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/screen/style.h"

static const char STYLE_KEY[] = "sn-viewport-style";

/* Strips are slightly see-through, so that the picture stays one; text without a box gets a halo
 * of the background's colour: copies of itself, because Cairo takes long to blur. */
static const char SHEET[] =
    ".sn-strip { background-color: alpha(@sn_panel, 0.88); color: @sn_text; border-radius: 8px;"
    "  border: 1px solid alpha(@sn_text, 0.12); padding: 3px; }"
    ".sn-strip button { min-width: 28px; min-height: 28px; padding: 0; margin: 0;"
    "  border-radius: 6px; }"
    ".sn-strip button:checked { background: @sn_selected; color: @sn_text; box-shadow: none; }"
    ".sn-strip button:focus-visible { outline: 2px solid @sn_accent; outline-offset: -2px; }"
    ".sn-strip separator { margin: 3px 4px; min-height: 1px; }"
    ".sn-halo { font-size: 11px; color: @sn_text; text-shadow:"
    "  1px 1px @sn_field, -1px 1px @sn_field, 1px -1px @sn_field, -1px -1px @sn_field; }"
    ".sn-quiet { font-feature-settings: \"tnum\"; }"
    ".sn-clip-list { font-size: 12px; }"
    ".sn-clip-list spinbutton { min-height: 26px; font-feature-settings: \"tnum\"; }"
    ".sn-clip-list button { min-width: 26px; min-height: 26px; padding: 0 4px; }";

void sn_viewport_add_style(GdkDisplay *display)
{
    if (g_object_get_data(G_OBJECT(display), STYLE_KEY))
        return;
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, SHEET, -1);
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_set_data_full(G_OBJECT(display), STYLE_KEY, provider, g_object_unref);
}

bool sn_viewport_is_dark(GtkWidget *widget)
{
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    return 0.3f * color.red + 0.59f * color.green + 0.11f * color.blue > 0.5f;
}
