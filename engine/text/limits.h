/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much a file may claim before it is refused: a model file is data from anywhere and cannot
 * make the program allocate without bound (DESIGN 6). */
#ifndef SN_TEXT_LIMITS_H
#define SN_TEXT_LIMITS_H

#include <glib.h>

/* model files */
#define SN_MAX_FILE_BYTES   (256u << 20)
#define SN_MAX_JSON_DEPTH   64
#define SN_MAX_JSON_VALUES  16000000 /* values in one file: about 1 GiB while it is read */
#define SN_MAX_JSON_KEYS    1000000  /* of one object */
#define SN_MAX_STRING_BYTES 65536    /* titles, notes, names of files */
#define SN_MAX_COMPONENTS   1000000
#define SN_MAX_ENTRIES      1000000  /* of one array or list of references */
#define SN_MAX_INDICES      10000000 /* nodes and elements listed, in a whole file */
#define SN_MAX_DERIVED      4000000  /* nodes and elements made, in a whole file */
#define SN_MAX_MODEL_DEPTH  16       /* models within models */
#define SN_MAX_BASE_DEPTH   8        /* files that build on each other */

/* XML files */
#define SN_MAX_XML_BYTES    (256u << 20)
#define SN_MAX_XML_ELEMENTS 4000000 /* about half a GiB while they are read */
#define SN_MAX_XML_DEPTH    100

/* meshes */
#define SN_MAX_MESH_BYTES     (512u << 20)
#define SN_MAX_MESH_VERTICES  10000000
#define SN_MAX_MESH_TRIANGLES 20000000
#define SN_MAX_COORDINATE     1e9     /* [m] */
#define SN_MAX_MESH_NODES     1000000 /* of a volume mesh */
#define SN_MAX_MESH_ELEMENTS  4000000

/* tables over time */
#define SN_MAX_MOTION_BYTES   (512u << 20)
#define SN_MAX_MOTION_COLUMNS 100000
#define SN_MAX_MOTION_VALUES  64000000 /* rows x columns: half a GiB */

/* The contents of a regular file of at most max_bytes, with a zero byte behind (g_free); NULL with
 * an error that names the file and what to do. */
char *sn_read_file(const char *path, size_t max_bytes, size_t *length, GError **error);

#endif
