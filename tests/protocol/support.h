// What the tests of protocol/ share.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "protocol/definition.h"
#include "protocol/schema_error.h"

namespace leap::protocol::test {

struct Fault {
  std::string path;
  std::string message;
};

// The SchemaError that `action` must throw.
inline Fault fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const SchemaError& error) {
    EXPECT_EQ(std::string(error.what()), error.path() + ": " + error.message());
    return {error.path(), error.message()};
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another exception: " << error.what();
    return {};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

// `text` with its first `from` replaced, which must be there.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  if (place != std::string::npos) text.replace(place, from.size(), to);
  return text;
}

inline constexpr std::string_view kConvolution = R"({
  "name": "conv2d",
  "description": "2-D convolution, valid padding.",
  "tags": ["stencil"],
  "axes": {
    "height": {"type": "var", "description": "rows of the image"},
    "width": {"type": "var"},
    "k": {"type": "const", "value": 3},
    "out_height": {"type": "expr", "expression": "height - k + 1"},
    "out_width": {"type": "expr", "expression": "width - k + 1"}
  },
  "inputs": {
    "image": {"shape": ["height", "width"], "dtype": "float32"},
    "kernel": {"shape": ["k", "k"], "dtype": "float32"},
    "bias": {"shape": [], "dtype": "float32", "description": "one number"}
  },
  "outputs": {"out": {"shape": ["out_height", "out_width"], "dtype": "float32"}},
  "constraints": ["height >= k && width >= k"],
  "reference": ["def run(image, kernel, bias):", "    return F.conv2d(image[None, None], kernel[None, None])[0, 0] + bias"],
  "tolerance": {"accumulations": "k * k + 1"}
})";

// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "leap-protocol-XXXXXX").string();
    if (!mkdtemp(name.data())) ADD_FAILURE() << "no temporary folder";
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::filesystem::path& file, std::string_view content) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
}

}  // namespace leap::protocol::test
