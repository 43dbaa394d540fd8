/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of one DataArray of a VTK XML file, in whichever of its forms. */
#ifndef SN_MESH_VOLUME_VOLUME_MESH_VTU_DATA_H
#define SN_MESH_VOLUME_VOLUME_MESH_VTU_DATA_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* How a file writes its binary data. */
typedef struct SnVtuForm {
    bool big_endian, wide_headers /* UInt64, else UInt32 */, zlib;
} SnVtuForm;

/* Size of a type of number ("Float32", "UInt8", ...) in bytes; 0 not known.  real: it is a float,
 * sign: negative values are possible. */
int sn_vtu_type(const char *name, bool *real, bool *sign);

/* Bytes of base64 text, of which every piece may end with '='; NULL if it is none.  Stops at
 * `most` bytes. */
GByteArray *sn_vtu_base64(const char *text, size_t length, size_t most);

/* The data behind a header that gives their length (or the lengths of their compressed blocks), at
 * most `most` bytes; NULL with the reason, which is constant. */
GByteArray *sn_vtu_unpack(const SnVtuForm *form, const guint8 *bytes, size_t length, size_t most,
                          const char **reason);

#endif
