/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that turn an MJCF document into a model: what was found in the document, and
 * the JSON that is made of it.  A wrong value is kept as the first error; what asks for values goes
 * on with defaults and need not look. */
#ifndef SN_MJCF_MJCF_H
#define SN_MJCF_MJCF_H

#include "engine/base/placement.h"
#include "engine/mesh/geometry.h"
#include "engine/model/file/emit.h"
#include "engine/text/import_report.h"
#include "engine/text/xml_text.h"

#include <jansson.h>

/* An element with the class that gives what it leaves out. */
typedef struct SnMjcfElement {
    const SnXmlNode *node;
    const char *kind; /* what its defaults are called: "joint", "geom", "actuator" ... */
    int class;        /* of mjcf->classes */
} SnMjcfElement;

typedef struct SnMjcfClass {
    const char *name;
    int parent;       /* -1: none */
    GPtrArray *nodes; /* of <default>, in the order of the document */
} SnMjcfClass;

typedef enum SnMjcfJointKind {
    SN_MJCF_FREE,
    SN_MJCF_BALL,
    SN_MJCF_SLIDE,
    SN_MJCF_HINGE,
    SN_MJCF_N_JOINT_KINDS
} SnMjcfJointKind;

typedef struct SnMjcfJoint {
    SnMjcfElement element;
    char *name;
    SnMjcfJointKind kind;
    double place[3], axis[3]; /* in its body */
    bool limited;
    double range[2], reference;
    double stiffness, rest, damping, armature, friction;
    double settling[2]; /* time constant and damping ratio that its spring and damper are to give;
                           0: those above are given */
    bool settles_alone; /* these are of what it moves while other joints are held */
    bool driven;        /* an actuator acts on it */
    double inertia; /* that it moves in the reference pose, with its armature: the diagonal of the
                       mass matrix [kg m^2 or kg]; of what turns or slides */
    SnPlacement start;           /* of its body at the start, without the joints behind it */
    double velocity[3], spin[3]; /* of that place, world axes */
    char *target;                /* the joint of the model that has it as coordinate; NULL: none */
    const char *slot;            /* which of that joint's coordinates */
} SnMjcfJoint;

typedef enum SnMjcfGeomKind {
    SN_MJCF_PLANE,
    SN_MJCF_HFIELD,
    SN_MJCF_SPHERE,
    SN_MJCF_CAPSULE,
    SN_MJCF_ELLIPSOID,
    SN_MJCF_CYLINDER,
    SN_MJCF_BOX,
    SN_MJCF_MESH,
    SN_MJCF_SDF,
    SN_MJCF_N_GEOM_KINDS,
    SN_MJCF_FLEX = SN_MJCF_N_GEOM_KINDS /* none of a geom: what is soft touches, too */
} SnMjcfGeomKind;

typedef struct SnMjcfGeom {
    SnMjcfElement element;
    char *name;
    int body;
    SnMjcfGeomKind kind;
    double size[3]; /* as in the file: radii and half lengths */
    SnPlacement pose;
    const struct SnMjcfMesh *mesh;
    int contype, conaffinity, condim, priority, group;
    double friction, twisting, rolling; /* the last two levers [m], of condim 4 and 6 */
    double mass, center[3], inertia[6]; /* in its body's axes, about its centre; 0: none */
    bool massed;                        /* it has a mass that is known */
    bool touches, wrapped;              /* in a contact; tendons lie over it */
    bool own;                           /* it is the shape of its body */
    char *target;                       /* body of the model that touches for it; NULL: none does */
} SnMjcfGeom;

typedef struct SnMjcfSite {
    SnMjcfElement element;
    char *name;
    int body;
    SnPlacement pose;
    char *target; /* its marker */
} SnMjcfSite;

typedef struct SnMjcfBody {
    const SnXmlNode *node; /* the first is <worldbody> */
    char *name;
    int parent;                  /* -1: the world itself */
    SnPlacement here;            /* in its parent */
    SnPlacement world;           /* where joints are at their reference */
    SnPlacement start;           /* the same, or by a key */
    double velocity[3], spin[3]; /* of its origin there, world axes */
    SnPlacement rest;            /* where the springs of joints rest */
    int first_joint, n_joints;   /* of its own */
    bool moves;                  /* a joint lies between it and the world */
    bool mocap;
    double carried; /* share of its weight that is taken off it (gravcomp) */
    bool massive;
    double mass, center[3], inertia[6]; /* about the centre, the body's axes: xx yy zz xy xz yz */
    bool has_axes;                      /* the file gives its inertia, or its only solid, in: */
    double axes[9];
    const char *note;
    char *target; /* path in the model; NULL: the world */
    json_t *json; /* of the rigid body that it became; borrowed */
} SnMjcfBody;

typedef struct SnMjcfMesh {
    SnMjcfElement element;
    char *name;
    char *file;         /* where it lies; NULL: nowhere */
    SnSurface *surface; /* read, with its scale, once it is needed */
    bool tried;
    double scale[3];
    SnPlacement reference; /* moves its vertices: x = r' (vertex - p) */
} SnMjcfMesh;

typedef struct SnMjcfTendon {
    SnMjcfElement element;
    char *name;
    bool fixed;          /* a sum of joints */
    bool taken;          /* by an actuator that is a path itself */
    GArray *joints;      /* of int; of a fixed one */
    GArray *coefs;       /* of double */
    GPtrArray *steps;    /* of const SnXmlNode: sites and geoms that its path here runs along */
    double times, extra; /* that path is times MuJoCo's length and an extra way long */
    bool parted;         /* only its first branch is that path */
} SnMjcfTendon;

/* The elasticity between a part of a cable and the one before it. */
typedef struct SnMjcfCable {
    char *body;
    double bend[2], twist; /* about its y, z and x [N m/rad] */
    bool flat;             /* it rests straight */
} SnMjcfCable;

/* What <compiler> says of the elements of one document; a model that is attached has its own. */
typedef struct SnMjcfCompiler {
    const struct SnMjcfCompiler *outer; /* of the model that this one is attached in; NULL: none */
    double angle;                       /* [rad] of the file's unit */
    char turns[4];                      /* eulerseq */
    char *folder;                       /* where relative names start */
    char *mesh_folder;
    bool autolimits, strip_path, from_geoms_only, from_inertial_only, balance, fit_boxes;
    double least_mass, least_inertia;
    int inertia_groups[2];
} SnMjcfCompiler;

typedef struct SnMjcf {
    SnXml *xml;
    GPtrArray *parts;      /* of SnXml: files that are included */
    GHashTable *part;      /* <include> -> SnXml */
    GHashTable *owner;     /* root of a part -> its <include> */
    GHashTable *files;     /* root of a part -> its file */
    GHashTable *compilers; /* what comes from a model that is attached -> SnMjcfCompiler of that */
    GPtrArray *all_compilers; /* of SnMjcfCompiler: the document's own first */
    GPtrArray *outer_classes; /* names of the outermost classes of models that are attached */
    const char *const *geometry_folders;
    SnImportReport *report;
    GError *error;                      /* the first */
    double total_mass;                  /* that all bodies are to have; 0: what they have */
    double density, viscosity, wind[3]; /* of what is around [kg/m3, Pa s, m/s] */
    bool no_gravity, no_contact;
    bool no_equality, no_limits, no_friction, no_springs, no_dampers, no_actuation;
    bool soft;           /* joints or equalities have softness of their own */
    bool parents_touch;  /* a body and what carries it, too */
    bool free_controls;  /* their ranges do not hold */
    unsigned groups_off; /* bits of the groups of actuators that do not act */
    GArray *classes, *bodies, *joints, *geoms, *sites, *tendons;
    GPtrArray *meshes; /* of SnMjcfMesh */
    GArray *cables;    /* of SnMjcfCable */
    GArray *flexes;    /* of SnMjcfFlex (flex.h) */
    GHashTable *class_by_name, *body_by_name, *joint_by_name, *geom_by_name, *site_by_name,
        *mesh_by_name, *hfield_by_name, *tendon_by_name; /* name -> index + 1 */
    GHashTable *materials;                               /* name -> element's node */
    int n_made;                /* elements, with those that <replicate> makes */
    json_t *root;              /* the model */
    GHashTable *names;         /* "list/name" taken in the model */
    GHashTable *wraps;         /* geom and side -> path of its surface */
    GHashTable *mesh_files;    /* path in the model -> file */
    GHashTable *lost;          /* what was named and is not there: told once each */
    const char *key;           /* that the bodies are to stand by, or NULL */
    const SnXmlNode *key_node; /* of it */
    GArray *key_controls;      /* of double, one for each actuator; NULL: it gives none */
    GArray *key_activations;   /* of double, one for each actuator with a state; NULL: none */
    double control;            /* of the actuator that is being made */
    double activation;         /* its state at the start ... */
    bool activated;            /* ... where the key gives one */
    bool global;               /* poses are given in the world, not in the body */
} SnMjcf;

#define SN_MJCF_AT(type, name, array)                                                              \
    static inline type *name(const SnMjcf *mjcf, int i)                                            \
    {                                                                                              \
        return &g_array_index(mjcf->array, type, i);                                               \
    }
SN_MJCF_AT(SnMjcfBody, sn_mjcf_body, bodies)
SN_MJCF_AT(SnMjcfJoint, sn_mjcf_joint, joints)
SN_MJCF_AT(SnMjcfGeom, sn_mjcf_geom, geoms)
SN_MJCF_AT(SnMjcfSite, sn_mjcf_site, sites)
SN_MJCF_AT(SnMjcfTendon, sn_mjcf_tendon, tendons)

/* --- the document (document.c) --- */

/* Keeps the first error: "FILE:LINE: ...". */
void sn_mjcf_fail(SnMjcf *mjcf, const SnXmlNode *node, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Reads the files that the document includes, each in its place. */
void sn_mjcf_include(SnMjcf *mjcf);
/* The same of another file's tree. */
void sn_mjcf_include_in(SnMjcf *mjcf, const SnXmlNode *root, const char *name, const char *folder);
/* What stands in the place of a <composite> as a document, to be freed; NULL: there is nothing of
 * its kind here (composite.c). */
char *sn_mjcf_composite(SnMjcf *mjcf, const SnXmlNode *node);
/* The same of the kinds that MuJoCo had before 3.3 (old_composite.c). */
char *sn_mjcf_old_composite(SnMjcf *mjcf, const SnXmlNode *node, const char *type);
void sn_mjcf_emit_cables(SnMjcf *mjcf);
/* A number, or what an element says but those words, for the text of a document. */
void sn_mjcf_add_numbers(GString *text, const char *name, const double *values, int n);
void sn_mjcf_add_words(GString *text, const SnXmlNode *node, const char *without);
/* Child elements with those of included files in place of <include>. */
const SnXmlNode *sn_mjcf_first(const SnMjcf *mjcf, const SnXmlNode *node);
const SnXmlNode *sn_mjcf_next(const SnMjcf *mjcf, const SnXmlNode *node);
/* A file that an element names: beside its document (in `sub` there; NULL: none), in the folders
 * given, or in those above it, to be freed; NULL: nowhere. */
char *sn_mjcf_find_file(const SnMjcf *mjcf, const SnXmlNode *node, const char *sub,
                        const char *name);
/* The file that an element stands in. */
const char *sn_mjcf_file_of(const SnMjcf *mjcf, const SnXmlNode *node);
/* What holds for an element. */
const SnMjcfCompiler *sn_mjcf_compiler(const SnMjcf *mjcf, const SnXmlNode *node);
SnMjcfCompiler *sn_mjcf_new_compiler(SnMjcf *mjcf, const char *folder);
/* The children of <attach> are bodies of another model with prefixed names (attach.c); what else
 * that holds is appended to the document. */
void sn_mjcf_attach_models(SnMjcf *mjcf);

/* --- values (values.c) --- */

void sn_mjcf_read_classes(SnMjcf *mjcf);
/* An element whose class is its own, or else that of the body it is in. */
SnMjcfElement sn_mjcf_element(SnMjcf *mjcf, const SnXmlNode *node, const char *kind, int class);
/* The class of that name, `otherwise` where name is NULL or the class is not there, which is
 * told. */
int sn_mjcf_class(SnMjcf *mjcf, const SnXmlNode *node, const char *name, int otherwise);
/* Of the element, else of its class and those above; NULL: not given. */
const char *sn_mjcf_get(const SnMjcf *mjcf, const SnMjcfElement *element, const char *name);
double sn_mjcf_number(SnMjcf *mjcf, const SnMjcfElement *element, const char *name,
                      double otherwise);
/* The defaults of its classes for elements of its kind, the outermost class first. */
GPtrArray *sn_mjcf_defaults(const SnMjcf *mjcf, const SnMjcfElement *element);
/* Between `least` and `most` numbers; how many, 0 and values left alone where they are not given.
 * Those that the element leaves out are its classes'. */
int sn_mjcf_numbers(SnMjcf *mjcf, const SnMjcfElement *element, const char *name, int least,
                    int most, double *values);
/* A stiffness or damping, not less than 0: the first of up to three numbers; that more follow,
 * which make a polynomial of it, is told. */
double sn_mjcf_slope(SnMjcf *mjcf, const SnMjcfElement *element, const char *name);
/* All numbers of a text, an array of double to be freed. */
GArray *sn_mjcf_list(SnMjcf *mjcf, const SnXmlNode *node, const char *name, const char *text);
int sn_mjcf_integer(SnMjcf *mjcf, const SnMjcfElement *element, const char *name, int otherwise);
/* 1 "true" or "enable", 0 "false" or "disable", -1 not given or "auto". */
int sn_mjcf_flag(SnMjcf *mjcf, const SnMjcfElement *element, const char *name);
/* Index of the word in the list; -1 not given. */
int sn_mjcf_word(SnMjcf *mjcf, const SnMjcfElement *element, const char *name,
                 const char *const *words, int n);
/* What the file gives in the world (compiler coordinate="global"), in a body that stands at
 * `world`. */
void sn_mjcf_from_global(const SnMjcf *mjcf, const SnPlacement *world, SnPlacement *pose);
/* Remembers whether it says how soft its constraints are. */
void sn_mjcf_find_soft(SnMjcf *mjcf, const SnMjcfElement *element);
/* Whether an element says where it is: in the world it need not. */
bool sn_mjcf_says_where(const SnMjcf *mjcf, const SnMjcfElement *element);
/* Place from pos, axes from quat, axisangle, euler, xyaxes or zaxis; not given: identity. */
void sn_mjcf_pose(SnMjcf *mjcf, const SnMjcfElement *element, SnPlacement *pose);
/* Whether limits of `range` act: `limited`, or, where that is left to the file, that it has them.
 */
bool sn_mjcf_limited(SnMjcf *mjcf, const SnMjcfElement *element, const char *limited,
                     const char *range);
const char *sn_mjcf_name_of(const SnXmlNode *node);
/* Index of what an attribute names, -1 where it is not given or not there, which is told. */
int sn_mjcf_named(SnMjcf *mjcf, const SnMjcfElement *element, const char *attribute,
                  GHashTable *by_name);
/* "#rrggbb" and alpha, of rgba or a material; false: it has none. */
bool sn_mjcf_color(SnMjcf *mjcf, const SnMjcfElement *element, char color[8], double *alpha);

/* --- poses (pose.c) --- */

/* Axes whose z is a unit vector, turned by the shortest way. */
void sn_mjcf_axes_along(const double z[3], double r[9]);
/* About the origin where the body's centre is `center` away, from about the centre; sign -1: back.
 */
void sn_mjcf_inertia_shift(double sign, double mass, const double center[3], double inertia[6]);
void sn_mjcf_inertia_turn(const double r[9], double inertia[6]);
/* Moments of a symmetric tensor, the largest first, and the axes that have them (columns). */
void sn_mjcf_principal(const double inertia[6], double moments[3], double axes[9]);
/* A plain shape that names a mesh is as large as that, and stands in its axes (fit.c).  False: the
 * mesh cannot be read, or encloses nothing. */
bool sn_mjcf_fit(SnMjcf *mjcf, SnMjcfGeom *geom);

/* --- what the document holds --- */

void sn_mjcf_read_settings(SnMjcf *mjcf); /* settings.c: compiler, option */
/* A <compiler>. */
void sn_mjcf_read_compiler(SnMjcf *mjcf, const SnXmlNode *node, SnMjcfCompiler *compiler);
void sn_mjcf_read_assets(SnMjcf *mjcf); /* assets.c: meshes, materials */
/* A height field among the meshes (hfields.c). */
void sn_mjcf_read_hfield(SnMjcf *mjcf, const SnXmlNode *node);
/* What a file is called where nothing else is said: without folder and ending; to be freed. */
char *sn_mjcf_name_of_file(const char *file);
/* A mesh, read with its scale; NULL, and reported once, where it cannot be. */
const SnSurface *sn_mjcf_surface(SnMjcf *mjcf, const SnMjcfMesh *mesh);
/* Bodies with joints, geoms and sites, and where they stand. */
void sn_mjcf_read_bodies(SnMjcf *mjcf); /* bodies.c */
/* Where bodies stand at the start: by the key that was asked for. */
void sn_mjcf_read_key(SnMjcf *mjcf);    /* keys.c */
void sn_mjcf_read_masses(SnMjcf *mjcf); /* masses.c */
/* Whether a body is another one, or hangs on it. */
bool sn_mjcf_hangs_on(const SnMjcf *mjcf, int body, int on);
int sn_mjcf_speeds_of(const SnMjcfJoint *joint);  /* freedoms */
int sn_mjcf_numbers_of(const SnMjcfJoint *joint); /* coordinates, four for a turn of a ball */
/* Puts bodies (their `start`) where all joints have these numbers; those of the reference pose. */
void sn_mjcf_place_bodies(SnMjcf *mjcf, const double *q);
void sn_mjcf_reference_numbers(const SnMjcf *mjcf, double *q);
/* Where bodies stand, to be given back after they were put elsewhere. */
typedef struct SnMjcfPoses SnMjcfPoses;
SnMjcfPoses *sn_mjcf_keep_poses(const SnMjcf *mjcf);
void sn_mjcf_give_back_poses(SnMjcf *mjcf, SnMjcfPoses *poses);
/* The inverse of the mass matrix [n][n] of all freedoms in the reference pose, in the order of
 * joints (mass_matrix.c), to be freed; NULL: there are none, or too many, or it has none. */
double *sn_mjcf_inverse_masses(const SnMjcf *mjcf, int *n);
/* A <flexcomp> in a body, moved by the frames that it is in (flexcomp.c).  Returns elements that
 * are to be read in its place, or NULL. */
const SnXmlNode *sn_mjcf_read_flexcomp(SnMjcf *mjcf, const SnXmlNode *node, int body,
                                       const SnPlacement *frame, const char *name);
/* Each <flex> of <deformable>, once bodies are read (flex_bodies.c). */
void sn_mjcf_read_flexes(SnMjcf *mjcf);
void sn_mjcf_clear_flex(void *flex);
void sn_mjcf_emit_flexes(SnMjcf *mjcf); /* flex.c; before contacts */
/* Holds a point of what is soft on a body, where an element's body1 or body2 is one; false: none
 * is. */
bool sn_mjcf_hold_point(SnMjcf *mjcf, const SnMjcfElement *element);
/* Moments about the axes of a solid of unit mass, about its centre; returns its volume, 0 of what
 * has none. */
double sn_mjcf_solid(const SnMjcfGeom *geom, double moments[3]);
/* The same of its surface (shells.c), which returns its area; 0 of an ellipsoid, too. */
double sn_mjcf_shell(const SnMjcfGeom *geom, double moments[3]);
/* Of unit mass on each unit of area, about its centre. */
void sn_mjcf_mesh_shell(const SnSurface *surface, SnMassProperties *of);

/* --- the model that is made (emit.c) --- */

/* carrier: path of what a body became (null: the world), place and axes (NULL: none) there. */
void sn_mjcf_attach(const SnMjcf *mjcf, int body, const SnPlacement *pose, json_t *json,
                    const char *carrier, const char *place, const char *axes);
void sn_mjcf_set_color(SnMjcf *mjcf, const SnMjcfElement *element, json_t *json);
/* Velocity and spin of a body at the start, where it has them. */
void sn_mjcf_set_rates(json_t *json, const double velocity[3], const double spin[3]);
void sn_mjcf_set_inertia(json_t *json, double mass, const double center[3],
                         const double inertia[6]);
void sn_mjcf_tell(SnMjcf *mjcf, SnImportFate fate, const SnXmlNode *node, const char *name,
                  const char *reason);
/* Appends what is lost to those before it; tells what became of something that lost these: exact
 * where there are none. */
void sn_mjcf_note(GString *notes, const char *text);
void sn_mjcf_tell_notes(SnMjcf *mjcf, const SnXmlNode *node, const char *name,
                        const GString *notes);

/* The box of a body's mass and inertia, in its frame. */
typedef struct SnMjcfFluidBox {
    SnPlacement pose;
    double half[3];
} SnMjcfFluidBox;

void sn_mjcf_emit_bodies(SnMjcf *mjcf); /* emit_bodies.c */
/* Whether there is air or water (fluid.c). */
bool sn_mjcf_has_fluid(const SnMjcf *mjcf);
void sn_mjcf_fluid_box(const SnMjcfBody *body, SnMjcfFluidBox *box);
/* What it does to a body that has been made, which had that box before its geoms took their mass
 * from it. */
void sn_mjcf_emit_fluid(SnMjcf *mjcf, int body, const SnMjcfFluidBox *box);
void sn_mjcf_emit_joints(SnMjcf *mjcf); /* emit_joints.c */
void sn_mjcf_emit_geoms(SnMjcf *mjcf);  /* geoms.c */
/* Geoms of a body that touch are light bodies of their own; takes their mass from the body. */
void sn_mjcf_share_mass(SnMjcf *mjcf, int body);
/* Which geoms touch something, by their bits or by name; before bodies are emitted. */
void sn_mjcf_read_contact(SnMjcf *mjcf);
/* Which of them are their bodies' own shapes. */
void sn_mjcf_find_own(SnMjcf *mjcf);
void sn_mjcf_emit_contact(SnMjcf *mjcf); /* contact.c */
void sn_mjcf_emit_tendons(SnMjcf *mjcf); /* tendons.c */
/* How many there are, and how many of them have a state. */
guint sn_mjcf_count_actuators(SnMjcf *mjcf, guint *n_states);
void sn_mjcf_emit_actuators(SnMjcf *mjcf); /* actuators.c */
void sn_mjcf_emit_equality(SnMjcf *mjcf);  /* equality.c */
/* A function that is 0 from low to high and as steep beyond both. */
json_t *sn_mjcf_slack(double low, double high, double slope);
/* The path of a spatial tendon: points, surfaces; false: it has no two points. */
bool sn_mjcf_path(SnMjcf *mjcf, const SnMjcfTendon *tendon, json_t *json, const char **note);
/* Its length in MuJoCo straight from point to point, where joints are at their reference, or where
 * their springs rest. */
double sn_mjcf_path_length(SnMjcf *mjcf, const SnMjcfTendon *tendon, bool at_rest);
/* A path whose length is the sum of a fixed tendon and a constant, far; false: a joint has no
 * coordinate. */
bool sn_mjcf_sum_path(SnMjcf *mjcf, const SnMjcfTendon *tendon, double sign, const char *name,
                      json_t *json, double *far);
/* Springs that pull a fixed tendon back into its range; false: a joint has no coordinate. */
bool sn_mjcf_emit_sum_limits(SnMjcf *mjcf, const SnMjcfTendon *tendon, const double range[2],
                             double stiffness, double damping);
/* The spring of a fixed tendon over several joints (sums.c); false: one of them takes none. */
bool sn_mjcf_emit_sum_spring(SnMjcf *mjcf, const SnMjcfTendon *tendon, double stiffness,
                             double damping);
void sn_mjcf_read_tendons(SnMjcf *mjcf);
/* The way of a spatial tendon over pulleys (pulleys.c). */
void sn_mjcf_read_branches(SnMjcf *mjcf, SnMjcfTendon *tendon);

#endif
