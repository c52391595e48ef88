#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package, installs it in a bare Debian of this release, uses it there as somebody who is not root,
# compares its numbers with those of the build for this machine, removes it, and looks for what is left:
#   sh tests/package.sh [--quick] [PRESET...]
# As root: it fetches a Debian of 170 MB. Says sizes and times. --quick takes a package of the build for this machine, as CI
# does, whose 25 minutes have no room for another one. Status 77: a bare Debian cannot be had here.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

need_root_for_bare_debian
install_packages run package test bare
build stepzero
source_build=$tree/app/stepzero
lintian="lintian --allow-root --fail-on error,warning"
if [ "${1:-}" = --quick ]; then
    shift
    package=$(pack)
    # Its prefix was another one, where libraries stand in a folder that ldconfig knows.
    lintian="$lintian --suppress-tags maintscript-calls-ldconfig"
else
    package=$(sh "$root/app/package.sh")
    use_preset package
fi
bare=$(mktemp -d)
trap 'umount -q "$bare/system/proc"; rm -rf "$bare"' EXIT
trap 'exit 1' HUP INT TERM
status=0
wrong() {
    say "WRONG: $*"
    status=1
}
# timed WHAT COMMAND...: says how long it took
timed() {
    what=$1
    shift
    from=$(date +%s%N)
    "$@" >"$bare/log" 2>&1 || { cat "$bare/log" >&2 && wrong "$what"; }
    say "$what: $((($(date +%s%N) - from) / 1000000)) ms"
}

say "looking at $package"
$lintian "$package" >&2 || wrong "lintian"
mkdir "$bare/tree" "$bare/installed" "$bare/system"
dpkg-deb -x "$package" "$bare/tree"
DESTDIR=$bare/installed cmake --install "$tree" --prefix /usr --strip >/dev/null
diff -r "$bare/tree" "$bare/installed" >&2 || wrong "cmake --install gives another tree"
PYTHONPATH=$bare/tree/usr/lib/python3/dist-packages python3 -B -c 'import stepzero' || wrong "import stepzero"
desktop-file-validate "$bare"/tree/usr/share/applications/*.desktop || wrong "desktop entry"
appstreamcli validate --no-net "$bare"/tree/usr/share/metainfo/*.xml >&2 || wrong "metainfo"
say "package: $(stat -c %s "$package") bytes, installed $(dpkg-deb -f "$package" Installed-Size) KiB"
say "depends on $(dpkg-deb -f "$package" Depends)"

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
say "making a bare Debian, $suite"
mmdebstrap --quiet --variant=apt --include=desktop-file-utils,shared-mime-info,python3 "$suite" "$bare/system" >&2 \
    && mount -t proc proc "$bare/system/proc" || exit 77   # the loader asks there where the program is
inside() { chroot "$bare/system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { chroot --userspec=1000:1000 "$bare/system" env -i PATH=/usr/bin HOME=/home/user LC_ALL=C.UTF-8 "$@"; }
install -d -o 1000 -g 1000 "$bare/system/home/user"
cp "$package" "$bare/system/stepzero.deb"
inside apt-get update -q >/dev/null || exit 77
timed "install with what it depends on" inside apt-get install -qy --no-install-recommends /stepzero.deb
timed "remove" inside dpkg --purge stepzero
timed "install, its libraries being there" inside dpkg -i /stepzero.deb
rm "$bare/system/stepzero.deb"
grep -q stepzero "$bare/system/usr/share/applications/mimeinfo.cache" || wrong "the desktop does not know our files"

as_user python3 -c 'import stepzero' || wrong "import stepzero by a user"
[ -d "$bare/system/usr/lib/python3/dist-packages/stepzero/__pycache__" ] || wrong "the Python package is not compiled"
as_user stepzero --version >&2 || wrong "--version"
as_user stepzero doctor >&2 || wrong "doctor"
timed "export of figures" as_user stepzero export notes-he --to /home/user/figures
[ -s "$bare/system/home/user/figures/signal.png" ] || wrong "no figure"
# The X server is reached from there by the abstract name of its socket.
window() {
    xvfb-run -a -s '-screen 0 1600x1000x24 -ac' sh -c 'chroot --userspec=1000:1000 "$1" env -i PATH=/usr/bin \
        HOME=/home/user DISPLAY="$DISPLAY" timeout 8 stepzero notes-he' sh "$bare/system" || [ $? -eq 124 ]
}
timed "window, closed after 8 s" window
[ -s "$bare/system/home/user/.config/stepzero/last.json" ] || wrong "the window kept nothing"
[ ! -e "$bare/system/home/user/.config/stepzero/open" ] || wrong "the window had no end"
timed "report" as_user stepzero report notes-he -o /home/user/he.html

# What tests/compare.py calls: run NAME -o FILE, and presets.
cat >"$bare/stepzero" <<END
#!/bin/sh
if [ "\$1" = run ]; then
    exec chroot "$bare/system" stepzero run "\$2" >"\$4"
fi
exec chroot "$bare/system" stepzero "\$@"
END
chmod +x "$bare/stepzero"
# The same draws; sums of float32 in the order of other registers, after a hundred layers.
say "numbers of the package and of the source build"
[ $# -gt 0 ] || set -- notes-he critical-tanh-200 residual-pre-norm notes-transformer edge-of-chaos
python3 "$root/tests/compare.py" "$source_build" "$bare/stepzero" --within 1e-5 --only "$@" >&2 || wrong "numbers differ"

dpkg-deb -c "$package" | sed -n 's/^[^d].* \.\(\/[^ ]*\).*/\1/p' >"$bare/files"
timed "remove" inside dpkg --purge stepzero
while read -r file; do
    [ ! -e "$bare/system$file" ] || wrong "$file is left"
done <"$bare/files"
rm -r "$bare/system/home/user"
# Beside what apt and dpkg remember for themselves.
left=$(find "$bare/system" -xdev -iname '*stepzero*'; grep -rli stepzero "$bare/system/usr" "$bare/system/etc" || :)
[ -z "$left" ] || wrong "left: $left"
[ $status -ne 0 ] || say "all is well"
exit $status
