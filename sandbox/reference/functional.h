// torch.nn.functional as Python has it, where the operator of the same name takes other arguments or does not exist.
// In TorchScript; `reduction` is the word, not the operator's number.
#pragma once

#include <string_view>

namespace leap::reference {

inline constexpr std::string_view kFunctional = R"(
def reduction_code(reduction: str) -> int:
    assert reduction == "none" or reduction == "mean" or reduction == "sum", "reduction must be none, mean or sum"
    if reduction == "none":
        return 0
    if reduction == "mean":
        return 1
    return 2

def cross_entropy(input, target, weight: Optional[Tensor] = None, ignore_index: int = -100, reduction: str = "mean",
                  label_smoothing: float = 0.0):
    return torch.cross_entropy_loss(input, target, weight, reduction_code(reduction), ignore_index, label_smoothing)

def nll_loss(input, target, weight: Optional[Tensor] = None, ignore_index: int = -100, reduction: str = "mean"):
    return torch.nll_loss_nd(input, target, weight, reduction_code(reduction), ignore_index)

def mse_loss(input, target, reduction: str = "mean"):
    return torch.mse_loss(input, target, reduction_code(reduction))

def l1_loss(input, target, reduction: str = "mean"):
    return torch.l1_loss(input, target, reduction_code(reduction))

def smooth_l1_loss(input, target, reduction: str = "mean", beta: float = 1.0):
    return torch.smooth_l1_loss(input, target, reduction_code(reduction), beta)

def huber_loss(input, target, reduction: str = "mean", delta: float = 1.0):
    return torch.huber_loss(input, target, reduction_code(reduction), delta)

def binary_cross_entropy(input, target, weight: Optional[Tensor] = None, reduction: str = "mean"):
    return torch.binary_cross_entropy(input, target, weight, reduction_code(reduction))

def binary_cross_entropy_with_logits(input, target, weight: Optional[Tensor] = None, reduction: str = "mean",
                                     pos_weight: Optional[Tensor] = None):
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction_code(reduction))

def kl_div(input, target, reduction: str = "mean", log_target: bool = False):
    if reduction == "batchmean":
        return torch.kl_div(input, target, 2, log_target=log_target) / input.size(0)
    return torch.kl_div(input, target, reduction_code(reduction), log_target=log_target)

def embedding(input, weight):
    return torch.embedding(weight, input)

def batch_norm(input, running_mean: Optional[Tensor], running_var: Optional[Tensor], weight: Optional[Tensor] = None,
               bias: Optional[Tensor] = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-5):
    return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, False)

def instance_norm(input, running_mean: Optional[Tensor] = None, running_var: Optional[Tensor] = None,
                  weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, use_input_stats: bool = True,
                  momentum: float = 0.1, eps: float = 1e-5):
    return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, False)

def rms_norm(input, normalized_shape: List[int], weight: Optional[Tensor] = None, eps: float = 1e-6):
    dims = [-1 - i for i in range(len(normalized_shape))]
    normal = input / torch.sqrt(torch.mean(input * input, dim=dims, keepdim=True) + eps)
    if weight is None:
        return normal
    return normal * weight

def normalize(input, p: float = 2.0, dim: int = 1, eps: float = 1e-12):
    return input / torch.clamp_min(torch.norm(input, p, [dim], True), eps)

def scaled_dot_product_attention(query, key, value, attn_mask: Optional[Tensor] = None, dropout_p: float = 0.0,
                                 is_causal: bool = False, scale: Optional[float] = None):
    assert dropout_p == 0.0, "a reference gives the same answer every time: dropout_p must be 0"
    factor = 1.0 / float(query.size(-1)) ** 0.5
    if scale is not None:
        factor = scale
    scores = torch.matmul(query, key.transpose(-2, -1)) * factor
    if is_causal:
        shape = [query.size(-2), key.size(-2)]
        allowed = torch.tril(torch.ones(shape, dtype=11, device=query.device))
        scores = torch.masked_fill(scores, torch.logical_not(allowed), -float("inf"))
    if attn_mask is not None:
        if attn_mask.dtype == 11:
            scores = torch.masked_fill(scores, torch.logical_not(attn_mask), -float("inf"))
        else:
            scores = scores + attn_mask
    return torch.matmul(torch.softmax(scores, -1), value)
)";

}  // namespace leap::reference
