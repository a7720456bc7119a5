# SPDX-License-Identifier: Apache-2.0
#
# The targets of SuiteSparse:GraphBLAS, where Tropic's is installed as that one.
foreach(target GraphBLAS GraphBLAS_static)
    if(TARGET GraphBLAS::${target} AND NOT TARGET SuiteSparse::${target})
        add_library(SuiteSparse::${target} ALIAS GraphBLAS::${target})
    endif()
endforeach()
