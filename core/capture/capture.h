// SPDX-License-Identifier: GPL-3.0-or-later
// A capture: what one forward and backward pass of a user's own model looked like, module by module. The Python
// package writes it as a file (resources/manual/captures.md), and so may anything else. The structs are the file's
// schema; whatever a file leaves out is absent here. Numbers that are not finite are null in the file and absent too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/words/problem.h"
#include "core/base/words/registry.h"

namespace stepzero {

/// Equal bins over [from, to]; at least one.
struct CapturedHistogram {
    double from = 0, to = 0;
    std::vector<std::uint64_t> counts;
};

/// Statistics of the entries of a tensor. Numbers are over the finite entries, in float64.
struct CapturedMoments {
    std::vector<std::uint64_t> shape;
    std::string dtype;   ///< "float32", "bfloat16"; empty when unknown
    std::uint64_t count = 0, not_finite = 0;
    std::optional<double> mean, std, rms, min, max;   ///< std is the population's
    std::optional<double> smallest, largest;   ///< magnitudes; the smallest one that is not 0
    std::optional<double> zeros;   ///< fraction of entries that are exactly 0
    std::optional<CapturedHistogram> histogram;

    // Outputs of modules only. A unit is a channel, or an index of the last dimension.
    std::optional<double> dead;   ///< fraction of units that are 0 in the whole batch
    std::optional<double> saturated;   ///< fraction of entries at an end of the activation's range
    std::optional<double> equal_units;   ///< fraction of units that equal another one in the whole batch

    /// Returns whether there are finite entries, all of them 0.
    bool all_zero() const { return rms && *rms == 0; }
    /// Returns the Euclidean norm of the finite entries.
    std::optional<double> norm() const;
};

enum class ModuleKind {
    linear,
    convolution,
    norm,
    activation,
    attention,
    embedding,
    recurrent,
    dropout,
    pooling,
    other,
};
const char* word(ModuleKind kind);   ///< as in files: "linear"

struct CapturedAttention {
    std::optional<double> entropy;   ///< mean over queries and heads, in nats
    std::optional<double> entropy_uniform;   ///< mean of ln(number of keys that are not masked)
    std::optional<double> logit_std, logit_max;
    std::optional<double> top;   ///< mean of the largest probability
    std::uint64_t keys = 0;   ///< 0: unknown
};

/// One call of a module.
struct CapturedModule {
    std::string path;   ///< "transformer.h.0.attn.c_proj"
    std::string class_name;   ///< "Linear"
    int call = 1;   ///< counts from 1
    ModuleKind kind = ModuleKind::other;
    int block = 0;   ///< counts from 1; 0: outside of blocks
    std::string role;   ///< path within the block: "attn.c_proj"; empty for the block itself and outside of blocks
    std::optional<CapturedMoments> output, gradient;   ///< gradient: that of the loss with respect to the output
    std::optional<CapturedAttention> attention;
    std::optional<bool> constant_input;   ///< each unit of the input has one value in the whole batch, apart from zeros

    /// Returns whether it is a linear layer or a convolution.
    bool is_linear() const { return kind == ModuleKind::linear || kind == ModuleKind::convolution; }
};

struct CapturedParameter {
    std::string name;   ///< "transformer.h.0.attn.c_proj.weight"
    std::vector<std::string> tied;   ///< other names of the same parameter
    std::string module_class;
    int block = 0;   ///< as for modules
    std::string role;
    bool trainable = true;
    CapturedMoments value;
    std::optional<CapturedMoments> gradient;   ///< absent: none reached it
    std::vector<double> singular_values;   ///< descending, of the matrix [shape[0], rest]; empty: not computed
    double equal_rows = 0;   ///< fraction of rows that equal another row bit by bit
    std::optional<double> update;   ///< RMS of the last step's update over that of the weight
};

enum class CapturedLossKind {
    custom,   ///< anything else
    cross_entropy,
    binary_cross_entropy,
    mean_squared_error,
    random_projection,   ///< a random gradient, whose value says nothing
};
inline constexpr NamedValue<CapturedLossKind> captured_loss_names[] {{CapturedLossKind::custom, "custom"},
    {CapturedLossKind::cross_entropy, "cross_entropy"},
    {CapturedLossKind::binary_cross_entropy, "binary_cross_entropy"},
    {CapturedLossKind::mean_squared_error, "mean_squared_error"},
    {CapturedLossKind::random_projection, "random_projection"}};

struct CapturedLoss {
    std::optional<double> value;   ///< absent: not finite
    CapturedLossKind kind = CapturedLossKind::custom;
    std::optional<std::uint64_t> classes;
};

/// An optimizer step after the captured pass.
struct CapturedStep {
    int step = 0;
    std::optional<double> loss;   ///< absent: not finite
    std::map<std::string, double> output, gradient;   ///< RMS by module path
    std::map<std::string, double> update;   ///< ratio by parameter name
};

struct Capture {
    std::string model;   ///< class of the model; may be empty
    std::string framework, device;
    bool training = true;   ///< training mode, where dropout is active
    int step = 0;   ///< optimizer steps before this pass
    std::uint64_t batch = 0;   ///< 0: unknown
    std::optional<CapturedLoss> loss;
    std::vector<CapturedModule> modules;   ///< in the order of execution, one entry per call
    std::vector<std::string> unused;   ///< paths of modules that no pass reached
    std::vector<std::string> unseen;   ///< paths of modules that take no hooks, so that what is in them has no entry
    std::vector<CapturedParameter> parameters;
    std::vector<CapturedStep> steps;
    std::string weights;   ///< name of the checkpoint next to the file that has the model's weights; may be empty

    /// Returns the number of blocks, 0 for a model without blocks.
    int blocks() const;
    /// Returns whether a backward pass ran: some tensor has a gradient, or there is a loss.
    bool has_backward() const;
};

/// Captures of a model at several widths: a coordinate check.
struct CapturedWidths {
    struct One {
        int width = 0, step = 0;
        Capture capture;
    };
    std::string model;
    std::vector<One> captures;   ///< at least one
};

using CaptureFile = std::variant<Capture, CapturedWidths>;

/// Limit on the size of a file: 128 MB. A model of 1000 matrices with 2048 singular values each needs about 40 MB.
inline constexpr std::size_t most_capture = std::size_t(128) << 20;

/// Returns whether a text is a capture or captures at several widths, going by its format only.
bool is_capture(std::string_view text);

/// Reads a text strictly. Unknown members are ignored, and everything else that breaks the schema is a problem.
std::variant<CaptureFile, Problems> parse_capture(std::string_view text);

/// Reads a file. Throws FileError when it cannot be read or is larger than most_capture.
std::variant<CaptureFile, Problems> read_capture(const std::filesystem::path& path);

/// Returns the path of the module that owns a parameter: "fc" for "fc.weight".
std::string owner_of(const CapturedParameter& parameter);

/// Returns what follows the names of later calls of a module: " (2)"; empty for the first call.
std::string call_text(const CapturedModule& one);
inline std::string call_name(const CapturedModule& one) { return one.path + call_text(one); }   ///< "rnn.cell (2)"

/// Returns the name of a module or parameter with * for the number of its block: "transformer.h.*.attn.c_proj". The
/// name itself outside of blocks.
std::string block_pattern(const std::string& name, int block, const std::string& role);
inline std::string block_pattern(const CapturedModule& one) { return block_pattern(one.path, one.block, one.role); }
inline std::string block_pattern(const CapturedParameter& one) { return block_pattern(one.name, one.block, one.role); }

}   // namespace stepzero
