/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text, lines and dots over the picture, with a halo that keeps them readable. */
#include "ui/viewport/overlay/overlay_parts.h"

#include <math.h>

void sn_overlay_color(const SnOverlay *o, const GdkRGBA *color, double alpha)
{
    cairo_set_source_rgba(o->cairo, (double)color->red, (double)color->green, (double)color->blue,
                          alpha);
}

void sn_overlay_write_sized(const SnOverlay *o, double x, double y, bool centred, const char *text,
                            int size, double alpha, double halo)
{
    GtkWidget *widget = GTK_WIDGET(o->viewport);
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    PangoFontDescription *font = pango_font_description_copy(
        pango_context_get_font_description(gtk_widget_get_pango_context(widget)));
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_font_description_set_weight(font, PANGO_WEIGHT_MEDIUM);
    pango_layout_set_font_description(layout, font);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
    pango_layout_set_attributes(layout, attributes);
    int width = 0, height = 0;
    pango_layout_get_pixel_size(layout, &width, &height);
    x -= centred ? width / 2.0 : 0;
    x = fmax(6, fmin(x, gtk_widget_get_width(widget) - width - 6));
    y = fmax(4, fmin(y, gtk_widget_get_height(widget) - height - 4));
    cairo_move_to(o->cairo, round(x), round(y));
    pango_cairo_layout_path(o->cairo, layout);
    cairo_set_line_join(o->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(o->cairo, halo);
    sn_overlay_color(o, &o->halo, 0.9 * alpha);
    cairo_stroke_preserve(o->cairo);
    sn_overlay_color(o, &o->ink, alpha);
    cairo_fill(o->cairo);
    pango_attr_list_unref(attributes);
    pango_font_description_free(font);
    g_object_unref(layout);
}

void sn_overlay_write(const SnOverlay *o, double x, double y, bool centred, const char *text)
{
    sn_overlay_write_sized(o, x, y, centred, text, 12, 1, 3.5);
}

void sn_overlay_line(const SnOverlay *o, const double from[2], const double to[2],
                     const GdkRGBA *color)
{
    for (int pass = 0; pass < 2; pass++) {
        cairo_move_to(o->cairo, from[0], from[1]);
        cairo_line_to(o->cairo, to[0], to[1]);
        cairo_set_line_width(o->cairo, pass == 0 ? 4 : 1.5);
        sn_overlay_color(o, pass == 0 ? &o->halo : color, pass == 0 ? 0.7 : 1);
        cairo_stroke(o->cairo);
    }
}

void sn_overlay_dot(const SnOverlay *o, const double at[2], const GdkRGBA *color)
{
    cairo_arc(o->cairo, at[0], at[1], 4.5, 0, 2 * G_PI);
    sn_overlay_color(o, &o->halo, 0.9);
    cairo_fill(o->cairo);
    cairo_arc(o->cairo, at[0], at[1], 3, 0, 2 * G_PI);
    sn_overlay_color(o, color, 1);
    cairo_fill(o->cairo);
}
