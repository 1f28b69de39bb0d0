# What stands before each call of the compiler, and how many of them run at once.

# Ninja runs three compilers on two processors, and on more processors two more than there are. These take
# turns, which costs a twentieth of the processor time on two (docs/performance.md).
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
set_property(GLOBAL APPEND PROPERTY JOB_POOLS compilers=${processors})
set(CMAKE_JOB_POOL_COMPILE compilers)

# A unit takes up to a gigabyte of memory: in pages of 2 MiB, clang takes 0.73 to 0.95 of the time, and
# g++ 0.92 (docs/performance.md). Without such pages, or without the GNU C library, nothing changes.
set(launcher env GLIBC_TUNABLES=glibc.malloc.hugetlb=1)

# If ccache is installed, a compiler's output is found again by any build of the same sources, in whatever
# folder. So no path of this checkout may be in it: the compiler writes paths relative to the checkout
# (-ffile-prefix-map, also for __FILE__), and ccache compares them so (CCACHE_BASEDIR, CCACHE_NOHASHDIR).
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")

find_program(CCACHE ccache)
if(CCACHE)
  # A precompiled header is compared by its content, and not by its time (ccache's manual, "Precompiled
  # headers").
  list(APPEND launcher CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
