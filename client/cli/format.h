// Numbers as a person reads them: three significant digits and a unit.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace leap::cli {

std::string format_us(double microseconds);                         // "850 ns", "12.3 us", "4.56 ms", "1.20 s"
std::string format_ms(double milliseconds);                         // the same scale
std::string format_elapsed(std::chrono::duration<double> elapsed);  // "0.4 s", "83 s", "2 min 05 s"
std::string format_speedup(double ratio);                           // "1.52x", "12.4x"
std::string format_bytes(std::uint64_t bytes);                      // "512 MiB"
std::string plural(std::size_t count, const std::string& noun);     // "1 task", "2 tasks"

}  // namespace leap::cli
