// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_progress.h"

#include <QJsonArray>
#include <algorithm>

#include "app/settings.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

namespace {

constexpr char progressSetting[] = "lesson/progress", doneSetting[] = "lesson/done", latestSetting[] = "lesson/latest";

QJsonArray stepsJson(const std::set<int>& steps)
{
    QJsonArray array;
    for (const int step : steps)
        array << step;
    return array;
}

std::set<int> stepsOf(const QJsonValue& json, int count)
{
    std::set<int> steps;
    for (const QJsonValue& each : json.toArray())
        if (const int step = each.toInt(-1); step >= 0 && step < count)
            steps.insert(step);
    return steps;
}

}   // namespace

LessonProgress readProgress(const Settings& settings, const QString& key, const Lesson& lesson)
{
    const QJsonObject json = settings.object(progressSetting)[key].toObject();
    const int count = int(lesson.steps.size());
    return {std::clamp(json["step"].toInt(), 0, count - 1), stepsOf(json["seen"], count),
        stepsOf(json["solved"], count), settings.value(doneSetting).toStringList().contains(key)};
}

void keepProgress(Settings& settings, const QString& key, const LessonProgress& progress)
{
    QJsonObject all = settings.object(progressSetting);
    all[key] = QJsonObject {
        {"step", progress.step}, {"seen", stepsJson(progress.seen)}, {"solved", stepsJson(progress.solved)}};
    settings.setObject(progressSetting, all);
    QStringList done = settings.value(doneSetting).toStringList();
    if (progress.done && !done.contains(key))
        settings.set(doneSetting, done << key);
    settings.set(latestSetting, key);
}

QString latestLesson(const Settings& settings) { return settings.value(latestSetting).toString(); }

}   // namespace stepzero
