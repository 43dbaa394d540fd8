/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of actuators share. */
#ifndef SN_MJCF_ACTUATORS_H
#define SN_MJCF_ACTUATORS_H

#include "engine/mjcf/mjcf.h"

/* What a kind of actuator comes to. */
typedef struct SnMjcfDrive {
    double gain, bias[3];
    double gear;
    double inherited[2]; /* range of controls that is that of the joint; 0, 0: none */
    double most[2];      /* controls within the forces that the joint bears; 0, 0: any */
    double borne[2];     /* forces that the joint bears, of a servo; 0, 0: any */
    double damp_ratio;   /* of critical damping, of what moves; 0: the bias says how much */
    bool muscle, known;
    const char *lag;     /* "filter", "integral": what acts follows its control so; NULL: at once */
    double time, act[2]; /* of a filter [s]; range of an integral */
    const char *note;
} SnMjcfDrive;

/* Tells that an actuator is left out. */
void sn_mjcf_leave_actuator(SnMjcf *mjcf, const SnMjcfElement *element, const char *reason);
/* Control and the range in which it acts, into a load; `note`: what is lost. */
void sn_mjcf_set_control(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfDrive *drive,
                         json_t *json, const char **note);

/* Force and moment in the axes of a site. */
void sn_mjcf_site_actuator(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfSite *site,
                           const SnMjcfDrive *drive);
/* On a ball or free joint. */
void sn_mjcf_spatial_actuator(SnMjcf *mjcf, const SnMjcfElement *element, int joint, bool in_parent,
                              const SnMjcfDrive *drive);

#endif
