# SPDX-License-Identifier: Apache-2.0
#
# The library. Its sources are compiled once, as tropic_objects, for two libraries:
#   tropic           the installed one: hidden symbols but for the public ones
#   tropic_internal  static, for tests that look inside

set(tropic_layers runtime semiring formats spmv algorithms)
list(TRANSFORM tropic_layers PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE tropic_folders)
list(TRANSFORM tropic_folders APPEND /*.c OUTPUT_VARIABLE tropic_patterns)
file(GLOB_RECURSE tropic_sources CONFIGURE_DEPENDS ${tropic_patterns})

# A stub answers TROPIC_NO_DEVICE in place of the backend that was not built.
if(TROPIC_HAVE_CUDA)
    list(FILTER tropic_sources EXCLUDE REGEX "_stub\\.c$")
    list(TRANSFORM tropic_folders APPEND /*.cu OUTPUT_VARIABLE tropic_patterns)
    file(GLOB_RECURSE tropic_cuda_sources CONFIGURE_DEPENDS ${tropic_patterns})
    if(tropic_cuda_sources)
        list(APPEND tropic_sources ${tropic_cuda_sources} ${TROPIC_INSTANCES_CU})
    endif()
endif()
# Those that take longest come first, so that no core waits for the last of them.
list(PREPEND tropic_sources ${TROPIC_INSTANCES_C})
list(APPEND tropic_sources ${TROPIC_SOURCES_C})

set(tropic_private_libraries OpenMP::OpenMP_C Threads::Threads ZLIB::ZLIB m ${CMAKE_DL_LIBS})
if(TROPIC_HAVE_CUDA)
    list(APPEND tropic_private_libraries CUDA::cudart_static)
endif()

add_library(tropic_objects OBJECT ${tropic_sources})
tropic_language(tropic_objects)
set_target_properties(tropic_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden
    CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_include_directories(tropic_objects PRIVATE ${PROJECT_SOURCE_DIR}
                                                  ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(tropic_objects PRIVATE tropic_options ${tropic_private_libraries})
# The algorithms' public texts are read by their own sources alone: kernels wait for none of them.
target_compile_definitions(tropic_objects PRIVATE TROPIC_WITHOUT_LEVEL_1=1)
if(TROPIC_HAVE_CUDA)
    target_compile_definitions(tropic_objects PRIVATE TP_CUDA=1)
endif()
if(TROPIC_ALL_INSTANCES)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/spmv/ops/mxv_ops.c APPEND PROPERTY COMPILE_DEFINITIONS TP_ALL_INSTANCES=1)
endif()

add_library(tropic $<TARGET_OBJECTS:tropic_objects>)
add_library(tropic::tropic ALIAS tropic)
tropic_language(tropic)
# Before 1.0 a minor version may change the interface, so a program asks for the one that it was linked with.
set(tropic_soversion ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
    string(APPEND tropic_soversion .${PROJECT_VERSION_MINOR})
endif()
set_target_properties(tropic PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${tropic_soversion} CUDA_RUNTIME_LIBRARY Static)
target_include_directories(tropic INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# The functions that tropic_define.h makes call those of <math.h>.
target_link_libraries(tropic INTERFACE m)
target_link_libraries(tropic PRIVATE ${tropic_private_libraries}
                                     $<BUILD_INTERFACE:tropic_sanitize>)
# Templates of the C++ library are visible whatever the flags say, so the linker has the last word.
if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(tropic_exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_link_options(tropic PRIVATE -Wl,--version-script=${tropic_exports})
    set_property(TARGET tropic APPEND PROPERTY LINK_DEPENDS ${tropic_exports})
    if(NOT TROPIC_SANITIZE AND NOT TROPIC_FUZZ)
        target_link_options(tropic PRIVATE -Wl,--no-undefined)
    endif()
endif()

if(TROPIC_BUILD_TESTS OR TROPIC_FUZZ)
    add_library(tropic_internal STATIC $<TARGET_OBJECTS:tropic_objects>)
    tropic_language(tropic_internal)
    set_target_properties(tropic_internal PROPERTIES CUDA_RUNTIME_LIBRARY Static)
    target_include_directories(tropic_internal INTERFACE ${PROJECT_SOURCE_DIR}
                                                         ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(tropic_internal PUBLIC ${tropic_private_libraries} tropic_sanitize)
    if(TROPIC_HAVE_CUDA)
        target_compile_definitions(tropic_internal INTERFACE TP_CUDA=1)
    endif()
endif()
