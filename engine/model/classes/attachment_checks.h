/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_ATTACHMENT_CHECKS_H
#define SN_MODEL_CLASSES_ATTACHMENT_CHECKS_H

#include "engine/model/model.h"

/* Checks that concern several attachments of a model at once: what is attached twice, and circles
 * of points and bodies that hold each other. */
void sn_attachments_check(const SnModel *model, SnChecks *checks);
/* Exciters that drive themselves through others. */
void sn_exciters_check(const SnModel *model, SnChecks *checks);

#endif
