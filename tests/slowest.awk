# SPDX-License-Identifier: GPL-3.0-or-later
# The ten slowest tests of CTest's output.
$2 == "Test" && $3 ~ /^#/ && $NF == "sec" { seconds[$4] = $(NF - 1) + 0 }
END {
    for (line = 0; line < 10; ++line) {
        slowest = ""
        for (name in seconds)
            if (slowest == "" || seconds[name] > seconds[slowest])
                slowest = name
        if (slowest == "")
            break
        printf "%s%8.1f s  %s\n", (line ? "" : "\nSlowest tests:\n"), seconds[slowest], slowest
        delete seconds[slowest]
    }
    print ""
}
