# SPDX-License-Identifier: GPL-3.0-or-later
# One Python for all scripts of a test: importing PyTorch takes longer than most of them. A line of JSON asks for a script, a
# line of JSON answers; each script runs in a process forked for it, and finds what an earlier one has imported.
import json
import os
import re
import sys
import tempfile
import traceback


def run(script, arguments):
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["-c"] + arguments
    try:
        exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    return 1


for line in sys.stdin:
    request = json.loads(line)
    for name in ("numpy", "torch"):
        if re.search(r"\bimport\b[^\n]*\b" + name + r"\b", request["script"]):
            try:
                __import__(name)
            except ImportError:
                pass   # the script says so
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            status = run(request["script"], request["arguments"])
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        status = os.waitpid(child, 0)[1]
        out.seek(0)
        err.seek(0)
        print(json.dumps({"good": status == 0, "out": out.read().decode(), "err": err.read().decode()}), flush=True)
