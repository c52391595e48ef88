// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_runner.h"

#include <QFileInfo>
#include <QRegularExpression>

#include "app/file_names.h"
#include "core/base/words/text_error.h"
#include "core/capture/weights_audit.h"
#include "core/files/presets.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

QString captureName(const QString& path) { return QFileInfo(path).fileName(); }

/// Returns the capture. Throws a TextError with the first problems.
CaptureFile captureOf(std::variant<CaptureFile, Problems> read, const QString& path)
{
    const auto* problems = std::get_if<Problems>(&read);
    if (!problems)
        return std::get<CaptureFile>(std::move(read));
    constexpr std::size_t most = 3;   // sentences for which there is room
    std::vector<Text> texts;
    for (std::size_t i = 0; i < std::min(most, problems->size()); ++i)
        texts.push_back(i == 0 ? sentence(path.toStdString(), (*problems)[i]) : with_path((*problems)[i]));
    if (problems->size() > most)
        texts.push_back(tr("%1 more {problem|problems}", problems->size() - most));
    throw TextError(joined(texts, "; "));
}

CaptureFile captureIn(const QString& path) { return captureOf(read_capture(pathOf(path)), path); }

}   // namespace

bool isCapture(const QString& path)
{
    if (path.endsWith(captureEnding, Qt::CaseInsensitive))
        return true;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    // Writers put the format first, and a large file must not be parsed to know what it is.
    constexpr qint64 head = 4096;
    static const QRegularExpression format(QStringLiteral(R"(^\s*\{[^\{]*"format"\s*:\s*"stepzero-capture)"));
    const QString start = QString::fromUtf8(file.read(head));
    if (!start.trimmed().startsWith(QLatin1Char('{')))
        return false;
    if (format.match(start).hasMatch())
        return true;
    constexpr qint64 most = 1 << 20;   // a larger file of another kind would take long to parse
    if (file.size() > most)
        return false;
    file.seek(0);
    return is_capture(file.readAll().toStdString());
}

void CaptureRunner::open(const QString& path)
{
    start([this, path, generation = ++generation_](const Turn& turn) {
        CaptureFile file = captureIn(path);
        const auto* one = std::get_if<Capture>(&file);
        const std::filesystem::path weights = one ? weights_of(*one, pathOf(path)) : std::filesystem::path();
        const CaptureStudyPtr study
            = capture_study(std::move(file), captureName(path).toStdString(), generation, weights);
        turn.post([this, study] { emit inspected(study); });
        if (!weights.empty())
            judge(turn, *study);
    });
}

void CaptureRunner::openExample(const QString& name)
{
    start([this, name, generation = ++generation_](const Turn& turn) {
        const QString file = name + captureEnding;
        const Preset* example = find_example_capture(name.toStdString());
        const CaptureStudyPtr study
            = capture_study(captureOf(parse_capture(example ? example->text : std::string_view()), file),
                file.toStdString(), generation);
        turn.post([this, study] { emit inspected(study); });
    });
}

void CaptureRunner::audit(const CaptureStudyPtr& study)
{
    start([this, study](const Turn& turn) { judge(turn, *study); });
}

void CaptureRunner::judge(const Turn& turn, const CaptureStudy& study)
{
    std::optional<Audit> found = audit_of_weights(study.weights.path, turn.context());
    const auto audit = found ? std::make_shared<const Audit>(std::move(*found)) : nullptr;
    turn.post([this, audit, generation = study.generation] { emit audited(audit, generation); });
}

void CaptureRunner::compare(const QString& path)
{
    start([this, path](const Turn& turn) {
        const auto before = std::make_shared<const Capture>(main_capture(captureIn(path)));
        turn.post([this, before, name = captureName(path)] { emit compared(before, name); });
    });
}

}   // namespace stepzero
