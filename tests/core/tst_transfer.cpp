// SPDX-License-Identifier: GPL-3.0-or-later
// Transfer of learning rates: minima of known parabolas. Under the standard parametrization Adam's best rate falls with
// the width, and under μP it does not change.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>

#include "core/exchange/transfer_json.h"
#include "core/train/default_training.h"
#include "core/train/transfer.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_transfer {

using namespace stepzero;

namespace {

Experiment dense()
{
    Experiment e = networks::experiment(R"("kind": "dense", "depth": 3, "width": 32, "input_width": 16,
        "activation": "relu", "weight": {"scheme": "kaiming_normal"})",
        R"("input": {"samples": 64}, "seed": 2)");
    e.train = default_training(e.network);
    e.train->steps = 20;
    e.train->learning_rate = 0.004;
    return e;
}

}   // namespace

class TestTransfer : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 26};
    Context context_;

    Transfer of(const char* parametrization, const TransferRequest& request)
    {
        return transfer(dense(), *find_parametrization(parametrization), request, cache_, context_);
    }

private slots:
    void minima_are_those_of_parabolas()
    {
        const std::vector<double> rates {0.01, 0.02, 0.05, 0.1};
        for (const double at : {0.02, 0.03, 0.045}) {
            std::vector<double> losses;
            for (const double rate : rates)
                losses.push_back(std::exp(0.3 * std::pow(std::log(rate / at), 2) - 1));
            QVERIFY(std::abs(best_rate(rates, losses, 10) - std::log(at)) < 1e-12);
        }
        QVERIFY(std::isnan(best_rate(rates, {1, 2, 3, 4}, 10)));
        QVERIFY(std::isnan(best_rate(rates, {4, 3, 2, 1}, 10)));
        QVERIFY(std::isnan(best_rate(rates, {4, 4, 4, 4}, 10)));
        // A diverged loss counts as that without training.
        const double best = best_rate(rates, {3, 1, 2, std::nan("")}, 4);
        QCOMPARE(best_rate(rates, {3, 1, 2, 400}, 4), best);
        QVERIFY(best > std::log(0.01) && best < std::log(0.05));
    }

    void best_rates_drift_unless_they_are_scaled()
    {
        const TransferRequest request {.sizes = {32, 96, 256}, .rates = rates_around(0.008)};
        const Transfer standard = of("standard", request), mup = of("mup", request);
        QVERIFY(standard.scaling == Scaling::shrinks);
        QVERIFY(!standard.good());
        QVERIFY(mup.scaling == Scaling::level);
        QVERIFY(mup.good());
    }

    void results_as_text()
    {
        const TransferRequest request {.sizes = {8, 16}, .rates = {1e-3, 1e-2, 1e-1}, .seeds = 2};
        const Transfer t = of("mup", request);
        const QString table = QString::fromStdString(format_transfer_table(t));
        QVERIFY(table.startsWith("μP, Adam, widths 8, 16; 20 steps, 2 seeds\n"));
        QCOMPARE(table.count('*'), 3);   // two, and one in the explanation
        const QJsonObject json
            = QJsonDocument::fromJson(QByteArray::fromStdString(format_transfer(t, dense()))).object();
        QCOMPARE(json["losses"].toArray()[1].toArray()[2].toArray()[0].toDouble(), t.losses[1][2][0]);
        QCOMPARE(json["best_rates"].toArray().size(), 2);
    }
};

STEPZERO_TEST(TestTransfer, QCoreApplication)

}   // namespace tst_transfer
#include "tst_transfer.moc"
