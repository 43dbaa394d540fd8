/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of components as lazy list models of thin proxies: one model per opened row, one object
 * per row shown.  Nameless lists over SN_RANGE entries show as ranges 0 – 999 …, and so do named
 * ones that nobody can scroll through any more (SN_RANGE_NAMED). */
#ifndef SN_UI_NAVIGATOR_MODEL_H
#define SN_UI_NAVIGATOR_MODEL_H

#include "ui/session/session.h"

#define SN_RANGE       1000
#define SN_RANGE_NAMED 10000

typedef enum SnRowKind {
    SN_ROW_COMPONENT, /* a component: model, list, body ... */
    SN_ROW_ARRAY,     /* array `array` of component id: "Knots" */
    SN_ROW_ENTRY,     /* one entry of it; id is the entry's */
    SN_ROW_RANGE,     /* children or entries first .. first + count - 1 of id */
} SnRowKind;

/* What a row stands for: no copy of anything the model knows. */
#define SN_TYPE_NAVIGATOR_ITEM (sn_navigator_item_get_type())
G_DECLARE_FINAL_TYPE(SnNavigatorItem, sn_navigator_item, SN, NAVIGATOR_ITEM, GObject)

SnRowKind sn_navigator_item_kind(SnNavigatorItem *item);
SnId sn_navigator_item_id(SnNavigatorItem *item);
int sn_navigator_item_array(SnNavigatorItem *item);
int sn_navigator_item_first(SnNavigatorItem *item);
int sn_navigator_item_count(SnNavigatorItem *item);

/* The rows below one row (or the top). */
#define SN_TYPE_NAVIGATOR_MODEL (sn_navigator_model_get_type())
G_DECLARE_FINAL_TYPE(SnNavigatorModel, sn_navigator_model, SN, NAVIGATOR_MODEL, GObject)

/* The one row of the root model. */
SnNavigatorModel *sn_navigator_model_root(SnSession *session);
/* Rows below an item, NULL for leaves. */
SnNavigatorModel *sn_navigator_model_below(SnSession *session, SnNavigatorItem *item);
/* A flat list of these components (search results); takes the array. */
SnNavigatorModel *sn_navigator_model_flat(SnSession *session, GArray *ids);
/* After children or entries came or went: compares with the model and tells the difference in one
 * items-changed. */
void sn_navigator_model_refresh(SnNavigatorModel *model);
/* Position of a component among the rows, -1; from a hint (its place among its siblings). */
int sn_navigator_model_find(SnNavigatorModel *model, SnId id);
/* Position of an array of the component whose rows these are, -1. */
int sn_navigator_model_find_array(SnNavigatorModel *model, int array);
/* Row id at a position without making an object; null for ranges and arrays. */
SnId sn_navigator_model_id(SnNavigatorModel *model, guint position);
/* True if no row can be opened. */
bool sn_navigator_model_is_leafy(SnNavigatorModel *model);

/* --- lists without components --- */

/* They are left out until somebody asks for them; models must be refreshed. */
void sn_navigator_show_empty(SnSession *session, bool shown);
bool sn_navigator_shows_empty(SnSession *session);
bool sn_navigator_is_empty_list(const SnComponent *component);

#endif
