// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "app/manual.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"

namespace stepzero {

namespace {

/// Absent where there is none; the test of the tour holds every step to what it names.
std::optional<Experiment> experimentOf(const QJsonObject& told)
{
    std::string text;
    if (const Preset* preset = find_preset(told["preset"].toString().toStdString())) {
        text = preset->text;
    } else if (QJsonObject json = told["experiment"].toObject(); !json.isEmpty()) {
        json["format"] = "stepzero-experiment";
        json["version"] = 1;
        text = QJsonDocument(json).toJson().toStdString();
    }
    const auto parsed = parse_experiment(text);
    const auto* experiment = std::get_if<Experiment>(&parsed);
    return experiment ? std::optional(*experiment) : std::nullopt;
}

TourStep stepOf(const ManualSection& section)
{
    static const QRegularExpression comment(
        QStringLiteral(R"(<!-- (\{.*\}) -->)"), QRegularExpression::DotMatchesEverythingOption);
    const QJsonObject told = QJsonDocument::fromJson(comment.match(section.text).captured(1).toUtf8()).object();
    return {section.title, QString(section.text).remove(comment).trimmed(), experimentOf(told),
        told["figure"].toString(), told["control"].toString()};
}

QVector<TourStep> readSteps()
{
    QVector<TourStep> steps;
    for (const ManualPage& page : manualPages())
        if (page.name == "tour.md")
            for (const ManualSection& section : page.sections.mid(1))
                steps << stepOf(section);
    return steps;
}

}   // namespace

const QVector<TourStep>& tourSteps()
{
    static const QVector<TourStep> steps = readSteps();
    return steps;
}

}   // namespace stepzero
