# Finds an interpreter that has NumPy and the headers of Python, and pybind11. The first python3 on
# the path may lack one of them, so every candidate is tested.
#
# Sets CARDAN_PYTHON_EXECUTABLE (cache), and CARDAN_PYTHON_MISSING to the missing parts, or to an
# empty string.

set(CARDAN_PYTHON_EXECUTABLE "" CACHE FILEPATH "Interpreter for which the Python package is built; it needs NumPy and headers")
set(CARDAN_PYTHON_MISSING "")
set(probe [=[
import os, sys, sysconfig
import numpy
header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
sys.exit(0 if os.path.exists(header) else "no headers")
]=])
function(cardan_python_usable candidate result)
  execute_process(COMMAND ${candidate} -c "${probe}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

if(CARDAN_PYTHON_EXECUTABLE)
  cardan_python_usable(${CARDAN_PYTHON_EXECUTABLE} usable)
  if(NOT usable)
    set(CARDAN_PYTHON_MISSING "NumPy and the headers of Python for ${CARDAN_PYTHON_EXECUTABLE} (Debian: python3-numpy, python3-dev)")
  endif()
else()
  string(REPLACE ":" ";" folders "$ENV{PATH}:/usr/bin")
  foreach(folder IN LISTS folders)
    if(EXISTS ${folder}/python3)
      cardan_python_usable(${folder}/python3 usable)
      if(usable)
        set(CARDAN_PYTHON_EXECUTABLE ${folder}/python3 CACHE FILEPATH "" FORCE)
        break()
      endif()
    endif()
  endforeach()
  if(NOT CARDAN_PYTHON_EXECUTABLE)
    set(CARDAN_PYTHON_MISSING "a Python with NumPy and headers (Debian: python3-numpy, python3-dev)")
  endif()
endif()

if(NOT CARDAN_PYTHON_MISSING)
  set(PYTHON_EXECUTABLE ${CARDAN_PYTHON_EXECUTABLE} CACHE FILEPATH "" FORCE)
  find_package(pybind11 2.10 QUIET)
  if(NOT pybind11_FOUND)
    set(CARDAN_PYTHON_MISSING "pybind11 2.10 or newer (Debian: pybind11-dev)")
  endif()
endif()
