#include "msm/tasks.hpp"

namespace quiver {

void add_counts(Counts& total, const Counts& part) {
  for (unsigned i = 0; i < static_cast<unsigned>(Phase::count); i++) {
    total.phase[i].group += part.phase[i].group;
    total.phase[i].useful += part.phase[i].useful;
    total.phase[i].issued += part.phase[i].issued;
  }
}

} // namespace quiver
