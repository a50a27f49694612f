// Back end `portable`: scalar code in plain C++. The oracle of all others, and always available.
#include "field/fp.hpp"
#include "kernels/unit.hpp"

using Field = quiver::Coordinates<quiver::Fp<QUIVER_UNIT_WORDS>, QUIVER_UNIT_DEGREE>::Field;

extern "C" {
extern constinit const quiver::Kernels QUIVER_UNIT_SYMBOL;
constinit const quiver::Kernels QUIVER_UNIT_SYMBOL = quiver::unit_table<Field>("portable");
}
