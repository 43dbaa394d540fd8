/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MESH_MESH_PARTNER_H
#define SN_MESH_MESH_PARTNER_H

/* The file that belongs to one of a pair: the elements (.ele, else .elem) to nodes (.node) and the
 * other way round; NULL where there is none (g_free). */
char *sn_mesh_partner(const char *path);

#endif
