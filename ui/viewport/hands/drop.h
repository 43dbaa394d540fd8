/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes and models dropped on the picture (sn_viewport_drop_files). */
#ifndef SN_UI_VIEWPORT_HANDS_DROP_H
#define SN_UI_VIEWPORT_HANDS_DROP_H

#include "ui/viewport/viewport.h"

void sn_viewport_add_drop_target(SnViewport *viewport);

#endif
