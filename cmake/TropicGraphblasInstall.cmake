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

# ---- as SuiteSparse:GraphBLAS, for projects that look for that: of their own choice a component of the installation

set(suitesparse COMPONENT graphblas_as_suitesparse)
if(NOT TROPIC_GRAPHBLAS_AS_SUITESPARSE)
    list(APPEND suitesparse EXCLUDE_FROM_ALL)
endif()
install(DIRECTORY ${tropic_graphblas_headers}/ DESTINATION ${tropic_graphblas_root}/include/suitesparse
        ${suitesparse})
# Files that take the place of others go first: CMake leaves one that was written at the same time as the new one.
install(CODE "set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
    file(REMOVE \"\${root}/${tropic_graphblas_config}/GraphBLASConfigVersion.cmake\"
                \"\${root}/${tropic_graphblas_root}/lib/pkgconfig/GraphBLAS.pc\")" ${suitesparse})
# A file in place of the link: modules of CMake take a version from a library's real name. Programs are linked to the
# library's own name, so that they still load the one file.
install(CODE "set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
    file(REMOVE \"\${root}/${tropic_graphblas_root}/lib/libgraphblas.so\")
    file(COPY_FILE \"\${root}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:tropic_graphblas>\"
        \"\${root}/${tropic_graphblas_root}/lib/libgraphblas.so\")" ${suitesparse})
file(STRINGS ${tropic_graphblas_headers}/GraphBLAS.h tropic_graphblas_lines
     REGEX "^#define GxB_IMPLEMENTATION_(MAJOR|MINOR|SUB) [0-9]+$")
list(TRANSFORM tropic_graphblas_lines REPLACE "^.* " "")
list(JOIN tropic_graphblas_lines "." TROPIC_GRAPHBLAS_NAMES)
set(suitesparse_files ${PROJECT_BINARY_DIR}/graphblas-as-suitesparse)
configure_file(${PROJECT_SOURCE_DIR}/cmake/GraphBLASAsSuiteSparseVersion.cmake.in
    ${suitesparse_files}/GraphBLASConfigVersion.cmake @ONLY)
install(FILES ${suitesparse_files}/GraphBLASConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/GraphBLASAsSuiteSparse.cmake
        DESTINATION ${tropic_graphblas_config} ${suitesparse})
block()
    set(TROPIC_GRAPHBLAS_API 10.0) # (pkg-config has no answer to each request.)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/GraphBLAS.pc.in ${suitesparse_files}/GraphBLAS.pc @ONLY)
endblock()
install(FILES ${suitesparse_files}/GraphBLAS.pc DESTINATION ${tropic_graphblas_root}/lib/pkgconfig ${suitesparse})
