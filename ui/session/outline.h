/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the renderer outlines of a selection. */
#ifndef SN_UI_SESSION_OUTLINE_H
#define SN_UI_SESSION_OUTLINE_H

#include "engine/model/model.h"
#include "render/render.h"
#include "ui/session/id_set.h"

/* The selection (SnId, the same as the set), each body and FEM of it with all that is drawn of it;
 * the model may be NULL where nothing is selected. */
void sn_outline_send(SnRender *render, const SnModel *model, const GArray *selection,
                     const SnIdSet *selected);

#endif
