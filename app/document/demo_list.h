/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The demos that a window offers: their names, titles, groups and pictures. */
#ifndef SN_APP_DEMO_LIST_H
#define SN_APP_DEMO_LIST_H

#include "ui/window/window.h"

void sn_demo_list_add(SnWindow *window);

#endif
