// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pins.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>
#include <algorithm>
#include <variant>

#include "core/base/formats/file.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

const QString listName = QStringLiteral("pins.json");
const QString fileEnding = QStringLiteral(".stepzero.json");

}   // namespace

PinList::PinList(QObject* parent) : QObject(parent) { }
PinList::~PinList() = default;

const PinnedExperiment* PinList::find(int id) const
{
    const auto found
        = std::find_if(entries_.begin(), entries_.end(), [id](const PinnedExperiment& e) { return e.id == id; });
    return found == entries_.end() ? nullptr : &*found;
}

PinnedExperiment* PinList::entry(int id) { return const_cast<PinnedExperiment*>(std::as_const(*this).find(id)); }

QVector<Pin> PinList::pins() const
{
    QVector<Pin> all;
    for (const PinnedExperiment& e : entries_) {
        all << e.pin;
        if (soloed_ > 0)
            all.last().visible = e.id == soloed_;
    }
    return all;
}

QString PinList::freeName(const Experiment& experiment, int step) const
{
    const QString title = step > 0 ? tr("%1, step %2").arg(titleOf(experiment)).arg(step) : titleOf(experiment);
    const auto taken = [this](const QString& name) {
        return std::any_of(
            entries_.begin(), entries_.end(), [&](const PinnedExperiment& e) { return e.pin.name == name; });
    };
    QString name = title;
    for (int number = 2; taken(name); ++number)
        name = QStringLiteral("%1 (%2)").arg(title).arg(number);
    return name;
}

int PinList::add(const Experiment& experiment, const Focus& focus, const StudyPtr& study, const QString& name)
{
    PinnedExperiment e;
    e.id = ++lastId_;
    e.experiment = experiment;
    e.focus = focus;
    e.pin.study = study;
    e.pin.name = name.isEmpty() ? freeName(experiment, focus.step) : name;
    const auto taken = [this](int style) {
        return std::any_of(entries_.begin(), entries_.end(),
            [style](const PinnedExperiment& other) { return other.pin.style == style; });
    };
    while (taken(e.pin.style))
        ++e.pin.style;
    entries_ << e;
    soloed_ = 0;   // makes the new pin visible
    emit changed();
    computeNext();
    return e.id;
}

void PinList::remove(int id)
{
    const auto gone
        = std::remove_if(entries_.begin(), entries_.end(), [id](const PinnedExperiment& e) { return e.id == id; });
    if (gone == entries_.end())
        return;
    entries_.erase(gone, entries_.end());
    if (soloed_ == id)
        soloed_ = 0;
    forgetComputation(id);
    emit changed();
    computeNext();
}

void PinList::rename(int id, const QString& name)
{
    PinnedExperiment* e = entry(id);
    if (!e || e->pin.name == name.trimmed() || name.trimmed().isEmpty())
        return;
    e->pin.name = name.trimmed();
    emit changed();
}

void PinList::setVisible(int id, bool visible)
{
    PinnedExperiment* e = entry(id);
    if (!e || e->pin.visible == visible)
        return;
    e->pin.visible = visible;
    emit changed();
}

void PinList::setSolo(int id, bool alone)
{
    const int next = alone ? id : 0;
    if (next == soloed_ || !find(id))
        return;
    soloed_ = next;
    emit changed();
}

void PinList::put(int id, const PinnedExperiment& content)
{
    PinnedExperiment* e = entry(id);
    if (!e)
        return;   // unpinned meanwhile
    e->experiment = content.experiment;
    e->focus = content.focus;
    e->problem = content.problem;
    e->pin.study = content.pin.study;
    e->pin.name = content.pin.name;
    forgetComputation(id);
    emit changed();
    computeNext();
}

void PinList::giveStudy(int id, const StudyPtr& study, const QString& problem)
{
    PinnedExperiment* e = entry(id);
    if (!e)
        return;
    e->pin.study = study;
    e->problem = problem;
    emit changed();
}

void PinList::offer(const StudyPtr& study)
{
    if (study->stage != Stage::full)
        return;
    const QVector<PinnedExperiment> waiting = entries_;
    for (const PinnedExperiment& e : waiting)
        if (!e.pin.study && same_numbers(e.experiment, study->experiment) && e.focus.step == study->step) {
            forgetComputation(e.id);
            giveStudy(e.id, study, {});
        }
}

void PinList::setWindowBusy(bool busy)
{
    busy_ = busy;
    computeNext();
}

void PinList::forgetComputation(int id)
{
    if (computing_ != id)
        return;
    computing_ = 0;
    runner_->cancel();
}

void PinList::computeNext()
{
    if (busy_ || computing_ > 0)
        return;
    const auto next = std::find_if(entries_.begin(), entries_.end(),
        [](const PinnedExperiment& e) { return !e.pin.study && e.problem.isEmpty(); });
    if (next == entries_.end()) {
        // Deferred, because this may run within a signal of the runner.
        if (runner_)
            runner_.release()->deleteLater();
        return;
    }
    if (!runner_) {
        runner_ = std::make_unique<StudyRunner>();
        const auto done = [this](const StudyPtr& study, const QString& problem) {
            const int id = computing_;
            computing_ = 0;
            giveStudy(id, study, problem);
            QTimer::singleShot(0, this, &PinList::computeNext);
        };
        connect(runner_.get(), &StudyRunner::delivered, this, [this, done](const StudyPtr& study) {
            if (computing_ > 0 && study->stage == Stage::full)
                done(study, {});
        });
        connect(runner_.get(), &StudyRunner::failed, this, [this, done](quint64, const QString& sentence) {
            if (computing_ > 0)
                done(nullptr, sentence);
        });
    }
    computing_ = next->id;
    runner_->setRestored(next->restored ? std::optional(next->experiment) : std::nullopt);
    runner_->request(next->experiment, next->focus);
}

void PinList::load(const QString& folder)
{
    QFile file(folder + QLatin1Char('/') + listName);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const bool wasBusy = std::exchange(busy_, true);   // computations begin when all pins are known
    const bool wasBlocked = blockSignals(true);   // a partly loaded list must not be written
    for (const QJsonValue value : QJsonDocument::fromJson(file.readAll()).array()) {
        const QJsonObject known = value.toObject();
        try {
            const auto loaded
                = load_experiment(pathOf(folder + QLatin1Char('/') + known.value(QStringLiteral("file")).toString()));
            const auto* experiment = std::get_if<Experiment>(&loaded);
            const int style = known.value(QStringLiteral("style")).toInt();
            if (!experiment || style < 0)
                continue;
            Focus focus;
            focus.layer = std::max(1, known.value(QStringLiteral("layer")).toInt());
            focus.step = std::max(0, known.value(QStringLiteral("step")).toInt());
            focus.matrix = known.value(QStringLiteral("matrix")).toString().toStdString();
            PinnedExperiment* e
                = entry(add(*experiment, focus, nullptr, known.value(QStringLiteral("name")).toString().trimmed()));
            e->restored = true;
            e->pin.visible = known.value(QStringLiteral("visible")).toBool(true);
            const bool taken = std::any_of(entries_.begin(), entries_.end(),
                [&](const PinnedExperiment& other) { return other.id != e->id && other.pin.style == style; });
            if (!taken)
                e->pin.style = style;
        } catch (const FileError&) {
            // The file is gone or damaged, and the user cannot do anything about it.
        }
    }
    busy_ = wasBusy;
    blockSignals(wasBlocked);
    emit changed();
    computeNext();
}

void writePins(const QString& folder, const QVector<PinnedExperiment>& pins)
{
    if (pins.isEmpty() && !QFile::exists(folder))
        return;
    QDir().mkpath(folder);
    QJsonArray list;
    QStringList files;
    for (const PinnedExperiment& e : pins) {
        // Files are named by their content, so that the files of the old list stay valid if this is interrupted.
        const std::string text = format_experiment(e.experiment);
        const QByteArray name
            = QCryptographicHash::hash({text.data(), qsizetype(text.size())}, QCryptographicHash::Sha1);
        files << QString::fromLatin1(name.toHex()) + fileEnding;
        if (!QFile::exists(folder + QLatin1Char('/') + files.last()))
            save_experiment(pathOf(folder + QLatin1Char('/') + files.last()), e.experiment);
        list << QJsonObject {{QStringLiteral("file"), files.last()}, {QStringLiteral("name"), e.pin.name},
            {QStringLiteral("style"), e.pin.style}, {QStringLiteral("visible"), e.pin.visible},
            {QStringLiteral("layer"), e.focus.layer}, {QStringLiteral("step"), e.focus.step},
            {QStringLiteral("matrix"), QString::fromStdString(e.focus.matrix)}};
    }
    const QByteArray text = QJsonDocument(list).toJson();
    write_file(pathOf(folder + QLatin1Char('/') + listName), {text.constData(), std::size_t(text.size())});
    for (const QString& name : QDir(folder).entryList({QLatin1Char('*') + fileEnding}, QDir::Files))
        if (!files.contains(name))
            QFile::remove(folder + QLatin1Char('/') + name);
}

}   // namespace stepzero
