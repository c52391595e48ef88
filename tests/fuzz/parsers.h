// SPDX-License-Identifier: GPL-3.0-or-later
// What every parser must do with any bytes: take them, or refuse them in its own way. The fuzzers and the test
// that replays their corpus call the same functions; a broken promise ends the process.
#pragma once

#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "core/activation/formula.h"
#include "core/checkpoint/checkpoint.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "core/formats/npy.h"
#include "core/formats/safetensors.h"

namespace stepzero::fuzz {

inline void promise(bool kept)
{
    if (!kept)
        std::abort();
}

inline void take_experiment(std::string_view bytes)
{
    const auto parsed = parse_experiment(bytes);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed)) {
        promise(!problems->empty());
        for (const Problem& problem : *problems)
            promise(!problem.message.empty() && problem.message.size() < 1000);
        return;
    }
    const Experiment& experiment = std::get<Experiment>(parsed);
    promise(validate(experiment).empty());
    promise(int(expand(experiment.network).size()) == depth(experiment.network));
    const auto again = parse_experiment(format_experiment(experiment));
    promise(std::holds_alternative<Experiment>(again) && std::get<Experiment>(again) == experiment);
}

inline void take_formula(std::string_view bytes)
{
    const auto parsed = parse_formula(bytes);
    if (const auto* problem = std::get_if<FormulaProblem>(&parsed)) {
        promise(!problem->sentence.empty() && problem->sentence.size() < 1000);
        promise(!problem->position || (*problem->position >= 1 && *problem->position <= bytes.size() + 1));
        return;
    }
    const ActivationFunction& phi = std::get<ActivationFunction>(parsed);
    for (const double z : {-1e7, -39.9, -1.0, 0.0, 1e-9, 0.7, 39.9, 1e7})
        promise(std::isfinite(phi.value(z)) && std::isfinite(phi.derivative(z)));
}

inline void take_npy(std::string_view bytes)
{
    try {
        const NpyArray<float> array = read_npy<float>(bytes);
        promise(array.values.size() <= bytes.size() / sizeof(float));
        const auto again = read_npy<float>(npy_bytes<float>(array.shape, array.values));
        promise(again.shape == array.shape && again.values.size() == array.values.size());
    } catch (const FormatError&) {
    }
}

inline void take_safetensors(std::string_view bytes)
{
    try {
        std::size_t size = 0;
        for (const TensorView& tensor : read_safetensors(bytes)) {
            const bool floats = tensor.type == TensorType::f32;
            const std::size_t taken
                = floats ? tensor.values().size() * sizeof(float) : tensor.integers().size() * sizeof(std::int64_t);
            promise(taken == tensor.bytes.size());
            size += tensor.bytes.size();
        }
        promise(size < bytes.size());
    } catch (const FormatError&) {
    }
}

/// Of any container, by its first bytes: in a file, as readers of checkpoints want it.
inline void take_checkpoint(std::string_view bytes)
{
    static const int file = ::memfd_create("checkpoint", MFD_CLOEXEC);
    promise(file >= 0 && ::ftruncate(file, 0) == 0
        && ::pwrite(file, bytes.data(), bytes.size(), 0) == ssize_t(bytes.size()));
    try {
        const Checkpoint checkpoint("/proc/self/fd/" + std::to_string(file));
        for (std::size_t i = 0; i < checkpoint.tensors().size() && i < 100; ++i) {
            const StoredTensor& tensor = checkpoint.tensors()[i];
            std::uint64_t entries = 0;
            checkpoint.read(
                i, [&](std::span<const double> piece) { entries += piece.size(); }, Context());
            promise(entries == tensor.entries);
        }
    } catch (const FileError& error) {
        promise(std::string_view(error.what()).size() < 4000);
    }
}

}   // namespace stepzero::fuzz
