# The packages that `cpack` makes of the installation component runtime, called by scripts/release:
# a Debian package, which uses the system's libraries, and an archive that contains them. Both come
# from the same build: the programs also search lib/hilltop for libraries, where the archive has
# some; the Debian package drops that path (cmake/finish-package.cmake).
set_target_properties(hilltop hilltop-gomocup pbrain-hilltop PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/hilltop")
# libedit needs other libraries of that folder. They are found by the program's RPATH, but not by a
# RUNPATH, which is for the program's own libraries only.
target_link_options(hilltop PRIVATE LINKER:--disable-new-dtags)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME hilltop)
set(CPACK_PACKAGE_VENDOR Hilltop)
set(CPACK_PACKAGE_CONTACT "Hilltop maintainers <maintainers@hilltop.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION "Hilltop plays whole tournaments of Yahtzee, Simple Pazaak and Gomoku
between bots in any language, which it keeps in a sandbox, and prints a
ranking that anybody can reproduce from the seed. People can play too.")
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};hilltop;runtime;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libpq5)  # which no program links: src/core/libpq.cpp
set(CPACK_HILLTOP_LIBPQ ${pq_LIBDIR}/libpq.so.5)
# The languages of `hilltop new` and of the examples.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "default-jdk-headless, g++, nodejs")

# CPack reads the version again, because it may have changed since CMake configured.
set(CPACK_HILLTOP_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_HILLTOP_FALLBACK ${PROJECT_VERSION})
set(CPACK_HILLTOP_MACHINE ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/name-package.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/finish-package.cmake)
include(CPack)
