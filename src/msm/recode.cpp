#include "msm/recode.hpp"

namespace quiver {

namespace {

constexpr std::size_t kChunk = 1024; // scalars a task takes at once

/// All keys of one part. words: at most windows.bits() bits, biased on the way.
void put_keys(Key* keys, std::size_t stride, std::uint64_t* words, bool negative, const Windows& windows) {
  windows.add_bias(words);
  for (unsigned w = 0; w < windows.count(); w++) {
    const std::int32_t digit = windows.digit(words, w);
    const auto sign = static_cast<std::uint32_t>(digit >> 31);
    const std::uint32_t magnitude = (static_cast<std::uint32_t>(digit) ^ sign) - sign;
    const std::uint32_t mask = (std::uint32_t{1} << windows[w].log_buckets()) - 1;
    const Key key = (magnitude & mask) | ((sign ^ (negative ? ~0u : 0u)) & 0x80000000);
    keys[w * stride] = digit == 0 ? kNoKey : key;
  }
}

} // namespace

unsigned longest_scalar(const Runner& runner, const ScalarReader& reader, std::size_t n) {
  const std::size_t slices = n / kChunk < runner.width() ? n / kChunk + 1 : runner.width();
  std::uint64_t any[kScalarWords] = {}; // a bit that some scalar has
  Mutex mutex;
  parallel_for(runner.executor, slices, [&](std::size_t slice) {
    std::uint64_t own[kScalarWords] = {}, words[kScalarWords];
    for (std::size_t i = n * slice / slices; i < n * (slice + 1) / slices; i++) {
      reader.read(words, i);
      for (unsigned w = 0; w < kScalarWords; w++) own[w] |= words[w];
    }
    const MutexLock lock(mutex);
    for (unsigned w = 0; w < kScalarWords; w++) any[w] |= own[w];
  });
  const unsigned bits = bit_length(any, kScalarWords);
  return bits != 0 ? bits : 1;
}

Error recode(const Runner& runner, Key* keys, std::size_t stride, const ScalarReader& reader, std::size_t first,
             std::size_t n, const Endomorphism* endo, const Windows& windows) {
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  parallel_for(runner.executor, chunks, [&](std::size_t chunk) {
    if (runner.stopped()) return;
    for (std::size_t i = chunk * kChunk; i < n && i < (chunk + 1) * kChunk; i++) {
      std::uint64_t words[kDigitWords] = {};
      reader.read(words, first + i);
      if (endo == nullptr) {
        put_keys(keys + i, stride, words, false, windows);
        continue;
      }
      SignedWords part[kMaxEndoDimension];
      decompose(*endo, words, part);
      for (unsigned j = 0; j < endo->dimension; j++) {
        for (unsigned w = 0; w < kDigitWords; w++) words[w] = w < 3 ? part[j].words[w] : 0;
        put_keys(keys + j * n + i, stride, words, part[j].negative, windows);
      }
    }
    runner.advance(0);
  });
  return runner.stopped() ? cancelled() : success();
}

} // namespace quiver
