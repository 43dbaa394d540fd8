/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/column_flow.h"

#include <stdbool.h>

#define SN_TYPE_COLUMN_FLOW (sn_column_flow_get_type())
G_DECLARE_FINAL_TYPE(SnColumnFlow, sn_column_flow, SN, COLUMN_FLOW, GtkLayoutManager)

struct _SnColumnFlow {
    GtkLayoutManager parent_instance;
    int spacing;
};

G_DEFINE_FINAL_TYPE(SnColumnFlow, sn_column_flow, GTK_TYPE_LAYOUT_MANAGER)

static int wanted(GtkWidget *child, GtkOrientation orientation)
{
    int natural = 0;
    gtk_widget_measure(child, orientation, -1, NULL, &natural, NULL, NULL);
    return natural;
}

/* Widest of all: columns are equal, so that what is hidden moves nothing sideways. */
static int column_width(GtkWidget *widget)
{
    int width = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        if (gtk_widget_should_layout(child))
            width = MAX(width, wanted(child, GTK_ORIENTATION_HORIZONTAL));
    return width;
}

/* Puts the children into columns of a height, or only counts the columns. */
static int fill(const SnColumnFlow *flow, GtkWidget *widget, int height, bool place)
{
    const int width = column_width(widget);
    int column = 0, y = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_should_layout(child))
            continue;
        const int tall = wanted(child, GTK_ORIENTATION_VERTICAL);
        if (y > 0 && y + tall > height) {
            column++;
            y = 0;
        }
        if (place)
            gtk_widget_size_allocate(
                child, &(GtkAllocation){column * (width + flow->spacing), y, width, tall}, -1);
        y += tall + flow->spacing;
    }
    return column + 1;
}

static GtkSizeRequestMode flow_mode(GtkLayoutManager *manager, GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT;
}

static void flow_measure(GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                         int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
    const SnColumnFlow *flow = SN_COLUMN_FLOW(manager);
    int tallest = 0, all = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_should_layout(child))
            continue;
        const int tall = wanted(child, GTK_ORIENTATION_VERTICAL);
        tallest = MAX(tallest, tall);
        all += tall + (all > 0 ? flow->spacing : 0);
    }
    *minimum = tallest;
    *natural = all;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        const int columns = for_size < 0 ? 1 : fill(flow, widget, for_size, false);
        *minimum = *natural = columns * (column_width(widget) + flow->spacing) - flow->spacing;
    }
}

static void flow_allocate(GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                          int baseline)
{
    fill(SN_COLUMN_FLOW(manager), widget, height, true);
}

static void sn_column_flow_class_init(SnColumnFlowClass *class)
{
    GtkLayoutManagerClass *manager = GTK_LAYOUT_MANAGER_CLASS(class);
    manager->get_request_mode = flow_mode;
    manager->measure = flow_measure;
    manager->allocate = flow_allocate;
}

static void sn_column_flow_init(SnColumnFlow *flow)
{
}

GtkLayoutManager *sn_column_flow_new(int spacing)
{
    SnColumnFlow *flow = g_object_new(SN_TYPE_COLUMN_FLOW, NULL);
    flow->spacing = spacing;
    return GTK_LAYOUT_MANAGER(flow);
}
