/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where components go that are aligned, spread or copied in rows and circles: numbers only. */
#ifndef SN_MODEL_EDIT_ARRANGE_H
#define SN_MODEL_EDIT_ARRANGE_H

#include "engine/model/edit/edit.h"

typedef enum SnArrangeKind {
    SN_ARRANGE_LEAVE,
    SN_ARRANGE_LAST,     /* all to that of the last one */
    SN_ARRANGE_LEAST,    /* all to the least of them */
    SN_ARRANGE_MIDDLE,   /* all midway between the least and the greatest */
    SN_ARRANGE_GREATEST, /* all to the greatest of them */
    SN_ARRANGE_VALUE,    /* all to `value` */
    SN_ARRANGE_SPREAD,   /* evenly between the least and the greatest, in the order they have */
    SN_ARRANGE_STEP,     /* the same, `value` apart, from the least on */
    SN_ARRANGE_COUNT
} SnArrangeKind;

/* Of the coordinate along one axis. */
typedef struct SnArrange {
    SnArrangeKind kind;
    double value; /* [m] */
} SnArrange;

/* How far each of n places has to go; of equal places the earlier one stays first. */
void sn_arrange(const double (*places)[3], int n, const SnArrange axes[3], double (*travel)[3]);

/* The same of boxes, from `low` to `high`: sides meet sides (LEAST: their lower ones, GREATEST: the
 * upper ones, LAST, MIDDLE and VALUE: their middles), SPREAD makes the gaps between them alike and
 * STEP makes them `value`. */
void sn_arrange_boxes(const double (*low)[3], const double (*high)[3], int n,
                      const SnArrange axes[3], double (*travel)[3]);

/* Motions i = 1 ... n by i step. */
void sn_line_motions(const double step[3], int n, SnRigidMotion *motions);
/* Motions i = 1 ... n about an axis through a centre, by i angle [rad].  upright (a place, may be
 * NULL): it goes around, and what is there goes with it without turning. */
void sn_circle_motions(const double centre[3], const double axis[3], double angle,
                       const double *upright, int n, SnRigidMotion *motions);

#endif
