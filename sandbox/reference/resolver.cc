#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/frontend/resolver.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/reference/functional.h"
#include "sandbox/reference/script.h"

namespace leap::reference {
namespace {

namespace jit = torch::jit;
using Sugar = std::shared_ptr<jit::SugaredValue>;

std::optional<c10::ScalarType> dtype_named(std::string_view name) {
  static const std::map<std::string_view, c10::ScalarType> dtypes{{"bool", c10::kBool},
                                                                  {"uint8", c10::kByte},
                                                                  {"int8", c10::kChar},
                                                                  {"int16", c10::kShort},
                                                                  {"short", c10::kShort},
                                                                  {"int32", c10::kInt},
                                                                  {"int", c10::kInt},
                                                                  {"int64", c10::kLong},
                                                                  {"long", c10::kLong},
                                                                  {"float16", c10::kHalf},
                                                                  {"half", c10::kHalf},
                                                                  {"bfloat16", c10::kBFloat16},
                                                                  {"float32", c10::kFloat},
                                                                  {"float", c10::kFloat},
                                                                  {"float64", c10::kDouble},
                                                                  {"double", c10::kDouble},
                                                                  {"complex64", c10::kComplexFloat},
                                                                  {"complex128", c10::kComplexDouble}};
  const auto found = dtypes.find(name);
  return found == dtypes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> number_named(std::string_view name) {
  static const std::map<std::string_view, double> numbers{{"pi", std::numbers::pi},
                                                          {"e", std::numbers::e},
                                                          {"tau", 2 * std::numbers::pi},
                                                          {"inf", std::numeric_limits<double>::infinity()},
                                                          {"nan", std::numeric_limits<double>::quiet_NaN()}};
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

Sugar constant(jit::GraphFunction& function, const c10::IValue& value, const jit::SourceRange& range) {
  return std::make_shared<jit::SimpleValue>(jit::insertConstant(*function.graph(), value, range));
}

// A module of Python's torch. Its attributes are inner modules, constants, functions of functional.h, and otherwise
// operators `aten::<prefix><name>`.
class Module : public jit::SugaredValue {
 public:
  enum class Which { torch, nn, functional, linalg, special, fft, math };

  explicit Module(Which which) : which_(which) {}

  std::string kind() const override { return "module"; }

  Sugar attr(const jit::SourceRange& range, jit::GraphFunction& function, const std::string& name) override {
    if (const auto inner = module_named(name)) return std::make_shared<Module>(*inner);
    if (which_ == Which::torch)
      if (const auto dtype = dtype_named(name)) return constant(function, static_cast<std::int64_t>(*dtype), range);
    if (which_ == Which::torch || which_ == Which::math)
      if (const auto number = number_named(name)) return constant(function, *number, range);
    if (which_ == Which::functional)
      if (jit::Function* own = functional_unit()->find_function(c10::QualifiedName(name)))
        return std::make_shared<jit::FunctionValue>(own);
    return std::make_shared<jit::BuiltinFunction>(c10::Symbol::fromQualString("aten::" + prefix() + name),
                                                  c10::nullopt);
  }

 private:
  std::optional<Which> module_named(std::string_view name) const {
    if (which_ == Which::torch && name == "nn") return Which::nn;
    if (which_ == Which::torch && name == "linalg") return Which::linalg;
    if (which_ == Which::torch && name == "special") return Which::special;
    if (which_ == Which::torch && name == "fft") return Which::fft;
    if (which_ == Which::nn && name == "functional") return Which::functional;
    return std::nullopt;
  }

  std::string prefix() const {
    switch (which_) {
      case Which::linalg:
        return "linalg_";
      case Which::special:
        return "special_";
      case Which::fft:
        return "fft_";
      default:
        return "";
    }
  }

  Which which_;
};

class Resolver : public jit::Resolver {
 public:
  Sugar resolveValue(const std::string& name, jit::GraphFunction&, const jit::SourceRange&) override {
    if (name == "torch") return std::make_shared<Module>(Module::Which::torch);
    if (name == "nn") return std::make_shared<Module>(Module::Which::nn);
    if (name == "F") return std::make_shared<Module>(Module::Which::functional);
    if (name == "math") return std::make_shared<Module>(Module::Which::math);
    for (const std::string_view exception : {"Exception", "RuntimeError", "ValueError", "TypeError", "IndexError",
                                             "AssertionError", "NotImplementedError", "ArithmeticError"})
      if (name == exception) return std::make_shared<jit::ExceptionValue>(name);
    return nullptr;
  }
};

}  // namespace

std::shared_ptr<jit::Resolver> make_resolver() { return std::make_shared<Resolver>(); }

std::shared_ptr<jit::CompilationUnit> functional_unit() {
  static const std::shared_ptr<jit::CompilationUnit> unit = [] {
    auto compiled = std::make_shared<jit::CompilationUnit>();
    compiled->define(c10::nullopt, std::string(kFunctional), jit::nativeResolver(), nullptr);
    return compiled;
  }();
  return unit;
}

}  // namespace leap::reference
