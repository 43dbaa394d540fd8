/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What segment.c and segment_shift.c share: one part of a segment, and forces on a node's columns.
 */
#ifndef SN_STRAND_SEGMENT_PART_H
#define SN_STRAND_SEGMENT_PART_H

#include "engine/base/vec.h"
#include "engine/strand/segment.h"

static inline double stretch(const SnSegmentInput *in, const SnSegmentShape *shape)
{
    return shape->length / in->rest_length;
}

static inline bool is_lumped(const SnSegmentInput *in)
{
    return in->lumped && in->eulerian_column[0] < 0 && in->eulerian_column[1] < 0;
}

static inline double eulerian_of(const SnSegmentInput *in, int end)
{
    return in->eulerian_column[end] >= 0 ? in->eulerian[end] : 0;
}

static inline double mass_of(const SnSegmentInput *in)
{
    return in->line_density * in->rest_length;
}

static inline double part_mass(const SnSegmentInput *in, const SnSegmentShape *shape, int part)
{
    return mass_of(in) * (shape->share[part + 1] - shape->share[part]);
}

/* l_i' of part i. */
static inline double part_rate(const SnSegmentInput *in, const SnSegmentShape *shape, int part)
{
    double v[3];
    sn_v3_sub(in->nodes[part + 1].v, in->nodes[part].v, v);
    return sn_v3_dot(shape->d[part], v);
}

/* Velocities of the matter at the two ends of a part. */
static inline void end_velocities(const SnSegmentInput *in, const SnSegmentShape *shape, int part,
                                  double first[3], double last[3])
{
    sn_v3_copy(in->nodes[part].v, first);
    sn_v3_axpy(shape->passing[part], shape->d[part], first);
    sn_v3_copy(in->nodes[part + 1].v, last);
    sn_v3_axpy(shape->passing[part + 1], shape->d[part], last);
}

/* The two nodes of a part move as one body: its length stays. */
static inline bool part_is_rigid(const SnSegmentInput *in, int part)
{
    const SnSegmentNode *a = &in->nodes[part], *b = a + 1;
    return a->width == b->width && (a->width == 0 || (a->width == 6 && a->column == b->column));
}

/* d'J of a node. */
static inline void project(const SnSegmentNode *node, const double d[3], double row[6])
{
    const int w = node->width;
    for (int j = 0; j < w; j++)
        row[j] = node->jacobian[j] * d[0] + node->jacobian[w + j] * d[1] +
                 node->jacobian[2 * w + j] * d[2];
}

static inline void add_to_columns(const double *restrict jacobian, int width, double factor,
                                  const double f[3], double *restrict columns)
{
    for (int j = 0; j < width; j++)
        columns[j] += factor * (jacobian[j] * f[0] + jacobian[width + j] * f[1] +
                                jacobian[2 * width + j] * f[2]);
}

static inline void add_at_node(const SnSegmentNode *node, double factor, const double f[3],
                               double *force)
{
    if (node->width == 6) /* unrolled */
        add_to_columns(node->jacobian, 6, factor, f, force + node->column);
    else
        add_to_columns(node->jacobian, node->width, factor, f, force + node->column);
}

#endif
