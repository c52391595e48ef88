// SPDX-License-Identifier: GPL-3.0-or-later
// Applying the first offered fix repeatedly leads to a healthy network in few steps, and never back to an earlier one.
#include <QtTest>
#include <utility>
#include <vector>

#include "core/diagnose/profile.h"
#include "core/diagnose/verdict.h"
#include "core/kinds/kinds.h"
#include "tests/cases.h"
#include "tests/core/diagnose_faults.h"
#include "tests/core/random_experiments.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_fixes {

using namespace diagnose_cases;

namespace {

/// The choice among warnings and errors for the next fix. A deviation from theory is not a fault of the initialization.
enum class Taken { gravest, mildest };

const Finding* taken(const std::vector<Finding>& findings, Taken which)
{
    const Finding* found = nullptr;
    for (const Finding& f : findings)
        if (f.severity > Severity::note && f.id != "far_from_theory" && (!found || which == Taken::mildest))
            found = &f;
    return found;
}

}   // namespace

class TestDiagnoseFixes : public QObject {
    Q_OBJECT

private slots:
    /// Presets for which theory has a warning; the others need no fix (diagnose_verdict).
    void presets_end_in_health_data()
    {
        QTest::addColumn<QString>("name");
        std::size_t turn = 0;
        for (const Preset& p : presets())
            if (tested::every_case()
                || (is_quickly_drawn(preset(p.name)) && is_faulty(preset(p.name)) && tested::in_turn(turn++)))
                QTest::newRow(p.name.c_str()) << QString::fromStdString(p.name);
    }

    void presets_end_in_health()
    {
        QFETCH(QString, name);
        // Where theory is silent, simulations of fixes take as many operations as the measurement: that of all tokens.
        const Experiment e = preset(name.toStdString());
        follow(e, 2, is_predicted(e) ? 2e10 : 4e11);
    }

    /// The first step of each is in diagnose_faults, which applies all fixes.
    void faults_end_in_health_data()
    {
        QTest::addColumn<int>("index");
        const auto all = faults();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (tested::every_case() || (tested::in_turn(i) && is_quickly_drawn(all[i].experiment)))
                QTest::newRow(all[i].name) << int(i);
    }

    void faults_end_in_health()
    {
        QFETCH(int, index);
        static const auto all = faults();
        follow(all[std::size_t(index)].experiment, 4);
    }

    void random_experiments_end_in_health_data()
    {
        QTest::addColumn<QString>("kind");
        for (const NetworkKind& kind : kinds())
            QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
    }

    /// In such experiments everything is wrong at once, and each fix corrects one thing.
    void random_experiments_end_in_health()
    {
        QFETCH(QString, kind);
        RandomExperiments random(23);
        for (int i = 0; i < tested::cases(6); ++i)
            follow(random.next(*find_kind(kind.toStdString())), 9);
    }

private:
    static bool is_predicted(const Experiment& e)
    {
        const NetworkPlan plan = plan_of(e.network);
        return !profile_of(predict(e, plan, whole_extent(e), {}), plan).layers.empty();
    }

    static bool is_faulty(const Experiment& e)
    {
        const NetworkPlan plan = plan_of(e.network);
        const Verdict v = verdict({e, plan, predict(e, plan, whole_extent(e), {})});
        return v.state == Verdict::State::unknown || (v.severity && *v.severity > Severity::note);
    }

    void follow(const Experiment& start, std::size_t most, double operations = 2e10)
    {
        // Both ways often pass through the same experiments.
        std::vector<std::pair<Experiment, std::vector<Finding>>> known;
        const auto findings_of = [&](const Experiment& e) {
            for (const auto& [experiment, findings] : known)
                if (experiment == e)
                    return findings;
            return known.emplace_back(e, examine(e, cache_, operations).findings()).second;
        };
        for (const Taken which : {Taken::gravest, Taken::mildest}) {
            Experiment e = start;
            auto findings = findings_of(e);
            std::vector<Experiment> left;
            std::string story;
            while (const Finding* finding = taken(findings, which)) {
                story += finding->id + ": ";
                QVERIFY2(!finding->fixes.empty(), ("no fix: " + story + format_experiment(start)).c_str());
                story += finding->fixes.front().label.english() + "\n";
                left.push_back(e);
                e = finding->fixes.front().experiment(cache_, {});
                QVERIFY2(std::find(left.begin(), left.end(), e) == left.end(),
                    ("a circle: " + story + format_experiment(start)).c_str());
                QVERIFY2(left.size() <= most, (story + format_experiment(start)).c_str());
                findings = findings_of(e);
            }
        }
    }

    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseFixes, stepzero::NoApplication)

}   // namespace tst_diagnose_fixes
#include "tst_diagnose_fixes.moc"
