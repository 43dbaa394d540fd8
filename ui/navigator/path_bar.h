/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path of the selection under the viewer: typed with completion, a button to the parent. */
#ifndef SN_UI_NAVIGATOR_PATH_BAR_H
#define SN_UI_NAVIGATOR_PATH_BAR_H

#include "ui/session/session.h"

#define SN_TYPE_PATH_BAR (sn_path_bar_get_type())
G_DECLARE_FINAL_TYPE(SnPathBar, sn_path_bar, SN, PATH_BAR, GtkWidget)

GtkWidget *sn_path_bar_new(SnSession *session);
/* Puts the cursor into the path, all of it selected. */
void sn_path_bar_edit(SnPathBar *bar);
/* Paths that begin with `text`, one element further; what completion offers. Free with g_strfreev.
 */
char **sn_path_complete(SnModel *model, const char *text);

#endif
