/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves of an input probe as they are played: for the compiler, and for tracks that draw
 * them. */
#ifndef SN_MODEL_CLASSES_PROBE_SIGNAL_H
#define SN_MODEL_CLASSES_PROBE_SIGNAL_H

#include "engine/base/signal.h"
#include "engine/model/classes/probe.h"

/* Numbers of all targets together. */
int sn_targets_width(const SnModel *model, const SnTargets *targets);

/* What a probe plays, one number for each of its targets (sn_signal_free).  NULL: knots, clips or
 * columns do not fit the targets, or the file cannot be read; the error says what to do, without
 * the probe's path. */
SnSignal *sn_probe_signal(const SnModel *model, const SnInputProbe *probe, GError **error);

/* Whether all that the probe plays (its file or knots, and its clips) has n columns. */
bool sn_probe_has_columns(const SnModel *model, const SnInputProbe *probe, int n);

/* Whether the probe's file, if it has one, can be read and has its columns; the error is about them
 * alone. */
bool sn_probe_file_check(const SnModel *model, const SnInputProbe *probe, GError **error);

#endif
