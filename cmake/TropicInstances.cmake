# SPDX-License-Identifier: Apache-2.0
#
# The CPU kernels of tropic_mxv: one source per row of TROPIC_SEMIRING_TABLE (include/tropic_algebra.h), with one instance
# of spmv/ops/mxv_op.h for each type that the row names. Sets TROPIC_INSTANCES_C. (A GPU's are compiled when first asked
# for, as a user's semirings are: spmv/jit. Ahead of time they took 3 minutes of two cores for each architecture.)

set(tropic_types_BOOL bool8)
set(tropic_types_INTEGER int8 int16 int32 int64 uint8 uint16 uint32 uint64)
set(tropic_types_NUMERIC ${tropic_types_INTEGER} fp32 fp64)
set(tropic_types_ALL bool8 ${tropic_types_NUMERIC})

# Written only when it changes, so that nothing is compiled again in vain.
function(tropic_write_instance file name add mul types)
    set(text "/* Generated from TROPIC_SEMIRING_TABLE in include/tropic_algebra.h. */\n")
    string(APPEND text "#include \"spmv/ops/kernel.h\"\n")
    foreach(type IN LISTS tropic_types_${types})
        string(APPEND text
            "\n#define OP_NAME mxv_${name}_${type}\n"
            "#define OP_STATE tp_mxv_state\n"
            "#define TYPE ${type}\n#define ADD ${add}\n#define MUL ${mul}\n"
            "#include \"spmv/ops/mxv_op.h\"\n"
            "#include \"spmv/ops/instantiate.h\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# Lines of the table end with a backslash, which would glue list members: no file(STRINGS).
set(tropic_row "X\\(([A-Z0-9_]+), ([a-z0-9_]+), ([a-z]+), ([a-z]+), (BOOL|ALL|INTEGER|NUMERIC)\\)")
file(READ ${PROJECT_SOURCE_DIR}/include/tropic_algebra.h tropic_header)
string(REGEX MATCHALL "${tropic_row}" tropic_rows "${tropic_header}")
if(NOT tropic_rows)
    message(FATAL_ERROR "include/tropic_algebra.h has no TROPIC_SEMIRING_TABLE that can be read")
endif()

set(TROPIC_INSTANCES_C)
foreach(row IN LISTS tropic_rows)
    string(REGEX MATCH "${tropic_row}" row "${row}")
    set(name ${CMAKE_MATCH_2})
    set(arguments ${CMAKE_MATCH_2} ${CMAKE_MATCH_3} ${CMAKE_MATCH_4} ${CMAKE_MATCH_5})
    set(stem ${PROJECT_BINARY_DIR}/generated/mxv_${name})
    tropic_write_instance(${stem}.c ${arguments})
    list(APPEND TROPIC_INSTANCES_C ${stem}.c)
endforeach()
