# SPDX-License-Identifier: Apache-2.0
#
# Installs GraphBLAS on Tropic. The library lies beside libtropic.so. A project finds it in a root of its own,
# lib/tropic/graphblas, which has the usual files: include/GraphBLAS.h, lib/libgraphblas.so, and the files that
# find_package(GraphBLAS) and pkg-config need. All paths are relative, so that an installed tree can be moved.

install(TARGETS tropic_graphblas EXPORT tropic-graphblas-targets)
if(TARGET tropic_graphblas_static)
    install(TARGETS tropic_graphblas_static EXPORT tropic-graphblas-targets)
endif()
install(DIRECTORY ${tropic_graphblas_headers} DESTINATION ${tropic_graphblas_root})

# tropic_graphblas_link(NAME FILE): lib/NAME in the root, a link to FILE of the library folder.
function(tropic_graphblas_link name file)
    set(link ${PROJECT_BINARY_DIR}/graphblas-root/${name})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/graphblas-root)
    file(CREATE_LINK ../../../${file} ${link} SYMBOLIC)
    install(FILES ${link} DESTINATION ${tropic_graphblas_root}/lib)
endfunction()
# Under the names that programs ask for at run time, too, so that lib is all that a search path needs.
set(tropic_graphblas_soname libtropic_graphblas.so.${tropic_soversion})
tropic_graphblas_link(libgraphblas.so ${tropic_graphblas_soname})
tropic_graphblas_link(${tropic_graphblas_soname} ${tropic_graphblas_soname})
if(BUILD_SHARED_LIBS)
    tropic_graphblas_link(libtropic.so.${tropic_soversion} libtropic.so.${tropic_soversion})
else()
    tropic_graphblas_link(libgraphblas.a libtropic_graphblas.a)
endif()

set(tropic_graphblas_config ${tropic_graphblas_root}/lib/cmake/GraphBLAS)
install(EXPORT tropic-graphblas-targets NAMESPACE GraphBLAS:: FILE GraphBLASTargets.cmake
        DESTINATION ${tropic_graphblas_config})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/GraphBLASConfig.cmake.in
    ${PROJECT_BINARY_DIR}/GraphBLASConfig.cmake INSTALL_DESTINATION ${tropic_graphblas_config}
    PATH_VARS tropic_graphblas_root tropic_config_folder)
# The version that a project asks for is that of the C API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/GraphBLASConfigVersion.cmake
    VERSION ${TROPIC_GRAPHBLAS_API}.0 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/GraphBLASConfig.cmake ${PROJECT_BINARY_DIR}/GraphBLASConfigVersion.cmake
        DESTINATION ${tropic_graphblas_config})

configure_file(${PROJECT_SOURCE_DIR}/cmake/GraphBLAS.pc.in ${PROJECT_BINARY_DIR}/GraphBLAS.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/GraphBLAS.pc DESTINATION ${tropic_graphblas_root}/lib/pkgconfig)
