"""Writes bytes that are neither UTF-8 nor text: Latin-1, NUL, terminal commands, and all kinds of
wrong UTF-8 (a C1 control, an overlong form, a surrogate, too large a value)."""

import os

import sinner

sinner.hear()
for said in (b"caf\xe9 \0 \x1b[31m \x1b]0;mine\x07", b" \xc2\x9b2J \xc0\x9b", b" \xed\xa0\x80",
             b" \xf5\x80\x80\x80\n"):
    os.write(1, said)
sinner.hear()
