/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A coordinate that something else follows; part of system.h. */
#ifndef SN_SIM_SYSTEM_LEADER_H
#define SN_SIM_SYSTEM_LEADER_H

/* A coordinate of a joint: into joints.joints, and which of its coordinates. */
typedef struct SnLeader {
    int joint, coordinate;
} SnLeader;

#endif
