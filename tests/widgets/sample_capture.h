// SPDX-License-Identifier: GPL-3.0-or-later
// Captures as the Python package writes them, for tests of everything that shows one.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <variant>

#include "core/study/capture_study.h"

namespace stepzero {

/// Returns the statistics of entries that are normal with this standard deviation.
inline QJsonObject momentsOf(double std, const QJsonArray& shape, const QJsonObject& more = {})
{
    double count = 1;
    for (const QJsonValue size : shape)
        count *= size.toDouble();
    constexpr int bins = 40;
    constexpr double reach = 4;   // in standard deviations
    QJsonArray counts;
    for (int i = 0; i < bins; ++i) {
        const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
        const double from = -reach + 2 * reach * i / bins, to = -reach + 2 * reach * (i + 1) / bins;
        counts << std::round(count * (below(to) - below(from)));
    }
    QJsonObject moments {{"shape", shape}, {"dtype", "float32"}, {"count", count}, {"not_finite", 0}, {"mean", 0},
        {"std", std}, {"rms", std}, {"min", -reach * std}, {"max", reach * std}, {"smallest", 1e-4 * std},
        {"largest", reach * std}, {"zeros", 0},
        {"histogram", QJsonObject {{"from", -reach * std}, {"to", reach * std}, {"counts", counts}}}};
    for (const QString& key : more.keys())
        moments[key] = more[key];
    return moments;
}

/// Returns the statistics of entries that are all 0, or not finite.
inline QJsonObject deadMoments(const QJsonArray& shape, bool finite)
{
    double count = 1;
    for (const QJsonValue size : shape)
        count *= size.toDouble();
    if (finite)
        return {{"shape", shape}, {"dtype", "float32"}, {"count", count}, {"mean", 0}, {"std", 0}, {"rms", 0},
            {"min", 0}, {"max", 0}, {"smallest", QJsonValue()}, {"largest", 0}, {"zeros", 1}};
    return {{"shape", shape}, {"dtype", "float32"}, {"count", count}, {"not_finite", count}, {"mean", QJsonValue()},
        {"std", QJsonValue()}, {"rms", QJsonValue()}, {"min", QJsonValue()}, {"max", QJsonValue()},
        {"smallest", QJsonValue()}, {"largest", QJsonValue()}, {"zeros", QJsonValue()}};
}

inline QJsonObject captureOf(const QJsonArray& modules, const QJsonArray& parameters, const QJsonObject& more = {})
{
    QJsonObject capture {{"format", "stepzero-capture"}, {"version", 1}, {"model", "Model"},
        {"framework", "PyTorch 2.1.0"}, {"device", "cpu"}, {"training", true}, {"step", 0}, {"batch", 16},
        {"modules", modules}, {"parameters", parameters}};
    for (const QString& key : more.keys())
        capture[key] = more[key];
    return capture;
}

/// An MLP of three modules.
inline QJsonObject smallCapture(double scale = 1)
{
    const QJsonArray hidden {16, 64};
    QJsonArray singular;
    constexpr int values = 64;
    for (int i = 0; i < values; ++i)
        singular << scale * 1.3 * (1 - (i + 0.5) / values);
    const QJsonArray modules {QJsonObject {{"path", "fc1"}, {"class", "Linear"}, {"kind", "linear"},
                                  {"output", momentsOf(0.8 * scale, hidden)}, {"gradient", momentsOf(2e-3, hidden)}},
        QJsonObject {{"path", "act"}, {"class", "ReLU"}, {"kind", "activation"},
            {"output", momentsOf(0.5 * scale, hidden, {{"zeros", 0.5}, {"dead", 0.03}, {"equal_units", 0.0}})},
            {"gradient", momentsOf(3e-3, hidden)}},
        QJsonObject {{"path", "fc2"}, {"class", "Linear"}, {"kind", "linear"},
            {"output", momentsOf(0.6 * scale, {16, 10})}, {"gradient", momentsOf(0.02, {16, 10})}}};
    const QJsonArray parameters {
        QJsonObject {{"name", "fc1.weight"}, {"module_class", "Linear"}, {"value", momentsOf(0.09 * scale, {64, 64})},
            {"gradient", momentsOf(1e-3, {64, 64})}, {"singular_values", singular}},
        QJsonObject {{"name", "fc1.bias"}, {"module_class", "Linear"}, {"value", deadMoments({64}, true)},
            {"gradient", momentsOf(2e-3, {64})}},
        QJsonObject {{"name", "fc2.weight"}, {"module_class", "Linear"}, {"value", momentsOf(0.1 * scale, {10, 64})},
            {"gradient", momentsOf(4e-3, {10, 64})}, {"singular_values", QJsonArray {1.2 * scale, 0.4 * scale}}},
        QJsonObject {{"name", "fc2.bias"}, {"module_class", "Linear"}, {"value", deadMoments({10}, true)},
            {"gradient", momentsOf(0.01, {10})}}};
    return captureOf(modules, parameters,
        {{"model", "MLP"}, {"loss", QJsonObject {{"value", 2.31}, {"kind", "cross_entropy"}, {"classes", 10}}}});
}

/// A transformer with GPT-2's names: twelve modules a block. Outputs grow by `growth` per block, and gradients shrink.
inline QJsonObject transformerCapture(int blocks = 24, double growth = 1.02, bool withSteps = false)
{
    const QJsonArray stream {8, 64, 128};
    QJsonArray modules, parameters, steps;
    const auto module = [&](const QString& path, const char* of, const char* kind, double std, double gradient,
                            int block, const QString& role, const QJsonObject& more = {}) {
        QJsonObject one {{"path", path}, {"class", of}, {"kind", kind}, {"output", momentsOf(std, stream)},
            {"gradient", momentsOf(gradient, stream)}};
        if (block > 0) {
            one["block"] = block;
            one["role"] = role;
        }
        for (const QString& key : more.keys())
            one[key] = more[key];
        modules << one;
    };
    const auto parameter
        = [&](const QString& name, double std, const QJsonArray& shape, int block, const QString& role) {
              QJsonObject one {{"name", name}, {"module_class", "Linear"}, {"value", momentsOf(std, shape)},
                  {"gradient", momentsOf(1e-4, shape)}};
              if (block > 0) {
                  one["block"] = block;
                  one["role"] = role;
              }
              if (withSteps)
                  one["update"] = 1e-3 / std * 0.02;
              QJsonArray singular;
              constexpr int values = 128;
              for (int i = 0; i < values; ++i)
                  singular << std * 22 * (1 - (i + 0.5) / values);
              one["singular_values"] = singular;
              parameters << one;
          };
    module("wte", "Embedding", "embedding", 0.02, 1e-4, 0, {});
    parameter("wte.weight", 0.02, {500, 128}, 0, {});
    for (int block = 1; block <= blocks; ++block) {
        const double size = std::pow(growth, block), gradient = 1e-4 / size;
        const QString before = QStringLiteral("h.%1.").arg(block - 1);
        const auto add
            = [&](const char* name, const char* of, const char* kind, double std, const QJsonObject& more = {}) {
                  const QString role = QString::fromLatin1(name);
                  module(before + name, of, kind, std, gradient, block, role, more);
                  if (QLatin1String(kind) == QLatin1String("linear"))
                      parameter(before + name + ".weight", 0.02, {128, 128}, block, role + ".weight");
              };
        add("ln_1", "LayerNorm", "norm", 1);
        add("attn.q", "Linear", "linear", 0.3 * size);
        add("attn.k", "Linear", "linear", 0.3 * size);
        add("attn.v", "Linear", "linear", 0.3 * size);
        add("attn.attention", "scaled_dot_product_attention", "attention", 0.1 * size,
            {{"attention",
                QJsonObject {{"entropy", 3.0 - 0.05 * block}, {"keys", 64}, {"entropy_uniform", 3.3},
                    {"logit_std", 0.1 * block}, {"logit_max", 0.5 * block}, {"top", 0.05}}}});
        add("attn.c_proj", "Linear", "linear", 0.1 * size);
        add("attn.drop", "Dropout", "dropout", 0.1 * size);
        add("ln_2", "LayerNorm", "norm", 1);
        add("mlp.c_fc", "Linear", "linear", 0.5 * size);
        add("mlp.gelu", "GELU", "activation", 0.2 * size,
            {{"output", momentsOf(0.2 * size, stream, {{"zeros", 0.01}, {"dead", 0.02}})}});
        add("mlp.c_proj", "Linear", "linear", 0.1 * size);
        add("mlp.drop", "Dropout", "dropout", 0.1 * size);
    }
    module("ln_f", "LayerNorm", "norm", 1, 1e-4, 0, {});
    module("head", "Linear", "linear", 0.5, 2e-4, 0, {});
    for (int step = 1; withSteps && step <= 20; ++step) {
        QJsonObject update, output;
        for (const QJsonValue one : parameters)
            update[one["name"].toString()] = 1e-3 * (1 + 0.02 * step);
        for (const QJsonValue one : modules)
            output[one["path"].toString()] = one["output"]["rms"].toDouble() * (1 + 0.01 * step);
        steps << QJsonObject {{"step", step}, {"loss", 6.2 - 0.1 * step}, {"output", output}, {"update", update}};
    }
    QJsonObject more {
        {"model", "GPT"}, {"loss", QJsonObject {{"value", 6.2}, {"kind", "cross_entropy"}, {"classes", 500}}}};
    if (withSteps)
        more["steps"] = steps;
    return captureOf(modules, parameters, more);
}

/// Outputs that are all 0, not finite or absent, and nothing that anybody could draw.
inline QJsonObject brokenCapture()
{
    const QJsonArray shape {4, 8};
    return captureOf({QJsonObject {{"path", "a"}, {"class", "Linear"}, {"kind", "linear"},
                          {"output", deadMoments(shape, true)}, {"gradient", deadMoments(shape, true)}},
                         QJsonObject {{"path", "b"}, {"class", "Tanh"}, {"kind", "activation"},
                             {"output", deadMoments(shape, false)}, {"gradient", deadMoments(shape, false)}},
                         QJsonObject {{"path", "c"}}},
        {QJsonObject {{"name", "a.weight"}, {"value", deadMoments({8, 8}, true)},
             {"singular_values", QJsonArray {0, 0, 0, 0, 0, 0, 0, 0}}},
            QJsonObject {{"name", "b.weight"}, {"value", deadMoments({8, 8}, false)}}},
        {{"loss", QJsonObject {{"value", QJsonValue()}, {"kind", "custom"}}}});
}

/// An exploding network: beyond float16 after a few layers, beyond float32 at the end.
inline QJsonObject explodingCapture()
{
    const QJsonArray shape {16, 64};
    QJsonArray modules;
    for (int layer = 0; layer < 24; ++layer)
        modules << QJsonObject {{"path", QStringLiteral("layers.%1.fc").arg(layer)}, {"class", "Linear"},
            {"kind", "linear"}, {"block", layer + 1}, {"role", "fc"},
            {"output", momentsOf(std::pow(50.0, layer), shape)},
            {"gradient", momentsOf(std::pow(50.0, 20 - layer), shape)}};
    return captureOf(modules, {});
}

/// Captures of a transformer at three widths, before and after two steps. The outputs of mlp.c_fc then grow with
/// width^exponent, and those of ln_f shrink likewise.
inline QJsonObject widthsCapture(double exponent, int blocks = 3)
{
    QJsonArray captures;
    for (const int width : {64, 128, 256})
        for (const int step : {0, 2}) {
            QJsonObject capture = transformerCapture(blocks, 1.02);
            QJsonArray modules = capture["modules"].toArray();
            for (QJsonValueRef entry : modules) {
                QJsonObject one = entry.toObject();
                const bool grows = one["role"] == "mlp.c_fc";
                if (step == 0 || !(grows || one["path"] == "ln_f"))
                    continue;
                const double factor = std::pow(width / 64.0, grows ? exponent : -exponent);
                one["output"] = momentsOf(factor * one.value("output")["rms"].toDouble(), {8, 64, width});
                entry = one;
            }
            capture["modules"] = modules;
            capture["step"] = step;
            capture["width"] = width;
            captures << capture;
        }
    return {{"format", "stepzero-capture-widths"}, {"version", 1}, {"model", "GPT"}, {"captures", captures}};
}

/// A capture of some weights of the checkpoint of audited_checkpoint.h, which is in `file`.
inline QJsonObject weightsCapture(const QString& file)
{
    QJsonArray modules, parameters;
    for (int block = 0; block < 3; ++block)
        for (const char* role : {"attn.c_attn", "attn.c_proj"}) {
            const QString path = QStringLiteral("h.%1.%2").arg(block).arg(role);
            const QJsonArray shape {64, QLatin1String(role) == QLatin1String("attn.c_attn") ? 192 : 64};
            modules << QJsonObject {{"path", path}, {"class", "Conv1D"}, {"kind", "linear"}, {"block", block + 1},
                {"role", role}, {"output", momentsOf(0.16, {8, 32, shape[1]})}};
            parameters << QJsonObject {{"name", path + ".weight"}, {"module_class", "Conv1D"}, {"block", block + 1},
                {"role", QString(role) + ".weight"}, {"value", momentsOf(0.02, shape)}};
        }
    return captureOf(modules, parameters, {{"weights", file}});
}

inline std::string textOf(const QJsonObject& capture) { return QJsonDocument(capture).toJson().toStdString(); }

/// Returns a study of a capture, which must follow the schema.
inline CaptureStudyPtr captureStudy(const QJsonObject& capture, const char* name = "mine.stepzero-capture.json")
{
    return capture_study(std::get<CaptureFile>(parse_capture(textOf(capture))), name);
}

inline void writeCapture(const QString& path, const QJsonObject& capture)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(QJsonDocument(capture).toJson());
}

}   // namespace stepzero
