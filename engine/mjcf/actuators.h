/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of actuators share. */
#ifndef SN_MJCF_ACTUATORS_H
#define SN_MJCF_ACTUATORS_H

#include "engine/mjcf/mjcf.h"

enum { SN_MJCF_DRIVE_NUMBERS = 10 }; /* of gainprm and the like */

/* What a kind of actuator comes to. */
typedef struct SnMjcfDrive {
    double gain, bias[3];
    double gear, gears[6]; /* the first of them; all, for what has directions in space */
    double inherited[2];   /* range of controls that is that of the joint; 0, 0: none */
    double most[2];        /* controls within the forces that the joint bears; 0, 0: any */
    double borne[2];       /* forces that the joint bears, of a servo; 0, 0: any */
    double damp_ratio;     /* of critical damping, of what moves; 0: the bias says how much */
    const char *lag;     /* "filter", "integral": what acts follows its control so; NULL: at once */
    double time, act[2]; /* of a filter [s]; range of an integral */
    bool integrated;     /* its control is the velocity that its servo goes with */
    bool has_state;      /* a key has a number for what acts */
    /* of muscles: gainprm and dynprm; whether there is a passive force, and activation dynamics */
    bool muscle, passive, activated;
    double muscle_numbers[SN_MJCF_DRIVE_NUMBERS], times[SN_MJCF_DRIVE_NUMBERS];
    const char *note; /* what is only approximated; NULL: nothing */
    const char *why;  /* why it is left out; NULL: it is taken over */
} SnMjcfDrive;

/* Of the element and the defaults of its classes (drives.c). */
void sn_mjcf_read_drive(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfDrive *drive);
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
/* The shortest and the longest that a tendon is within the limits of joints, and the size of the
 * acceleration of all joints by a pull of 1 in the reference pose, 0: not known
 * (tendon_lengths.c). */
void sn_mjcf_measure_tendon(SnMjcf *mjcf, const SnMjcfTendon *tendon, double range[2],
                            double *acceleration_of_one);
/* Muscle on a tendon, or on a joint as a tendon of that alone (muscles.c). */
void sn_mjcf_emit_muscle(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon,
                         const SnMjcfDrive *drive);

#endif
