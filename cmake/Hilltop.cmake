# Functions that define libraries and tests. A library links only the modules it may see, which
# enforces the layers (docs/architecture.md).

add_library(hilltop_flags INTERFACE)
target_compile_features(hilltop_flags INTERFACE cxx_std_23)
target_compile_options(hilltop_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: reports overlapping memory in std::string's operator+.
  target_compile_options(hilltop_flags INTERFACE -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Takes a reference to a table that stays for one to the temporary argument it was asked with.
  target_compile_options(hilltop_flags INTERFACE -Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler looks for garbage when it has this many KiB, and not at 128 MiB: a tenth of the time
  # that a unit takes.
  target_compile_options(hilltop_flags INTERFACE --param=ggc-min-heapsize=524288)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12 and RapidCheck use features that C++23 deprecates, and clang reports them at each
  # use of their templates.
  target_compile_options(hilltop_flags INTERFACE -Wno-deprecated-declarations)
  # Tables are computed at compile time, in more steps than clang's default limit.
  target_compile_options(hilltop_flags INTERFACE -fconstexpr-steps=100000000)
endif()
# The compilers that the tests run with. Warnings are errors only there: an unknown compiler may be
# wrong, and so are size estimates under a sanitizer.
set(known_compilers "GNU 12.2" "GNU 14.2" "Clang 19.1")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" compiler_version ${CMAKE_CXX_COMPILER_VERSION})
if("${CMAKE_CXX_COMPILER_ID} ${compiler_version}" IN_LIST known_compilers AND NOT HILLTOP_SANITIZE)
  target_compile_options(hilltop_flags INTERFACE -Werror)
endif()
if(HILLTOP_SANITIZE)
  target_compile_options(hilltop_flags INTERFACE -fsanitize=${HILLTOP_SANITIZE} -fno-omit-frame-pointer)
  string(TOUPPER HILLTOP_SANITIZE_${HILLTOP_SANITIZE} sanitizer)
  target_compile_definitions(hilltop_flags INTERFACE ${sanitizer})
  target_link_options(hilltop_flags INTERFACE -fsanitize=${HILLTOP_SANITIZE})
  if(HILLTOP_SANITIZE STREQUAL "address")
    target_compile_options(hilltop_flags INTERFACE -fsanitize=undefined -fno-sanitize-recover=all)
    if(NOT HILLTOP_FUZZ)
      # A third of the time to compile goes to these. AddressSanitizer sees a null pointer and the end
      # of an object too; all of them watch what comes from outside (scripts/fuzz).
      target_compile_options(hilltop_flags INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # Its frames on the heap are not for a process that runs on its parent's memory (runner/warden).
      target_compile_options(hilltop_flags INTERFACE -fsanitize-address-use-after-return=never)
    endif()
    target_link_options(hilltop_flags INTERFACE -fsanitize=undefined)
  endif()
endif()

if(HILLTOP_FUZZ)
  target_compile_options(hilltop_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# hilltop_cold(target): compiles code that no game waits for in half the time, with fewer
# optimizations. Under AddressSanitizer, whose checks the optimizer spends most of its time on, with none.
function(hilltop_cold target)
  if(HILLTOP_SANITIZE STREQUAL "address" AND NOT HILLTOP_FUZZ)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  endif()
endfunction()

# hilltop_hot(arena loop_pig.cpp … LINKS hilltop::play …): adds files with hot paths to a cold library, which are
# compiled together with all optimizations. Where cold code has none, there is nothing to keep apart. Sets
# `hot_objects`: what $<TARGET_OBJECTS:arena> lacks.
function(hilltop_hot target)
  cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
  set(files ${arg_UNPARSED_ARGUMENTS})
  if(HILLTOP_SANITIZE STREQUAL "address" AND NOT HILLTOP_FUZZ)
    target_sources(${target} PRIVATE ${files})
    set(hot_objects "" PARENT_SCOPE)
    return()
  endif()
  add_library(${target}_hot OBJECT ${files})
  target_link_libraries(${target}_hot PRIVATE hilltop_flags ${arg_LINKS})
  set_target_properties(${target}_hot PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_hot>)
  set(hot_objects $<TARGET_OBJECTS:${target}_hot> PARENT_SCOPE)
endfunction()

# hilltop_library(core SOURCES a.cpp … [LINKS …] [COLD]): defines a module as target hilltop_core. Its code may go
# into a shared library (src/apps/library), where nobody replaces its functions, so that calls stay direct.
function(hilltop_library name)
  cmake_parse_arguments(arg "COLD" "" "SOURCES;LINKS" ${ARGN})
  set(target hilltop_${name})
  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    target_include_directories(${target} PUBLIC
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hilltop>)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:hilltop_flags> PUBLIC ${arg_LINKS})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON)
    if(arg_COLD)
      hilltop_cold(${target})
    endif()
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hilltop>)
    target_link_libraries(${target} INTERFACE ${arg_LINKS})
  endif()
  target_compile_features(${target} INTERFACE cxx_std_23)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(hilltop::${name} ALIAS ${target})
  install(TARGETS ${target} EXPORT hilltop-targets COMPONENT development)
endfunction()

# hilltop_embed(server FOLDER page/built HEADER "server/pages.hpp"): writes built_files.cpp, which puts
# every file of the folder into the program as it is, as hilltop::server::built_files().
function(hilltop_embed module)
  cmake_parse_arguments(arg "" "FOLDER;HEADER" "" ${ARGN})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${arg_FOLDER})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
  set(included)
  set(entries)
  set(paths)
  foreach(file IN LISTS files)
    string(MAKE_C_IDENTIFIER "hilltop_${module}_${file}" symbol)
    string(APPEND included "HILLTOP_INCLUDE(${symbol}, \"${folder}/${file}\")\n")
    string(APPEND entries "    {\"/${file}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    list(APPEND paths ${folder}/${file})
  endforeach()
  file(CONFIGURE OUTPUT built_files.cpp @ONLY CONTENT [[
#include <array>

#include "@arg_HEADER@"

#define HILLTOP_INCLUDE(symbol, file)                                            \
  __asm__(".section .rodata\n.balign 8\n.global " #symbol "\n.global " #symbol   \
          "_end\n" #symbol ":\n.incbin \"" file "\"\n" #symbol "_end:\n.byte 0\n.previous\n"); \
  extern "C" const char symbol[], symbol##_end[];

@included@
namespace hilltop::@module@ {

std::span<const BuiltFile> built_files() {
  static const std::array files = std::to_array<BuiltFile>({
@entries@  });
  return files;
}

}  // namespace hilltop::@module@
]])
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/built_files.cpp PROPERTIES
    OBJECT_DEPENDS "${paths}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# hilltop_for_tests(): defines what all tests have in common: the precompiled headers, and what
# core/source_dir_for_test.hpp declares. That is the only object that knows the folder of the sources.
function(hilltop_for_tests)
  if(NOT HILLTOP_TESTS)
    return()
  endif()
  file(CONFIGURE OUTPUT source_dir_for_test.cpp CONTENT [[#include "core/source_dir_for_test.hpp"

std::filesystem::path hilltop::source_dir() { return "@PROJECT_SOURCE_DIR@"; }
]] @ONLY)
  add_library(hilltop_for_tests STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/source_dir_for_test.cpp)
  target_include_directories(hilltop_for_tests PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(hilltop_for_tests PRIVATE hilltop_flags PUBLIC GTest::gtest_main rapidcheck)
  hilltop_cold(hilltop_for_tests)
  if(HILLTOP_UNITY)
    target_precompile_headers(hilltop_for_tests PRIVATE <algorithm> <array> <chrono> <cstdint> <expected>
      <filesystem> <fstream> <functional> <map> <optional> <set> <span> <sstream> <string> <string_view> <thread>
      <vector> <gtest/gtest.h> <rapidcheck/gtest.h>)
  endif()
endfunction()

# hilltop_test(core_test SOURCES a_test.cpp … LINKS hilltop::core … [OPTIMIZED]): defines one program, which ctest runs
# as one test. It is compiled if a selected test needs it (./check). OPTIMIZED: its point is what optimized code
# computes, so that ./check runs it in a release build too.
function(hilltop_test name)
  cmake_parse_arguments(arg "OPTIMIZED" "" "SOURCES;LINKS" ${ARGN})
  if(NOT HILLTOP_TESTS OR NOT arg_SOURCES)
    return()
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE hilltop_flags ${arg_LINKS} hilltop_for_tests)
  hilltop_cold(${name})
  if(HILLTOP_UNITY)
    target_precompile_headers(${name} REUSE_FROM hilltop_for_tests)
  endif()
  set(label unit)
  if(arg_OPTIMIZED)
    set(label optimized)
  endif()
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  # Many are longer than what could follow them, so they begin first.
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1800 COST 1000
    REQUIRED_FILES $<TARGET_FILE:${name}> ENVIRONMENT "RC_PARAMS=seed=1")
endfunction()

# hilltop_game(pazaak RULES rules.cpp … TEXT text.cpp … BOTS bots/… [SOLVER solver/… or engine/…]):
# defines a game's folder. Rules, texts, bots and solver are separate libraries, so that rules cannot include
# bots; its tests are one program, and those of its bots and solvers another; the arena's catalog includes
# game.hpp. Without contraction the solver computes the same numbers on machines that fuse
# multiplications.
function(hilltop_game name)
  cmake_parse_arguments(arg "" "" "RULES;TEXT;BOTS;SOLVER" ${ARGN})
  hilltop_library(${name}_rules SOURCES ${arg_RULES} LINKS hilltop::core)
  hilltop_library(${name}_text SOURCES ${arg_TEXT}
    LINKS hilltop::${name}_rules nlohmann_json::nlohmann_json COLD)
  set(solver)
  if(arg_SOLVER)
    set(solver hilltop::${name}_solver)
    hilltop_library(${name}_solver SOURCES ${arg_SOLVER} LINKS hilltop::${name}_rules Threads::Threads)
    target_compile_options(hilltop_${name}_solver PRIVATE -ffp-contract=off)
  endif()
  hilltop_library(${name}_bots SOURCES ${arg_BOTS} LINKS hilltop::${name}_rules ${solver})
  set(links hilltop::${name}_text hilltop::${name}_bots hilltop::match)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
  hilltop_test(${name}_test SOURCES ${tests} LINKS ${links})
  if(TEST ${name}_test)
    set_tests_properties(${name}_test PROPERTIES FIXTURES_REQUIRED folder_of_scenes FIXTURES_SETUP scenes)
    set_property(TEST ${name}_test APPEND PROPERTY ENVIRONMENT HILLTOP_SCENES=${PROJECT_BINARY_DIR}/scenes)
  endif()
  file(GLOB tests CONFIGURE_DEPENDS bots/*_test.cpp solver/*_test.cpp engine/*_test.cpp)
  hilltop_test(${name}_bots_test SOURCES ${tests} LINKS ${links} OPTIMIZED)
  set_property(GLOBAL APPEND PROPERTY HILLTOP_GAMES ${name})
endfunction()

# hilltop_puzzle_stock(pazaak): writes puzzle_stock.cpp, which puts puzzles.txt of a game's folder into the program
# as it is, as hilltop::pazaak::Puzzles::stock().
function(hilltop_puzzle_stock name)
  set(file ${CMAKE_CURRENT_SOURCE_DIR}/puzzles.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} stock)
  file(CONFIGURE OUTPUT puzzle_stock.cpp @ONLY CONTENT [[
#include "games/@name@/bots/puzzles.hpp"

// No compiler of ours minds the length of a text; clang says that another might.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
namespace hilltop::@name@ {
std::string_view Puzzles::stock() { return R"hilltop(@stock@)hilltop"; }
}  // namespace hilltop::@name@
#pragma GCC diagnostic pop
]])
endfunction()

# hilltop_list_of_games(NAMESPACE arena TYPE GameModule MAKE game_module HEADER arena/any_game_of.hpp
#   LIST catalog LIST_HEADER arena/catalog.hpp [WITH actions.hpp]
#   [LOOP "int play<@game@::Module>()" LOOP_HEADER play/play.hpp]):
# generates a file for each game (that has the file WITH), with what the game instantiates, and one that defines
# LIST, a function that returns a std::span<const TYPE>: what MAKE<Module>() of HEADER returns for each game. Sets
# `game_files`, `list_file` and `game_libraries`. LOOP: a function that files of their own instantiate, `loop_files`.
function(hilltop_list_of_games)
  cmake_parse_arguments(arg "" "NAMESPACE;TYPE;MAKE;HEADER;LIST;LIST_HEADER;WITH;LOOP;LOOP_HEADER" "" ${ARGN})
  get_property(games GLOBAL PROPERTY HILLTOP_GAMES)
  set(files)
  set(loops)
  set(libraries)
  set(declarations)
  set(entries)
  foreach(game IN LISTS games)
    if(arg_WITH AND NOT EXISTS ${PROJECT_SOURCE_DIR}/src/games/${game}/${arg_WITH})
      continue()
    endif()
    set(elsewhere)
    if(arg_LOOP)
      string(CONFIGURE "template ${arg_LOOP};" loop @ONLY)
      set(elsewhere "extern ${loop}\n")
      file(CONFIGURE OUTPUT loop_${game}.cpp @ONLY CONTENT [[
#include "@arg_LOOP_HEADER@"
#include "games/@game@/game.hpp"

namespace hilltop {
@loop@
}  // namespace hilltop
]])
      list(APPEND loops ${CMAKE_CURRENT_BINARY_DIR}/loop_${game}.cpp)
    endif()
    file(CONFIGURE OUTPUT game_${game}.cpp @ONLY CONTENT [[
#include "@arg_HEADER@"
#include "games/@game@/game.hpp"

namespace hilltop {
@elsewhere@namespace @arg_NAMESPACE@ {
@arg_TYPE@ module_@game@();
@arg_TYPE@ module_@game@() { return @arg_MAKE@<@game@::Module>(); }
}  // namespace @arg_NAMESPACE@
}  // namespace hilltop
]])
    list(APPEND files ${CMAKE_CURRENT_BINARY_DIR}/game_${game}.cpp)
    list(APPEND libraries hilltop::${game}_text hilltop::${game}_bots)
    string(APPEND declarations "${arg_TYPE} module_${game}();\n")
    string(APPEND entries "module_${game}(), ")
  endforeach()
  file(CONFIGURE OUTPUT games.cpp @ONLY CONTENT [[
#include <vector>

#include "@arg_LIST_HEADER@"

namespace hilltop::@arg_NAMESPACE@ {
@declarations@
std::span<const @arg_TYPE@> @arg_LIST@() {
  static const std::vector<@arg_TYPE@> games{@entries@};
  return games;
}
}  // namespace hilltop::@arg_NAMESPACE@
]])
  set(game_files ${files} PARENT_SCOPE)
  set(loop_files ${loops} PARENT_SCOPE)
  set(list_file ${CMAKE_CURRENT_BINARY_DIR}/games.cpp PARENT_SCOPE)
  set(game_libraries ${libraries} PARENT_SCOPE)
endfunction()
