// SPDX-License-Identifier: GPL-3.0-or-later
// Audits the checkpoints that checkpoint_faults.py makes, and returns the results as text.
#pragma once

#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <string>

#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "tests/core/python.h"

namespace stepzero {

inline std::filesystem::path in(const QTemporaryDir& folder, const QString& name)
{
    return folder.filePath(name).toStdString();
}

/// Makes cases of checkpoint_faults.py, such as "gpt2:F32:1", in folders such as "gpt2-F32-1". Returns the errors of
/// python, if any.
inline QString make(const QTemporaryDir& folder, const QStringList& cases)
{
    return run_python_file("core/checkpoint_faults.py", QStringList {folder.path()} + cases);
}

inline Audit audit_of(const std::filesystem::path& path, const UnderstandingRequest& request = {})
{
    const Checkpoint checkpoint(path);
    return audit(checkpoint, read_understanding(checkpoint, request), Context());
}

inline QStringList ids(const Audit& found)
{
    QStringList all;
    for (const AuditFinding& finding : found.findings)
        all << QString::fromStdString(finding.id);
    return all;
}

inline QString words(const Audit& found)
{
    QString all;
    for (const AuditFinding& finding : found.findings)
        all += QString::fromStdString(
            finding.id + ": " + finding.message.english() + " " + finding.cause.english() + "\n");
    return all;
}

inline const AuditedTensor& tensor(const Audit& found, const std::string& name)
{
    return *std::find_if(
        found.tensors.begin(), found.tensors.end(), [&](const AuditedTensor& one) { return one.stored.name == name; });
}

}   // namespace stepzero
