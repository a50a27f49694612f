# Compiler flags that every target of the project shares.

set(quiver_warnings -Wall -Wextra -Wshadow -Wpedantic)
if(QUIVER_WERROR)
  list(APPEND quiver_warnings -Werror)
endif()

set(quiver_sanitize_flags "")
if(QUIVER_SANITIZE)
  set(quiver_sanitize_flags -fsanitize=${QUIVER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(QUIVER_SANITIZE MATCHES "address") # sees what these look for, and they double the time to compile
    list(APPEND quiver_sanitize_flags -fno-sanitize=null,object-size,pointer-overflow,vptr)
  endif()
  if(QUIVER_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES "Clang") # coverage of everything, not of the targets alone
    list(APPEND quiver_sanitize_flags -fsanitize=fuzzer-no-link)
  endif()
endif()

# quiver_compile(target [NO_EXCEPTIONS]): language level, warnings, sanitizers, hidden symbols.
# NO_EXCEPTIONS is for everything in the library proper: neither exceptions nor RTTI.
function(quiver_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_EXCEPTIONS" "" "")
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:C,CXX>:${quiver_warnings};${quiver_sanitize_flags}>")
  if(ARG_NO_EXCEPTIONS)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti>")
  endif()
  if(quiver_sanitize_flags)
    target_link_options(${target} PRIVATE ${quiver_sanitize_flags})
  endif()
  target_compile_definitions(${target} PRIVATE $<$<BOOL:${QUIVER_VERIFY}>:QUIVER_VERIFY=1>)
  if(QUIVER_SANITIZE)
    target_compile_definitions(${target} PRIVATE QUIVER_SANITIZED=1)
  endif()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include")
endfunction()
