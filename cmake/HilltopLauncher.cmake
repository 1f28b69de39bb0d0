# If ccache is installed, a compiler's output is found again by any build of the same sources, in whatever
# folder. So no path of this checkout may be in it: the compiler writes paths relative to the checkout
# (-ffile-prefix-map, also for __FILE__), and ccache compares them so (CCACHE_BASEDIR, CCACHE_NOHASHDIR).
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is compared by its content, and not by its time (ccache's manual, "Precompiled
  # headers").
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
