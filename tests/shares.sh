#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A study on shares, over GNU parallel or Slurm, with shares that are killed: they are run again, the merge says what is
# missing, and the result is the same bytes as that of one run. Needs GNU time, and 9 KB of disk a cell.
#   sh tests/shares.sh parallel|slurm [SHARES] [SIDE]     (default: 100 shares of a study of 100 × 100 cells)
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
over=${1:?parallel or slurm}
shares=${2:-100}
program=${STEPZERO_PROGRAM:-$root/build/release/app/stepzero}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

numbers=$(seq -s , 1 "${3:-100}")
cat >study.json <<END
{"format": "stepzero-study", "version": 1,
 "experiment": {"network": {"kind": "dense", "depth": 2, "width": 4, "weight": {"scheme": "constant", "value": 0.5},
                            "bias": {"scheme": "constant", "value": 1}}, "input": {"samples": 2},
                "measure": {"gradient": false, "weight_spectra": false, "jacobian": false}},
 "vary": [{"path": "seed", "values": [$numbers]}, {"path": "network.bias.value", "values": [$numbers]}]}
END

# One share: its part stands there whole, or not at all.
cat >share.sh <<END
#!/bin/sh
cd "$folder"
exec "$program" run study.json --cells "\${1:-\$SLURM_ARRAY_TASK_ID}/$shares" -o "part-\${1:-\$SLURM_ARRAY_TASK_ID}.json"
END
# timed NAME ARGUMENT…
timed() {
    name=$1
    shift
    env time -f "$name: %e s, at most %M KB" "$program" "$@"
}
missing() {
    for share in $(seq "$shares"); do
        [ -e "part-$share.json" ] || echo "$share"
    done
}
say() {
    echo "$(date +%T) $*"
}

# run_missing: every share that has no part.
run_missing() {
    case $over in
        parallel) missing | parallel --jobs "$(nproc)" sh share.sh || : ;;
        slurm) sbatch --wait --quiet --no-requeue --output=slurm-%a.txt --array="$(missing | paste -s -d ,)" share.sh || : ;;
    esac
}

say "$over: $shares shares"
start=$(date +%s)
run_missing &
# Killed in its midst, five at random moments: kill -9, as by a machine that runs out of memory.
killed=0
while [ "$killed" -lt 5 ]; do
    sleep 0.7
    for process in $(pgrep -f "^$program run study.json --cells" || :); do
        [ "$(readlink "/proc/$process/cwd")" = "$folder" ] || continue
        kill -9 "$process" && killed=$((killed + 1)) && break
    done
    [ -n "$(missing)" ] || break
done
wait
say "$killed killed; without a part: $(missing | paste -s -d ' ')"
[ -n "$(missing)" ]

if "$program" merge part-*.json -o merged.json 2>said.txt; then
    say "the merge did not say that cells are missing"
    exit 1
fi
say "$(cat said.txt)"
[ ! -e merged.json ]
run_missing
[ -z "$(missing)" ]
say "all shares after $(($(date +%s) - start)) s"
timed "the merge" merge part-*.json -o merged.json --csv merged.csv
timed "one run" run study.json -o one.json --csv one.csv
cmp merged.json one.json
cmp merged.csv one.csv
say "the result has $(wc -c <merged.json) bytes"
if ls -A | grep '^\.stepzero-'; then
    say "temporary files of killed shares are left"
    exit 1
fi
say "the same bytes: $(sha256sum <one.json)"
