# Determines the version from the git tag: 1.2.3 on v1.2.3, 1.2.3+4.gabcdef0 four commits later.
# Before the first tag it is that of project(). archived-version.txt holds the query for git; in a
# source archive `git archive` has replaced it by the answer.
#
# hilltop_version_source() writes a source file with the version at build time, by running this file
# as a script. CPack includes it too, for the names of the packages.

# Sets hilltop_version, hilltop_commit (empty if unknown), hilltop_modified (whether the sources
# differ from that commit) and hilltop_version_inputs: the files, relative to the source, whose
# change can change these.
function(hilltop_read_version source fallback)
  set(version ${fallback})
  set(commit "")
  set(modified OFF)
  set(inputs "")
  file(READ ${source}/cmake/archived-version.txt answer)
  if(answer MATCHES "^\\$Format:(.*)\\$")
    set(question ${CMAKE_MATCH_1})
    set(answer "")
    find_program(GIT git)
    # A .git further up would be another project's, in which an archive was unpacked.
    if(GIT AND EXISTS ${source}/.git)
      set(git ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 ${GIT} -C ${source})
      execute_process(COMMAND ${git} log -1 --no-show-signature --format=${question}
        OUTPUT_VARIABLE answer ERROR_QUIET)
      set(of_program src cmake CMakeLists.txt)
      execute_process(COMMAND ${git} status --porcelain --untracked-files=no -- ${of_program}
        OUTPUT_VARIABLE modified ERROR_QUIET)
      execute_process(COMMAND ${git} rev-parse --git-path HEAD --git-path logs/HEAD
        --git-path packed-refs --git-path refs/tags OUTPUT_VARIABLE inputs ERROR_QUIET)
      execute_process(COMMAND ${git} ls-files -- ${of_program} OUTPUT_VARIABLE tracked ERROR_QUIET)
      string(APPEND inputs "${tracked}")
    endif()
  endif()

  if(answer MATCHES "^([0-9a-f]+) v([^\n]+)-([0-9]+)-g[0-9a-f]+\n")
    set(commit ${CMAKE_MATCH_1})
    set(version ${CMAKE_MATCH_2}+${CMAKE_MATCH_3}.g${CMAKE_MATCH_1})
  elseif(answer MATCHES "^([0-9a-f]+) v([^\n]+)\n")
    set(commit ${CMAKE_MATCH_1})
    set(version ${CMAKE_MATCH_2})
  elseif(answer MATCHES "^([0-9a-f]+)")
    set(commit ${CMAKE_MATCH_1})
  endif()
  # 1.2.3-rc1 comes before 1.2.3: dpkg sorts what follows a tilde first.
  string(REPLACE - ~ version ${version})

  string(REGEX REPLACE "\n$" "" inputs "${inputs}")
  string(REPLACE "\n" ";" inputs "${inputs}")
  set(hilltop_version ${version} PARENT_SCOPE)
  set(hilltop_commit "${commit}" PARENT_SCOPE)
  set(hilltop_version_inputs "${inputs}" PARENT_SCOPE)
  if(modified)
    set(hilltop_modified ON PARENT_SCOPE)
  else()
    set(hilltop_modified OFF PARENT_SCOPE)
  endif()
endfunction()

# hilltop_version_source(version.cpp): writes the file into the current binary folder. Ninja checks
# the inputs only, so a build with nothing to do does not run git.
function(hilltop_version_source name)
  set(compiler_GNU g++)
  set(compiler_Clang clang++)
  set(compiler ${compiler_${CMAKE_CXX_COMPILER_ID}})
  if(NOT compiler)
    set(compiler ${CMAKE_CXX_COMPILER_ID})
  endif()
  set(kind_address asan)
  set(kind_thread tsan)
  set(kind ${CMAKE_BUILD_TYPE})
  if(HILLTOP_SANITIZE)
    set(kind ${kind_${HILLTOP_SANITIZE}})
  endif()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(script ${PROJECT_SOURCE_DIR}/cmake/HilltopVersion.cmake)
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -D file=${file} -D source=${PROJECT_SOURCE_DIR}
      -D fallback=${PROJECT_VERSION} -D compiler=${compiler}\ ${CMAKE_CXX_COMPILER_VERSION}
      -D kind=${kind} -P ${script}
    DEPENDS ${script} ${PROJECT_SOURCE_DIR}/cmake/archived-version.txt
    DEPFILE ${file}.d COMMENT "Looking up the version" VERBATIM)
  set_source_files_properties(${file} PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

function(write_version_source)
  hilltop_read_version(${source} ${fallback})
  set(build "${compiler}, ${kind}")
  if(hilltop_commit AND hilltop_modified)
    set(build "commit ${hilltop_commit} modified, ${build}")
  elseif(hilltop_commit)
    set(build "commit ${hilltop_commit}, ${build}")
  endif()
  # An unchanged file is not written, so that nothing is compiled again.
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[
#include "apps/cli/version.hpp"

namespace hilltop::cli {
const std::string_view program_version = "@hilltop_version@", program_build = "@build@";
}  // namespace hilltop::cli
]])
  # Ninja would determine the version every time if an input were missing, or if there were none.
  set(there "")
  foreach(input IN LISTS hilltop_version_inputs ITEMS cmake/archived-version.txt)
    cmake_path(ABSOLUTE_PATH input BASE_DIRECTORY ${source})
    if(EXISTS ${input})
      string(REPLACE " " "\\ " input ${input})
      string(APPEND there " \\\n  ${input}")
    endif()
  endforeach()
  string(REPLACE " " "\\ " target ${file})
  file(WRITE ${file}.d "${target}:${there}\n")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  write_version_source()
endif()
