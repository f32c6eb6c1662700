#include "sandbox/reference/operators.h"

#include <algorithm>
#include <string>
#include <vector>

namespace leap::reference {
namespace {

// One string a family, names separated by white space. Left out on purpose: whatever touches files (save, from_file),
// is random, leaves memory uninitialised (empty), moves between devices, sees strides (as_strided), or works in place.
constexpr std::string_view kAten[] = {
    // elementwise
    "abs absolute acos acosh add addcdiv addcmul arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan "
    "atan2 atanh ceil clamp clamp_max clamp_min clip copysign cos cosh deg2rad digamma div divide erf erfc erfinv exp "
    "exp2 expm1 fix float_power floor floor_divide fmax fmin fmod frac heaviside hypot i0 isclose isfinite isin isinf "
    "isnan isneginf isposinf lcm gcd ldexp lerp lgamma log log10 log1p log2 logaddexp logaddexp2 logit maximum minimum "
    "mul multiply nan_to_num neg negative positive pow rad2deg reciprocal remainder round rsqrt rsub sgn sigmoid sign "
    "signbit sin sinc sinh sqrt square sub subtract tan tanh true_divide trunc xlogy polygamma "
    "special_entr special_erf special_erfc special_erfcx special_erfinv special_exp2 special_expit special_expm1 "
    "special_gammaln special_log1p special_log_softmax special_logit special_logsumexp special_softmax special_xlog1py "
    "special_xlogy special_ndtr special_i0 special_i1 special_sinc special_round",
    // comparison, logic, bits
    "eq ne lt le gt ge equal not_equal less less_equal greater greater_equal logical_and logical_not logical_or "
    "logical_xor bitwise_and bitwise_not bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift __and__ __or__ "
    "__xor__ __lshift__ __rshift__ where allclose",
    // activations
    "celu elu gelu glu hardshrink hardsigmoid hardswish hardtanh leaky_relu log_sigmoid log_softmax mish prelu relu "
    "relu6 selu silu softmax softplus softshrink threshold",
    // reductions, scans
    "all amax amin aminmax any argmax argmin bincount count_nonzero cummax cummin cumprod cumsum cumulative_trapezoid "
    "dist frobenius_norm histc kthvalue logcumsumexp logsumexp max mean median min mode nanmean nanmedian nansum norm "
    "nuclear_norm prod quantile nanquantile std std_mean sum trace trapezoid trapz var var_mean diff cov corrcoef",
    // sort and search
    "argsort bucketize msort searchsorted sort topk unique_consecutive nonzero argwhere",
    // matrix products and linear algebra
    "addbmm addmm addmv addr baddbmm bilinear bmm chain_matmul cdist cross dot einsum inner kron linear matmul "
    "matrix_exp matrix_power mm mv outer ger tensordot vdot cosine_similarity pairwise_distance pdist "
    "linalg_cholesky linalg_cross linalg_det linalg_diagonal linalg_inv linalg_matmul linalg_matrix_norm "
    "linalg_matrix_power linalg_multi_dot linalg_norm linalg_qr linalg_slogdet linalg_solve linalg_solve_triangular "
    "linalg_vander linalg_vecdot linalg_vector_norm linalg_eigvalsh linalg_svdvals det inverse logdet slogdet "
    "cholesky_solve triangular_solve",
    // convolution, pooling, padding, resampling
    "conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d convolution unfold im2col col2im "
    "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d "
    "adaptive_max_pool3d avg_pool1d avg_pool2d avg_pool3d max_pool1d max_pool1d_with_indices max_pool2d "
    "max_pool2d_with_indices max_pool3d max_pool3d_with_indices pad constant_pad_nd reflection_pad1d reflection_pad2d "
    "reflection_pad3d replication_pad1d replication_pad2d replication_pad3d pixel_shuffle pixel_unshuffle "
    "channel_shuffle upsample_bicubic2d upsample_bilinear2d upsample_linear1d upsample_nearest1d upsample_nearest2d "
    "upsample_nearest3d upsample_trilinear3d grid_sampler affine_grid_generator",
    // normalisation, losses
    "batch_norm group_norm instance_norm layer_norm native_layer_norm native_group_norm binary_cross_entropy "
    "binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy_loss hinge_embedding_loss huber_loss kl_div "
    "l1_loss margin_ranking_loss mse_loss multi_margin_loss nll_loss nll_loss_nd nll_loss2d poisson_nll_loss "
    "smooth_l1_loss soft_margin_loss triplet_margin_loss",
    // indexing, gather and scatter, out of place
    "diagonal diagonal_scatter embedding gather index index_add index_copy index_fill index_put index_reduce "
    "index_select masked_fill masked_scatter masked_select narrow scatter scatter_add scatter_reduce segment_reduce "
    "select select_scatter slice slice_scatter take take_along_dim fill one_hot",
    // shape
    "adjoint alias atleast_1d atleast_2d atleast_3d block_diag broadcast_tensors broadcast_to cartesian_prod cat chunk "
    "clone column_stack combinations concat concatenate contiguous detach diag diag_embed diagflat dsplit dstack "
    "expand "
    "expand_as flatten flip fliplr flipud hsplit hstack mH mT matrix_H meshgrid moveaxis movedim numpy_T permute ravel "
    "repeat repeat_interleave reshape reshape_as roll rot90 row_stack split split_with_sizes squeeze stack swapaxes "
    "swapdims t tensor_split tile transpose tril triu unbind unflatten unsafe_chunk unsafe_split unsqueeze vander view "
    "view_as vsplit vstack",
    // constants and casts
    "arange eye full full_like linspace logspace new_full new_ones new_zeros ones ones_like scalar_tensor tensor "
    "tril_indices triu_indices zeros zeros_like hann_window hamming_window to type_as _to_copy as_tensor",
    // complex numbers and Fourier transforms, as intermediate values
    "complex view_as_complex view_as_real real imag conj conj_physical resolve_conj resolve_neg angle polar fft_fft "
    "fft_fft2 fft_fftn fft_ifft fft_ifft2 fft_ifftn fft_rfft fft_rfft2 fft_rfftn fft_irfft fft_irfft2 fft_irfftn "
    "fft_fftfreq fft_rfftfreq fft_fftshift fft_ifftshift",
    // facts about tensors
    "size dim numel item len is_floating_point is_complex is_signed is_nonzero is_same_size result_type promote_types",
    // Python scalars, strings, lists and dictionaries
    "Bool Int Float Complex IntImplicit FloatImplicit ComplexImplicit ScalarImplicit Size __derive_index "
    "__range_length "
    "__round_to_zero_floordiv __is__ __isnot__ __not__ __contains__ __getitem__ _unwrap_optional floordiv "
    "mathremainder "
    "degrees radians fabs factorial gamma divmod modf frexp ord str format percentFormat list dict keys values items "
    "count copy append extend insert pop reverse clear _set_item Delete sorted find startswith endswith join",
};

constexpr std::string_view kPrim[] = {
    "Constant If Loop ListConstruct ListUnpack TupleConstruct TupleUnpack TupleIndex TupleSlice DictConstruct "
    "StringIndex Uninitialized RaiseException NumToTensor ImplicitTensorToNum unchecked_cast unchecked_unwrap_optional "
    "isinstance CallFunction min max abs dtype device layout shape is_cuda is_cpu rangelist data tolist",
};

struct Refusal {
  std::string_view names;
  std::string_view reason;
};

constexpr Refusal kRefusals[] = {
    {"aten::from_file aten::save prim::load", "it reads or writes files"},
    {"prim::Print aten::warn", "a reference prints nothing"},
    {"aten::bernoulli aten::binomial aten::dropout aten::alpha_dropout aten::feature_dropout aten::multinomial "
     "aten::native_dropout aten::normal aten::poisson aten::rand aten::rand_like aten::randint aten::randint_like "
     "aten::randn aten::randn_like aten::randperm aten::rrelu aten::_standard_gamma aten::manual_seed aten::seed "
     "aten::gumbel_softmax",
     "a reference gives the same answer every time"},
    {"aten::empty aten::empty_like aten::empty_strided aten::new_empty aten::new_empty_strided",
     "its memory is uninitialised; use torch.zeros"},
    {"aten::cuda aten::cpu aten::device", "a reference runs on the CPU and names no device"},
    {"aten::requires_grad aten::backward aten::grad aten::set_grad_enabled", "a reference computes no gradients"},
    {"aten::scaled_dot_product_attention aten::_scaled_dot_product_attention",
     "use F.scaled_dot_product_attention or write it with matmul and softmax"},
};

// Calls `visit` with each word of `words` until it returns true; says whether it did.
template <typename Visit>
bool any_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0 && visit(words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

template <typename Families>
std::vector<std::string_view> sorted_words(const Families& families) {
  std::vector<std::string_view> words;
  for (const std::string_view family : families)
    any_word(family, [&](std::string_view word) {
      words.push_back(word);
      return false;
    });
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

bool is_allowed_operator(std::string_view name) {
  static const std::vector<std::string_view> aten = sorted_words(kAten);
  static const std::vector<std::string_view> prim = sorted_words(kPrim);
  if (name.starts_with("aten::")) return std::binary_search(aten.begin(), aten.end(), name.substr(6));
  if (name.starts_with("prim::")) return std::binary_search(prim.begin(), prim.end(), name.substr(6));
  return false;
}

std::string_view refusal_reason(std::string_view name) {
  for (const Refusal& refusal : kRefusals)
    if (any_word(refusal.names, [&](std::string_view word) { return word == name; })) return refusal.reason;
  return "it is not on the list of operators that a reference may use (sandbox/reference/operators.cc)";
}

void for_each_allowed_operator(void (*visit)(std::string_view name, void* context), void* context) {
  const auto visit_all = [&](const char* prefix, const auto& families) {
    for (const std::string_view word : sorted_words(families)) visit(std::string(prefix).append(word), context);
  };
  visit_all("aten::", kAten);
  visit_all("prim::", kPrim);
}

}  // namespace leap::reference
