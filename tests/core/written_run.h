// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a run as `stepzero run --tensors` does, for an independent recomputation.
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "tests/core/python.h"

namespace stepzero {

/// Writes BASE.safetensors and BASE.json. Returns whether both could be written.
inline bool write_run(const QString& base, const Experiment& e, bool with_jacobian)
{
    const Context context;
    const NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(std::size_t(64) << 20);
    write_tensors((base + ".safetensors").toStdString(), e, plan, cache, context);
    JacobianResult jacobian;
    if (with_jacobian)
        jacobian = {over_replicas({jacobian_spectrum(e, plan, cache, context)}), {}};
    const std::string result = format_result({.experiment = e,
        .plan = plan,
        .measurement = simulate(e, plan, cache, context),
        .prediction = predict(e, plan, {e.input.samples, 1}, context),
        .weight_spectra = {},
        .jacobian = with_jacobian ? &jacobian : nullptr,
        .findings = {}});
    QFile file(base + ".json");
    return file.open(QIODevice::WriteOnly) && file.write(result.c_str()) == qint64(result.size());
}

/// Returns the output of a script of tests/core about `count` runs of experiments from experiment(). Its arguments are
/// the folder of the runs, and its own folder.
template <class Make>
QString compared_runs(int count, bool with_jacobian, const QString& script, Make experiment)
{
    const QString sources = STEPZERO_SOURCE_DIR "/tests/core";
    QTemporaryDir folder;
    for (int i = 0; i < count; ++i)
        if (!write_run(folder.filePath(QString::number(i)), experiment(), with_jacobian))
            return "a run could not be written";
    return run_python_file("core/" + script, {folder.path(), sources}).trimmed();
}

}   // namespace stepzero
