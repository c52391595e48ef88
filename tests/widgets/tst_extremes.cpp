// SPDX-License-Identifier: GPL-3.0-or-later
// Extreme numbers: networks that leave every scale, and every control of the experiment panel at its limits. Figures
// must draw them without warnings of Qt and without endless ticks, and must describe in words what no number can
// express.
#include <QAction>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/base/words/off_scale.h"
#include "core/diagnose/finding.h"
#include "core/diagnose/verdict.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/number_box.h"
#include "widgets/editors/sketch.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/spoken_figure.h"

namespace tst_extremes {

using namespace stepzero;

namespace {

QStringList warnings;

void hear(QtMsgType type, const QMessageLogContext&, const QString& words)
{
    if (type != QtDebugMsg && type != QtInfoMsg)
        warnings << words;
}

/// Returns a part of a text that nobody should read: names of non-numbers, or an absurd power.
QString wrongWord(const QString& text)
{
    static const QRegularExpression wrong(QStringLiteral("\\b(nan|inf)\\b|[⁰¹²³⁴⁵⁶⁷⁸⁹]{7}|e[+-]?\\d{7}|2147483648"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch found = wrong.match(text);
    return found.hasMatch() ? found.captured() : QString();
}

Experiment squared(const char* kind, int depth, double variance)
{
    BlockSample sample {.kind = kind, .depth = depth, .width = 8, .samples = 4};
    if (has_option(find_kind(kind)->network, "size"))
        sample.options["size"] = 6.0;
    Experiment e = blockExperiment(sample);
    e.network.activation = {"squared_relu", {}};
    e.network.weight = {"mean_field", {{"variance", variance}}};
    e.measure.gradient = e.measure.weight_spectra = e.measure.jacobian = true;
    e.measure.correlation = e.network.kind == "dense";
    if (e.network.kind == "residual")
        e.network.options["norm"] = std::string("none");
    return with_completed_parameters(e);
}

StudyPtr studyOf(const Experiment& experiment, StudyCaches& caches)
{
    return full_study({experiment, 1, {}, nullptr, {}}, caches, Context());
}

/// Returns the caches of an activation, whose theory is the same in networks of every kind.
StudyCaches& cachesOf(const Experiment& experiment)
{
    static std::map<std::string, StudyCaches> all;
    return all.try_emplace(experiment.network.activation.name, std::size_t(1) << 20).first->second;
}

/// Returns what is wrong with the pictures and texts of a figure for a study, in every view if requested.
QString faultOf(const FigureKind& kind, const StudyPtr& study, bool everyView)
{
    const std::unique_ptr<Figure> figure(kind.create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(620, 320);
    figure->setExhibit(study);
    // The spoken phase diagram covers every cell of its map, so it is checked once for all studies that share a map.
    static std::set<std::shared_ptr<const PhaseMap>> spokenMaps;
    const bool speaks
        = kind.id != QLatin1String("phase") || !study->theory || spokenMaps.insert(study->theory->phase).second;
    const auto look = [&]() -> QString {
        PaperRecorder paper(figure->size());
        {
            QPainter painter(&paper);
            figure->paint(painter, figure->size());
        }
        pictureOf(*figure);
        for (const QString& text : paper.texts + QStringList {speaks ? spokenFigure(*figure) : QString()})
            if (const QString wrong = wrongWord(text); !wrong.isEmpty())
                return QStringLiteral("“%1” in “%2”").arg(wrong, text);
        constexpr int most = 2000;   // texts per figure: tables have hundreds
        return paper.texts.size() > most ? QStringLiteral("%1 texts").arg(paper.texts.size()) : QString();
    };
    QString fault = look();
    if (everyView)
        for (QAction* action : figure->choices())
            if (fault.isEmpty() && !action->isSeparator()) {
                action->trigger();
                fault = look();
            }
    return fault.isEmpty() ? fault : kind.id + QStringLiteral(": ") + fault;
}

/// Checks all figures that apply to the study.
QString faultOf(const StudyPtr& study, bool everyView)
{
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(subjectOf(*study)))
            if (const QString fault = faultOf(kind, study, everyView); !fault.isEmpty())
                return fault;
    return warnings.isEmpty() ? QString() : QStringLiteral("Qt says: ") + warnings.takeFirst();
}

}   // namespace

class TestExtremes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }
    void init()
    {
        warnings.clear();
        usual_ = qInstallMessageHandler(hear);
    }
    void cleanup() { qInstallMessageHandler(usual_); }

    void beyondEveryScale_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("grows");
        const auto row = [](const char* kind, int depth, bool grows) {
            QTest::addRow("%s, %d, %s", kind, depth, grows ? "grows" : "vanishes") << QString(kind) << depth << grows;
        };
        for (const int depth : {9, 33, 66})
            row("dense", depth, true);
        for (const int depth : {19, 66})
            row("dense", depth, false);
        row("convolution", 33, true);
        row("convolution", 66, false);
        for (const int depth : {33, 66})
            row("residual", depth, true);   // the skip preserves a signal
    }
    /// A squared ReLU doubles exponents: depth 33 passes 10^±2³¹, and depth 63 10^±10¹⁸.
    void beyondEveryScale()
    {
        QFETCH(QString, kind);
        QFETCH(int, depth);
        QFETCH(bool, grows);
        const Experiment e = squared(qPrintable(kind), depth, grows ? 40 : 0.05);
        StudyCaches& caches = cachesOf(e);
        const StudyPtr study = studyOf(e, caches);
        const Predicted* last = study->prediction->output(depth, Quantity::rms);
        if (kind == QLatin1String("dense")) {
            QVERIFY(last && (*last->log10() > 0) == grows);
            QVERIFY(std::abs(*last->log10()) > std::exp2(depth - 2));
        }
        const StudyPtr theory = theory_study({e, 1, {}, nullptr, {}}, caches, Context());
        const bool everyView = depth == 66 && grows;
        for (const QString& fault : {faultOf(theory, false), faultOf(study, everyView)})
            QVERIFY2(fault.isEmpty(), qPrintable(fault));

        QStringList sentences;
        for (const Finding& finding : *study->findings)
            sentences << QString::fromStdString(finding.message.english())
                      << QString::fromStdString(finding.cause.english());
        for (const bool measured : {true, false}) {
            const Verdict v
                = verdict({e, *study->plan, *study->prediction, measured ? study->measurement.get() : nullptr});
            sentences << QString::fromStdString(v.message.english()) << QString::fromStdString(v.cause.english())
                      << QString::fromStdString(slopes_text(v, e.network).english());
        }
        for (const QString& sentence : sentences)
            QVERIFY2(wrongWord(sentence).isEmpty(), qPrintable(sentence));
        if (last && is_off_scale(*last->log10()))
            QVERIFY2(sentences.join('\n').contains(QLatin1String(off_scale_text)), qPrintable(sentences.join('\n')));
    }

    void everyControlAtItsEnds_data()
    {
        QTest::addColumn<QString>("kind");
        for (const NetworkKind& kind : kinds())
            QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
    }
    /// Sets every slider and number box of the panel to its ends and to powers of ten, in turn, while activations and
    /// schemes alternate. Kinds that share a control with an earlier one take turns with these values.
    /// Whatever can be computed must be drawn. The network is small, and its other numbers stay unchanged.
    void everyControlAtItsEnds()
    {
        QFETCH(QString, kind);
        ExperimentPanel panel({});
        unsigned turn = 0;
        const bool everything = tested::every_case();
        const int stride = everything ? 1 : 6;
        const int number = int(find_kind(kind.toStdString()) - kinds().data());
        int studies = 0, controls = 1;
        static QSet<QString> known;   // names of controls that have had all values
        const auto check = [&](const QString& what) {
            for (Sketch* sketch : panel.findChildren<Sketch*>())
                sketch->grab();
            QVERIFY2(warnings.isEmpty(), qPrintable(what + QStringLiteral(" → ") + warnings.value(0)));
            const Experiment e = small(panel.experiment());
            if (!validate(e).empty())
                return;   // the window reports it
            ++studies;
            StudyCaches& caches = cachesOf(e);
            StudyPtr study;
            try {
                study = studies % 16 == 1 ? studyOf(e, caches)
                                          : preview_study({e, 1, {}, nullptr, {}}, caches, Context());
            } catch (const std::exception& refused) {
                QVERIFY2(*refused.what() != 0, qPrintable(what));
                return;
            }
            QVector<const FigureKind*> kinds;
            for (const FigureKind& figure : figureKinds())
                if (figure.places.contains(subjectOf(*study)))
                    kinds << &figure;
            QString fault;
            // Figures take turns: a study has every sixth drawn, unless all are requested.
            for (qsizetype i = studies % stride; i < kinds.size() && fault.isEmpty(); i += stride)
                fault = faultOf(*kinds[i], study, false);
            if (fault.isEmpty() && !warnings.isEmpty())
                fault = QStringLiteral("Qt says: ") + warnings.takeFirst();
            QVERIFY2(fault.isEmpty(), qPrintable(what + QStringLiteral(" → ") + fault));
        };
        constexpr int firstPower = 2;
        const QVector<double> all {-HUGE_VAL, HUGE_VAL, 1e-30, 1e-3, 1, 1e3, 1e6, 1e30};
        for (int control = 0; control < controls && !QTest::currentTestFailed(); ++control) {
            // Each control gets two of both ends and one of the powers, or one of these if an earlier kind had it.
            const double power = all[firstPower + (number + control) % (all.size() - firstPower)];
            QVector<double> values = everything ? all : QVector<double> {all[0], all[1], power};
            if (!everything)
                values.remove((number + control) % 3);
            for (qsizetype i = 0; i < values.size(); ++i) {
                ++turn;
                panel.setExperiment(base(kind.toStdString(), turn));
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);   // deletes rows of another scheme
                const QList<NumberBox*> boxes = panel.findChildren<NumberBox*>();
                controls = int(boxes.size());
                if (control >= controls || QTest::currentTestFailed())
                    break;
                NumberBox* box = boxes[control];
                if (i == 0 && known.contains(box->accessibleName()) && !everything)
                    values = {values[(number + control) % values.size()]};
                known << box->accessibleName();
                const double wanted = values[i];
                auto* row = qobject_cast<LabeledSlider*>(box->parentWidget());
                if (std::isinf(wanted) && row) {
                    emit row->slider()->jumped(wanted > 0);
                } else {
                    const double end = std::isinf(wanted) ? std::copysign(1e30, wanted) : wanted;
                    // a value beyond the range is not accepted
                    box->findChild<QLineEdit*>()->setText(NumberBox::textOf(end));
                    box->commitText();
                }
                check(QStringLiteral("%1, %2: %3, %4")
                          .arg(box->accessibleName(), box->findChild<QLineEdit*>()->text(),
                              QString::fromStdString(panel.experiment().network.activation.name),
                              QString::fromStdString(panel.experiment().network.weight.scheme)));
            }
        }
        qInfo("%d controls, %d studies", controls, studies);
        QVERIFY(studies > controls / 3);
    }

private:
    /// Returns a network of a kind, with an activation and a scheme that alternate.
    static Experiment base(const std::string& kind, unsigned turn)
    {
        BlockSample sample {.kind = kind, .depth = 3, .width = 8, .samples = 3, .tokens = 6};
        if (has_option(find_kind(kind)->network, "size"))
            sample.options["size"] = has_option(find_kind(kind)->network, "patch") ? 8.0 : 6.0;
        if (has_option(find_kind(kind)->network, "patch"))
            sample.options["patch"] = 4.0;
        const Experiment usual = blockExperiment(sample);
        Experiment e = usual;
        e.measure.correlation = e.measure.weight_spectra = e.measure.jacobian = true;
        e.network.activation = {activations()[turn % activations().size()].name, {}};
        e.network.weight = {schemes()[turn % schemes().size()].name, {}};
        e = with_completed_parameters(e);
        if (validate(e).empty())
            return e;
        e.network.weight = usual.network.weight;
        if (validate(e).empty())
            return e;
        e.network.activation = usual.network.activation;
        return validate(e).empty() ? e : usual;
    }
    /// Reduces the network to what can be computed in a moment.
    static Experiment small(Experiment e)
    {
        e.network.depth = std::min(e.network.depth, 24);
        e.network.width = std::min(e.network.width, 16);
        e.input.samples = std::min(e.input.samples, 4);
        e.input.tokens = std::min(e.input.tokens, 8);
        e.replicas = std::min(e.replicas, 2);
        for (const auto& [name, most] : {std::pair("vocabulary", 64.0), {"context", 64.0}, {"size", 12.0}})
            if (const auto found = e.network.options.find(name); found != e.network.options.end())
                found->second = std::min(std::get<double>(found->second), most);
        if (e.train)
            e.train->steps = std::min(e.train->steps, 2);
        return e;
    }

    QtMessageHandler usual_ = nullptr;
};

STEPZERO_TEST(TestExtremes, QApplication)

}   // namespace tst_extremes
#include "tst_extremes.moc"
