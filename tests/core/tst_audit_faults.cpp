// SPDX-License-Identifier: GPL-3.0-or-later
// Every fault in every family is found, and named correctly in the right tensor. It uses STEPZERO_FULL seeds each,
// starting at STEPZERO_SEED (default: 1).
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "tests/cases.h"
#include "tests/core/audit_cases.h"
#include "tests/main/registered_test.h"

namespace tst_audit_faults {

using namespace stepzero;

namespace {

struct Score {
    int made = 0, found = 0, named = 0;
};

/// Returns whether all findings except notes have this id, and mention this tensor.
bool is_named(const Audit& audited, const QString& id, const QString& tensor)
{
    int count = 0;
    for (const AuditFinding& finding : audited.findings) {
        if (finding.severity == Severity::note)
            continue;
        ++count;
        const bool there = std::ranges::any_of(
            finding.tensors, [&](const std::string& name) { return QString::fromStdString(name).startsWith(tensor); });
        if (QString::fromStdString(finding.id) != id || !there)
            return false;
    }
    return count > 0;
}

}   // namespace

class TestAuditFaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!python_has("numpy"))
            QSKIP("python3-numpy is not installed");
    }

    void faults_anywhere_are_named_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QStringList>("families");
        const QStringList some {"gpt2", "bert", "mamba"}, others {"llama", "resnet", "plain"};
        const bool all = tested::every_case();   // otherwise families take turns
        QTest::newRow("F32") << "F32" << (all ? some + others : some);
        QTest::newRow("BF16") << "BF16" << (all ? some + others : others);
        if (all)
            QTest::newRow("F16") << "F16" << some + others;
    }

    void faults_anywhere_are_named()
    {
        QFETCH(QString, dtype);
        QFETCH(QStringList, families);
        const int seeds = tested::times(), first = std::max(1, qEnvironmentVariableIntValue("STEPZERO_SEED"));
        std::map<QString, std::map<QString, Score>> table;   // by fault and family
        QStringList missed;
        for (int seed = first; seed < first + seeds; ++seed) {
            const QTemporaryDir folder;
            QVERIFY(folder.isValid());
            const QString made = run_python_file("core/checkpoint_faults.py",
                {folder.path(), "--all", families.join(','), dtype, QString::number(seed), QString::number(seed + 1)});
            for (const QString& line : made.trimmed().split('\n')) {
                const QStringList told = line.split('\t');   // folder, fault, family, finding, tensor
                QVERIFY2(told.size() == 5, qPrintable(made));
                const Audit audited = audit_of(in(folder, told[0]));
                const bool found = audited.verdict == AuditVerdict::deviates,
                           named = is_named(audited, told[3], told[4]);
                Score& score = table[told[1]][told[2]];
                ++score.made;
                score.found += found ? 1 : 0;
                score.named += named ? 1 : 0;
                if (!named)
                    missed << told[0] + ", " + told[4] + ": " + words(audited);
            }
        }
        Score all;
        for (const auto& [fault, row] : table) {
            QString text;
            for (const auto& [family, score] : row) {
                text += QStringLiteral("  %1 %2 %3/%4").arg(family).arg(score.found).arg(score.named).arg(score.made);
                all = {all.made + score.made, all.found + score.found, all.named + score.named};
            }
            qInfo("%-16s%s", qPrintable(fault), qPrintable(text));
        }
        qInfo("%d faults, %d found, %d named", all.made, all.found, all.named);
        for (const QString& one : missed)
            qInfo("not named: %s", qPrintable(one));
        QVERIFY(all.found == all.made && all.named == all.made);
    }
};

STEPZERO_TEST(TestAuditFaults, QCoreApplication)

}   // namespace tst_audit_faults
#include "tst_audit_faults.moc"
