/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_APP_EXPORT_MODEL_H
#define SN_APP_EXPORT_MODEL_H

#include "ui/window/window.h"

/* Adds win.export-model and win.export-report: the document as a file of OpenSim or MuJoCo. */
void sn_export_model_actions_add(SnWindow *window);

#endif
