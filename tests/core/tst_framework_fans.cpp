// SPDX-License-Identifier: GPL-3.0-or-later
// fan_in and fan_out as frameworks count them: PyTorch's own count for a table of shapes, Keras's by its rule.
#include <QTest>
#include <cmath>

#include "core/network/init/framework_fans.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_framework_fans {

using namespace stepzero;

namespace {

struct Kernel {
    int units, channels, kernel, groups, dimensions;

    Shape shape() const
    {
        Shape s {1, 1, kernel, dimensions};
        s.fan_out = units * s.receptive();
        s.fan_in = channels / groups * s.receptive();
        return s;
    }
};

const std::vector<Kernel> kernels {{64, 3, 7, 1, 2}, {64, 64, 3, 1, 2}, {128, 64, 1, 1, 2}, {64, 64, 3, 4, 2},
    {64, 64, 3, 64, 2}, {128, 64, 5, 64, 2}, {96, 96, 7, 96, 2}, {32, 16, 3, 1, 1}, {32, 32, 9, 32, 1},
    {1, 8, 3, 1, 2}};

}   // namespace

class TestFrameworkFans : public QObject {
    Q_OBJECT

private slots:
    void ours_are_those_of_pytorch()
    {
        if (!python_has("torch"))
            QSKIP("no python3-torch");
        QString text = "import torch\nfor u, c, k, g, d in [";
        QString expected;
        for (const Kernel& k : kernels) {
            text += QString("(%1, %2, %3, %4, %5), ")
                        .arg(k.units)
                        .arg(k.channels)
                        .arg(k.kernel)
                        .arg(k.groups)
                        .arg(k.dimensions);
            const FrameworkFans fans = framework_fans({"xavier_normal", {}}, k.shape(), k.groups).front();
            expected += QString("%1 %2\n").arg(fans.fan_in).arg(fans.fan_out);
            QCOMPARE(fans.output, 1.0);
        }
        text += "]:\n    layer = (torch.nn.Conv1d if d == 1 else torch.nn.Conv2d)(c, u, k, groups=g)\n"
                "    print(*torch.nn.init._calculate_fan_in_and_fan_out(layer.weight))\n";
        QCOMPARE(run_python(text, {}), expected);
    }

    // Keras's rule for a kernel [k, k, channels, multiplier]: k² channels and k² multiplier.
    void keras_takes_channels_of_a_depthwise_kernel_for_what_is_summed()
    {
        const Kernel k {128, 64, 3, 64, 2};
        const auto fans = framework_fans({"kaiming_normal", {}}, k.shape(), k.groups);
        QCOMPARE(fans.size(), std::size_t(2));
        QCOMPARE(fans[1].fan_in, 9 * 64);
        QCOMPARE(fans[1].fan_out, 9 * 2);
        QVERIFY(std::abs(fans[1].output - 1 / std::sqrt(64.0)) < 1e-12);   // Var(W) with 576 instead of 9
        const auto xavier = framework_fans({"xavier_normal", {}}, k.shape(), k.groups);
        QVERIFY(std::abs(xavier[1].output - std::sqrt((9.0 + 9 * 128) / (9 * 64 + 9 * 2))) < 1e-12);
        QCOMPARE(framework_fans({"normal", {{"std", 0.1}}}, k.shape(), k.groups)[1].output, 1.0);
        QCOMPARE(framework_fans({"zeros", {}}, k.shape(), k.groups)[1].output, 1.0);
    }

    void frameworks_agree_where_groups_see_more_than_one_channel()
    {
        for (const Kernel& k : kernels)
            QCOMPARE(framework_fans({"lecun_normal", {}}, k.shape(), k.groups).size(),
                std::size_t(k.groups == k.channels && k.groups > 1 ? 2 : 1));
    }
};

STEPZERO_TEST(TestFrameworkFans, NoApplication)

}   // namespace tst_framework_fans
#include "tst_framework_fans.moc"
