#include "protocol/json_reader.h"

#include <gtest/gtest.h>

#include "protocol/limits.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;

Fault parse_fault(const std::string& text) {
  return fault_of([&] { JsonDocument::parse(text); });
}

std::string nested(int depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonDocument, RefusesWhatIsNotJson) {
  for (const char* text : {"", " ", "{", "[1,]", "{\"a\":1,}", "nul", "NaN", "[Infinity]", "'a'", "{a:1}", "1 2",
                           "// c\n1", "[01]", "\"\x01\"", "1e999", "\"\\ud800\"", "[1}"}) {
    const Fault fault = parse_fault(text);
    EXPECT_EQ(fault.path, "$") << text;
    EXPECT_NE(fault.message.find("is not valid JSON"), std::string::npos) << text << ": " << fault.message;
    EXPECT_EQ(fault.message.find("json.exception"), std::string::npos) << fault.message;
  }
}

TEST(JsonDocument, SaysTheLineAndColumn) {
  EXPECT_NE(parse_fault("{\n  \"a\": ?\n}").message.find("line 2, column 8"), std::string::npos)
      << parse_fault("{\n  \"a\": ?\n}").message;
}

TEST(JsonDocument, RefusesInvalidUtf8AndNul) {
  EXPECT_NE(parse_fault("\"\xFF\"").message.find("UTF-8"), std::string::npos);
  EXPECT_NE(parse_fault("\"\xC0\x80\"").message.find("UTF-8"), std::string::npos);
  EXPECT_NE(parse_fault(std::string("{}\0{}", 5)).message.find("NUL"), std::string::npos);
}

TEST(JsonDocument, RefusesDuplicateKeysAtTheirPlace) {
  EXPECT_EQ(parse_fault(R"({"a": {"b": 1, "c": 2, "b": 3}})").path, "$.a.b");
  EXPECT_NE(parse_fault(R"({"a": 1, "a": 2})").message.find("twice"), std::string::npos);
  EXPECT_EQ(parse_fault(R"({"a": [0, {"x": 1, "\u0078": 2}]})").path, "$.a[1].x");
  EXPECT_NO_THROW(JsonDocument::parse(R"([{"a": 1}, {"a": 1, "b": {"a": 1}}])"));
}

TEST(JsonDocument, LimitsDepthMembersAndSize) {
  EXPECT_NO_THROW(JsonDocument::parse(nested(limits::kMaxJsonDepth)));
  EXPECT_NE(parse_fault(nested(limits::kMaxJsonDepth + 1)).message.find("deeper than 32"), std::string::npos);
  EXPECT_NE(parse_fault(std::string(1000000, '[')).message.find("deeper than 32"), std::string::npos);
  EXPECT_EQ(parse_fault("{\"a\": [1, " + nested(31) + "]}").path, "$.a[1]" + std::string([] {
                                                                    std::string inner;
                                                                    for (int i = 0; i < 30; ++i) inner += "[0]";
                                                                    return inner;
                                                                  }()));

  std::string wide = "{";
  for (std::size_t i = 0; i <= limits::kMaxJsonMembers; ++i) wide += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_NE(parse_fault(wide + "}").message.find("more than 1024 members"), std::string::npos);

  EXPECT_NO_THROW(JsonDocument::parse("1" + std::string(limits::kMaxJsonBytes - 1, ' ')));
  EXPECT_NE(parse_fault("1" + std::string(limits::kMaxJsonBytes, ' ')).message.find("at most 4194304"),
            std::string::npos);
}

TEST(JsonDocument, AnErrorIsShortAndPrintableWhateverTheKey) {
  const std::string key(100000, 'k');
  const Fault fault = parse_fault("{\"" + key + "\": 1, \"" + key + "\": 2}");
  EXPECT_LT(fault.path.size(), 200u);
  EXPECT_EQ(parse_fault(R"({"\u001b[31m": 1, "\u001b[31m": 2})").path, "$[\"\\x1B[31m\"]");
}

TEST(JsonValue, IntegersAreIntegers) {
  const auto integer = [](const std::string& text) {
    return JsonDocument::parse(text).root().integer(-5, std::numeric_limits<std::int64_t>::max());
  };
  EXPECT_EQ(integer("7"), 7);
  EXPECT_EQ(integer("-5"), -5);
  EXPECT_EQ(integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  for (const char* text :
       {"1.0", "1e3", "1.5", "-6", "9223372036854775808", "18446744073709551616", "\"1\"", "true", "null", "[1]"}) {
    const Fault fault = fault_of([&] { integer(text); });
    EXPECT_NE(fault.message.find("must be an integer from -5 to"), std::string::npos) << text << ": " << fault.message;
  }
}

TEST(JsonObject, UnknownFieldsAreNamedWithTheKnownOnes) {
  const JsonDocument document = JsonDocument::parse(R"({"shpae": [], "dtype": ""})");
  const Fault fault = fault_of([&] { document.root().object({"shape", "dtype"}); });
  EXPECT_EQ(fault.path, "$.shpae");
  EXPECT_EQ(fault.message, "unknown field \"shpae\", did you mean \"shape\"? Known: shape, dtype");
}

TEST(JsonObject, MissingFieldsAndWrongTypes) {
  const JsonDocument document = JsonDocument::parse(R"({"a": [1, "x"]})", "line 3: $");
  const JsonObject object = document.root().object({"a", "b"});
  EXPECT_EQ(fault_of([&] { object.at("b"); }).path, "line 3: $");
  EXPECT_NE(fault_of([&] { object.at("b"); }).message.find("\"b\" is missing"), std::string::npos);
  EXPECT_EQ(object.find("b"), std::nullopt);
  EXPECT_EQ(fault_of([&] { object.at("a").texts(9, 9); }).path, "line 3: $.a[0]");
  EXPECT_EQ(fault_of([&] { object.at("a").object({}); }).message,
            "must be an object with the fields none, is an array");
  EXPECT_NE(fault_of([&] { object.at("a").elements(1); }).message.find("at most 1"), std::string::npos);
  EXPECT_NE(fault_of([&] { object.at("a").elements(2)[1].text(0); }).message.find("at most 0"), std::string::npos);
}

TEST(JsonPath, QuotesKeysThatAreNoIdentifiers) {
  EXPECT_EQ(member_path("$", "a_1"), "$.a_1");
  EXPECT_EQ(member_path("$", "a b"), "$[\"a b\"]");
  EXPECT_EQ(member_path("$", "1"), "$[\"1\"]");
  EXPECT_EQ(element_path("$.a", 2), "$.a[2]");
}

}  // namespace
}  // namespace leap::protocol
