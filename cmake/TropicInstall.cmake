# SPDX-License-Identifier: Apache-2.0
#
# The files that `cmake --install` copies: headers, libraries, the tool, those of CMake and pkg-config, the
# licence, the README and the examples.

include(CMakePackageConfigHelpers)

set(tropic_config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tropic)
file(GLOB tropic_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/tropic*.h)
if(NOT TROPIC_HAVE_CUDA)
    list(REMOVE_ITEM tropic_headers ${PROJECT_SOURCE_DIR}/include/tropic_cuda.h)
endif()
if(NOT TROPIC_HAVE_GRAPHBLAS)
    list(REMOVE_ITEM tropic_headers ${PROJECT_SOURCE_DIR}/include/tropic_suitesparse.h)
endif()
# tropic_install_needs(TARGET...): says so, before anything is copied, where one is not built, as in a tree of which
# scripts/tropic built the tool alone.
function(tropic_install_needs)
    foreach(target IN LISTS ARGN)
        if(TARGET ${target})
            install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
                message(FATAL_ERROR \"$<TARGET_FILE:${target}> is not built yet; first: \"
                    \"cmake --build ${PROJECT_BINARY_DIR}\")
            endif()")
        endif()
    endforeach()
endfunction()
tropic_install_needs(tropic tropic_suitesparse tropic_tool tropic_bench tropic_verify tropic_graphblas
    tropic_graphblas_static)

install(FILES ${tropic_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

if(NOT TROPIC_ALL_INSTANCES)
    install(CODE "message(NOTICE \"Products over the semirings that are not in spmv/ops/mxv_hot.h are slow in this \"
        \"library: for one that others use, configure with -DTROPIC_ALL_INSTANCES=ON\")")
endif()
install(TARGETS tropic EXPORT tropic-targets)
install(EXPORT tropic-targets NAMESPACE tropic:: DESTINATION ${tropic_config_folder})
if(TARGET tropic_suitesparse)
    set_target_properties(tropic_suitesparse PROPERTIES EXPORT_NAME suitesparse)
    install(TARGETS tropic_suitesparse EXPORT tropic-suitesparse-targets)
    install(EXPORT tropic-suitesparse-targets NAMESPACE tropic:: DESTINATION ${tropic_config_folder})
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindGraphBLAS.cmake
            DESTINATION ${tropic_config_folder})
endif()
if(TARGET tropic_tool)
    install(TARGETS tropic_tool tropic_bench)
endif()
if(TARGET tropic_verify)
    install(TARGETS tropic_verify DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# Laid out as the sources are: the README finds its pictures, and examples that read a matrix run there.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.[ch] PATTERN *.png PATTERN *.svg)
install(FILES ${PROJECT_SOURCE_DIR}/matrices/karate.mtx
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/matrices)
install(FILES ${PROJECT_SOURCE_DIR}/semiring/README.md
              ${PROJECT_SOURCE_DIR}/semiring/MATRICES.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/semiring)
foreach(folder bench graphblas spmv/strategies)
    install(FILES ${PROJECT_SOURCE_DIR}/${folder}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tropic-config.cmake.in
    ${PROJECT_BINARY_DIR}/tropic-config.cmake INSTALL_DESTINATION ${tropic_config_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tropic-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tropic-config.cmake
              ${PROJECT_BINARY_DIR}/tropic-config-version.cmake
        DESTINATION ${tropic_config_folder})

# The .pc files: relative to their own place, so that an installed tree can be moved.
file(RELATIVE_PATH tropic_pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(tropic_pc_private "-lm -lpthread -ldl ${OpenMP_C_FLAGS}")
if(TROPIC_HAVE_CUDA)
    string(APPEND tropic_pc_private
           " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lstdc++ -lrt")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/tropic.pc.in ${PROJECT_BINARY_DIR}/tropic.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tropic.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# The adapter is static whatever the library is, so that GraphBLAS is never private to it.
if(TARGET tropic_suitesparse)
    cmake_path(GET GraphBLAS_LIBRARY PARENT_PATH tropic_pc_suitesparse)
    string(APPEND tropic_pc_suitesparse " -lgraphblas")
    string(PREPEND tropic_pc_suitesparse "-L")
    configure_file(${PROJECT_SOURCE_DIR}/cmake/tropic-suitesparse.pc.in
                   ${PROJECT_BINARY_DIR}/tropic-suitesparse.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/tropic-suitesparse.pc
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(TARGET tropic_graphblas)
    include(TropicGraphblasInstall)
endif()
