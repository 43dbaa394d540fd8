#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lowest_priority.sh COMMAND...: with the time that others leave, in a session of its own (setsid): where the kernel shares out
# time by sessions, nice counts within one alone.
echo 19 2>/dev/null >/proc/self/autogroup || true
exec nice -n 19 "$@"
