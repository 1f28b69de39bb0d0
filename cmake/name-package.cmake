# Read by CPack before each package: sets its name from the version.
include(${CPACK_HILLTOP_SOURCE}/cmake/HilltopVersion.cmake)
hilltop_read_version(${CPACK_HILLTOP_SOURCE} ${CPACK_HILLTOP_FALLBACK})
set(CPACK_PACKAGE_VERSION ${hilltop_version})
set(CPACK_PACKAGE_FILE_NAME hilltop-${hilltop_version}-linux-${CPACK_HILLTOP_MACHINE})
