/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may touch: convex shapes on blocks, and the rules by which pairs of them do. */
#ifndef SN_SIM_SYSTEM_SYSTEM_CONTACTS_H
#define SN_SIM_SYSTEM_SYSTEM_CONTACTS_H

#include "engine/base/id.h"
#include "engine/geometry/convex.h"

#include <stdint.h>

typedef struct SnContactShape {
    SnId id; /* of the body */
    int block;
    double offset[3]; /* of the shape's frame from the block's centre of mass, body axes [m] */
    SnConvex convex;
} SnContactShape;

/* How a pair keeps apart. */
typedef enum SnContactMethod {
    SN_CONTACT_CONSTRAINT, /* one-sided rows at contact points */
    SN_CONTACT_HUNT_CROSSLEY,
    SN_CONTACT_ELASTIC_FOUNDATION,
} SnContactMethod;

/* Numbers of the compliant methods (compliant_contacts.h). */
typedef struct SnCompliantParameters {
    double modulus; /* [Pa] plane strain, of both bodies; foundation: Young's, of the layer */
    double poisson, thickness;
    double pressure_modulus;                 /* [Pa/m], 0: of the layer */
    double quadratic_modulus, cubic_modulus; /* [Pa/m2], [Pa/m3] */
    double offset;                           /* of the surfaces together [m] */
    double dissipation;                      /* [s/m] */
    double static_friction, viscous_friction /* [s/m] */, transition_velocity;
} SnCompliantParameters;

/* One collision of the document.  The last rule that a pair is in counts. */
typedef struct SnContactRule {
    SnId id;
    bool enabled;
    bool joined;      /* also what joints and attachments connect */
    uint8_t *side[2]; /* [n_shapes] which shapes are in it */
    double friction, restitution;
    double compliance; /* [m/N] of each contact point, 0: rigid */
    double damping;    /* [N s/m] beside the compliance */
    double tolerance;  /* overlap that is kept [m], 0: automatic */
    SnContactMethod method;
    SnCompliantParameters compliant;
} SnContactRule;

typedef struct SnSystemContacts {
    int n_shapes;
    SnContactShape *shapes;
    int n_rules;
    SnContactRule *rules;
    int n_joined;
    int (*joined)[2]; /* [n_joined] pairs of shapes a < b that are connected, ascending */
    int most;         /* contacts that the state remembers [finish] */
} SnSystemContacts;

/* What the state keeps of a contact that carries a force: behind the forces of limits in z, after
 * how many they are. */
typedef enum SnContactRecord {
    SN_CONTACT_FEATURE, /* the bits of an uint64_t */
    SN_CONTACT_RULE,
    SN_CONTACT_GAP,          /* at the end of the step; less than 0: overlap [m] */
    SN_CONTACT_NORMAL_FORCE, /* [N] */
    SN_CONTACT_FORCE,        /* 3: on the second shape, world axes [N] */
    SN_CONTACT_POSITION = SN_CONTACT_FORCE + 3,  /* 3: world [m] */
    SN_CONTACT_NORMAL = SN_CONTACT_POSITION + 3, /* 3: out of the first shape, world */
    SN_CONTACT_RECORD = SN_CONTACT_NORMAL + 3,
} SnContactRecord;

/* Numbers behind the limits' in state.z. */
static inline int sn_contacts_kept(const SnSystemContacts *contacts)
{
    return contacts->n_rules > 0 ? 1 + SN_CONTACT_RECORD * contacts->most : 0;
}

/* A feature: the two shapes, and which point of theirs. */
static inline uint64_t sn_contact_feature(int a, int b, uint32_t point)
{
    return (uint64_t)a << 44 | (uint64_t)b << 24 | (point & 0xffffffu);
}
static inline int sn_contact_first(uint64_t feature)
{
    return (int)(feature >> 44);
}
static inline int sn_contact_second(uint64_t feature)
{
    return (int)(feature >> 24 & 0xfffffu);
}
#define SN_CONTACT_MOST_SHAPES 0xfffff

#endif
