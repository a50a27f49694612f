# Kernel units: one object per (back end, words, degree), compiled from src/kernels/<backend>.cpp, possibly with
# instruction-set flags, and isolated so that none of its code can be taken for anybody else's.
#
# The hazard (measured): a unit built with, say, -mavx512ifma that instantiates std::sort<uint32_t*> emits it as a weak
# symbol. The linker keeps one copy of each, possibly that one, and the baseline code that calls std::sort then dies of
# an illegal instruction on an older CPU. So: `ld -r --force-group-allocation` dissolves the COMDAT groups, and
# `objcopy --keep-global-symbol` makes every symbol local but the unit's table. tests/structure/check_symbols.py runs nm
# on the result. No LTO across units.
#
#   quiver_kernel_unit(<backend> <words> <degree> [SOURCES file.S ...] [OPTIONS flag ...])
#
# compiles with QUIVER_UNIT_WORDS, QUIVER_UNIT_DEGREE and QUIVER_UNIT_SYMBOL defined, the last one being the name of the
# one object with C linkage that the unit has to define: quiver_kernels_<backend>_<words>x<degree>. SOURCES are paths
# below src/. Units of back ends that QUIVER_BACKENDS leaves out are skipped. Afterwards:
#
#   quiver_write_unit_list(<file>)          a line QUIVER_UNIT(backend, words, degree, symbol) per unit built
#   quiver_link_kernel_units(<target> ...)  adds the objects to the libraries
#
# Isolation needs ELF and the GNU tools (or the like); sanitizer builds link the plain objects, as their runtimes share
# weak symbols on purpose, and so do other platforms, where the units keep to the rules without being held to them.

set(quiver_unit_objects "")
set(quiver_unit_lines "")

function(quiver_can_isolate out)
  set(${out} FALSE PARENT_SCOPE)
  if(QUIVER_SANITIZE OR NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" OR NOT CMAKE_LINKER OR NOT CMAKE_OBJCOPY)
    return()
  endif()
  execute_process(COMMAND "${CMAKE_LINKER}" --help OUTPUT_VARIABLE linker_help ERROR_QUIET)
  execute_process(COMMAND "${CMAKE_OBJCOPY}" --help OUTPUT_VARIABLE objcopy_help ERROR_QUIET)
  if(linker_help MATCHES "force-group-allocation" AND objcopy_help MATCHES "keep-global-symbol")
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()
quiver_can_isolate(QUIVER_ISOLATE_UNITS)
if(QUIVER_ISOLATE_UNITS)
  message(STATUS "Kernel units: isolated")
else()
  message(STATUS "Kernel units: plain objects (sanitizers, or tools without --force-group-allocation)")
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(QUIVER_X64 TRUE)
  enable_language(ASM)
else()
  set(QUIVER_X64 FALSE)
endif()

set(quiver_all_backends portable portable_x8 counting)
if(QUIVER_X64)
  list(APPEND quiver_all_backends x64_adx)
endif()
if(QUIVER_BACKENDS)
  foreach(backend IN LISTS QUIVER_BACKENDS)
    if(NOT backend IN_LIST quiver_all_backends)
      message(FATAL_ERROR "QUIVER_BACKENDS: `${backend}` does not exist here; there are: ${quiver_all_backends}")
    endif()
  endforeach()
  set(quiver_built_backends ${QUIVER_BACKENDS})
else()
  set(quiver_built_backends ${quiver_all_backends})
endif()

function(quiver_kernel_unit backend words degree)
  cmake_parse_arguments(PARSE_ARGV 3 ARG "" "" "SOURCES;OPTIONS")
  if(NOT backend IN_LIST quiver_built_backends)
    return()
  endif()
  set(name ${backend}_${words}x${degree})
  set(symbol quiver_kernels_${name})
  set(target quiver_unit_${name})

  set(sources "${CMAKE_CURRENT_SOURCE_DIR}/kernels/${backend}.cpp")
  set(assembly ${ARG_SOURCES})
  list(TRANSFORM assembly PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  if(QUIVER_ISOLATE_UNITS)
    list(APPEND sources ${assembly}) # every unit has its own copy
  endif()
  add_library(${target} OBJECT ${sources})
  quiver_compile(${target} NO_EXCEPTIONS)
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE
    QUIVER_UNIT_WORDS=${words} QUIVER_UNIT_DEGREE=${degree} QUIVER_UNIT_SYMBOL=${symbol})
  # No guards around function statics (a unit calls nothing of the C++ runtime), no sections of its own per function
  # (groups are dissolved anyway), and no unique symbols, which could not be made local.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics;-fno-function-sections;-fno-lto;${ARG_OPTIONS}>"
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>")

  set(objects ${quiver_unit_objects})
  if(QUIVER_ISOLATE_UNITS)
    set(object "${PROJECT_BINARY_DIR}/units/${name}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/units"
      COMMAND "${CMAKE_LINKER}" -r --force-group-allocation -o "${object}.joined" "$<TARGET_OBJECTS:${target}>"
      COMMAND "${CMAKE_OBJCOPY}" --keep-global-symbol=${symbol} "${object}.joined" "${object}"
      COMMAND "${CMAKE_COMMAND}" -E rm "${object}.joined"
      DEPENDS "$<TARGET_OBJECTS:${target}>" COMMAND_EXPAND_LISTS VERBATIM
      COMMENT "Isolating kernel unit ${name}")
    list(APPEND objects "${object}")
    set_property(GLOBAL APPEND PROPERTY QUIVER_ISOLATED_UNITS "${symbol}=${object}") # for the structure test
  else()
    list(APPEND objects "$<TARGET_OBJECTS:${target}>")
    if(assembly AND NOT TARGET quiver_unit_assembly)
      add_library(quiver_unit_assembly OBJECT)
      quiver_compile(quiver_unit_assembly)
      list(APPEND objects "$<TARGET_OBJECTS:quiver_unit_assembly>")
    endif()
    foreach(file IN LISTS assembly) # one copy for all units
      get_target_property(have quiver_unit_assembly SOURCES)
      if(NOT file IN_LIST have)
        target_sources(quiver_unit_assembly PRIVATE "${file}")
      endif()
    endforeach()
  endif()
  set(quiver_unit_objects ${objects} PARENT_SCOPE)
  set(quiver_unit_lines "${quiver_unit_lines}QUIVER_UNIT(${backend}, ${words}, ${degree}, ${symbol})\n" PARENT_SCOPE)
endfunction()

function(quiver_write_unit_list file)
  set(QUIVER_UNIT_LINES "${quiver_unit_lines}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/units.inc.in" "${file}" @ONLY)
endfunction()

function(quiver_link_kernel_units)
  if(QUIVER_ISOLATE_UNITS)
    # One rule for the objects, so that two libraries in a parallel make do not both run it.
    add_custom_target(quiver_units DEPENDS ${quiver_unit_objects})
    set_source_files_properties(${quiver_unit_objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  endif()
  foreach(target IN LISTS ARGN)
    target_sources(${target} PRIVATE ${quiver_unit_objects})
    if(QUIVER_ISOLATE_UNITS)
      add_dependencies(${target} quiver_units)
    endif()
  endforeach()
endfunction()
