#include <ATen/core/function.h>
#include <ATen/core/function_schema.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/lexer.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/ir/ir.h>

#include <set>
#include <string>
#include <vector>

#include "sandbox/reference/operators.h"
#include "sandbox/reference/script.h"
#include "sandbox/reference/script_fault.h"
#include "sandbox/reference/script_text.h"

namespace leap::reference {
namespace {

namespace jit = torch::jit;

std::string at_line(const jit::SourceRange& range) {
  const auto place = range.file_line_col();
  return place ? "line " + std::to_string(std::get<1>(*place)) + ": " : "";
}

// The compiler evaluates default arguments while it compiles, before any check of operators, so only literals may stand
// there.
void check_defaults(const jit::Def& function) {
  for (const jit::Param& parameter : function.decl().params()) {
    if (!parameter.defaultValue().present()) continue;
    jit::TreeRef value = parameter.defaultValue().get().tree();
    if (value->kind() == jit::TK_UNARY_MINUS) value = value->trees()[0];
    switch (value->kind()) {
      case jit::TK_CONST:
      case jit::TK_STRINGLITERAL:
      case jit::TK_TRUE:
      case jit::TK_FALSE:
      case jit::TK_NONE:
        break;
      default:
        throw ScriptFault(at_line(value->range()) + "the default of parameter `" + parameter.ident().name() +
                          "` must be a literal");
    }
  }
}

std::vector<jit::Def> parse(const std::string& text) {
  jit::Parser parser(std::make_shared<jit::Source>(text, std::string(kSourceName), 1));
  std::vector<jit::Def> functions;
  while (parser.lexer().cur().kind != jit::TK_EOF) {
    functions.emplace_back(parser.parseFunction(/*is_method=*/false));
    check_defaults(functions.back());
  }
  return functions;
}

void define(jit::CompilationUnit& unit, const std::string& text) {
  try {
    const std::vector<jit::Def> functions = parse(text);
    const std::vector<jit::ResolverPtr> resolvers(functions.size(), make_resolver());
    unit.define(c10::nullopt, {}, {}, functions, resolvers, nullptr);
  } catch (const ScriptFault&) {
    throw;
  } catch (const std::exception& error) {
    throw ScriptFault(readable_compile_error(error.what()));
  }
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void check_arguments(const c10::FunctionSchema& schema, std::size_t inputs) {
  if (schema.arguments().size() != inputs || schema.is_vararg())
    throw ScriptFault("run takes " + counted(schema.arguments().size(), "argument") + ", the definition has " +
                      counted(inputs, "input"));
  for (const c10::Argument& argument : schema.arguments())
    if (!argument.type()->isSubtypeOf(*c10::TensorType::get()))
      throw ScriptFault("argument `" + argument.name() + "` of run has the type " + argument.type()->annotation_str() +
                        "; every input is a Tensor (a scalar is one without dimensions)");
}

void check_result(const c10::FunctionSchema& schema, std::size_t outputs) {
  const c10::TypePtr type = schema.returns().at(0).type();
  std::vector<c10::TypePtr> parts{type};
  if (const auto tuple = type->cast<c10::TupleType>()) parts = tuple->elements().vec();
  for (const c10::TypePtr& part : parts)
    if (!part->isSubtypeOf(*c10::TensorType::get()))
      throw ScriptFault("run returns " + type->annotation_str() + "; it must return a Tensor or a tuple of Tensors");
  if (parts.size() != outputs)
    throw ScriptFault("run returns " + counted(parts.size(), "value") + ", the definition has " +
                      counted(outputs, "output"));
}

// Walks the graph of each function once, blocks and called functions included.
class OperatorCheck {
 public:
  void check(jit::Function& function) {
    if (!seen_.insert(&function).second) return;
    check(*jit::toGraphFunction(function).graph()->block());
  }

 private:
  void check(const jit::Block& block) {
    for (const jit::Node* node : block.nodes()) {
      check(*node);
      for (const jit::Block* inner : node->blocks()) check(*inner);
    }
  }

  void check(const jit::Node& node) {
    const std::string name = node.kind().toQualString();
    check_writes(node, name);
    if (!is_allowed_operator(name))
      refuse(node, (node.kind() == jit::prim::Print ? "print" : name) +
                       " is not allowed: " + std::string(refusal_reason(name)));
    if (node.kind() == jit::prim::Constant) check_constant(node);
  }

  // In-place operators and out= variants: both write to an argument that is a tensor.
  void check_writes(const jit::Node& node, const std::string& name) {
    const c10::FunctionSchema* schema = node.maybeSchema();
    if (schema == nullptr) return;
    for (const c10::Argument& argument : schema->arguments()) {
      const bool written = argument.alias_info() != nullptr && argument.alias_info()->isWrite();
      const bool tensors = argument.type()->isSubtypeOf(*c10::TensorType::get()) ||
                           argument.type()->isSubtypeOf(*c10::ListType::ofTensors());
      const bool list_method = is_allowed_operator(name) && !argument.type()->isSubtypeOf(*c10::TensorType::get());
      if (written && tensors && !list_method)
        refuse(node, name + " is not allowed: it changes a tensor in place; use an operator that returns a new one");
    }
  }

  void check_constant(const jit::Node& node) {
    const c10::TypePtr& type = node.output()->type();
    if (const auto function = type->cast<c10::FunctionType>()) check(*function->function());
    const auto value = jit::toIValue(node.output());
    if (value && value->isDevice() && !value->toDevice().is_cpu())
      refuse(node, "the device " + value->toDevice().str() + " is not allowed: a reference runs on the CPU");
  }

  [[noreturn]] static void refuse(const jit::Node& node, const std::string& why) {
    std::string where = at_line(node.sourceRange());
    // A constant that the compiler made itself has no place; who uses it has.
    if (where.empty() && node.outputs().size() == 1 && node.output()->hasUses())
      where = at_line(node.output()->uses().front().user->sourceRange());
    throw ScriptFault(where + why);
  }

  std::set<const jit::Function*> seen_;
};

}  // namespace

Script compile(const protocol::Definition& definition) {
  Script script{std::make_shared<jit::CompilationUnit>(), nullptr};
  define(*script.unit, without_imports(definition.reference));
  script.run = script.unit->find_function(c10::QualifiedName("run"));
  if (script.run == nullptr) throw ScriptFault("the reference has no function `run`");
  check_operators(*script.unit);
  check_arguments(script.run->getSchema(), definition.inputs.size());
  check_result(script.run->getSchema(), definition.outputs.size());
  return script;
}

void check_operators(const jit::CompilationUnit& unit) {
  OperatorCheck operators;
  for (jit::Function* function : unit.get_functions()) operators.check(*function);
}

}  // namespace leap::reference
