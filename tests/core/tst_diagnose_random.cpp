// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis of any valid experiment is sound: finite numbers, existing layers, valid fixes.
#include <QtTest>
#include <cmath>
#include <set>
#include <string>

#include "core/diagnose/verdict.h"
#include "core/files/title.h"
#include "core/files/validate.h"
#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/random_experiments.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_random {

using namespace diagnose_cases;

class TestDiagnoseRandom : public QObject {
    Q_OBJECT

private slots:
    void is_sound_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("formulas");
        for (const NetworkKind& kind : kinds())
            for (const bool formulas : {false, true}) {
                if (formulas && !kind.layered)   // for formulas, blocks test nothing beyond layers
                    continue;
                QTest::addRow("%s%s", kind.name.c_str(), formulas ? ", formulas" : "")
                    << QString::fromStdString(kind.name) << formulas;
            }
    }

    void is_sound()
    {
        QFETCH(QString, kind);
        QFETCH(bool, formulas);
        RandomExperiments random(17, formulas);
        int findings = 0, fixes = 0;
        const NetworkKind& network_kind = *find_kind(kind.toStdString());
        // The theory of tokens and images takes most of the time, and their networks have enough findings.
        static const std::set<std::string> slow {"transformer", "vision_transformer", "state_space", "resnet"};
        const int count = tested::cases(formulas ? 10 : slow.contains(network_kind.name) ? 15 : 30);
        for (int i = 0; i < count; ++i) {
            const Experiment e = random.next(network_kind);
            const std::string text = format_experiment(e);
            const Examined examined = examine(e, cache_);
            const std::vector<Finding> all = examined.findings();
            agree(e, examined, all);
            for (const Finding& f : all) {
                ++findings;
                const std::string said = f.id + ": " + f.message.english() + "; " + f.cause.english() + "\n" + text;
                QVERIFY2(!f.id.empty() && !f.message.empty() && !f.cause.empty() && !f.formula.empty(), said.c_str());
                QVERIFY2(!words(f.message.english()).contains("nan") && !words(f.cause.english()).contains("nan"),
                    said.c_str());
                if (is_finite(examined.measurement))
                    QVERIFY2(!words(f.message.english()).contains("inf") && !words(f.cause.english()).contains("inf"),
                        said.c_str());
                QVERIFY2(0 <= f.first_layer && f.first_layer <= f.last_layer && f.last_layer <= depth(e.network),
                    said.c_str());
                QVERIFY2(f.first_layer > 0 || f.last_layer == 0, said.c_str());
                QVERIFY2(counts_agree(f.message.english()) && counts_agree(f.cause.english()), said.c_str());
                std::set<std::string> labels;
                for (const Fix& fix : f.fixes) {
                    ++fixes;
                    QVERIFY2(
                        labels.insert(fix.label.english()).second, (fix.label.english() + " twice, " + said).c_str());
                    static const QRegularExpression tie("(?<!\\S)(\\S+) → \\1(?![^\\s,;)])");
                    QVERIFY2(!QString::fromStdString(fix.label.english()).contains(tie),
                        (fix.label.english() + ", " + said).c_str());
                    QVERIFY2(!words(fix.label.english()).contains("nan") && !words(fix.label.english()).contains("inf"),
                        said.c_str());
                    const Experiment changed = fix.experiment(cache_, {});
                    QVERIFY2(validate(changed).empty(), (fix.label.english() + ", " + said).c_str());
                    QVERIFY2(!(changed == e), (fix.label.english() + ", " + said).c_str());
                }
            }
        }
        qInfo("%d findings, %d fixes", findings, fixes);
        QVERIFY(findings > count && fixes > count);   // ensures that something was tested
    }

private:
    /// The verdict belongs to the most severe finding, and the title to this network.
    static void agree(const Experiment& e, const Examined& examined, const std::vector<Finding>& all)
    {
        const Verdict v = verdict({e, examined.plan, examined.prediction, &examined.measurement, &all});
        const std::string said = v.word.english() + ", " + v.message.english() + "\n" + format_experiment(e);
        QVERIFY2(v.severity.has_value() == !all.empty() && (v.state == Verdict::State::healthy) == all.empty(),
            said.c_str());
        const std::string title = title_of(e).english();
        QVERIFY2(title.ends_with(shape_text(e.network).english()) || !e.network.overrides.empty(), title.c_str());
        if (all.empty())
            return;
        const auto most = std::ranges::max_element(all, {}, &Finding::severity);
        QVERIFY2(*v.severity == most->severity && all[*v.finding].severity == most->severity, said.c_str());
        QVERIFY2((v.word == stepzero::tr("note")) == (most->severity == Severity::note), said.c_str());
        QVERIFY2(!reason(v).empty() && counts_agree(reason(v).english()), said.c_str());
    }

    /// Returns false for texts such as "1 layers".
    static bool counts_agree(const std::string& text)
    {
        static const QRegularExpression wrong(
            "(?<![\\d.] of |[\\w.])1 (layers|blocks|samples|units|steps|tokens|heads|rows|experts|channels)\\b");
        return !QString::fromStdString(text).contains(wrong);
    }

    static bool is_finite(const Measurement& m)
    {
        const auto finite = [](const Distribution* d) { return !d || std::isfinite(d->rms); };
        for (int l = 1; l <= m.depth(); ++l)
            if (!finite(m.preactivation(l)) || !finite(m.output(l)) || !finite(m.weight(l)) || !finite(m.gradient(l)))
                return false;
        return true;
    }

    static QStringList words(const std::string& text)
    {
        static const QRegularExpression between("[^a-z]+");
        return QString::fromStdString(text).split(between, Qt::SkipEmptyParts);
    }

    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseRandom, stepzero::NoApplication)

}   // namespace tst_diagnose_random
#include "tst_diagnose_random.moc"
