// Back end `portable_x8`: the eight-lane engine over plain words. Slow, but the same limbs, ranges and masks as vector
// back ends, on any machine and under sanitizers.
#include "field/fp_lanes.hpp"
#include "field/vec_portable.hpp"
#include "kernels/unit.hpp"

using Base = quiver::FpLanes<QUIVER_UNIT_WORDS, quiver::VecPortable>;
using Field = quiver::Coordinates<Base, QUIVER_UNIT_DEGREE>::Field;

extern "C" {
extern constinit const quiver::Kernels QUIVER_UNIT_SYMBOL;
constinit const quiver::Kernels QUIVER_UNIT_SYMBOL = quiver::unit_table<Field>("portable_x8");
}
