# SPDX-License-Identifier: Apache-2.0
#
# A toolchain file: for aarch64, on a Debian machine of another kind. QEMU runs the programs.
#
#   cmake --preset aarch64 && cmake --build --preset aarch64 && ctest --preset aarch64
#
# `scripts/test --full` does that, and installs the packages it takes (scripts/common.sh).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# Debian's libraries of both architectures lie in one root; programs are this machine's, libraries the target's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
