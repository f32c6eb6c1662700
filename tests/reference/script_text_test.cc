#include "sandbox/reference/script_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sandbox/reference/script_fault.h"

namespace leap::reference {
namespace {

TEST(ScriptTextTest, KnownImportsBecomeEmptyLines) {
  for (const std::string import :
       {"import torch", "import  torch  # the library", "import math", "import torch.nn.functional as F",
        "from torch.nn import functional as F", "from torch import Tensor", "from torch import nn",
        "import torch.nn as nn", "from typing import List, Optional"})
    EXPECT_EQ(without_imports(import + "\ndef run(x):\n    return x\n"), "\ndef run(x):\n    return x\n") << import;
}

TEST(ScriptTextTest, EveryLineKeepsItsNumber) {
  const std::string source = "import torch\n\nimport math\n\n\ndef run(x):\n    return x";
  const std::string text = without_imports(source);
  EXPECT_EQ(text, "\n\n\n\n\ndef run(x):\n    return x\n");
}

TEST(ScriptTextTest, OtherImportsAreRefusedWithTheirLine) {
  for (const std::string import : {"import os", "import torch, os", "from os import path", "from torch import *",
                                   "import torch.nn.functional as G", "import torch.utils.cpp_extension"}) {
    try {
      without_imports("import torch\n" + import + "\n");
      ADD_FAILURE() << import << " was accepted";
    } catch (const ScriptFault& fault) {
      EXPECT_EQ(std::string(fault.what()).find("line 2: `" + import + "`"), 0u) << fault.what();
    }
  }
}

TEST(ScriptTextTest, NamesThatStartWithImportAreCode) {
  const std::string source = "important = 3\nfrom_here = 4\n    import_inside\n";
  EXPECT_EQ(without_imports(source), source);
}

TEST(ScriptTextTest, ACompileErrorBecomesLineAndMarkedSource) {
  EXPECT_EQ(readable_compile_error("\nUnknown builtin op: aten::foo.\nHere are some suggestions: \n\taten::cov\n\n"
                                   "The original call is:\n  File \"reference\", line 2\ndef run(x):\n"
                                   "    y = torch.foo(x)\n        ~~~~~~~~~ <--- HERE\n    return y\n"),
            "line 2: Unknown builtin op: aten::foo.\nHere are some suggestions: \n\taten::cov\n"
            "    y = torch.foo(x)\n        ~~~~~~~~~");
}

TEST(ScriptTextTest, ARunTimeErrorBecomesTheInnermostLineAndWhatWasRaised) {
  EXPECT_EQ(readable_run_error(
                "The following operation failed in the TorchScript interpreter.\n"
                "Traceback of TorchScript (most recent call last):\n  File \"reference\", line 9, in run\n"
                "    return f(x)\n  File \"reference\", line 3, in f\n    return x + y\n           ~~~~~ <--- HERE\n"
                "RuntimeError: sizes differ\n"),
            "line 3: RuntimeError: sizes differ");
  EXPECT_EQ(readable_run_error("RuntimeError: ValueError: no\n"), "ValueError: no");
}

TEST(ScriptTextTest, AnUnknownFormIsPassedOn) {
  EXPECT_EQ(readable_compile_error("something else"), "something else");
  EXPECT_EQ(readable_run_error("something else"), "something else");
  EXPECT_EQ(readable_compile_error(""), "");
}

}  // namespace
}  // namespace leap::reference
