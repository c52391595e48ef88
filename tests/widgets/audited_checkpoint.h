// SPDX-License-Identifier: GPL-3.0-or-later
// A small checkpoint with GPT-2's names, for tests of everything that shows one.
#pragma once

#include <QTemporaryDir>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/base/formats/safetensors.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/study/audit_study.h"

namespace stepzero {

inline constexpr int checkpointBlocks = 3;

/// Writes a file with GPT-2's names. Without `scaled`, c_proj lacks its depth scaling.
inline void writeCheckpoint(const QString& path, bool scaled, unsigned seed = 1)
{
    constexpr int blocks = checkpointBlocks;
    constexpr std::size_t width = 64;
    std::vector<std::pair<std::string, std::vector<std::size_t>>> tensors {
        {"wte.weight", {200, width}}, {"wpe.weight", {32, width}}};
    for (int block = 0; block < blocks; ++block)
        for (const auto& [name, shape] :
            std::vector<std::pair<std::string, std::vector<std::size_t>>> {{"ln_1.weight", {width}},
                {"ln_1.bias", {width}}, {"attn.c_attn.weight", {width, 3 * width}}, {"attn.c_attn.bias", {3 * width}},
                {"attn.c_proj.weight", {width, width}}, {"attn.c_proj.bias", {width}}, {"ln_2.weight", {width}},
                {"ln_2.bias", {width}}, {"mlp.c_fc.weight", {width, 4 * width}}, {"mlp.c_fc.bias", {4 * width}},
                {"mlp.c_proj.weight", {4 * width, width}}, {"mlp.c_proj.bias", {width}}})
            tensors.emplace_back("h." + std::to_string(block) + '.' + name, shape);
    tensors.insert(tensors.end(), {{"ln_f.weight", {width}}, {"ln_f.bias", {width}}});
    std::vector<TensorShape> infos;
    for (const auto& [name, shape] : tensors)
        infos.push_back({name, shape});
    SafetensorsWriter writer(path.toStdU16String(), infos);
    std::mt19937 engine(seed);
    for (const auto& [name, shape] : tensors) {
        std::size_t entries = 1;
        for (const std::size_t size : shape)
            entries *= size;
        const bool vector = shape.size() == 1, stream = name.ends_with("c_proj.weight");
        std::normal_distribution<float> law(0, 0.02F / (scaled && stream ? std::sqrt(2.0F * blocks) : 1));
        std::vector<float> numbers(entries, name.ends_with("bias") ? 0.0F : 1.0F);
        if (!vector)
            for (float& number : numbers)
                number = law(engine);
        writer.append(numbers);
    }
    writer.commit();
}

/// Returns its audit, with the reading of the chosen tensor.
inline AuditStudyPtr auditedCheckpoint(bool scaled)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.safetensors");
    writeCheckpoint(path, scaled);
    const Checkpoint checkpoint(path.toStdU16String());
    const AuditStudyPtr study
        = audit_study(audit(checkpoint, read_understanding(checkpoint, {}), {}), "model.safetensors");
    const AuditPlace place = study->places[*study->chosen];
    return with_reading(*study,
        std::make_shared<const MatrixReading>(
            read_matrix(checkpoint, place.tensor, study->tensor(*study->chosen).understood.packing, place.part, {})));
}

}   // namespace stepzero
