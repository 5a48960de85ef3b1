#!/bin/sh
# bootstrap.sh bot|demo|dev: make .venv hold that locked set of libraries and
# Paperboy itself. Does nothing when it, or a larger set, is there and current.
# Exit codes: 0 done, 1 the installer failed, 2 the machine lacks something, 64 usage.
set -eu

wanted=${1:-}
case $wanted in
    bot) enough='bot demo dev' ;;
    demo) enough='demo dev' ;;
    dev) enough='dev' ;;
    *) echo 'usage: deploy/bootstrap.sh bot|demo|dev' >&2; exit 64 ;;
esac

CDPATH='' cd -- "$(dirname -- "$0")/.."
checkout=$(pwd -P)
python=.venv/bin/python
stamp=.venv/.paperboy-stamp           # where, on which Python, what is installed
incomplete=.venv/.paperboy-incomplete # there while an installer writes
log=.venv/.paperboy-log
unset PYTHONHOME PYTHONPATH VIRTUAL_ENV

lacks() {
    printf '%s\n' "$1" >&2
    exit 2
}

uv_works() { uv --version >/dev/null 2>&1; }

pip_works() { "$python" -m pip --version >/dev/null 2>&1; }

# Prints "3.12 /usr" for the Python behind .venv; fails if it is gone or too old.
venv_python() {
    "$python" -I -c '
import sys
print("%d.%d" % sys.version_info[:2], sys.base_prefix)
sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

stamp_for() {
    printf '%s\n' "$checkout"
    venv_python || return 1
    if [ "$1" = nothing ]; then
        echo nothing
    else
        echo "$1" "$(cat "deploy/requirements/$1.txt" pyproject.toml | cksum)"
    fi
}

is_current() {
    [ -e "$stamp" ] && [ ! -e "$incomplete" ] || return 1
    for set_name in $enough; do
        [ "$(cat "$stamp")" != "$(stamp_for "$set_name")" ] || return 0
    done
    return 1
}

# A .venv that was moved, lost its Python, or was left half-made is not worth keeping.
is_usable() {
    [ ! -e "$incomplete" ] && venv_python >/dev/null || return 1
    if [ -e "$stamp" ]; then
        [ "$(head -n 2 "$stamp")" = "$(stamp_for nothing | head -n 2)" ] || return 1
    fi
    uv_works || pip_works
}

# Prints the first Python that runs, is new enough and can make a .venv.
# Each is tried, because a version manager leaves commands behind that only fail.
find_python() {
    without_venv=
    for name in python3.13 python3.12 python3.11 python3 python; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$name" -c 'import ensurepip, venv' 2>/dev/null; then
            echo "$name"
            return
        fi
        without_venv=${without_venv:-$name}
    done
    [ -z "$without_venv" ] || lacks "Paperboy keeps its libraries in a folder of their own, .venv, \
and the Python found here ($without_venv) cannot make one: its venv module is missing. On Debian \
and Ubuntu 'apt install python3-venv' brings it. Then run the same command again."
    lacks "Paperboy needs Python 3.11 or newer, and none was found here. Install one (on Debian 12 \
or newer, and Ubuntu 24.04 or newer: 'apt install python3 python3-venv'), or install uv, which \
brings its own. Then run the same command again."
}

make_venv() {
    rm -rf .venv
    mkdir .venv
    : >"$incomplete"
    if uv_works && uv venv --quiet --allow-existing --python '>=3.11' .venv >"$log" 2>&1; then
        return
    fi
    found=$(find_python)
    "$found" -m venv .venv >"$log" 2>&1 || failed
}

# Exact versions with their checksums, nothing else; then the checkout itself.
install_set() {
    if uv_works; then
        set -- uv pip install --quiet --python "$python"
    else
        set -- "$python" -m pip install --quiet --no-input --disable-pip-version-check
    fi
    "$@" --no-deps --require-hashes -r "deploy/requirements/$wanted.txt" &&
        "$@" --no-deps --no-build-isolation -e .
}

network_words='NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError'
network_words="$network_words|Connection refused|Network is unreachable|name resolution"
network_words="$network_words|dns error|client error \(Connect\)|error sending request|timed out"

failed() {
    if grep -Eq "$network_words" "$log"; then
        lacks "Paperboy's libraries could not be downloaded: the package index does not answer. \
Check the network (behind a proxy, set HTTPS_PROXY), then run the same command again; it goes on \
where it stopped. The installer's own words are in $log."
    fi
    tail -n 20 "$log" >&2
    echo "Paperboy's libraries could not be installed; the installer's last words are above, \
all of them are in $log." >&2
    exit 1
}

# Two runs at once wait for each other where flock exists (Linux).
exec 9<deploy/bootstrap.sh
flock 9 2>/dev/null || :

if is_current; then
    exit 0
fi
echo "Installing Paperboy's libraries into .venv (once) …"
is_usable || make_venv
stamp_for nothing >"$stamp"
: >"$incomplete"
install_set >"$log" 2>&1 || { rm -f "$incomplete"; failed; }
stamp_for "$wanted" >"$stamp"
rm -f "$incomplete" "$log"
