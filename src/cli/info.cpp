// quiver info: what this machine and this build can do.
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/common.hpp"

namespace quiver::cli {
namespace {

std::vector<quiver_backend_info> backends() {
  std::vector<quiver_backend_info> out;
  for (std::size_t i = 0; i < quiver_backend_count(); ++i) {
    quiver_backend_info info = {};
    info.struct_size = sizeof info;
    if (quiver_backend_at(i, &info) == QUIVER_OK) out.push_back(info);
  }
  return out;
}

std::vector<setup::Group> groups() {
  std::vector<setup::Group> out;
  for (std::size_t i = 0; i < quiver_group_count(); ++i) out.push_back(setup::describe(quiver_group_at(i)));
  return out;
}

/// The back end that serves `group`, or empty and the reason. `requested` may be NULL.
std::string selected(const setup::Group& group, const char* requested, std::string& reason) {
  const char* name = nullptr;
  quiver_error error = setup::empty_error();
  const quiver_status status = quiver_backend_select(group.handle, &name, requested, &error);
  if (status == QUIVER_OK) return name;
  reason = setup::error_text(status, error);
  return "";
}

/// The back end of the largest groups is what people mean by "the chosen one"; every group's own stands with its curve.
std::string chosen_backend(const std::vector<setup::Group>& all) {
  const setup::Group* largest = nullptr;
  for (const setup::Group& group : all)
    if (largest == nullptr || group.info.field_words > largest->info.field_words) largest = &group;
  std::string reason;
  const std::string name = largest == nullptr ? "" : selected(*largest, nullptr, reason);
  if (!reason.empty()) print_message(reason);
  return name;
}

void print_info_json(bool kernels) {
  const std::vector<setup::Group> all = groups();
  const std::string chosen = chosen_backend(all);
  setup::Json out;
  out["version"] = quiver_version();
  out["cpu_features"] = setup::Json::array();
  std::istringstream features(quiver_cpu_features());
  for (std::string feature; features >> feature;) out["cpu_features"].push_back(feature);
  out["backends"] = setup::Json::array();
  for (const quiver_backend_info& backend : backends()) {
    setup::Json entry;
    entry["name"] = backend.name;
    entry["available"] = backend.available != 0;
    entry["chosen"] = chosen == backend.name;
    entry["lanes"] = backend.lanes;
    entry["computes"] = backend.computes != 0;
    entry["reason"] = backend.reason;
    entry["calls"] = backend.calls;
    out["backends"].push_back(entry);
  }
  out["curves"] = setup::Json::array();
  for (const setup::Group& group : all) {
    setup::Json entry;
    entry["curve"] = group.info.curve;
    entry["group"] = group.info.group;
    entry["words"] = group.info.field_words;
    entry["degree"] = group.info.degree;
    entry["order_bits"] = group.info.order_bits;
    entry["cofactor_one"] = group.info.cofactor_is_one != 0;
    std::string reason;
    const std::string name = selected(group, nullptr, reason);
    entry["backend"] = name.empty() ? setup::Json(nullptr) : setup::Json(name);
    if (kernels) {
      entry["kernels"] = setup::Json::object();
      for (const quiver_backend_info& backend : backends()) {
        std::string why;
        entry["kernels"][backend.name] = selected(group, backend.name, why).empty() ? why : "yes";
      }
    }
    out["curves"].push_back(entry);
  }
  print_json(out);
}

void print_info_text(bool kernels) {
  const std::vector<setup::Group> all = groups();
  const std::string chosen = chosen_backend(all);
  print_line(fmt::format("quiver {}", quiver_version()));
  const std::string features = quiver_cpu_features();
  print_line(fmt::format("CPU features: {}", features.empty() ? "none that a back end asks for" : features));
  print_line("");
  print_line(fmt::format("{:<14} {:>5}  {}", "back end", "lanes", "state"));
  for (const quiver_backend_info& backend : backends()) {
    std::string state = backend.available == 0   ? fmt::format("not available: {}", backend.reason)
                        : chosen == backend.name ? "chosen"
                                                 : "available";
    if (backend.computes == 0) state += " (computes no curve points)";
    print_line(fmt::format("{:<14} {:>5}  {}", backend.name, backend.lanes, state));
  }
  print_line("");
  print_line(fmt::format("{:<22} {:<5} {:>5} {:>6} {:>10} {:>12}  {}", "curve", "group", "words", "degree",
                         "order bits", "cofactor one", "back end"));
  for (const setup::Group& group : all) {
    std::string reason;
    const std::string name = selected(group, nullptr, reason);
    print_line(fmt::format("{:<22} {:<5} {:>5} {:>6} {:>10} {:>12}  {}", group.info.curve, group.info.group,
                           group.info.field_words, group.info.degree, group.info.order_bits,
                           group.info.cofactor_is_one != 0 ? "yes" : "no", name.empty() ? "none" : name));
    if (!kernels) continue;
    for (const quiver_backend_info& backend : backends()) {
      std::string why;
      const bool serves = !selected(group, backend.name, why).empty();
      print_line(fmt::format("    {:<14} {}", backend.name, serves ? "yes" : why));
    }
  }
}

} // namespace

int run_info(const InfoOptions& options) {
  options.json ? print_info_json(options.kernels) : print_info_text(options.kernels);
  return kOk;
}

} // namespace quiver::cli
