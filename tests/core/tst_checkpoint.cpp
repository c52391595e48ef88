// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints: every container and type against PyTorch, NumPy and the definitions of the formats, number by number.
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <thread>

#include "core/checkpoint/checkpoint.h"
#include "tests/core/python.h"
#include "tests/core/refused_checkpoint.h"
#include "tests/main/registered_test.h"

namespace tst_checkpoint {

using namespace stepzero;
using namespace stepzero::checkpoint_bytes;

namespace {

const Context context;

std::vector<double> numbers_of(const Checkpoint& checkpoint, std::size_t index)
{
    std::vector<double> numbers;
    std::size_t last = piece_entries;
    checkpoint.read(
        index,
        [&](std::span<const double> piece) {
            if (piece.empty() || last != piece_entries)
                throw std::logic_error("a piece behind one that was not full");
            last = piece.size();
            numbers.insert(numbers.end(), piece.begin(), piece.end());
        },
        context);
    return numbers;
}

/// Returns whether two lists are equal, where NaN equals NaN.
bool same(const std::vector<double>& a, const std::vector<double>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
        return std::isnan(x) ? std::isnan(y) : x == y && std::signbit(x) == std::signbit(y);
    });
}

QString shape_text(const StoredTensor& tensor)
{
    QStringList sizes;
    for (const std::uint64_t size : tensor.shape)
        sizes << QString::number(size);
    return sizes.isEmpty() ? "scalar" : sizes.join('x');
}

const StoredTensor* find(const Checkpoint& checkpoint, const std::string& name)
{
    for (const StoredTensor& tensor : checkpoint.tensors())
        if (tensor.name == name)
            return &tensor;
    return nullptr;
}

}   // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    std::filesystem::path path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    std::filesystem::path new_folder(
        const QString& name, const std::vector<std::pair<const char*, std::string>>& files) const
    {
        std::filesystem::create_directory(path(name));
        for (const auto& [file, bytes] : files)
            write_file(path(name) / file, bytes);
        return path(name);
    }

private slots:
    void every_number_is_what_python_says()
    {
        if (!python_has("numpy, torch"))
            QSKIP("no python3-numpy and python3-torch");
        const QStringList lines
            = run_python_file("core/checkpoints_in_python.py", {folder_.path()}).trimmed().split('\n');
        QVERIFY2(lines.size() > 150, qPrintable(lines.join('\n')));
        std::map<QString, int> compared;
        for (const QString& line : lines) {
            const QStringList told = line.split('\t');   // file, name, type, shape, file with the numbers
            const Checkpoint checkpoint(path(told[0]));
            const StoredTensor* const tensor = find(checkpoint, told[1].toStdString());
            QVERIFY2(tensor, qPrintable(line));
            QCOMPARE(QString::fromUtf8(
                         element_info(tensor->type).word.data(), qsizetype(element_info(tensor->type).word.size())),
                told[2]);
            QCOMPARE(shape_text(*tensor), told[3]);
            const std::string bytes = read_file(told[4].toStdString());
            std::vector<double> expected(bytes.size() / sizeof(double));
            // also for an empty tensor
            std::copy_n(bytes.data(), bytes.size(), reinterpret_cast<char*>(expected.data()));
            QCOMPARE(tensor->entries, std::uint64_t(expected.size()));
            QVERIFY2(same(numbers_of(checkpoint, std::size_t(tensor - checkpoint.tensors().data())), expected),
                qPrintable(line));
            ++compared[told[0]];
        }
        for (const auto& [file, count] : compared)
            QCOMPARE(int(Checkpoint(path(file)).tensors().size()), count);
        const auto left = [&](const char* file) {
            QStringList all;
            const Checkpoint checkpoint(path(file));
            for (const LeftOut& tensor : checkpoint.left_out())
                all << QString::fromStdString(tensor.name + " " + tensor.reason.english());
            return all;
        };
        QCOMPARE(left("all.safetensors"), QStringList("four bits has the unsupported dtype \"F4\""));
        for (const char* file : {"every-4.pt", "every-4-old.pt"})
            QCOMPARE(left(file),
                QStringList({"expanded repeats entries through its strides (call contiguous() before saving)",
                    "complex has the unsupported PyTorch type \"ComplexFloatStorage\""}));
        for (const char* file : {"beside-2.pt", "beside-5.pt", "beside-2-old.pt", "beside-5-old.pt"}) {
            QStringList found = left(file);
            found.replaceInStrings("numpy._core", "numpy.core");   // since NumPy 2
            QStringList expected;
            for (const char* made : {"args argparse.Namespace", "array numpy.core.multiarray._reconstruct",
                     "scalar numpy.core.multiarray.scalar", "set set", "frozen frozenset",
                     "sparse torch._utils._rebuild_sparse_tensor", "quantized torch._utils._rebuild_qtensor",
                     "day datetime.date", "counter collections.Counter"}) {
                const QStringList words = QString(made).split(' ');
                expected << words[0] + " is made by \"" + words[1] + "\", which is not run";
            }
            QCOMPARE(found, expected);
        }
        QCOMPARE(left("typed.pt"), QStringList("float8_e4m3fnuz has the unsupported PyTorch type \"float8_e4m3fnuz\""));
        QCOMPARE(left("stored.npz"),
            QStringList(
                {"other has the unsupported NumPy type \"<c16\"", "big has the unsupported NumPy type \">f4\""}));
        QCOMPARE(left("deflated.npz"),
            QStringList({"fortran is in Fortran order and compressed (call numpy.ascontiguousarray before saving)",
                "cube is in Fortran order and compressed (call numpy.ascontiguousarray before saving)"}));
        QCOMPARE(left("v3-128.gguf"),
            QStringList({"known has the unsupported GGUF type IQ2_XS", "unknown has the unsupported GGUF type 99"}));
    }

    void several_threads_read_at_once()
    {
        const Checkpoint checkpoint(new_folder("threads",
            {{"a.safetensors",
                safetensors(R"({"a": {"dtype": "F32", "shape": [100000], "data_offsets": [0, 400000]}})", 400000)}}));
        const std::vector<double> once = numbers_of(checkpoint, 0);
        std::array<std::vector<double>, 4> found;
        {
            std::vector<std::jthread> threads;
            for (std::vector<double>& numbers : found)
                threads.emplace_back([&] { numbers = numbers_of(checkpoint, 0); });
        }
        for (const std::vector<double>& numbers : found)
            QVERIFY(same(numbers, once));
    }

    void a_sparse_file_of_20_gigabytes_opens_at_once()
    {
        const std::string header
            = R"({"w": {"dtype": "BF16", "shape": [100000, 100000], "data_offsets": [0, 20000000000]}})";
        write_file(path("sparse.safetensors"), safetensors(header, 0));
        std::filesystem::resize_file(path("sparse.safetensors"), 8 + header.size() + 20'000'000'000);
        largest_request = 0;
        const Checkpoint checkpoint(path("sparse.safetensors"));
        QCOMPARE(checkpoint.bytes(), std::uint64_t(20'000'000'000));
        std::stop_source stop;
        Context stopping;
        stopping.stop = stop.get_token();
        std::size_t entries = 0;
        QVERIFY_THROWS_EXCEPTION(Stopped,
            checkpoint.read(
                0,
                [&](std::span<const double> piece) {
                    entries += piece.size();
                    if (entries > 10'000'000)
                        stop.request_stop();
                },
                stopping));
        QVERIFY(entries < 11'000'000);
        QVERIFY2(largest_request < 1 << 20, qPrintable(QString::number(largest_request)));
        std::filesystem::remove(path("sparse.safetensors"));
    }

    void a_file_that_becomes_shorter_is_a_sentence()
    {
        const std::filesystem::path file = path("short.safetensors");
        write_file(file, safetensors(R"({"a": {"dtype": "I64", "shape": [2], "data_offsets": [0, 16]}})", 16));
        const Checkpoint checkpoint(file);
        std::filesystem::resize_file(file, 80);
        QVERIFY_THROWS_EXCEPTION(FileError, numbers_of(checkpoint, 0));
    }

    // ---- folders and shards ----

    void a_folder_is_read_by_its_index_or_its_first_ending()
    {
        const std::string a = shard("a"), b = shard("b");
        const auto names = [](const Checkpoint& checkpoint) {
            QStringList all;
            for (const StoredTensor& tensor : checkpoint.tensors())
                all << QString::fromStdString(tensor.name + " " + checkpoint.files()[tensor.file].filename().string());
            return all.join(", ");
        };
        const std::string map = R"({"metadata": {}, "weight_map": {"a": "2.safetensors", "b": "1.safetensors"}})";
        const std::filesystem::path sharded = new_folder("sharded",
            {{"2.safetensors", a}, {"1.safetensors", b}, {"3.safetensors", a}, {"config.json", "{}"},
                {"model.safetensors.index.json", map}, {"b.index.json", "{}"}});
        QCOMPARE(names(Checkpoint(sharded)), QString("b 1.safetensors, a 2.safetensors"));
        QCOMPARE(Checkpoint(sharded).config(), sharded / "config.json");
        const Checkpoint indexed(sharded / "model.safetensors.index.json");
        QCOMPARE(names(indexed), QString("b 1.safetensors, a 2.safetensors"));
        QCOMPARE(indexed.config(), sharded / "config.json");
        QCOMPARE(names(Checkpoint(sharded / "3.safetensors")), QString("a 3.safetensors"));

        const std::filesystem::path several = new_folder("several",
            {{"2.safetensors", a}, {"1.safetensors", b}, {"x.bin", torch_file(pickle(dict("c", tensor({4}, {1}))))}});
        QCOMPARE(names(Checkpoint(several)), QString("b 1.safetensors, a 2.safetensors"));
        QVERIFY(Checkpoint(several).config().empty());

        const std::filesystem::path trained = new_folder("trained",
            {{"training_args.bin", torch_file(pickle("cargparse\nNamespace\n)R"))}, {"optimizer.pt", "?"},
                {"rng_state_0.pth", "?"}, {"pytorch_model.bin", torch_file(pickle(dict("c", tensor({4}, {1}))))}});
        QCOMPARE(names(Checkpoint(trained)), QString("c pytorch_model.bin"));
    }

    void folders_that_are_not_whole_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("why");
        const std::string a = shard("a");
        const auto row
            = [&](const char* name, const std::vector<std::pair<const char*, std::string>>& files, const char* why) {
                  QTest::newRow(name) << QString::fromStdString(new_folder(name, files).string()) << QString(why);
              };
        row("nothing", {{"x.txt", "?"}},
            "nothing has no file that ends in .safetensors, .bin, .pt, .pth, .gguf or .npz");
        row("no map", {{"m.index.json", "{}"}}, "no map/m.index.json is not an index of shards: it has no weight_map");
        row("no JSON", {{"m.index.json", "["}},
            "no JSON/m.index.json: is not JSON: line 1, column 2: unexpected end of the text");
        row("missing", {{"m.index.json", R"({"weight_map": {"a": "1.safetensors"}})"}},
            "cannot read missing/1.safetensors: there is no such file or folder");
        row("elsewhere", {{"m.index.json", R"({"weight_map": {"a": "../1.safetensors"}})"}},
            "elsewhere/m.index.json must have the name of a file for tensor \"a\", got \"../1.safetensors\"");
        row("no name", {{"m.index.json", R"({"weight_map": {"a": 1}})"}},
            "no name/m.index.json must have the name of a file for tensor \"a\", got 1");
        row("lie",
            {{"1.safetensors", a}, {"m.index.json", R"({"weight_map": {"b": "1.safetensors", "a": "1.safetensors"}})"}},
            "lie/m.index.json lists \"b\" in 1.safetensors, but it is not there");
        row("swapped",
            {{"1.safetensors", a}, {"2.safetensors", shard("b")},
                {"m.index.json", R"({"weight_map": {"a": "2.safetensors", "b": "1.safetensors"}})"}},
            "swapped/m.index.json lists \"a\" in 2.safetensors, but it is not there");
        row("silent",
            {{"1.safetensors",
                 safetensors(
                     R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, "b": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
                     8)},
                {"m.index.json", R"({"weight_map": {"a": "1.safetensors"}})"}},
            "silent/m.index.json does not list \"b\", which is in 1.safetensors");
        QTest::newRow("twice") << QString::fromStdString(
            new_folder("twice", {{"1.safetensors", a}, {"2.safetensors", a}}).string())
                               << QString("twice/1.safetensors has a tensor \"a\" that is also in " + folder_.path()
                                      + "/twice/2.safetensors")
                                      .replace(folder_.path() + "/", "");
        QTest::newRow("none") << folder_.filePath("none.pt") << "cannot read none.pt: there is no such file or folder";
    }

    void folders_that_are_not_whole()
    {
        QFETCH(QString, file);
        QFETCH(QString, why);
        QCOMPARE(refusal(folder_, file.toStdString()), why);
    }
};

STEPZERO_TEST(TestCheckpoint, QCoreApplication)

}   // namespace tst_checkpoint
#include "tst_checkpoint.moc"
