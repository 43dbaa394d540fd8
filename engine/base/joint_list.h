/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every joint that a model can have, in the order of menus and of the component reference.  NAME
 * stands for two constants: SN_CLASS_NAME, what the document knows of it (engine/model/classes),
 * and SN_JOINT_NAME, what the solver does (engine/sim/system/joint_class.h).  Their declarations
 * and tables, and the tests of every joint, are made of this list. */
#ifndef SN_BASE_JOINT_LIST_H
#define SN_BASE_JOINT_LIST_H

#define SN_JOINT_LIST(JOINT)                                                                       \
    JOINT(HINGE)                                                                                   \
    JOINT(SPHERICAL)                                                                               \
    JOINT(FIXED)                                                                                   \
    JOINT(SLIDER)                                                                                  \
    JOINT(UNIVERSAL)                                                                               \
    JOINT(CYLINDRICAL)                                                                             \
    JOINT(GIMBAL)                                                                                  \
    JOINT(PLANAR)                                                                                  \
    JOINT(FREE)                                                                                    \
    JOINT(ELLIPSOID)                                                                               \
    JOINT(SCAPULOTHORACIC)                                                                         \
    JOINT(CONSTANT_CURVATURE)                                                                      \
    JOINT(CUSTOM)                                                                                  \
    JOINT(DISTANCE)                                                                                \
    JOINT(POINT_ON_LINE)                                                                           \
    JOINT(ROLLING)                                                                                 \
    JOINT(COUPLER)                                                                                 \
    JOINT(DRIVE)                                                                                   \
    JOINT(GEAR)                                                                                    \
    JOINT(POINT_ON_PLANE)                                                                          \
    JOINT(POINT_ON_POLYLINE)

#endif
