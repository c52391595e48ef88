// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a valid experiment holds, what is said of it is sound: numbers, layers that exist, ways out that are valid.
#include <QtTest>
#include <cmath>

#include "core/files/validate.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/random_experiments.h"

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
                if (formulas && !kind.layered)   // blocks ask nothing of a formula that layers do not
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
        for (int i = 0; i < draws(formulas ? 60 : 80); ++i) {
            const Experiment e = random.next(*find_kind(kind.toStdString()));
            const std::string text = format_experiment(e);
            const Examined examined = examine(e, cache_);
            for (const Finding& f : examined.findings()) {
                ++findings;
                const std::string said = f.id + ": " + f.message + "; " + f.cause + "\n" + text;
                QVERIFY2(!f.id.empty() && !f.message.empty() && !f.cause.empty() && !f.formula.empty(), said.c_str());
                QVERIFY2(!words(f.message).contains("nan") && !words(f.cause).contains("nan"), said.c_str());
                if (is_finite(examined.measurement))
                    QVERIFY2(!words(f.message).contains("inf") && !words(f.cause).contains("inf"), said.c_str());
                QVERIFY2(0 <= f.first_layer && f.first_layer <= f.last_layer && f.last_layer <= depth(e.network),
                    said.c_str());
                QVERIFY2(f.first_layer > 0 || f.last_layer == 0, said.c_str());
                for (const Fix& fix : f.fixes) {
                    ++fixes;
                    QVERIFY2(!words(fix.label).contains("nan") && !words(fix.label).contains("inf"), said.c_str());
                    const Experiment changed = fix.experiment(cache_, {});
                    QVERIFY2(validate(changed).empty(), (fix.label + ", " + said).c_str());
                    QVERIFY2(!(changed == e), (fix.label + ", " + said).c_str());
                }
            }
        }
        qInfo("%d findings, %d fixes", findings, fixes);
        QVERIFY(findings > 50 && fixes > 50);   // there was something to look at
    }

private:
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

QTEST_APPLESS_MAIN(TestDiagnoseRandom)
#include "tst_diagnose_random.moc"
