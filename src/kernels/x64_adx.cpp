// Back end `x64_adx`: scalar code with products in assembly (BMI2, ADX).
#include "field/fp_x64_adx.hpp"
#include "kernels/unit.hpp"

using Field = quiver::Coordinates<quiver::FpAdx<QUIVER_UNIT_WORDS>, QUIVER_UNIT_DEGREE>::Field;

extern "C" {
extern constinit const quiver::Kernels QUIVER_UNIT_SYMBOL;
constinit const quiver::Kernels QUIVER_UNIT_SYMBOL = quiver::unit_table<Field>("x64_adx");
}
