# SPDX-License-Identifier: GPL-3.0-or-later
# CTest's output as it comes, with the ten slowest tests before its summary.
/^[0-9]+% tests passed/ { summary = 1 }
summary {
    rest = rest $0 "\n"
    next
}
$2 == "Test" && $NF == "sec" { seconds[$4] = $(NF - 1) + 0 }
{
    print
    fflush()
}
END {
    for (line = 0; line < 10; ++line) {
        slowest = ""
        for (name in seconds)
            if (slowest == "" || seconds[name] > seconds[slowest])
                slowest = name
        if (slowest == "")
            break
        if (line == 0)
            print "\nSlowest tests:"
        printf "%8.1f s  %s\n", seconds[slowest], slowest
        delete seconds[slowest]
    }
    printf "%s%s", (line ? "\n" : ""), rest
}
