#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# layers.sh: a folder includes its own headers, the public ones and those of the layers under it, as
# CONTRIBUTING.md says.
set -euo pipefail
cd "$(dirname "$0")/../.."
wrong=0
# may FOLDER LAYER...: FOLDER may include of LAYER..., or that one header, and itself.
may() {
    local folder=$1 allowed
    allowed=$(echo "$@" | tr ' ' '|')
    if grep -rnE '^ *# *include "[a-z_]+/' "$folder" | grep -vE "# *include \"($allowed)[/\"]"; then
        echo "^ $folder may not include these: only of ${allowed//|/, }"
        wrong=1
    fi
}
may runtime
may semiring runtime
may formats runtime semiring
may spmv runtime semiring formats
may algorithms runtime semiring formats spmv
may graphblas runtime/work.h
may reference algorithms/names.h
may cli reference runtime/device_word.h runtime/draft.h runtime/environment.h runtime/links.h runtime/shown.h runtime/work.h \
    formats/files/decimal.h formats/files/put.h algorithms/names.h algorithms/work.h
# The folders of the tool, in the order of cli/README.md; what they may include of others, the line above says.
under='reference runtime formats algorithms cli/cli.h'
for part in terminal output options files verify picture run commands; do
    # shellcheck disable=SC2086
    may cli/$part $under
    under+=" cli/$part"
done
may bench reference algorithms/names.h formats/files/decimal.h cli/options/option_table.h cli/options/parse.h \
    cli/terminal/text.h
may examples
exit $wrong
