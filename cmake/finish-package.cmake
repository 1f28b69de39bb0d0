# Run by CPack after everything is in its staging folder and before it is packed. Removes the search
# path for bundled libraries from the Debian package. Copies these libraries into the archive, and
# checks that it needs no newer glibc than promised. Adds the licences of third-party code to both.
set(glibc_promised 2.36)  # of Debian 12; also in docs/install.md
# Packages compiled into the programs without a shared library: SQLiteCpp, header-only libraries,
# and glibc in the warden. Boost's, which has a version in its name, is looked up.
set(compiled_in libsqlitecpp-dev libcli11-dev nlohmann-json3-dev librandom123-dev libc6-dev)

file(GLOB_RECURSE warden ${CPACK_TEMPORARY_DIRECTORY}/hilltop-warden)
cmake_path(GET warden PARENT_PATH bin)
cmake_path(GET bin PARENT_PATH prefix)
set(licences ${prefix}/share/doc/hilltop/licences)

function(run_or_fail result)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE said RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${status}\n${said}")
  endif()
  set(${result} "${out}" PARENT_SCOPE)
endfunction()

# Copies a package's copyright file, and the common licences that it refers to.
function(add_licence package)
  set(file /usr/share/doc/${package}/copyright)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${file} is missing, which has to go into the package: the licence of what is "
      "compiled in. Make packages on Debian, with ${package} installed, and its documentation too.")
  endif()
  configure_file(${file} ${licences}/${package} COPYONLY)
  file(READ ${file} text)
  string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" common "${text}")
  foreach(licence IN LISTS common)
    if(EXISTS ${licence})
      cmake_path(GET licence FILENAME name)
      file(REAL_PATH ${licence} licence)
      configure_file(${licence} ${licences}/common-licenses/${name} COPYONLY)
    endif()
  endforeach()
endfunction()

# Finds the package that a library or a header came from. dpkg may list a file of /usr/lib under /lib.
function(package_of library result)
  string(REGEX REPLACE "^/usr" "" short ${library})
  foreach(path IN ITEMS ${library} ${short})
    execute_process(COMMAND dpkg-query --search ${path} OUTPUT_VARIABLE found ERROR_QUIET)
    if(found MATCHES "^([^:,\n]+)")
      set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${library} goes into the package and is of no Debian package, so its licence "
    "cannot be found; build with the libraries of Debian")
endfunction()

# Copies all shared libraries that are not part of glibc.
function(bundle_libraries)
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${bin}/hilltop ${bin}/hilltop-gomocup
    ${bin}/pbrain-hilltop
    LIBRARIES ${CPACK_HILLTOP_LIBPQ}
    RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv)\\.so")
  foreach(library IN LISTS libraries CPACK_HILLTOP_LIBPQ)
    cmake_path(GET library FILENAME name)
    file(REAL_PATH ${library} file)
    configure_file(${file} ${prefix}/lib/hilltop/${name} COPYONLY)
    package_of(${file} package)
    add_licence(${package})
  endforeach()
endfunction()

function(check_glibc)
  file(GLOB files ${bin}/* ${prefix}/lib/hilltop/*)
  foreach(file IN LISTS files)
    run_or_fail(needed objdump --private-headers ${file})
    string(REGEX MATCHALL "GLIBC_[0-9.]+" needed "${needed}")
    foreach(symbols IN LISTS needed)
      string(REPLACE GLIBC_ "" version ${symbols})
      if(version VERSION_GREATER glibc_promised)
        cmake_path(GET file FILENAME name)
        message(FATAL_ERROR "${name} needs glibc ${version}, and the archive promises to run with "
          "${glibc_promised}. Make it on Debian 12: scripts/clean-root bookworm --first --release DIR")
      endif()
    endforeach()
  endforeach()
endfunction()

package_of(/usr/include/boost/version.hpp boost)
foreach(package IN LISTS compiled_in boost)
  add_licence(${package})
endforeach()
if(CPACK_GENERATOR STREQUAL DEB)
  configure_file(${CPACK_HILLTOP_SOURCE}/cmake/debian/copyright ${prefix}/share/doc/hilltop/copyright COPYONLY)
  file(RPATH_REMOVE FILE ${bin}/hilltop)
  file(RPATH_REMOVE FILE ${bin}/hilltop-gomocup)
  file(RPATH_REMOVE FILE ${bin}/pbrain-hilltop)
else()
  bundle_libraries()
  check_glibc()
endif()
