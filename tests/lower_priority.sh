#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lower_priority.sh COMMAND...: with a third of the time that others get, in a session of its own (setsid, or a test): where
# the kernel shares out time by sessions, nice counts within one alone.
echo 5 2>/dev/null >/proc/self/autogroup || true
exec nice -n 5 "$@"
