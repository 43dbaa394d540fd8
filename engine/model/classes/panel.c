/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/panel.h"

#include "engine/model/classes/rows.h"

static const SnProperty panel_properties[] = {
    SN_ROW_NOTES(SnPanel, notes),
    {.name = "floating",
     .label = "Floating",
     .help = "Shown in a window of its own instead of beside the properties",
     SN_ROW(SnPanel, floating),
     .bind = SN_BIND_DOCUMENT},
};

static const SnListRow panel_lists[] = {
    {"controls", "Controls", &SN_CLASS_CONTROL},
};

const SnClass SN_CLASS_PANEL = {
    .name = "control_panel",
    .label = "Control panel",
    .help = "Properties put together by hand, to adjust while the model runs.",
    .icon = "sn-panel-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnPanel),
    .properties = panel_properties,
    .n_properties = SN_COUNT(panel_properties),
    .lists = panel_lists,
    .n_lists = SN_COUNT(panel_lists),
};

static const char *const widget_names[] = {"auto", "slider", "number", NULL};

static const SnProperty control_properties[] = {
    {.name = "property",
     .label = "Property",
     .help = "What it shows and sets, as path:property",
     SN_ROW(SnControl, property),
     .flags = SN_ANY_PROPERTY,
     .min_count = 1,
     .bind = SN_BIND_DOCUMENT},
    {.name = "label",
     .label = "Label",
     .help = "What stands beside it; empty for the names of component and property",
     SN_ROW(SnControl, label),
     .bind = SN_BIND_DOCUMENT},
    {.name = "widget",
     .label = "Widget",
     .help = "How a number is set",
     SN_ROW_ENUM(SnControl, widget, widget_names),
     .bind = SN_BIND_DOCUMENT},
    {.name = "low",
     .label = "Slider from",
     .help = "Where its travel begins, SI; with 0 to 0 the property's own range counts",
     SN_ROW(SnControl, low),
     .bind = SN_BIND_DOCUMENT},
    {.name = "high",
     .label = "Slider to",
     .help = "Where its travel ends, SI; with 0 to 0 the property's own range counts",
     SN_ROW(SnControl, high),
     .bind = SN_BIND_DOCUMENT},
};

static void validate_control(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnControl *self = (const SnControl *)component;
    if (self->high < self->low)
        sn_checks_add(checks, SN_WARNING, component->id, "its slider ends before it begins");
    if (self->property.n > 1)
        sn_checks_add(checks, SN_WARNING, component->id, "shows only the first of %d properties",
                      self->property.n);
}

const SnClass SN_CLASS_CONTROL = {
    .name = "control",
    .label = "Control",
    .help = "One property in a control panel.",
    .icon = "sn-panel-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnControl),
    .properties = control_properties,
    .n_properties = SN_COUNT(control_properties),
    .validate = validate_control,
};
