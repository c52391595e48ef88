// SPDX-License-Identifier: GPL-3.0-or-later
// A run as `stepzero run --tensors` writes it, for an independent recomputation.
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "tests/core/python.h"

namespace stepzero {

/// BASE.safetensors and BASE.json. Whether both could be written.
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

/// What the script of tests/core says of so many runs that experiment() makes, given their folder and its own.
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
