/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/action_table.h"

#include <gtk/gtk.h>
#include <string.h>

/* clang-format off */
static const SnActionRow ROWS[] = {
    /* name, label, help, group, icon, keys */
    {"win.new", "New", "Start an empty model", "File", "document-new-symbolic", {"<Control>n"}},
    {"win.open", "Open…", "Open a model file", "File", "document-open-symbolic", {"<Control>o"}},
    {"win.save", "Save", "Save the model", "File", "document-save-symbolic", {"<Control>s"}},
    {"win.save-as", "Save As…", "Save the model under another name", "File", "document-save-as-symbolic", {"<Control><Shift>s"}},
    {"win.revert", "Reload From Disk", "Throw the changes away and read the file again", "File", "view-refresh-symbolic", {"F5"}},
    {"win.about-model", "About This Model", "Who made it and from what", "File", "dialog-information-symbolic", {"F1"}},
    {"win.save-picture", "Save Picture…", "Write the viewer's picture as PNG", "File", "camera-photo-symbolic", {"<Control>p"}},
    {"app.new-window", "New Window", "Another document in a window of its own", "File", "window-new-symbolic", {"<Control><Shift>n"}},
    {"win.close", "Close", "Close this window", "File", NULL, {"<Control>w"}},
    {"app.quit", "Quit", "Close all windows", "File", NULL, {"<Control>q"}},

    {"win.undo", "Undo", "Take the last change back", "Edit", "edit-undo-symbolic", {"<Control>z"}},
    {"win.redo", "Redo", "Do the change again", "Edit", "edit-redo-symbolic", {"<Control><Shift>z", "<Control>y"}},
    {"win.delete", "Delete", "Delete the selection and what cannot be without it", "Edit", "edit-delete-symbolic", {"Delete", "KP_Delete"}},
    {"win.duplicate", "Duplicate", "Copy the selection with the points it hangs on", "Edit", "edit-copy-symbolic", {"<Control>d"}},
    {"win.rename", "Rename", "Give the selected component another name", "Edit", NULL, {"F2"}},
    {"win.hide", "Hide", "Hide the selection", "Edit", "view-conceal-symbolic", {"h"}},
    {"win.show-only", "Show Only This", "Hide everything but the selection", "Edit", NULL, {"<Shift>h"}},
    {"win.show-all", "Show All", "Show every hidden component", "Edit", "view-reveal-symbolic", {"<Alt>h"}},
    {"win.use-present", "Use Present State as Start", "Make positions, velocities and activations of this moment the model's start values", "Edit", NULL, {"<Control><Shift>u"}},

    {"win.select-all", "Select All", "Select all components in the list of the last selected one", "Selection", "edit-select-all-symbolic", {"<Control>a"}},
    {"win.select-none", "Select None", NULL, "Selection", NULL, {"Escape", "<Control><Shift>a"}},
    {"win.select-parent", "Select Parent", "Select what holds the selected component", "Selection", "go-up-symbolic", {"<Alt>Up"}},
    {"win.find", "Find in Navigator", "Search the components by name or class", "Selection", "edit-find-symbolic", {"<Control>f"}},
    {"win.edit-path", "Type a Path", "Type the path of what shall be selected", "Selection", NULL, {"<Control>l"}},

    {"win.play", "Play or Pause", "Run the simulation, or hold it", "Simulation", "media-playback-start-symbolic", {"space"}},
    {"win.step", "Step", "One step forward", "Simulation", "media-skip-forward-symbolic", {"period"}},
    {"win.reset", "To Start", "Back to time 0 with the model's start values", "Simulation", "media-skip-backward-symbolic", {"<Control>Home"}},
    {"win.faster", "Faster", "Double the speed", "Simulation", NULL, {"plus", "KP_Add"}},
    {"win.slower", "Slower", "Halve the speed", "Simulation", NULL, {"minus", "KP_Subtract"}},
    {"win.edit-time", "Play Until…", "Type a time: the simulation runs until it", "Simulation", NULL, {"<Control>t"}},

    {"win.tool::select", "Select Tool", "Click to select, drag to turn the view", "Tools", "sn-tool-select-symbolic", {"v"}},
    {"win.tool::move", "Move Tool", "Move the selection along axes and planes", "Tools", "sn-tool-move-symbolic", {"g"}},
    {"win.tool::rotate", "Rotate Tool", "Turn the selection about its axes", "Tools", "sn-tool-rotate-symbolic", {"r"}},
    {"win.tool::scale", "Scale Tool", "Scale the selected geometry", "Tools", "sn-tool-scale-symbolic", {"s"}},
    {"win.tool::measure", "Measure Tool", "Distance between two points", "Tools", "sn-tool-measure-symbolic", {"m"}},
    {"win.tool::clip", "Clip Tool", "Move clipping planes", "Tools", "sn-tool-clip-symbolic", {"x"}},
    {"win.tool::pull", "Pull Tool", "Pull at a body while the simulation runs", "Tools", "sn-tool-pull-symbolic", {"p"}},

    {"win.view-home", "Whole Model", "The first look at the model", "View", "go-home-symbolic", {"Home"}},
    {"win.view-fit", "Fit Selection", "Bring the selection, or everything, into view", "View", "zoom-fit-best-symbolic", {"f"}},
    {"win.view-front", "Front", "Look from the front", "View", NULL, {"<Control>1", "KP_1"}},
    {"win.view-back", "Back", "Look from behind", "View", NULL, {"<Control><Shift>1", "<Control>KP_1"}},
    {"win.view-right", "Right", "Look from the right", "View", NULL, {"<Control>3", "KP_3"}},
    {"win.view-left", "Left", "Look from the left", "View", NULL, {"<Control><Shift>3", "<Control>KP_3"}},
    {"win.view-top", "Top", "Look from above", "View", NULL, {"<Control>7", "KP_7"}},
    {"win.view-bottom", "Bottom", "Look from below", "View", NULL, {"<Control><Shift>7", "<Control>KP_7"}},
    {"win.orthographic", "Orthographic", "Without perspective", "View", NULL, {"<Control>5", "KP_5"}},
    {"win.grid", "Grid", "Ground grid", "View", "view-grid-symbolic", {"<Control>g"}},
    {"win.axes", "Axes", "Axes of the world", "View", NULL, {"<Control><Shift>g"}},
    {"win.edges", "Edges", "Draw the edges of every surface", "View", NULL, {"<Control>e"}},
    {"win.wireframe", "Wireframe", "Draw edges only", "View", NULL, {"<Control><Shift>e"}},
    {"win.contacts", "Contacts", "Contact normals and forces", "View", NULL, {"<Control>k"}},
    {"win.clip-add", "Add Clipping Plane", "Cut the view open, facing the camera", "View", "sn-tool-clip-symbolic", {"c"}},
    {"win.clip-remove", "Remove Clipping Planes", NULL, "View", NULL, {"<Shift>c"}},
    {"win.second-viewer", "Second Viewer", "Another viewer beside the first", "View", "view-dual-symbolic", {"<Control>2"}},
    {"win.viewer-window", "Viewer in a Window", "Another viewer in a window of its own", "View", "window-new-symbolic", {"<Control><Shift>2"}},

    {"win.navigator", "Navigator", "Show or fold the tree of components", "Window", "sn-panel-left-symbolic", {"F9"}},
    {"win.timeline", "Timeline", "Show or fold the timeline", "Window", "sn-panel-bottom-symbolic", {"F10"}},
    {"win.properties", "Properties", "Show or fold the properties", "Window", "sn-panel-right-symbolic", {"F11"}},
    {"win.log", "Log", "Messages of the program and the simulation", "Window", "sn-log-symbolic", {"F12"}},
    {"win.theme::follow", "Colours of the Desktop", NULL, "Window", NULL, {NULL}},
    {"win.theme::light", "Light", "Light colours", "Window", NULL, {NULL}},
    {"win.theme::dark", "Dark", "Dark colours", "Window", NULL, {NULL}},
    {"win.fullscreen", "Full Screen", NULL, "Window", "view-fullscreen-symbolic", {"<Shift>F11"}},
    {"win.palette", "Find a Command", "Every action by name", "Help", "sn-search-symbolic", {"<Control><Shift>p", "slash", "F3"}},
    {"win.shortcuts", "Keyboard Shortcuts", NULL, "Help", NULL, {"<Control>question", "<Control><Shift>question"}},
    {"app.about", "About Sinew", NULL, "Help", NULL, {NULL}},
};
/* clang-format on */

const SnActionRow *sn_action_table(int *n)
{
    *n = (int)G_N_ELEMENTS(ROWS);
    return ROWS;
}

const SnActionRow *sn_action_row(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        if (strcmp(ROWS[i].name, name) == 0) {
            return &ROWS[i];
        }
    }
    return NULL;
}

char *sn_action_key_label(const SnActionRow *row)
{
    guint key = 0;
    GdkModifierType modifiers = 0;
    if (row->keys[0] == NULL || !gtk_accelerator_parse(row->keys[0], &key, &modifiers)) {
        return NULL;
    }
    return gtk_accelerator_get_label(key, modifiers);
}

char *sn_action_tooltip(const char *name)
{
    const SnActionRow *row = sn_action_row(name);
    g_assert(row != NULL);
    char *keys = sn_action_key_label(row);
    const char *text = row->help != NULL ? row->help : row->label;
    char *tooltip = keys != NULL ? g_strdup_printf("%s (%s)", text, keys) : g_strdup(text);
    g_free(keys);
    return tooltip;
}
