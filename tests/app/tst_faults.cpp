// SPDX-License-Identifier: GPL-3.0-or-later
// Every command that writes, with one failing call: a file operation, memory, or a thread. Nothing is lost or half
// written, and one sentence reports what happened.
//
//   STEPZERO_FAULTS=all   every call of a file with every reason, and more of memory (minutes)
#include <QDirIterator>
#include <QElapsedTimer>
#include <QMap>
#include <QTemporaryDir>
#include <cerrno>
#include <numeric>
#include <random>
#include <sys/resource.h>

#include "tests/app/program.h"
#include "tests/faults/faults.h"
#include "tests/main/registered_test.h"

namespace tst_faults {

using faults::Call;

namespace {

const QByteArray network = R"({"format": "stepzero-experiment", "version": 1, "network":
    {"kind": "dense", "depth": 3, "width": 8}, "input": {"samples": 4}, "measure": {"jacobian": true}})";
const QByteArray study = R"({"format": "stepzero-study", "version": 1, "experiment": {"network":
    {"kind": "dense", "depth": 2, "width": 8}, "input": {"samples": 4}}, "vary": [{"path": "seed", "values": [1, 2]}]})";
const QByteArray old = "what stood there before";

struct Fault {
    Call call = Call::none;
    long at = 0;
    int error = 0;
    bool lasts = false;
    rlim_t memory = RLIM_INFINITY;   ///< memory limit of the program in bytes
};

/// A command in a folder with the files that it needs.
struct Command {
    const char* name;
    QStringList arguments;   ///< @ is the folder
    QStringList outputs;   ///< files that it writes, in the folder
    bool draws = false;
    bool like_another = false;   ///< writes in the same way as another command
};

struct Ending {
    Outcome outcome;
    QMap<QString, QByteArray> files;   ///< files in the folder
    long calls = 0;
};

/// Returns the parts of the study.
const QVector<QByteArray>& parts()
{
    static const QVector<QByteArray> all {run_program({"run", "-", "--cells", "1/2"}, {.input = study}).out,
        run_program({"run", "-", "--cells", "2/2"}, {.input = study}).out};
    return all;
}

Ending ending_of(const Command& command, const Fault& fault, bool over_old)
{
    const QTemporaryDir folder;
    const QString place = folder.path() + "/work";
    QDir().mkpath(place);
    write(place + "/net.json", network);
    write(place + "/study.json", study);
    if (command.arguments[0] == "merge")
        for (int part = 0; part < 2; ++part)
            write(place + QStringLiteral("/part%1").arg(part + 1), parts()[part]);
    if (over_old)
        for (const QString& output : command.outputs) {
            QDir().mkpath(QFileInfo(place + '/' + output).path());
            write(place + '/' + output, old);
        }
    QStringList arguments = command.arguments;
    arguments.replaceInStrings("@", place + '/');
    Surroundings around;
    around.folder = place;
    around.output_file = folder.path() + "/out";
    around.environment.insert("LD_PRELOAD", STEPZERO_FAULTS_LIBRARY);
    around.environment.insert("STEPZERO_FAULT_FOLDER", place);
    around.environment.insert("STEPZERO_FAULT_COUNT", folder.path() + "/count");
    around.environment.insert("STEPZERO_FAULT",
        QStringLiteral("%1 %2 %3 %4").arg(int(fault.call)).arg(fault.at).arg(fault.error).arg(int(fault.lasts)));
    around.in_child = [&fault] {
        const rlimit limit {fault.memory, fault.memory};
        setrlimit(RLIMIT_AS, &limit);
    };
    Ending ending;
    ending.outcome = run_program(arguments, around);
    ending.outcome.out = read(around.output_file);
    ending.calls = read(folder.path() + "/count").trimmed().toLong();
    QDirIterator all(place, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString file = all.next();
        ending.files[QDir(place).relativeFilePath(file)] = read(file);
    }
    return ending;
}

/// Returns what is wrong after a command in which one call failed; empty when nothing is.
QString problem(const Command& command, const Ending& good, const Ending& seen, bool over_old)
{
    const int status = seen.outcome.status;
    if (status != 0 && status != 2 && status != 3)
        return QStringLiteral("status %1").arg(status);
    const QByteArray said = seen.outcome.err;
    if (status == 0 && said != good.outcome.err)
        return "done, and said something else";
    const QList<QByteArray> lines = said.trimmed().split('\n');
    const bool ours
        = std::all_of(lines.begin(), lines.end(), [](const QByteArray& line) { return line.startsWith("stepzero: "); });
    if (status != 0 && (!ours || lines.size() > 2))   // the second line has the number of finished cells of a study
        return "not one sentence";
    for (const auto& [name, bytes] : seen.files.asKeyValueRange())
        if (!good.files.contains(name))
            return name + " was left behind";
    for (const auto& [name, bytes] : good.files.asKeyValueRange()) {
        const bool is_output = command.outputs.contains(name);
        if (is_output && said.contains("cells were written"))
            continue;   // the finished cells were written, as reported
        const bool whole = seen.files.value(name, "gone") == bytes;
        const bool as_before = over_old ? seen.files.value(name) == old : !seen.files.contains(name);
        if (!whole && !(status != 0 && is_output && as_before))
            return name + (is_output ? " is neither whole nor as it was" : " was lost");
    }
    if (status == 0 && seen.outcome.out != good.outcome.out)
        return "another result";
    return {};
}

}   // namespace

class TestFaults : public QObject {
    Q_OBJECT

    const bool all_ = qEnvironmentVariable("STEPZERO_FAULTS") == "all";
    long done_ = 0;
    QElapsedTimer time_;

    /// Lets each of `numbers` (from 1 to `count`) fail with each reason.
    void sweep(const Command& command, Call call, const QVector<int>& errors, bool lasts, bool over_old,
        const std::function<QVector<long>(long count)>& numbers)
    {
        const Ending good = ending_of(command, {call, 0, 0, false}, over_old);
        QVERIFY2(good.outcome.status == 0, good.outcome.err);
        for (const QString& output : command.outputs)
            QVERIFY2(good.files.contains(output) && good.files[output] != old, qPrintable(output));
        QStringList problems;
        for (const int error : errors)
            for (const long at : numbers(good.calls)) {
                const Ending seen = ending_of(command, {call, at, error, lasts}, over_old);
                ++done_;
                if (const QString wrong = problem(command, good, seen, over_old); !wrong.isEmpty())
                    problems << QStringLiteral("call %1 of %2, error %3: %4: %5")
                                    .arg(at)
                                    .arg(good.calls)
                                    .arg(error)
                                    .arg(wrong, QString::fromUtf8(seen.outcome.err));
            }
        QVERIFY2(problems.isEmpty(), qPrintable('\n' + problems.join('\n')));
    }

    /// Returns the numbers of the calls that fail: all if there are few, otherwise some, since they are similar.
    /// Commands that draw always have some, because pictures are written like other files.
    QVector<long> every(long count, const Command& command) const
    {
        constexpr long few = 5;
        if (!all_ && (count > few || command.draws))
            return some(count);
        QVector<long> numbers(count);
        std::iota(numbers.begin(), numbers.end(), 1L);
        return numbers;
    }

    /// Returns the first few numbers, then increasingly sparse ones, because calls in the middle of many similar ones
    /// fail in the same way. Seeded.
    QVector<long> some(long count) const
    {
        const double step = all_ ? 1.15 : 4;
        std::mt19937 random(1);
        QVector<long> numbers;
        for (double at = 1; at < double(count); at *= step)
            numbers << long(at * std::uniform_real_distribution<>(1, step)(random));
        numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [&](long n) { return n > count; }), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    static QVector<Command> commands()
    {
        return {
            {"run", {"run", "@net.json", "-o", "@r.json", "--csv", "@r.csv", "--tensors", "@r.safetensors"},
                {"r.json", "r.csv", "r.safetensors"}},
            {"run to a pipe", {"run", "@net.json"}, {}},
            {"study", {"run", "@study.json", "-o", "@r.json", "--csv", "@r.csv"}, {"r.json", "r.csv"}},
            {"merge", {"merge", "@part1", "@part2", "-o", "@r.json"}, {"r.json"}},
            {"theory",
                {"theory", "--activation", "tanh", "--weight-variance", "2", "--bias-variance", "0.1", "-o", "@r.json"},
                {"r.json"}},
            {"code", {"code", "@net.json", "--framework", "jax"}, {}, false, true},
            {"png", {"export", "@net.json", "--to", "@figures", "--figures", "signal,phase", "--size", "200x150"},
                {"figures/signal.png", "figures/phase.png"}, true},
            {"svg", {"export", "@net.json", "--to", "@figures", "--figures", "signal", "--format", "svg"},
                {"figures/signal.svg"}, true, true},
            {"csv", {"export", "@net.json", "--to", "@figures", "--figures", "signal", "--format", "csv"},
                {"figures/signal.csv"}, true, true},
            {"pdf", {"export", "@net.json", "--to", "@figures", "--figures", "signal", "--format", "pdf"},
                {"figures/signal.pdf"}, true},
            {"animate", {"animate", "@net.json", "--vary", "seed=1..2", "-o", "@frames", "--size", "200x150"},
                {"frames/0001.png", "frames/0002.png"}, true},
            {"page", {"animate", "@net.json", "--vary", "seed=1..2", "-o", "@page.html"}, {"page.html"}, true, true},
            {"html", {"report", "@net.json", "-o", "@r.html"}, {"r.html"}, true},
        };
    }

    void add_commands() const
    {
        QTest::addColumn<int>("command");
        for (int i = 0; i < commands().size(); ++i)
            if (all_ || !commands()[i].like_another)
                QTest::newRow(commands()[i].name) << i;
    }

private slots:
    void initTestCase() { time_.start(); }
    void cleanupTestCase() { qInfo("%ld faults in %.0f s", done_, double(time_.elapsed()) / 1000); }

    void files_data() { add_commands(); }
    void files()
    {
        QFETCH(int, command);
        const QVector<int> errors = all_ ? QVector<int> {ENOSPC, EIO, EACCES, EISDIR, EMFILE} : QVector<int> {EIO};
        for (const bool over_old : {true, false})
            if (all_ || over_old)
                sweep(commands()[command], Call::file, errors, false, over_old,
                    [&](long count) { return every(count, commands()[command]); });
    }

    void fullDisk_data() { add_commands(); }
    void fullDisk()
    {
        QFETCH(int, command);
        sweep(commands()[command], Call::room, {ENOSPC}, true, true,
            [&](long count) { return every(count, commands()[command]); });
    }

    /// A write may accept less than it is given, which is not an error.
    void shortWrites_data() { add_commands(); }
    void shortWrites()
    {
        QFETCH(int, command);
        sweep(commands()[command], Call::half, {0}, true, true, [](long) { return QVector<long> {1L}; });
    }

    void threads_data() { add_commands(); }
    void threads()
    {
        QFETCH(int, command);
        sweep(commands()[command], Call::crowd, {EAGAIN}, true, true,
            [&](long count) { return every(count, commands()[command]); });
    }

    void memory_data()
    {
        QTest::addColumn<int>("command");
        for (int i = 0; i < commands().size(); ++i)
            if (!commands()[i].draws && (all_ || !commands()[i].like_another))
                QTest::newRow(commands()[i].name) << i;
    }
    void memory()
    {
        QFETCH(int, command);
        for (const Call call : {Call::object, Call::block})
            for (const bool lasts : {true, false})
                if (all_ || !lasts)
                    sweep(commands()[command], call, {ENOMEM}, lasts, true, [this](long count) { return some(count); });
    }

    /// Qt and its libraries end the program or draw less when they cannot get what they need. So no single call fails
    /// here; as in practice, all requests beyond a limit fail.
    void littleMemory_data() { add_commands(); }
    void littleMemory()
    {
        QFETCH(int, command);
        constexpr rlim_t mebibyte = 1 << 20;
        const Ending good = ending_of(commands()[command], {}, true);
        QStringList problems;
        int enough = 0;
        QVector<rlim_t> limits {rlim_t(80 + 40 * (command % 4)), 320};   // too little, in turn, and enough
        for (rlim_t limit = 80; all_ && limit < 400; limit += 2)
            limits << limit;
        for (const rlim_t limit : limits) {
            const Ending seen = ending_of(commands()[command], {.memory = limit * mebibyte}, true);
            ++done_;
            if (seen.outcome.status == 127 || seen.outcome.err.contains("shared libraries"))
                continue;   // the program could not even be loaded
            enough += seen.outcome.status == 0;
            if (const QString wrong = problem(commands()[command], good, seen, true); !wrong.isEmpty())
                problems << QStringLiteral("%1 MiB: %2: %3").arg(limit).arg(wrong, QString::fromUtf8(seen.outcome.err));
        }
        QVERIFY2(problems.isEmpty(), qPrintable('\n' + problems.join('\n')));
        QVERIFY(enough > 0);
    }
};

STEPZERO_TEST(TestFaults, QCoreApplication)

}   // namespace tst_faults
#include "tst_faults.moc"
