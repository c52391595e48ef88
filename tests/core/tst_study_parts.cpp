// SPDX-License-Identifier: GPL-3.0-or-later
// What a study takes over from another one, and why it lacks a part.
#include <QTest>

#include "core/diagnose/finding.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/study/comparison.h"
#include "core/study/make_study.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_study_parts {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

Experiment small(const char* kind) { return networks::of_kind(kind, 3, 16, {}, 8); }

struct Counted {
    int value = 0;
};
using CountedPart = Part<Counted, int>;

}   // namespace

class TestStudyParts : public QObject {
    Q_OBJECT
private slots:
    void aPartIsMadeOnceForAKey();
    void partsOutliveWhatTheyDoNotDependOn();
    void aPreviewHasTheSpectraOfTheSameNetwork();
    void absences();
};

void TestStudyParts::aPartIsMadeOnceForAKey()
{
    int made = 0;
    const auto make = [&] { return Counted {++made}; };
    const CountedPart first = reuse_or(CountedPart(), 1, make);
    const CountedPart same = reuse_or(first, 1, make);
    QCOMPARE(made, 1);
    QVERIFY(same == first && same->value == 1);
    CountedPart other = known(first, 2);
    QVERIFY(!other && other.is(Absence::not_yet) && !other.is(Absence::impossible));
    other.complete(make);
    other.complete(make);
    QCOMPARE(made, 2);
    QVERIFY(reuse_or(other, 2, make) == other);
    CountedPart none = known(other, 1, Absence::impossible);
    none.complete(make);
    QVERIFY(none.is(Absence::impossible) && none == CountedPart(Absence::impossible) && none != CountedPart());
    QCOMPARE(made, 2);
}

void TestStudyParts::partsOutliveWhatTheyDoNotDependOn()
{
    Experiment e = small("dense");
    e.train = default_training(e.network);
    e.train->steps = 2;
    StudyCaches caches(cache_bytes);
    const StudyPtr first = full_study({.experiment = e}, caches, {});
    const auto after = [&](const Experiment& experiment, const Focus& focus) {
        return full_study({.experiment = experiment, .focus = focus, .previous = first}, caches, {});
    };

    Experiment titled = e;
    titled.title = "another title";
    StudyPtr next = after(titled, {});
    QVERIFY(next->plan == first->plan && next->measurement == first->measurement && next->theory == first->theory);
    QVERIFY(next->layer_spectra == first->layer_spectra && next->jacobian == first->jacobian);
    QVERIFY(next->training == first->training && next->findings == first->findings);

    Experiment trained = e;
    trained.train->learning_rate /= 2;
    next = after(trained, {});
    QVERIFY(next->measurement == first->measurement && next->jacobian == first->jacobian);
    QVERIFY(next->layer_spectra == first->layer_spectra && next->first_findings == first->first_findings);
    QVERIFY(next->training && next->training != first->training);

    next = after(e, {.layer = 2});
    QVERIFY(next->measurement == first->measurement && next->jacobian == first->jacobian);
    QVERIFY(next->training == first->training && next->findings == first->findings);
    QVERIFY(next->layer_spectra && next->layer_spectra != first->layer_spectra && next->theory != first->theory);

    next = after(e, {.q = 2});
    QVERIFY(next->measurement == first->measurement && next->theory == first->theory);
    QVERIFY(next->gains != first->gains && next->gains->at_q.q == 2 && first->gains->at_q.q == 1);

    Experiment reseeded = e;
    ++reseeded.seed;
    next = after(reseeded, {});
    QVERIFY(next->measurement != first->measurement && next->jacobian != first->jacobian);
    QVERIFY(next->layer_spectra != first->layer_spectra && next->training != first->training);
    QVERIFY(next->first_findings != first->first_findings && next->gains == first->gains);
}

/// Even those that take too long for a preview, with the Jacobians.
void TestStudyParts::aPreviewHasTheSpectraOfTheSameNetwork()
{
    Experiment e = small("dense");
    e.network.width = 512;
    StudyCaches caches(cache_bytes);
    const StudyPtr full = full_study({.experiment = e}, caches, {});
    e.train = default_training(e.network);
    const StudyPtr preview = preview_study({.experiment = e, .previous = full}, caches, {});
    QVERIFY(preview->layer_spectra == full->layer_spectra && preview->jacobian == full->jacobian);
    QVERIFY(preview->training.is(Absence::not_yet) && preview->findings.is(Absence::not_yet));
    // At another scale the layer's Jacobian is another one.
    e.network.weight = {"normal", {{"std", 0.01}}};
    const StudyPtr first = full_study({.experiment = e, .previous = full}, caches, {});
    e.network.weight.parameters["std"] = 0.02;
    const StudyPtr scaled = preview_study({.experiment = e, .previous = first}, caches, {});
    QCOMPARE(scaled->layer_spectra->weight.front(), 2 * first->layer_spectra->weight.front());
    QVERIFY(scaled->layer_spectra->jacobian.empty() && scaled->jacobian.is(Absence::not_yet));
}

void TestStudyParts::absences()
{
    StudyCaches caches(cache_bytes);
    Experiment e = small("dense");
    const StudyPtr theory = theory_study({.experiment = e}, caches, {});
    QVERIFY(theory->layer_spectra.is(Absence::not_yet) && theory->jacobian.is(Absence::not_yet));
    QVERIFY(theory->findings.is(Absence::not_yet) && is_coming(*theory, theory->findings));
    QVERIFY(theory->training.is(Absence::not_asked) && theory->comparison.is(Absence::not_asked));
    QVERIFY(theory->theory && theory->gains && theory->memory.is(Absence::impossible));
    e.measure.weight_spectra = e.measure.jacobian = false;
    const StudyPtr full = full_study({.experiment = e}, caches, {});
    QVERIFY(full->layer_spectra.is(Absence::not_asked) && full->jacobian.is(Absence::not_asked));

    Experiment gated = small("residual");
    gated.network.activation = {"swiglu", {}};
    QVERIFY(preview_study({.experiment = with_completed_parameters(gated)}, caches, {})->gains.is(Absence::impossible));

    const Experiment transformer = small("transformer");
    const std::string named = find_kind("transformer")->comparisons.front().name;
    const StudyPtr blocks = preview_study({.experiment = transformer, .focus = {.comparison = named}}, caches, {});
    QVERIFY(blocks->jacobian.is(Absence::impossible) && blocks->theory.is(Absence::impossible));
    QVERIFY(is_coming(*blocks, blocks->comparison));
    const StudyPtr other = preview_study({.experiment = e, .focus = {.comparison = named}}, caches, {});
    QVERIFY(other->comparison.is(Absence::impossible));
    QVERIFY(preview_study({.experiment = small("state_space")}, caches, {})->memory);
}

STEPZERO_TEST(TestStudyParts, QCoreApplication)

}   // namespace tst_study_parts
#include "tst_study_parts.moc"
