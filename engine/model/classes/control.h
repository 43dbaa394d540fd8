/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What acts before each step and looks on after it. */
#ifndef SN_MODEL_CLASSES_CONTROL_H
#define SN_MODEL_CLASSES_CONTROL_H

#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_CONTROLLER; /* family */
extern const SnClass SN_CLASS_FEEDBACK_CONTROLLER;
extern const SnClass SN_CLASS_MONITOR;

/* Which of the numbers of a property: from 0; or their length. */
enum { SN_COLUMN_LENGTH = -1 };

typedef struct SnController {
    SnComponent base;
    char *notes;
    bool enabled;
} SnController;

/* Proportional, integral and derivative action on e = goal - measured. */
typedef struct SnFeedbackController {
    SnController base;
    SnTargets measured; /* exactly one */
    int32_t column;
    double goal; /* SI, as what is measured */
    double proportional, integral, derivative;
    bool limited;
    double lower, upper; /* of the output */
    SnTargets targets;   /* inputs */
    SnReals weights; /* of the output, one for each number of the targets, one for all, none: 1 */
} SnFeedbackController;

typedef enum SnMonitorAction { SN_MONITOR_NONE, SN_MONITOR_NOTE, SN_MONITOR_PAUSE } SnMonitorAction;

typedef struct SnMonitor {
    SnComponent base;
    char *notes;
    bool enabled;
    SnTargets property; /* exactly one */
    int32_t column;
    bool bounded;
    double low, high; /* SI */
    int32_t action;   /* SnMonitorAction, when the value leaves its bounds */
} SnMonitor;

/* Inputs that several probes and controllers drive. */
void sn_drivers_check(const SnModel *model, SnChecks *checks);

#endif
