#include "protocol/names.h"

#include <gtest/gtest.h>

#include "protocol/dtype.h"

namespace leap::protocol {
namespace {

TEST(Names, GoodIdentifiers) {
  for (const char* name : {"x", "rows", "_x", "x1", "X", "Float", "a_b", "ceil_div"}) {
    EXPECT_FALSE(identifier_fault(name)) << name;
  }
  EXPECT_FALSE(identifier_fault(std::string(64, 'a')));
}

TEST(Names, BadIdentifiersAndWhy) {
  const auto fault = [](const std::string& name) { return identifier_fault(name).value_or("accepted"); };
  EXPECT_NE(fault("").find("empty"), std::string::npos);
  EXPECT_NE(fault(std::string(65, 'a')).find("longer than 64"), std::string::npos);
  for (const char* name : {"1x", "a-b", "a b", "\xC3\xA9", "a$"}) {
    EXPECT_NE(fault(name).find("not an identifier"), std::string::npos) << name;
  }
  for (const char* name : {"int", "new", "requires", "restrict", "bool", "xor"}) {
    EXPECT_NE(fault(name).find("keyword"), std::string::npos) << name;
  }
  for (const char* name : {"__x", "a__b", "_X", "_"})
    EXPECT_NE(fault(name).find("reserved"), std::string::npos) << name;
  for (const char* name : {"stream", "int64_t", "NULL", "main"}) {
    EXPECT_NE(fault(name).find("already means"), std::string::npos) << name;
  }
}

TEST(Names, SuggestsWithinTwoEdits) {
  const std::vector<std::string> known{"shape", "dtype", "description"};
  EXPECT_EQ(nearest("shap", known), "shape");
  EXPECT_EQ(nearest("dtpye", known), "dtype");
  EXPECT_EQ(nearest("colour", known), std::nullopt);
  EXPECT_EQ(nearest("x", {"y"}), std::nullopt);  // one edit, but nothing is left of the word
  EXPECT_EQ(nearest(std::string(100000, 'x'), known), std::nullopt);
  EXPECT_EQ(unknown_word("field", "dtpye", known),
            "unknown field \"dtpye\", did you mean \"dtype\"? Known: shape, dtype, description");
  EXPECT_EQ(unknown_word("field", "zzz", {}), "unknown field \"zzz\"; known: none");
}

TEST(Dtype, NamesGoBothWays) {
  for (const char* word : {"float32", "float64", "float16", "bfloat16", "int32", "int64", "bool"}) {
    ASSERT_TRUE(parse_dtype(word)) << word;
    EXPECT_EQ(name(*parse_dtype(word)), word);
  }
  EXPECT_FALSE(parse_dtype("float"));
  EXPECT_FALSE(parse_dtype(""));
}

TEST(Dtype, SizesAndTypes) {
  EXPECT_EQ(size_bytes(Dtype::float64), 8u);
  EXPECT_EQ(size_bytes(Dtype::bfloat16), 2u);
  EXPECT_EQ(size_bytes(Dtype::boolean), 1u);
  EXPECT_TRUE(is_floating(Dtype::float16));
  EXPECT_FALSE(is_floating(Dtype::int64));
  EXPECT_FALSE(is_floating(Dtype::boolean));
  EXPECT_EQ(cpp_type(Dtype::float16), "uint16_t");
  EXPECT_EQ(cpp_type(Dtype::int64), "int64_t");
}

}  // namespace
}  // namespace leap::protocol
