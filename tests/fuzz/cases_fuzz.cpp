// Case files: any bytes give cases or a FileError, and what was read can be written and read again.
#include <cstdlib>

#include "setup/cases.hpp"
#include "setup/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quiver::setup;
  CaseFile file;
  try {
    file = read_cases(Bytes(data, data + size), "fuzz.json", nullptr);
  } catch (const FileError&) {
    return 0;
  }
  for (const Case& c : file.cases)
    if (c.prng) return 0; // written by rule, not point by point
  std::string text = write_cases(file);
  CaseFile again = read_cases(Bytes(text.begin(), text.end()), "again.json", nullptr);
  if (again.cases.size() != file.cases.size()) std::abort();
  for (std::size_t i = 0; i < file.cases.size(); i++)
    if (again.cases[i].points != file.cases[i].points || again.cases[i].scalars != file.cases[i].scalars) std::abort();
  return 0;
}
