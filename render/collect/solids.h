/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what a picture draws, collected on the processor, then drawn by several passes
 * (colour, mask, pick numbers) with the same vertex stage (solid.glsl, line.glsl).
 *
 * Opaque solids of one shape go in one instanced call; what is transparent is sorted; an overlay
 * (manipulator, handles) is drawn last, over everything, uncut. */
#ifndef SN_RENDER_SOLIDS_H
#define SN_RENDER_SOLIDS_H

#include "render/collect/mesh_cache.h"
#include "render/field.h"
#include "render/frame.h"
#include "render/load_arrow.h"
#include "render/program.h"
#include "render/shape/buffer.h"
#include "render/shape/shape.h"
#include "render/tissue/tissue_cache.h"

/* flags of a tag, as in solid.glsl; the shine 0..255 is in bits 8..15, one
 * more than the cut that must not clip it (a cap lies in it) in bits 16..19 */
enum {
    SN_FLAG_SELECTED = 1,
    SN_FLAG_HOVERED = 2,
    SN_FLAG_FLAT = 4,
    SN_FLAG_UNLIT = 8,
    SN_FLAG_HATCHED = 16,
    SN_FLAG_NO_CLIP = 32,
    SN_FLAG_INSIDE_FRONT = 64,
    SN_FLAG_INSIDE_BACK = 128,
    SN_FLAG_COUNTED = 1 << 20, /* pick numbers count triangles: one for each */
};
#define SN_OWN_CUT_SHIFT 16

/* pick numbers: item + 1, then those of parts (SnPartRange), or one of these */
#define SN_PICK_HANDLE 0x80000000u /* + clip plane */
#define SN_PICK_AXIS   0x40000000u /* + axis of the manipulator */

typedef struct SnInk { /* how something is drawn */
    uint8_t color[4];  /* sRGB, alpha */
    uint32_t tag[2];   /* pick number, flags */
} SnInk;

typedef struct SnInstance { /* one unit solid */
    float axes[3][3];       /* images of the unit axes [m] */
    float origin[3];
    SnInk ink;
} SnInstance;

typedef struct SnSoupVertex { /* loose triangles: bellies, caps */
    SnVertex vertex;
    SnInk ink;
} SnSoupVertex;

typedef struct SnSegment { /* a wide line */
    float start[3], end[3];
    uint8_t color[4];
    float shape[2]; /* width [px], pull towards the eye in normalised depth */
    uint32_t tag[2];
} SnSegment;

typedef enum SnLayer {
    SN_LAYER_OPAQUE,
    SN_LAYER_CLEAR,
    SN_LAYER_OVERLAY,
    SN_LAYER_MARK, /* drawn into the mask only: marked nodes and elements */
    SN_N_LAYERS
} SnLayer;

typedef enum SnDrawKind {
    SN_DRAW_MESH,
    SN_DRAW_INSTANCES,
    SN_DRAW_SOUP,
    SN_DRAW_SEGMENTS,
    SN_DRAW_TISSUE,  /* follows nodes */
    SN_DRAW_SECTION, /* cut through the elements of a FEM */
} SnDrawKind;

enum { SN_FIELD_FLESH = -1 }; /* the values are shares of flesh, 0 being tendon */

typedef struct SnDraw { /* a mesh, or what one item added to a layer */
    SnDrawKind kind;
    const SnGpuMesh *mesh;
    const SnGpuTissue *tissue;
    SnInstance place;                 /* MESH, SURFACE, SECTION; of all: its tag */
    SnLayer layer;                    /* INSTANCES, SOUP */
    SnShape shape;                    /* INSTANCES */
    int first, count;                 /* instances, indices or segments */
    int line_first[2], line_count[2]; /* SECTION: indices of lines between elements, of the rim */
    bool dense;                       /* MESH: triangles of a few pixels, seen from outside only */
    bool coarse;                      /* MESH: its fewer triangles */
    bool through;                     /* MESH: also drawn, faintly, where it is hidden */
    bool fine;                        /* TISSUE: its finer triangles, for display only */
    int field; /* SURFACE, SECTION: SnFields, from 1; 0: plain colour; SN_FIELD_FLESH */
    SnFaces faces;
    float edge_color[3];
    double depth; /* of its middle: farthest is drawn first */
    int body;     /* MESH in the list `clear`: those of one body are drawn as one */
} SnDraw;

typedef struct SnCap { /* the filled cut of a closed surface by a plane */
    int first, count;  /* indices of the fans in the cap soup; behind them 6 of a cover */
    uint32_t marks;    /* SELECTED, HOVERED of the item */
    int cut;           /* of the frame */
    int inner;         /* a skin's: what it shows of the elements, in the list `inner` from 1; 0 */
} SnCap;

typedef struct SnSoup {
    SnBuffer vertices; /* SnSoupVertex */
    SnBuffer indices;  /* uint32_t */
} SnSoup;

typedef enum SnPartKind { SN_PART_NODE, SN_PART_ELEMENT } SnPartKind; /* numbers of arrays too */

typedef struct SnPartRange { /* pick numbers of the nodes or elements of one item */
    uint32_t first;
    int count, item;
    SnPartKind kind;
    const int *owner; /* [count] node or element; or NULL: */
    int offset;       /* in the list of the sections from here; -1: in order from 0 */
} SnPartRange;

typedef struct SnSectionSoup { /* cuts through elements */
    SnBuffer vertices;         /* SnTissueVertex */
    SnBuffer indices;          /* uint32_t */
    SnBuffer owner;            /* int: element of each triangle */
    SnBuffer lines[2];         /* uint32_t: between elements, on the rim */
} SnSectionSoup;

typedef struct SnSolids {
    SnBuffer instances[SN_N_LAYERS][SN_N_SHAPES]; /* SnInstance */
    SnSoup soup[SN_N_LAYERS];
    SnBuffer segments[2]; /* SnSegment: of the scene; of what shines through (fibres) */
    SnBuffer opaque;      /* SnDraw: meshes and surfaces */
    SnBuffer clear;       /* SnDraw: transparent, back to front after sn_solids_sort() */
    SnSoup cap_soup;
    SnBuffer caps; /* SnCap */
    SnSectionSoup section_soup;
    SnBuffer sections;               /* SnDraw */
    SnBuffer inner;                  /* SnDraw: sections seen in the caps of skins only */
    SnBuffer parts;                  /* SnPartRange, by first number */
    SnBuffer tube_points, tube_rows; /* SnTubePoint, SnTubeRow of the tube being made */
    SnBuffer rope_rows;              /* the latter of a rope */
    SnBuffer flesh_share;            /* float, of the nodes of a muscle's skin */
    SnBuffer flesh_rows;             /* rings of the muscle being made */
    SnBuffer sheet_places;           /* double[3]: its middle surface, if it is broad */
    SnBuffer sheet_rows;             /* rows of that */
    SnHolders holders;               /* of loads */
    uint32_t n_numbers;              /* pick numbers given so far */
    SnFields fields;
    SnBuffer marked;            /* SnDraw: all that is selected or hovered */
    double marked_bounds[2][3]; /* of those items [m] */
    int n_through;              /* draws in `opaque` that are seen through others */
    bool any_selected, any_hovered;
} SnSolids;

void sn_solids_empty(SnSolids *solids);
/* Takes `count` pick numbers for parts of an item; returns the first. */
uint32_t sn_solids_add_parts(SnSolids *solids, int count, int item, SnPartKind kind,
                             const int *owner, int offset);
/* What a pick number below SN_PICK_AXIS means: its item, and the part (-1: none) and its kind. */
int sn_solids_item_of(const SnSolids *solids, uint32_t number, SnPartKind *kind, int *part);
void sn_solids_sort(SnSolids *solids);
void sn_solids_free(SnSolids *solids);

/* --- GPU side --- */

typedef struct SnSolidGpu {
    unsigned shape_array[SN_N_SHAPES], shape_vertices[SN_N_SHAPES], shape_indices[SN_N_SHAPES];
    int shape_count[SN_N_SHAPES];
    unsigned instances[SN_N_LAYERS][SN_N_SHAPES];
    unsigned soup_array[SN_N_LAYERS + 1], soup_vertices[SN_N_LAYERS + 1],
        soup_indices[SN_N_LAYERS + 1]; /* the last: caps */
    unsigned segment_array[2], segments[2];
    unsigned section_array[3], section_vertices, section_indices[3]; /* triangles, two of lines */
    unsigned color_maps;                                             /* texture, see color_map.h */
    unsigned empty_array; /* for passes without attributes */
    unsigned point_array; /* position only, set when it is drawn */
} SnSolidGpu;

/* Vertex array with position and normal in attributes 0 and 1. */
void sn_shape_upload(const SnShapeData *shape, unsigned *array, unsigned *vertices,
                     unsigned *indices);

void sn_solid_gpu_make(SnSolidGpu *gpu);
void sn_solid_gpu_clear(SnSolidGpu *gpu);
void sn_solid_gpu_upload(SnSolidGpu *gpu, const SnSolids *solids);

/* Draw with the solid program that is current. */
void sn_draw_one(const SnSolidGpu *gpu, const SnDraw *draw);
/* Every step-th vertex of a MESH as a point. */
void sn_draw_points(const SnSolidGpu *gpu, const SnDraw *draw, int step);
/* All instances and triangles of a layer (not its meshes). */
void sn_draw_layer(const SnSolidGpu *gpu, const SnSolids *solids, SnLayer layer);
/* The fans, to be counted in the stencil buffer; then the rectangle that fills what was counted
 * (slivers of a fan have no reliable depth). */
void sn_draw_cap(const SnSolidGpu *gpu, const SnCap *cap);
void sn_draw_cap_cover(const SnSolidGpu *gpu, const SnCap *cap);
/* Draws with the line program that is current; which: 0 or 1, as in SnSolids. */
void sn_draw_segments(const SnSolidGpu *gpu, const SnSolids *solids, int which);
/* Draw with the element line program that is current; all edges of a SURFACE, or one list of those
 * of a SECTION. */
void sn_draw_element_lines(const SnSolidGpu *gpu, const SnDraw *draw, int list);

#endif
