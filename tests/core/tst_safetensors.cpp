// SPDX-License-Identifier: GPL-3.0-or-later
// Safetensors are exchanged with an independent reader, and refused when broken; and the tensors of an experiment.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/formats/safetensors.h"
#include "core/exchange/tensors.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter.h"
#include "core/network/input/input.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_safetensors {

using namespace stepzero;

namespace {

std::string file_with(const std::string& header, const std::string& data)
{
    std::string length(8, '\0');
    for (std::size_t i = 0; i < 8; ++i)
        length[i] = char(header.size() >> (8 * i) & 0xFF);
    return length + header + data;
}

QString refusal(const std::string& bytes)
{
    try {
        read_safetensors(bytes);
    } catch (const FormatError& error) {
        return error.what();
    }
    return "nothing wrong";
}

// Reads a file by the description of the format alone, and prints name, shape and a checksum of each tensor.
const char* const plain_reader = R"(
import sys, json, struct, numpy as np
data = open(sys.argv[1], "rb").read()
(n,) = struct.unpack("<Q", data[:8])
assert n % 8 == 0
header = json.loads(data[8:8 + n])
header.pop("__metadata__")
for name, t in header.items():
    a, b = t["data_offsets"]
    x = np.frombuffer(data[8 + n + a:8 + n + b], "<f4").reshape(t["shape"])
    weights = np.arange(x.size, dtype=np.float64) % 97
    print(name, t["dtype"], list(x.shape), "%.9g" % (x.astype(np.float64).ravel() @ weights))
)";

template <class Matrix>
QString line(const QString& name, const std::vector<std::ptrdiff_t>& shape, const Matrix& m)
{
    double sum = 0;
    for (std::ptrdiff_t i = 0; i < m.size(); ++i)
        sum += double(m.data()[i]) * double(i % 97);
    QStringList sizes;
    for (const std::ptrdiff_t size : shape)
        sizes << QString::number(size);
    return name + " F32 [" + sizes.join(", ") + "] " + QString::number(sum, 'g', 9);
}

}   // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::filesystem::path path_ = folder_.filePath("t.safetensors").toStdString();

private slots:
    void written_is_read()
    {
        {
            SafetensorsWriter writer(path_, {{"a", {2, 3}}, {"empty", {0, 4}}, {"b \"ü\"", {}}});
            writer.append(std::vector<float> {1, 2, 3, 4});
            QVERIFY(!std::filesystem::exists(path_));
            writer.append(std::vector<float> {5, 6, 7});
            writer.commit();
        }
        const std::string bytes = read_file(path_);
        const std::vector<TensorView> tensors = read_safetensors(bytes);
        QCOMPARE(tensors.size(), std::size_t(3));
        QCOMPARE(tensors[0].name, std::string("a"));
        QCOMPARE(tensors[0].shape, (std::vector<std::size_t> {2, 3}));
        QCOMPARE(tensors[0].values(), (std::vector<float> {1, 2, 3, 4, 5, 6}));
        QCOMPARE(tensors[1].values(), std::vector<float>());
        QCOMPARE(tensors[2].name, std::string("b \"ü\""));
        QCOMPARE(tensors[2].values(), std::vector<float> {7});
    }

    void whole_numbers_come_first_and_are_read()
    {
        const std::vector<std::int64_t> numbers {-1, 1LL << 62, 50256};
        {
            SafetensorsWriter writer(path_, {{"ids", {3}, TensorType::i64}, {"x", {1}}});
            QVERIFY_THROWS_EXCEPTION(std::logic_error, writer.append(std::vector<float> {1}));
            writer.append(numbers);
            writer.append(std::vector<float> {2.5});
            QVERIFY_THROWS_EXCEPTION(std::logic_error, writer.append(std::vector<std::int64_t> {1}));
            writer.commit();
        }
        const std::string bytes = read_file(path_);
        const std::vector<TensorView> tensors = read_safetensors(bytes);
        QCOMPARE(tensors.size(), std::size_t(2));
        QVERIFY(tensors[0].type == TensorType::i64 && tensors[1].type == TensorType::f32);
        QCOMPARE(tensors[0].integers(), numbers);
        QCOMPARE(tensors[1].values(), std::vector<float> {2.5});
        // After an odd number of floats they would be at an offset where readers do not accept them.
        QVERIFY_THROWS_EXCEPTION(
            std::logic_error, SafetensorsWriter(path_, {{"x", {1}}, {"ids", {3}, TensorType::i64}}));
    }

    void wrong_amount_is_a_programming_error()
    {
        SafetensorsWriter writer(path_, {{"a", {2}}});
        QVERIFY_THROWS_EXCEPTION(std::logic_error, writer.commit());
        QVERIFY_THROWS_EXCEPTION(std::logic_error, writer.append(std::vector<float>(3)));
    }

    void experiments_tensors_are_what_is_simulated()
    {
        Experiment experiment;
        experiment.network.widths = {6, 5, 4};
        experiment.network.input_width = 7;
        experiment.network.bias = {"normal", {{"std", 0.5}}};
        experiment.network.overrides = {{2, {}, Initializer {"orthogonal", {}}, {}}};
        experiment.input.samples = 9;
        NoiseCache cache(1 << 20);
        const Context context;
        const NetworkPlan plan = plan_of(experiment.network);
        write_tensors(path_, experiment, plan, cache, context);

        QStringList expected {line("input", {9, 7}, draw_input(experiment, 0, 9, context)),
            line("cotangent", {9, 4}, draw_cotangent(experiment, 0, 9, context))};
        const DrawnParameters parameters(experiment.seed, 0, cache);
        for (const BlockPlan& layer : plan.blocks) {
            const QString name = QString("layers.%1.").arg(layer.block);
            expected << line(name + "weight", {layer.features_out, layer.features_in},
                parameters.entries(*layer.find("weight"), context));
            expected << line(
                name + "bias", {layer.features_out}, parameters.vector(*layer.find("weight", Role::bias), context));
        }
        expected << line("pairs", {2 * correlation_pairs, 7}, draw_pairs(experiment, 0));

        const std::string bytes = read_file(path_);
        QCOMPARE(read_safetensors(bytes).size(), std::size_t(9));
        if (!python_has("numpy"))
            QSKIP("no python3-numpy");
        const QStringList read
            = run_python(plain_reader, {QString::fromStdString(path_.string())}).trimmed().split('\n');
        QCOMPARE(read, expected);
    }

    void stopped_writing_leaves_nothing()
    {
        std::filesystem::remove(path_);
        std::stop_source stop;
        Context context;
        context.stop = stop.get_token();
        context.report = [&](const Progress& progress) {
            if (progress.fraction > 0.4)
                stop.request_stop();
        };
        NoiseCache cache(1 << 20);
        QVERIFY_THROWS_EXCEPTION(Stopped, write_tensors(path_, {}, plan_of({}), cache, context));
        QVERIFY(std::filesystem::is_empty(path_.parent_path()));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const auto raw = [](const char* name, const std::string& bytes, const char* why) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(why);
        };
        const auto row = [&](const char* name, const std::string& header, const char* why) {
            raw(name, file_with(header, std::string(8, '\0')), why);
        };
        row("good", R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})", "nothing wrong");
        row("metadata",
            R"({"__metadata__": {"x": "y"}, "a": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]}})",
            "nothing wrong");
        raw("empty", "", "is not a safetensors file: it is shorter than eight bytes");
        raw("long header", std::string(8, '\xff') + "{}", "is not a safetensors file: its header is too long");
        raw("longer header", file_with("{}", "").replace(0, 1, "\x03"),
            "is not a safetensors file: its header is too long");
        row("not JSON", "{",
            "has a header that cannot be read: is not JSON: line 1, column 2: unexpected end of "
            "the text");
        row("list", "[]", "has a header that is not an object");
        row("gap", R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
            "has a tensor \"a\" that overlaps another or leaves a gap");
        row("overlap",
            R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "b": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
            "has a tensor \"b\" that overlaps another or leaves a gap");
        row("rest", R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})",
            "has bytes that belong to no tensor");
        row("no tensors", "{}", "has bytes that belong to no tensor");
        row("outside", R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 12]}})",
            "has a tensor \"a\" that lies outside the file");
        row("backwards", R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [8, 4]}})",
            "has a tensor \"a\" that lies outside the file");
        row("disagreement", R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" whose shape and data_offsets disagree");
        row("overflow", R"({"a": {"dtype": "F32", "shape": [4294967296, 4294967296, 4], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" whose shape is too large");
        row("half", R"({"a": {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" of dtype \"F16\"; the dtype must be F32 or I64");
        row("whole numbers", R"({"a": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]}})", "nothing wrong");
        row("whole numbers, disagreement", R"({"a": {"dtype": "I64", "shape": [2], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" whose shape and data_offsets disagree");
        row("fraction", R"({"a": {"dtype": "F32", "shape": [2.5], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" with shape that are not whole numbers");
        row("negative", R"({"a": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}})",
            "has a tensor \"a\" with shape that are not whole numbers");
        row("number for tensor", R"({"a": 3})",
            "has a tensor \"a\" that is not an object with dtype, shape and data_offsets");
        row("twice", R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "a": 1})",
            "has a header that cannot be read: a: is given twice");
    }

    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        QCOMPARE(refusal(bytes.toStdString()), why);
    }
};

STEPZERO_TEST(TestSafetensors, NoApplication)

}   // namespace tst_safetensors
#include "tst_safetensors.moc"
