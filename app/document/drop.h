/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files dropped on a window from elsewhere: models are opened, meshes offered for import. */
#ifndef SN_APP_DROP_H
#define SN_APP_DROP_H

#include "ui/window/window.h"

/* Does with the files what opening them does; NULL ends them. */
typedef void (*SnDropOpen)(SnWindow *window, const char *const *paths);

/* Takes files dropped anywhere on the window, its title and its panels too. */
void sn_drop_add(SnWindow *window, SnDropOpen open);

#endif
