# SPDX-License-Identifier: Apache-2.0
#
# Decides on CUDA. Sets TROPIC_HAVE_CUDA.

set(TROPIC_HAVE_CUDA OFF)
if(TROPIC_CUDA STREQUAL "OFF" OR NOT TROPIC_CUDA)
    return()
endif()

# nvcc is often installed outside PATH.
if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(TROPIC_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda
                 PATH_SUFFIXES bin)
    mark_as_advanced(TROPIC_NVCC)
    if(TROPIC_NVCC)
        set(ENV{CUDACXX} ${TROPIC_NVCC})
    endif()
endif()

# AUTO builds kernels where they can run: they are most of the build's time.
if(TROPIC_CUDA STREQUAL "AUTO")
    file(GLOB tropic_gpus /proc/driver/nvidia/gpus/* /dev/nvidia[0-9]* /dev/dxg)
    if(NOT tropic_gpus)
        message(STATUS "No GPU here: building for the CPU alone (-DTROPIC_CUDA=ON builds kernels all the same)")
        return()
    endif()
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
        set(CMAKE_CUDA_ARCHITECTURES native)
    endif()
endif()

# Machine code for sm_75, sm_80 (also 86 and 89) and sm_90, and PTX that newer GPUs compile when the
# library is first loaded.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
endif()

include(CheckLanguage)
if(TROPIC_CUDA STREQUAL "AUTO")
    check_language(CUDA)
    if(NOT CMAKE_CUDA_COMPILER)
        unset(CMAKE_CUDA_ARCHITECTURES)
        message(STATUS "No CUDA compiler: building for the CPU alone")
        return()
    endif()
endif()

enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(TROPIC_HAVE_CUDA ON)

# Machine code takes a quarter of the room; drivers that CUDA 13 needs can read it.
if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-compress-mode=size>")
endif()
