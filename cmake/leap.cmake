# How every target of this project is built: warnings are errors, one include root, one place for binaries.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(LEAP_CCACHE ccache)
if(LEAP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LEAP_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${LEAP_CCACHE})
endif()

find_program(LEAP_MOLD mold)
if(LEAP_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Adds each named subfolder that has a CMakeLists.txt.
function(leap_add_folders)
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

# Warnings, sanitizers and the include root (the top of the tree) for one target.
function(leap_target_defaults target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror)
  if(LEAP_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC 12 sees overlaps and uninitialised reads in its own std::string once sanitizers are on (GCC bug 105329).
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized)
    endif()
  endif()
endfunction()

# leap_library(NAME SOURCES... ) then target_link_libraries as usual.
function(leap_library name)
  add_library(${name} STATIC ${ARGN})
  leap_target_defaults(${name})
endfunction()

function(leap_executable name)
  add_executable(${name} ${ARGN})
  leap_target_defaults(${name})
endfunction()

# leap_test(NAME SOURCES... [LIBRARIES ...] [LABELS ...] [SERIAL] [TIMEOUT seconds]): one GoogleTest program, one ctest entry a case.
function(leap_test name)
  cmake_parse_arguments(ARG "SERIAL" "TIMEOUT" "LIBRARIES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  leap_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE LEAP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LEAP_BINARY_DIR="${CMAKE_BINARY_DIR}/bin")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}" $<$<BOOL:${ARG_SERIAL}>:RUN_SERIAL> $<$<BOOL:${ARG_SERIAL}>:TRUE>)
endfunction()
