/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Export Movie and Save Picture share: the dialog filled in for a window, and how the active
 * viewer looks. */
#ifndef SN_APP_EXPORT_OFFER_H
#define SN_APP_EXPORT_OFFER_H

#include "ui/window/export_dialog.h"
#include "ui/window/window.h"

typedef void (*SnExportAccepted)(SnWindow *window, const SnExportChoice *choice);

/* Shows the dialog; not called when it is cancelled or the window goes. webm_lacks:
 * export_dialog.h.
 */
void sn_export_ask(SnWindow *window, bool movie, const char *webm_lacks, SnExportAccepted accepted);

/* As the active viewer has it, without what belongs to hands, at another size. */
void sn_export_view(SnWindow *window, int width, int height, SnViewSettings *settings);

#endif
