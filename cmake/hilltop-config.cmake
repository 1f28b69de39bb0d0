# find_package(hilltop): the libraries as hilltop::core, hilltop::match, … hilltop::arena.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
find_dependency(fmt)
find_dependency(tomlplusplus)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/hilltop-targets.cmake)
