/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of sweeps.  No GTK. */
#ifndef SN_UI_PLOTS_SWEEP_FIGURE_H
#define SN_UI_PLOTS_SWEEP_FIGURE_H

#include "engine/sweep.h"
#include "ui/plots/plot_figure.h"

typedef enum SnSweepQuantity {
    SN_SWEEP_MOMENT_ARM,
    SN_SWEEP_LENGTH,
    SN_SWEEP_FORCE,
    SN_SWEEP_QUANTITY_COUNT
} SnSweepQuantity;

/* A curve for each path; free with sn_figure_free. */
SnFigure *sn_sweep_figure(const SnModel *model, const SnSweep *sweep, SnSweepQuantity quantity);
/* The same over those of earlier models, oldest first, each as a kept run. */
SnFigure *sn_sweep_figure_with(const SnModel *model, const SnSweep *sweep,
                               const SnSweep *const *kept, int n_kept, SnSweepQuantity quantity);

#endif
