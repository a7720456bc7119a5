# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Shared by the scripts: the packages to install, and how a build tree comes to be. Sourced.
# Everything here talks on stderr, so that a tool's output stays clean.
#
#   TROPIC_BUILD    the build tree; default: build in the root
#   TROPIC_CUDA     ON, OFF or AUTO: GPU kernels, or none, or where there is a GPU; default: as the tree was
#                   built before, else AUTO
#   TROPIC_JOBS     compilers at a time; default: one per core, as far as memory goes
#   TROPIC_VERBOSE  1: show the build as it goes, also where stderr is no terminal

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${TROPIC_BUILD:-$root/build}
case $build in /*) ;; *) build=$PWD/$build ;; esac # later commands may look from elsewhere

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$@"; exit 1; }

# Memory for each compiler: the largest kernels take nvcc this many kilobytes.
compiler_memory=1500000

# Kilobytes that may still be used: the machine's, or fewer if a container has a limit.
free_memory() {
    local free limit used cache
    free=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null) used=$(cat /sys/fs/cgroup/memory.current 2>/dev/null)
    if [[ $limit =~ ^[0-9]+$ && $used =~ ^[0-9]+$ ]]; then
        # Pages of files count as used, and are given up for others.
        cache=$(awk '$1 == "inactive_file" { print $2 }' /sys/fs/cgroup/memory.stat 2>/dev/null)
        limit=$(((limit - used + ${cache:-0}) / 1024))
        [ "$limit" -gt 0 ] || limit=1
        [ "${free:-$limit}" -lt "$limit" ] || free=$limit
    fi
    echo "${free:-0}"
}

# One compiler for each core, and at least one, as far as memory goes.
default_jobs() {
    local cores free most
    cores=$(nproc 2>/dev/null || echo 2)
    free=$(free_memory)
    most=$((free / compiler_memory))
    [ "$free" -gt 0 ] || most=$cores # nobody knows
    [ "$most" -lt "$cores" ] || most=$cores
    echo $((most > 0 ? most : 1))
}
jobs=${TROPIC_JOBS:-$(default_jobs)}

# The CUDA compiler, or nothing.
find_nvcc() {
    if [ -n "${CUDACXX:-}" ]; then
        command -v "$CUDACXX"
    elif command -v nvcc; then
        :
    elif [ -x /usr/local/cuda/bin/nvcc ]; then
        echo /usr/local/cuda/bin/nvcc
    fi
}

has() { command -v "$1" >/dev/null 2>&1; }
has_headers() {
    printf '#include <%s>\n' "$@" | cc -I/usr/include/suitesparse -E -x c - >/dev/null 2>&1
}
has_packaged() { [[ $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) == *' installed' ]]; }

# Missing packages, on one line, by Debian names: `missing need`, without which nothing can be built; `missing use`,
# those the tool does without (pictures as .png, SuiteSparse's answers for --verify); `missing test`, those tests do
# without; `missing clang`, Clang and its sanitizers; `missing full`, those that build for aarch64 and run its programs.
missing() {
    local list=() package
    case $1 in
    need)
        has cc || list+=(build-essential)
        has cmake || list+=(cmake)
        has ninja || has make || list+=(ninja-build)
        has_headers zlib.h || list+=(zlib1g-dev)
        ;;
    use)
        has ninja || list+=(ninja-build)
        has_headers png.h || list+=(libpng-dev)
        has_headers GraphBLAS.h || list+=(libgraphblas-dev)
        ;;
    test)
        has c++ || list+=(build-essential)
        has pkg-config || list+=(pkg-config)
        has_headers gmp.h || list+=(libgmp-dev)
        has_headers stdarg.h stddef.h stdint.h setjmp.h cmocka.h || list+=(libcmocka-dev)
        has clang-format || list+=(clang-format)
        has_packaged python3-networkx || list+=(python3-networkx)
        has_packaged python3-scipy || list+=(python3-scipy)
        ;;
    clang)
        has clang || list+=(clang)
        has_packaged libclang-rt-dev || has_packaged libclang-rt-14-dev || list+=(libclang-rt-dev)
        has_packaged libomp-dev || list+=(libomp-dev)
        ;;
    full)
        if [ "$(uname -m)" != aarch64 ]; then
            has qemu-aarch64 || list+=(qemu-user)
            has aarch64-linux-gnu-gcc || list+=(gcc-aarch64-linux-gnu)
            for package in libcmocka-dev libgmp-dev libgraphblas-dev zlib1g-dev; do
                has_packaged $package:arm64 || list+=("$package:arm64")
            done
        fi
        ;;
    esac
    printf '%s' "${list[*]}"
}
# The same of several, each once.
missing_of() {
    local what
    # shellcheck disable=SC2046 # words by intention
    printf '%s\n' $(for what in "$@"; do missing "$what"; echo; done) | awk '!seen[$0]++' | paste -sd ' ' -
}

# make_tree TREE: the folder is there and can be written to; else says how to mend it, and ends the script.
make_tree() {
    if ! mkdir -p "$1" 2>/dev/null || [ ! -w "$1" ]; then
        die "cannot build in $1: set TROPIC_BUILD to a folder that can be written to"
    fi
}

# Runs a command with its output on stderr, or in a log that is shown where it fails.
quietly() {
    local log=$1
    shift
    if [ -t 2 ] || [ "${TROPIC_VERBOSE:-0}" = 1 ]; then
        "$@" </dev/null >&2
    elif ! "$@" </dev/null >>"$log" 2>&1; then
        tail -n 60 "$log" >&2
        say "failed: $*"
        say "the whole log: $log"
        return 1
    fi
}

# install PACKAGES: true if they are there now. Only root, or who is root without a password, installs.
install_packages() {
    local packages=$1 as_root log apt
    has apt-get || return 1
    if [ "$(id -u)" = 0 ]; then
        as_root='env DEBIAN_FRONTEND=noninteractive'
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n env DEBIAN_FRONTEND=noninteractive'
    else
        return 1
    fi
    say "installing $packages"
    make_tree "$build"
    log=$build/setup.log
    : >"$log"
    apt="apt-get install -y --no-install-recommends $packages"
    # shellcheck disable=SC2086 # words by intention
    case $packages in *:arm64*) $as_root dpkg --add-architecture arm64 >>"$log" 2>&1 ;; esac
    # A fresh machine has no package lists yet.
    # shellcheck disable=SC2086
    $as_root $apt </dev/null >>"$log" 2>&1 && return 0
    # shellcheck disable=SC2086
    $as_root apt-get update </dev/null >>"$log" 2>&1 && $as_root $apt </dev/null >>"$log" 2>&1 && return 0
    say "could not install them: $log says why"
    return 1
}

# set_up [use|test|clang|full]...: installs the missing packages of these, where it may; else names them, and ends
# the script only if nothing can be built.
set_up() {
    local packages
    packages=$(missing_of need "$@")
    [ -n "$packages" ] || return 0
    if install_packages "$packages"; then
        rm -f "$build/.key" # the build may change by it
        return 0
    fi
    say "missing here (as Debian calls it): $packages"
    if has apt-get; then
        case $packages in *:arm64*) printf '    sudo dpkg --add-architecture arm64\n' >&2 ;; esac
        printf '    sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "$packages" >&2
    fi
    packages=$(missing need)
    [ -z "$packages" ] || die "nothing can be built without $packages"
    say "going on without"
}

# up_to_date FILE PATH...: is the file there, and newer than all of the root's PATHs?
up_to_date() {
    local file=$1
    shift
    [ -e "$file" ] && [ -z "$(cd "$root" && find "$@" -newer "$file" -print -quit 2>&1)" ]
}

# Are the default tree's kernels built?
cuda() { echo "${TROPIC_CUDA:-$(cat "$build/.cuda" 2>/dev/null || echo AUTO)}"; }

generator() { if has ninja; then echo Ninja; else echo 'Unix Makefiles'; fi; }
# The state outside the sources that a configured tree depends on.
tree_key() { printf '%s\n' "$root" "$(find_nvcc)" "$(generator)" "$@"; }

# build_default TARGET: in the default tree, which has the CPU's products over hot semirings alone: it is built sooner.
build_default() {
    build_tree "$build" "$1" "-DTROPIC_CUDA=$(cuda)" -DTROPIC_ALL_INSTANCES=OFF
    cuda >"$build/.cuda.$$" && mv "$build/.cuda.$$" "$build/.cuda"
}

# build_tree TREE TARGET CMAKE_ARGUMENT...: configures where needed, builds the target.
build_tree() {
    local tree=$1 target=$2 key log
    shift 2
    make_tree "$tree"
    log=$tree/setup.log
    key=$(tree_key "$@")
    exec 9>"$tree/.lock"
    if has flock && ! flock -n 9; then
        say "waiting for another build in $tree"
        flock 9
    fi
    # A tree without a key was configured by hand, and stays as it is.
    if { [ ! -f "$tree/build.ninja" ] && [ ! -f "$tree/Makefile" ]; } ||
        { [ -f "$tree/.key" ] && [ "$(cat "$tree/.key")" != "$key" ]; }; then
        : >"$log"
        echo incomplete >"$tree/.key"
        PATH=$PATH:/usr/local/cuda/bin quietly "$log" \
            cmake --fresh -S "$root" -B "$tree" -G "$(generator)" "$@" || exit 1
        printf '%s\n' "$key" >"$tree/.key"
    fi
    if [ -e "$tree/libtropic.so" ] || ! grep -q '^CMAKE_CUDA_COMPILER:' "$tree/CMakeCache.txt"; then
        say "building in $tree"
    else
        say "building in $tree; the GPU kernels take some minutes, once"
    fi
    quietly "$log" cmake --build "$tree" --target "$target" --parallel "$jobs" || exit 1
    exec 9>&-
}
