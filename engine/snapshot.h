/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others than the engine may see of a state (DESIGN 1 and 2).
 *
 * A scene is made by the compiler once per system revision, or copied with other styles when a
 * render property changes: it says what there is to draw.  A snapshot carries one moment: poses,
 * positions, scalars and watched values.  Both are immutable once published and reference counted
 * with C11 atomics, so that any thread may keep one as long as it likes. */
#ifndef SN_SNAPSHOT_H
#define SN_SNAPSHOT_H

#include "engine/base/element.h"
#include "engine/base/id.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- meshes: immutable, shared by scenes --- */

typedef struct SnMesh {
    atomic_int references;
    uint64_t serial; /* unique in the process: the renderer's key for its GPU copy */
    int n_vertices;
    int n_triangles;
    float *vertices;     /* [n_vertices][3], in the frame of its owner [m] */
    uint32_t *triangles; /* [n_triangles][3], counter-clockwise seen from outside */
    double bounds[2][3]; /* smallest and largest corner */
} SnMesh;

/* Takes both arrays (from malloc); computes bounds and serial. */
SnMesh *sn_mesh_new(int n_vertices, float *vertices, int n_triangles, uint32_t *triangles);
SnMesh *sn_mesh_ref(const SnMesh *mesh);
void sn_mesh_unref(SnMesh *mesh);
/* sn_memory_keep for all of it. */
void sn_mesh_keep(const SnMesh *mesh);

/* --- style: the composite `render` property with every leaf resolved --- */

typedef enum SnShading {
    SN_SHADING_SMOOTH,
    SN_SHADING_FLAT,
    SN_SHADING_NONE,
    SN_SHADING_HATCHED, /* as the cap of a cut */
} SnShading;
typedef enum SnFaces { SN_FACES_FILL, SN_FACES_WIREFRAME, SN_FACES_FILL_EDGES } SnFaces;
typedef enum SnPointStyle { SN_POINT_SPHERE, SN_POINT_CUBE, SN_POINT_SQUARE } SnPointStyle;
typedef enum SnLineStyle {
    SN_LINE_LINE,
    SN_LINE_CYLINDER,
    SN_LINE_SPINDLE,
    SN_LINE_ROPE, /* a cylinder laid of three */
    SN_LINE_BAND, /* flat, lying on what it bends about */
} SnLineStyle;

typedef enum SnColorMap { /* perceptually even ones first; rainbow for comparison with papers */
                          SN_COLOR_MAP_VIRIDIS,
                          SN_COLOR_MAP_MAGMA,
                          SN_COLOR_MAP_COOL_WARM, /* diverging about zero */
                          SN_COLOR_MAP_RAINBOW,
                          SN_COLOR_MAP_HEAT, /* light where nothing is */
} SnColorMap;

/* What the colours along a strand show. */
typedef enum SnStrandField {
    SN_STRAND_FIELD_NONE,
    SN_STRAND_FIELD_TENSION,    /* [N] */
    SN_STRAND_FIELD_STRAIN,     /* even between two nodes that hold matter */
    SN_STRAND_FIELD_ACTIVATION, /* 0..1 */
} SnStrandField;

/* How a FEM is drawn, part of its style; of strands: field and what belongs to it. */
typedef struct SnFemStyle {
    bool elements;        /* every element, shrunk; otherwise the outside only */
    bool embedded;        /* the surfaces carried by it, if any, instead of its own */
    bool nodes;           /* also a point at each node */
    bool directions;      /* also the fibres of its bundles */
    bool field;           /* colours show scalars */
    bool field_automatic; /* range from the values shown */
    float field_range[2];
    const char *field_label; /* for its colour bar: "Von Mises stress"; static; NULL: none */
    const char *field_unit;  /* "Pa"; static; NULL: none */
    float shrink;            /* size of elements: 1 whole, 0 nothing */
    SnColorMap color_map;
} SnFemStyle;

enum { SN_CAPTION_SIZE = 96 }; /* bytes of a caption, with its end */

typedef struct SnStyle {
    bool visible;
    float color[3];      /* sRGB 0..1 */
    float edge_color[3]; /* sRGB */
    float alpha;
    float specular; /* 0 matt .. 1 wet */
    SnShading shading;
    SnFaces faces;
    SnPointStyle point_style;
    SnLineStyle line_style;
    float point_radius; /* [m]; SQUARE: half width [px] */
    float line_radius;  /* [m]; LINE: width [px]; SPINDLE: largest radius at rest, 0: a muscle's by
                           its volume */
    SnFemStyle fem;     /* FEM items; SURFACE items take range and colours from it too; strands */
    SnStrandField strand_field;    /* strands: which of their scalars is shown */
    char caption[SN_CAPTION_SIZE]; /* UTF-8, written beside it; "": nothing */
} SnStyle;

/* --- scene --- */

/* What does not change of a FEM while it deforms: immutable, shared by scenes. */
typedef struct SnFemMesh {
    atomic_int references;
    uint64_t serial; /* unique in the process */
    int n_nodes, n_elements;
    uint8_t *kind; /* [n_elements] SnElementKind (membranes and shells: drawn as surfaces) */
    int *start;    /* [n_elements + 1] into nodes */
    int *nodes;    /* VTK order; shells: front nodes only */
    int *original; /* [n_elements] number of the element in its component, for picking */
    int n_faces;
    int (*face)[2];  /* [n_faces] outside: element, number of its face in sn_element_shape */
    int n_fibres;    /* line pieces drawn for bundles: two nodes, and the bundle's scalar */
    int (*fibre)[3]; /* [n_fibres] node, node, index into scalars (activation) or -1 */
    float *rest;     /* [n_nodes][3] */
} SnFemMesh;

/* Empty, one reference; arrays from malloc are given by the maker. */
SnFemMesh *sn_fem_mesh_new(void);
SnFemMesh *sn_fem_mesh_ref(const SnFemMesh *mesh);
void sn_fem_mesh_unref(SnFemMesh *mesh);

/* A fine surface whose vertices follow nodes: vertex v is the sum of weight[k] x node[k], k from
 * start[v] to start[v + 1]. */
typedef struct SnSkin {
    atomic_int references;
    uint64_t serial;
    int n_vertices, n_triangles;
    int *start; /* [n_vertices + 1] */
    int *node;
    float *weight;
    uint32_t *triangles; /* [n_triangles][3] */
} SnSkin;

SnSkin *sn_skin_new(void);
SnSkin *sn_skin_ref(const SnSkin *skin);
void sn_skin_unref(SnSkin *skin);

typedef enum SnItemKind {
    SN_ITEM_MESH,  /* mesh moved by poses[first] */
    SN_ITEM_POINT, /* one marker or particle at points[first] */
    SN_ITEM_PATH,  /* polyline through path_points[first .. first+count): indices into points */
    SN_ITEM_AXES,  /* coordinate frame at poses[first], axis length size[0] */
    SN_ITEM_PLANE, /* square patch at poses[first], normal = its z, half sides size[0], size[1] */
    SN_ITEM_ARROW, /* load: from points[first] along vectors[vector], size[0] metres per unit;
                      size[1] not 0: a moment, drawn as a ring about it */
    SN_ITEM_FEM,   /* fem with its nodes at points[first ..); scalar: first of n_nodes field values,
                      which are there while its style shows a field */
    SN_ITEM_SKIN,  /* skin over the nodes at points[first ..) */
    SN_ITEM_FORCE, /* what the contacts with its id press with in all: an arrow to where they do,
                      size[0] metres per newton */
} SnItemKind;

/* What a path is, for its colours and default looks. */
typedef enum SnPathKind {
    SN_PATH_SPRING,
    SN_PATH_MUSCLE,
    SN_PATH_LIGAMENT,
    SN_PATH_STRAND,
    SN_PATH_GUIDE /* a sheath or ring that strands run through */
} SnPathKind;

/* What a node of a strand is, for the mark that it gets while the strand is selected. */
typedef enum SnNodeLook {
    SN_NODE_LOOK_MATTER,  /* holds matter: a ball */
    SN_NODE_LOOK_PASSING, /* virtual, matter passes it: a tetrahedron */
    SN_NODE_LOOK_SLIDING, /* moves along a guide or surface: a cube */
} SnNodeLook;

typedef struct SnNodeView {
    int point; /* into points */
    int entry; /* number of the node in its component */
    SnNodeLook look;
} SnNodeView;

/* How a muscle's flesh is spread along its path: a belly between tendons. */
typedef struct SnBelly {
    double volume;        /* [m3], where the style's line_radius is 0; 0: not known */
    double length;        /* at the start [m]; 0: not known */
    double tendon_length; /* of both ends together [m] */
    double tendon_radius; /* [m]; 0: not known */
    double proximal;      /* share of the tendon before the belly */
} SnBelly;

typedef struct SnSceneItem {
    SnItemKind kind;
    SnId id; /* what a click selects */
    SnStyle style;
    SnMesh *mesh;   /* MESH: owned reference; else NULL */
    SnFemMesh *fem; /* FEM: owned reference; SKIN: that of the FEM that carries it; else NULL */
    SnSkin *skin;   /* SKIN: owned reference; else NULL */
    int first;  /* POINT, ARROW: into points; MESH, AXES, PLANE: into poses; PATH: path_points */
    int count;  /* PATH: number of points, else 1 */
    int scalar; /* into scalars: activation 0..1 of a muscle; -1: none; STRAND: `count` tensions [N]
                   of the parts that begin at its points (spline: at its points; open: the last is
                   that of the last part again), as many strains, and the activation */
    int vector; /* into vectors; -1: none */
    SnPathKind path_kind;
    bool closed; /* PATH: runs back to its first point */
    bool spline; /* PATH: its points are the control points of a uniform cubic B-spline */
    bool active; /* STRAND: a muscle, whose activation is to be seen; SKIN: of a muscle, whose ends
                    are tendon */
    int first_node, n_nodes;    /* STRAND: into nodes */
    SnBelly belly;              /* PATH: of a muscle */
    int first_origin, n_origin; /* PATH: of a muscle that is a fan: into path_points, the line that
                                   it springs from; 0: none */
    int first_insertion, n_insertion; /* the one that it ends in; 0: one tendon */
    bool through;                     /* MESH: a glyph, faintly seen through what hides it */
    bool metal;                       /* MESH: a fitting, of metal whatever its style says */
    bool endless;                     /* MESH: a piece of a ground or wall that has no end */
    bool still;                       /* MESH: of a body that nothing moves */
    int body;                         /* MESH: what moves with it has the same; -1: none */
    double size[3];
} SnSceneItem;

typedef struct SnScene {
    atomic_int references;
    uint64_t revision; /* model revision it was compiled from */
    uint64_t serial;   /* unique in the process */
    int n_items;
    SnSceneItem *items;
    int n_path_points;
    int *path_points;                            /* [n_path_points] indices into points */
    int n_nodes;                                 /* of strands */
    SnNodeView *nodes;                           /* [n_nodes] */
    int n_poses, n_points, n_scalars, n_vectors; /* sizes of the frame arrays of its snapshots */
} SnScene;

/* Allocates zeroed arrays of the given sizes; one reference. */
SnScene *sn_scene_new(int n_items, int n_path_points, int n_nodes);
void sn_scene_unref(SnScene *scene);
/* A copy that shares the meshes, with a new serial: to be given other styles. */
SnScene *sn_scene_copy(const SnScene *scene);

/* --- snapshot --- */

/* One entry of the UI's watch list: a property of a component whose value it wants. */
typedef struct SnWatch {
    SnId id;
    int property; /* index of the row in the component's class, sn_class_property() */
} SnWatch;

typedef struct SnWatched {
    SnWatch what;
    int n; /* numbers in value; 0: nothing known (no such thing in this system) */
    double value[6];
    bool driven; /* an input that a probe or controller drives now */
    SnId driver; /* by whom */
} SnWatched;

typedef struct SnContactView {
    double position[3]; /* [m] */
    double normal[3];   /* unit, out of the surface */
    double force;       /* normal force [N] */
    SnId id;            /* joint or collision that made it */
} SnContactView;

typedef enum SnRunState { SN_PAUSED, SN_PLAYING, SN_FAULTED } SnRunState;

typedef struct SnSnapshot {
    atomic_int references;
    const SnScene *scene; /* holds a reference; NULL before the first system */
    uint64_t revision;    /* of the model, as the engine has it */
    uint64_t step;        /* steps since t = 0 */
    double time;          /* [s] */
    double step_size;     /* [s] */
    SnRunState run;
    double real_time_factor; /* simulated / elapsed, smoothed; 0 while paused */
    double step_ms;          /* mean wall time of a step, smoothed [ms] */
    int n_dofs, n_constraints, n_contacts_active;
    double *poses;  /* [scene->n_poses][7]: x y z qw qx qy qz */
    double *points; /* [scene->n_points][3] */
    float *scalars; /* [scene->n_scalars] */
    float *vectors; /* [scene->n_vectors][3] */
    int n_contacts;
    SnContactView *contacts;
    int n_watched;
    SnWatched *watched;    /* in the order of the watch list in force when it was made */
    uint64_t watch_serial; /* of that list */
    /* capacities of the arrays, for the pool */
    int cap_poses, cap_points, cap_scalars, cap_vectors, cap_contacts, cap_watched;
    struct SnSnapshotPool *pool; /* returns there; NULL: freed */
} SnSnapshot;

SnSnapshot *sn_snapshot_ref(const SnSnapshot *snapshot);
/* May be called from any thread; NULL is ignored. */
void sn_snapshot_unref(const SnSnapshot *snapshot);

/* Value watched for (id, property row), NULL if it is not in the list. */
const SnWatched *sn_snapshot_find(const SnSnapshot *snapshot, SnId id, int property);

/* --- pool: engine thread takes and publishes, others look --- */

typedef struct SnSnapshotPool SnSnapshotPool;

SnSnapshotPool *sn_snapshot_pool_new(void);
/* Frees the pool; snapshots still held elsewhere are freed by their last unref. */
void sn_snapshot_pool_free(SnSnapshotPool *pool);
/* A snapshot to fill, with room for the scene's arrays (scene may be NULL: none) and the counts
 * given; one reference.  n_contacts starts at 0, watched entries start as unknown; poses, points,
 * scalars and vectors are not cleared.  Allocates only while the pool grows or a scene has larger
 * arrays. */
SnSnapshot *sn_snapshot_pool_take(SnSnapshotPool *pool, const SnScene *scene, int n_contacts,
                                  int n_watched);
/* Makes it the newest and gives the caller's reference away. */
void sn_snapshot_pool_publish(SnSnapshotPool *pool, SnSnapshot *snapshot);
/* The newest one (a new reference), NULL before the first.  Any thread. */
SnSnapshot *sn_snapshot_pool_newest(SnSnapshotPool *pool);
/* True when a reader has fetched the newest since it was published: time to publish another. */
bool sn_snapshot_pool_wanted(SnSnapshotPool *pool);

#endif
