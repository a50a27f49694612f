// Ethereum's text set-up and blobs: any bytes give points and scalars, or a FileError.
#include "setup/error.hpp"
#include "setup/ethereum.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quiver::setup;
  const Bytes bytes(data, data + size);
  try {
    quiver_run_options options = {};
    options.struct_size = sizeof options;
    options.threads = 1;
    EthereumSetup setup(bytes, "fuzz.txt");
    for (Section section : {Section::kG1Lagrange, Section::kG2Monomial, Section::kG1Monomial})
      if (setup.count(section) <= 64) (void)setup.points(section, options);
  } catch (const FileError&) {
  }
  try {
    const Group group = describe(quiver_group_find("bls12-381", nullptr));
    (void)read_blob(bytes, "fuzz.bin", group);
  } catch (const FileError&) {
  }
  return 0;
}
