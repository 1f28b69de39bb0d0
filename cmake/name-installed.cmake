# Run when Hilltop is installed below `pages`: in its documents a command begins with `hilltop`, and not
# with the `./hilltop` of a checkout, which `./hilltop` alone still means.
file(GLOB_RECURSE documents ${pages}/share/doc/hilltop/*.md ${pages}/share/hilltop/*.md)
foreach(document IN LISTS documents)
  file(READ ${document} text)
  string(REGEX REPLACE "\\./hilltop ([a-z-])" "hilltop \\1" named "${text}")
  if(NOT named STREQUAL text)
    file(WRITE ${document} "${named}")
  endif()
endforeach()
