/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/number_layout.h"

void sn_number_measure(GtkWidget *text, GtkWidget *unit, GtkOrientation orientation, int *minimum,
                       int *natural)
{
    int least = 0, wanted = 0;
    gtk_widget_measure(text, orientation, -1, minimum, natural, NULL, NULL);
    if (unit)
        gtk_widget_measure(unit, orientation, -1, &least, &wanted, NULL, NULL);
    const bool beside = orientation == GTK_ORIENTATION_HORIZONTAL;
    *minimum = beside ? *minimum + least : MAX(*minimum, least);
    *natural = beside ? *natural + wanted : MAX(*natural, wanted);
}

static void place(GtkWidget *part, int x, int width, int height)
{
    gtk_widget_allocate(part, width, height, -1,
                        gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x, 0)));
}

void sn_number_place(GtkWidget *text, GtkWidget *unit, int width, int height)
{
    int behind = 0;
    if (unit)
        gtk_widget_measure(unit, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &behind, NULL, NULL);
    place(text, 0, MAX(width - behind, 0), height);
    if (unit)
        place(unit, MAX(width - behind, 0), behind, height);
}
