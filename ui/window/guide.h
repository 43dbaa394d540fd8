/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guided build: an elbow with a muscle from an empty model, step by step in the real window.
 * Each step says what to do, outlines the control it needs, and goes on by itself when it is done.
 */
#ifndef SN_UI_WINDOW_GUIDE_H
#define SN_UI_WINDOW_GUIDE_H

#include "ui/window/window.h"

/* Begins with a new model (which asks first where something is unsaved). */
void sn_guide_start(SnWindow *window);

#endif
