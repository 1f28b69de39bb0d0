#include "play/seed.hpp"

#include <cctype>
#include <charconv>
#include <sodium.h>
#include <span>

#include "core/hex.hpp"

namespace hilltop::play {
namespace {

constexpr std::string_view digits = "0123456789abcdefghjkmnpqrstvwxyz";  // without i, l, o and u
constexpr std::size_t bits_a_digit = 5;
constexpr std::size_t digits_of_secret = 26;
constexpr std::size_t digits_a_group = 5;
constexpr int highest_digits = 8;  // the first digit has the highest three bits

constexpr const char* looks =
    "a seed is a whole number below 2^64, or the 26 digits and letters of a seed that was drawn, "
    "such as 3f0k9-…";

// Returns the value of a digit as a person types it; -1 if it is none.
int value_of(char typed) {
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(typed)));
  if (lower == 'i' || lower == 'l') return 1;
  if (lower == 'o') return 0;
  const std::size_t at = digits.find(lower);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

Seed Seed::drawn() {
  Secret secret;
  randombytes_buf(secret.data(), secret.size());
  return Seed(secret);
}

std::expected<Seed, std::string> Seed::read(std::string_view typed) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  if (error == std::errc() && end == typed.data() + typed.size()) return Seed(number);
  Secret secret{};
  std::size_t count = 0;
  for (const char each : typed) {
    if (each == '-') continue;
    const int value = value_of(each);
    const bool is_over = count == 0 && value >= highest_digits;
    if (value < 0 || is_over || ++count > digits_of_secret) return std::unexpected(looks);
    auto carry = static_cast<unsigned>(value);
    for (auto byte = secret.rbegin(); byte != secret.rend(); ++byte) {
      carry |= static_cast<unsigned>(*byte) << bits_a_digit;
      *byte = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
  }
  if (count != digits_of_secret) return std::unexpected(looks);
  return Seed(secret);
}

std::string Seed::text() const {
  if (const auto* number = std::get_if<std::uint64_t>(&value_)) return std::to_string(*number);
  const Secret& secret = std::get<Secret>(value_);
  const auto bit = [&](std::size_t number) -> unsigned {  // from the lowest
    return number / 8 < secret.size() ? secret[secret.size() - 1 - number / 8] >> number % 8 & 1
                                      : 0;
  };
  std::string text;
  for (std::size_t i = 0; i < digits_of_secret; ++i) {
    const std::size_t left = digits_of_secret - 1 - i;
    if (i > 0 && i % digits_a_group == 0 && left > 0) text += '-';
    std::size_t value = 0;
    for (std::size_t k = bits_a_digit; k-- > 0;) value = 2 * value + bit(bits_a_digit * left + k);
    text += digits[value];
  }
  return text;
}

std::string Seed::commitment() const {
  const std::string text = this->text();
  std::array<std::uint8_t, crypto_generichash_BYTES> hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  return to_hex(hash);
}

}  // namespace hilltop::play
