/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The renderer: one thread and GL context for all views; draws when snapshot, view or size changed.
 * Everything here may be called from any one thread (main) and never waits for drawing. */
#ifndef SN_RENDER_RENDER_H
#define SN_RENDER_RENDER_H

#include "engine/snapshot.h"
#include "render/host.h"

typedef struct SnRender SnRender;

/* --- what a view shows --- */

typedef struct SnCamera {
    double center[3];      /* looked at and turned about [m] */
    double orientation[4]; /* camera to world: camera looks along its -z, y is up */
    double distance;       /* eye to centre [m] */
    double field_of_view;  /* vertical [rad]; orthographic: height = 2 distance tan(fov / 2) */
    bool orthographic;
} SnCamera;

#define SN_MAX_CLIP_PLANES 6

/* Cuts away the side the normal points to: n . x > d is not drawn; slice: only a slab of the given
 * thickness behind the plane stays. */
typedef struct SnClipPlane { /* at most 8 half-spaces in all: a slice counts twice */
    bool enabled;
    bool show; /* draw its frame, grid lines and handle */
    bool slice;
    double normal[3];
    double offset;    /* d [m] */
    double thickness; /* of a slice [m] */
} SnClipPlane;

/* What clicks and boxes find of a FEM. */
typedef enum SnPickDetail {
    SN_PICK_COMPONENTS, /* the FEM */
    SN_PICK_NODES,      /* its nodes; a click that is far from any: the FEM, and SnPickHit.node */
    SN_PICK_ELEMENTS,
} SnPickDetail;

/* What the handles of a manipulator do. */
typedef enum SnManipulator {
    SN_MANIPULATOR_NONE,
    SN_MANIPULATOR_MOVE,
    SN_MANIPULATOR_TURN,
    SN_MANIPULATOR_SCALE,
    SN_MANIPULATOR_ALL, /* all of it, each with handles of its own */
} SnManipulator;

enum { SN_HANDLE_AXES = 7 }; /* of one kind: see manipulator_axis below */

/* What a handle of a manipulator does, and along or about which axis (-1: no handle, which moves).
 */
static inline int sn_handle_kind(int manipulator, int handle)
{
    if (manipulator != SN_MANIPULATOR_ALL)
        return manipulator;
    return handle < 0 ? SN_MANIPULATOR_MOVE : SN_MANIPULATOR_MOVE + handle / SN_HANDLE_AXES;
}

static inline int sn_handle_axis(int handle)
{
    return handle < 0 ? handle : handle % SN_HANDLE_AXES;
}

typedef struct SnViewSettings {
    int width, height; /* device pixels */
    double scale;      /* device pixels per logical pixel: line widths, handles */
    SnCamera camera;
    bool dark;
    bool grid, axes, edges_all, wireframe_all;
    bool color_bars;        /* of the fields shown, in the lower right */
    bool captions;          /* of what has one, and values of loads */
    int samples;            /* MSAA: 0, 2, 4 ... clamped to what GL has */
    bool ambient_occlusion; /* soft contact shadows, and thin outlines, from the depth buffer */
    bool moving;            /* a picture among many: light is found at the vertices of surfaces */
    double ground;          /* height of the grid's plane, on which shadows fall [m] */
    bool shadow;            /* of what is above the ground, as under a wide sky */
    double edge;       /* what floats at the left and right takes of the width [logical pixels] */
    double edge_depth; /* how far down from the top that reaches on the right [logical pixels] */
    bool scale_bar;    /* a length in the lower left, true at the camera's centre */
    /* While things keep changing and a full picture takes over 50 ms (software rendering), draw
     * without samples and occlusion, and the full one as soon as it is quiet. */
    bool refine;
    SnClipPlane clip[SN_MAX_CLIP_PLANES];
    bool contacts;                                 /* draw contact normals and forces */
    double contact_scale;                          /* [m/N] */
    float background_top[3], background_bottom[3]; /* sRGB; negative: by `dark` */
    bool transparent_background;                   /* for pictures put elsewhere */
    /* box selection rubber band, device pixels, top-left origin; width 0: none */
    double band[4];
    /* manipulator to draw at a pose (SnManipulator, 0: none) and its highlighted handle: 0 1 2
     * along or about x y z, 3 4 5 the planes across x y z, 6 centre or ring about the view; -1
     * none. SN_MANIPULATOR_ALL has handles of three kinds: SN_HANDLE_AXES * (kind - 1) more; those
     * that scale lie along axes of their own and are drawn with those that turn where they are
     * wanted */
    int manipulator, manipulator_axis;
    double manipulator_pose[7], manipulator_scale_axes[4];
    bool manipulator_turns, manipulator_scales;
    SnPickDetail pick_detail;
} SnViewSettings;

/* Where something was over time. */
typedef struct SnTrail {
    int n;
    const double *places; /* [n][4]: t [s], ascending, and x y z [m] */
    float color[3];       /* sRGB; what is later than the snapshot is fainter */
} SnTrail;

/* What is seen of other moments beside the present. */
typedef struct SnPast {
    const SnTrail *trails; /* [n_trails] */
    int n_trails;
    const SnSnapshot *ghost; /* another moment, drawn faintly; NULL: none */
} SnPast;

/* A copy of that; immutable, shared by threads. */
typedef struct SnPastKept SnPastKept;
/* A copy with one holder; NULL for nothing. */
SnPastKept *sn_past_keep(const SnPast *past);
/* One holder more, or less, the last of which frees it; NULL is ignored. */
SnPastKept *sn_past_hold(SnPastKept *past);
void sn_past_leave(SnPastKept *past);

/* What is drawn into a picture besides its snapshot. */
typedef struct SnBesides {
    const SnId *selection;
    int n_selected;
    const SnPastKept *past; /* NULL: none */
} SnBesides;

/* Sensible settings: perspective 35 degrees, grid on, MSAA 4. */
void sn_view_settings_init(SnViewSettings *settings);

/* --- camera arithmetic: pure functions, used by viewer, tests and command line --- */

void sn_camera_look(SnCamera *camera, const double direction[3], const double up[3]);
/* Centre and distance so that a box (corners) fits width x height. */
void sn_camera_fit(SnCamera *camera, const double bounds[2][3], double aspect);
/* Centre and distance so that all that is visible of a snapshot (but frames of axes, and grounds
 * without an end) lies in the middle of a picture with these settings (whose camera counts for
 * nothing), with a little room around it and beside the colour bars; false: nothing is. */
bool sn_camera_fit_shown(SnCamera *camera, const SnViewSettings *settings,
                         const SnSnapshot *snapshot);
/* Side of a small square of the ground's grid [m], 1, 2 or 5 times a power of ten and some 22
 * logical pixels wide at the centre; big: NULL, or how many of them lie between two bold lines. */
double sn_grid_cell(const SnViewSettings *settings, double *big);
/* Axis across the grid's plane: z, or the one looked along in an orthographic view. */
int sn_grid_normal(const SnViewSettings *settings);
/* Shows `size` metres at the centre, along the shorter side of the picture. */
void sn_camera_show(SnCamera *camera, const double center[3], double size, int width, int height);
/* Turns the camera about the centre [rad]: yaw about the world's z, pitch about its own x
 * (positive: it looks up, the eye sinks).  An upright camera never tips over the poles. */
void sn_camera_orbit(SnCamera *camera, double yaw, double pitch);
/* Moves the centre so that what lies at its depth follows a pointer's (dx, dy) pixels, y down. */
void sn_camera_pan(SnCamera *camera, double dx, double dy, int width, int height);
/* Zooms in by factor (above 1: nearer), keeping the point under pixel (x, y) in place. */
void sn_camera_zoom(SnCamera *camera, double factor, double x, double y, int width, int height);
void sn_camera_eye(const SnCamera *camera, double eye[3]);
/* World to device pixels (top-left origin, y down) and depth along the view; false if behind. */
bool sn_camera_project(const SnCamera *camera, int width, int height, const double point[3],
                       double pixel[2], double *depth);
/* Ray through a pixel. */
void sn_camera_ray(const SnCamera *camera, int width, int height, double x, double y,
                   double origin[3], double direction[3]);
/* Bounds of what a snapshot shows (visible items; grid excluded); false if nothing. */
bool sn_snapshot_bounds(const SnSnapshot *snapshot, double bounds[2][3]);
/* Of what a camera that shows all shows: the same, but for grounds and what is as good as one
 * (sn_find_framed), unless there is nothing else. */
bool sn_snapshot_framed(const SnSnapshot *snapshot, double bounds[2][3]);
/* Bounds of some components only (for F: fit the selection). */
bool sn_snapshot_bounds_of(const SnSnapshot *snapshot, const SnId *ids, int n, double bounds[2][3]);

/* --- thread and views --- */

SnRender *sn_render_new(const SnRenderHost *host);
/* Stops and joins; the host must stay valid until it returns.  Of pictures not released by then,
 * textures are deleted and pixels become the receiver's, to be freed with free(). */
void sn_render_free(SnRender *render);

uint32_t sn_render_add_view(SnRender *render);
void sn_render_remove_view(SnRender *render, uint32_t view);
void sn_render_set_view(SnRender *render, uint32_t view, const SnViewSettings *settings);
/* Shared by all views.  Takes references of its own. */
void sn_render_set_snapshot(SnRender *render, const SnSnapshot *snapshot);
void sn_render_set_selection(SnRender *render, const SnId *ids, int n);
void sn_render_set_hover(SnRender *render, SnId id);
/* What is drawn of other moments, in all views; holds it.  redraw: at once, else with the next
 * snapshot. */
void sn_render_set_past(SnRender *render, SnPastKept *past, bool redraw);
/* Gives a delivered picture's texture or pixels back. Any thread. */
void sn_render_release(SnRender *render, const SnPicture *picture);

/* --- picking: by an id buffer, on the render thread --- */

typedef struct SnPickHit {
    SnId id;   /* the component; with a finer SnPickDetail the entry of a node (array 0) or element
                  (array 1, by its number in the component) */
    SnId part; /* of a FEM: the element that was hit, or the node if nodes are shown or
                  asked for; else null */
    SnId node; /* SN_PICK_NODES, far from any: the nearest one of the face that was hit; else
                  null */
    double position[3];   /* world, on the surface or of the node [m] */
    double depth;         /* distance from the eye [m] */
    int clip_plane;       /* >= 0: the handle of that clip plane, id null */
    int manipulator_axis; /* >= 0: handle of the manipulator */
} SnPickHit;

/* hits nearest first: one for a click; with `through`, everything under the pixel; for a box every
 * component with a visible (or, through, any) pixel in it; or only the nodes or elements of FEMs
 * there, if the view's pick_detail says so.  Called on the render thread. */
typedef void (*SnPickDone)(void *data, uint64_t request, const SnPickHit *hits, int n);

/* Device pixels, top-left origin; width = height = 0: a click, with a tolerance of 4 logical pixels
 * for points and lines. */
void sn_render_pick(SnRender *render, uint32_t view, double x, double y, double width,
                    double height, bool through, uint64_t request, SnPickDone done, void *data);
/* As a box, within a closed outline of n >= 3 pixels (even-odd where it crosses itself). */
void sn_render_pick_within(SnRender *render, uint32_t view, const double (*outline)[2], int n,
                           bool through, uint64_t request, SnPickDone done, void *data);

/* --- headless --- */

/* Draws one picture without a display (besides: NULL, nothing); pixels RGBA, top row first, width x
 * height x 4, from malloc. NULL with a reason in text (no EGL or too old a GL).  Not thread-safe
 * against itself. */
uint8_t *sn_render_image(const SnSnapshot *snapshot, const SnViewSettings *settings,
                         const SnBesides *besides, char *text, int text_size);
/* Draws one picture into a file: by its ending SVG or PDF, with bars and their text as vectors over
 * the image, else PNG.  A logical pixel is 1/96 inch. */
bool sn_figure_write(const char *path, const SnSnapshot *snapshot, const SnViewSettings *settings,
                     const SnBesides *besides, char *text, int text_size);
/* Writes RGBA as PNG (libpng), with its size on paper if the dots an inch are more than 0. */
bool sn_png_write(const char *path, const uint8_t *rgba, int width, int height,
                  double dots_per_inch, char *text, int text_size);

#endif
