#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# paths.sh: a file that a comment or a document names by its path is there; and one that a folder's README names without
# one is in that folder, or under it. The root has these folders and a few files, and nothing left behind.
set -euo pipefail
cd "$(dirname "$0")/../.."
wrong=0
folders='include|runtime|semiring|formats|spmv|algorithms|graphblas|cli|reference|bench|examples|tests|cmake|scripts'
while IFS=: read -r file line path; do
    if ! [ -e "$path" ]; then
        echo "$file:$line: there is no $path"
        wrong=1
    fi
done < <(grep -rnoE "\b($folders)/[a-z_0-9/]+\.(c|h|cu|cuh|cmake|sh)\b" \
    README.md CONTRIBUTING.md include runtime semiring formats spmv algorithms graphblas cli reference bench examples cmake tests \
    --include='*.[ch]' --include='*.cu' --include='*.cuh' --include='*.cmake' --include='*.md' --exclude-dir=results)
while IFS=: read -r file line name; do
    name=${name//\`/}
    if [[ $name == */* ]]; then
        if compgen -G "$(dirname "$file")/$name" >/dev/null || compgen -G "$name" >/dev/null; then continue; fi
        echo "$file:$line: there is no $name"
        wrong=1
    elif [ -z "$(find "$(dirname "$file")" -name "$name" -print -quit)" ]; then
        echo "$file:$line: there is no $name in $(dirname "$file")"
        wrong=1
    fi
done < <(grep -rnoE '`[a-z_0-9*/.]+\.(c|h|cu|cuh)`' \
    runtime semiring formats spmv algorithms graphblas cli reference tests --include=README.md)
for file in $(git ls-files 2>/dev/null | cut -d/ -f1 | sort -u); do
    [[ $file =~ ^($folders|matrices|\.ci|\.clang-format|\.gitignore|CMake.*|[A-Z]+\.md|LICENSE)$ ]] && continue
    echo "$file does not belong in the root"
    wrong=1
done
exit $wrong
