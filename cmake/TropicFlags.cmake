# SPDX-License-Identifier: Apache-2.0
#
# Compiler flags, as interface targets so that a project that adds this one keeps its own:
#   tropic_warnings  warnings of every C file here
#   tropic_options   ... and how code is generated, CUDA included
#   tropic_sanitize  sanitizers; also linked by programs

add_library(tropic_warnings INTERFACE)
target_compile_options(tropic_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wconversion>)
if(TROPIC_WERROR)
    target_compile_options(tropic_warnings INTERFACE
        $<$<COMPILE_LANGUAGE:C,CXX>:-Werror> "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>")
endif()

add_library(tropic_sanitize INTERFACE)
if(TROPIC_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "TROPIC_FUZZ needs Clang: configure with CC=clang")
    elseif(NOT TROPIC_SANITIZE)
        set(TROPIC_SANITIZE address,undefined)
    endif()
    target_compile_options(tropic_sanitize INTERFACE
        $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=fuzzer-no-link>)
endif()
if(TROPIC_SANITIZE)
    set(tropic_sanitize_flags -fsanitize=${TROPIC_SANITIZE} -fno-omit-frame-pointer -g1)
    if(TROPIC_SANITIZE MATCHES "undefined")
        list(APPEND tropic_sanitize_flags -fno-sanitize-recover=undefined)
    endif()
    target_compile_options(tropic_sanitize INTERFACE
        "$<$<COMPILE_LANGUAGE:C,CXX>:${tropic_sanitize_flags}>")
    target_link_options(tropic_sanitize INTERFACE -fsanitize=${TROPIC_SANITIZE})
endif()

# -fno-math-errno lets sqrt and the like be inlined; nothing here reads errno after mathematics.
# -ffp-contract=off and --fmad=false keep sums the same on every processor. (-ffast-math would break infinities.)
# -falign-loops=32: a loop of four instructions that lies across two lines of the instruction cache takes twice as long
# (tropic_vector_fill 0.27 ms in place of 0.14), and where it lies is else an accident.
# -Wpedantic and -Wconversion would judge the code that nvcc generates, so CUDA goes without.
# cudafe warning 177 (unused function) meets every operator that an instance does not use.
add_library(tropic_options INTERFACE)
target_link_libraries(tropic_options INTERFACE tropic_warnings tropic_sanitize)
target_compile_options(tropic_options INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-fno-math-errno -ffp-contract=off -falign-loops=32>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-unused-function>
    $<$<COMPILE_LANGUAGE:CUDA>:-diag-suppress=177>
    $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-expt-relaxed-constexpr>")
target_compile_definitions(tropic_options INTERFACE
    $<$<COMPILE_LANGUAGE:CUDA>:CUB_WRAPPED_NAMESPACE=tropic>)

# C11 with GNU extensions; C++17 for CUB; one place for both. An installed file has one RUNPATH in the build
# tree and after it: CMake makes one fit another by empty entries, and these are the current folder.
function(tropic_language target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS ON
        CXX_STANDARD 17 CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON
        BUILD_RPATH_USE_ORIGIN ON)
endfunction()
function(tropic_installed_runpath target)
    list(JOIN ARGN ":" path)
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "${path}" BUILD_WITH_INSTALL_RPATH ON)
endfunction()
