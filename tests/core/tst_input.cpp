// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs from .csv files and folders, scaled, and those with the spectrum of natural images: their values, and how
// PyTorch's code reads them.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/formats/csv_numbers.h"
#include "core/base/formats/csv_table.h"
#include "core/exchange/code.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/math/random/natural.h"
#include "core/network/input/image_reader.h"
#include "core/network/input/input.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_input {

using namespace stepzero;

namespace {

using Sizes = std::vector<std::size_t>;

QString refusalOf(std::string_view text)
{
    try {
        read_csv(text);
    } catch (const FormatError& error) {
        return error.what();
    }
    return "nothing wrong";
}

Experiment dense(int input_width)
{
    Experiment e;
    e.network.widths = {8, 4};
    e.network.input_width = input_width;
    e.input.samples = 40;
    return with_completed_parameters(e);
}

Experiment convolution(int channels, int side)
{
    Experiment e;
    e.network = convolution_kind().network;
    e.network.depth = 2;
    e.network.width = 4;
    e.network.input_width = channels;
    e.network.options["size"] = double(side);
    e.input = convolution_kind().input;
    return with_completed_parameters(e);
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// Returns |Σ x_j e^{2πi jk/n}|²/n for one frequency of a square image.
double power_at(const std::vector<float>& x, int side, int rows, int down, int along)
{
    std::complex<double> sum = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < side; ++c)
            sum += double(x[std::size_t(r * side + c)])
                * std::polar(1.0, 2 * std::numbers::pi * (double(r * down) / rows + double(c * along) / side));
    return std::norm(sum) / (side * rows);
}

/// Returns the mean and the mean square of a group of columns, over all rows.
std::pair<double, double> moments(const NpyArray<float>& rows, std::size_t first, std::size_t count)
{
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < rows.shape[0]; ++r)
        for (std::size_t c = first; c < first + count; ++c) {
            const double x = double(rows.values[r * rows.shape[1] + c]);
            sum += x;
            squares += x * x;
        }
    const double n = double(rows.shape[0] * count);
    return {sum / n, squares / n};
}

}   // namespace

class TestInput : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void csv_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");   // the error, or the numbers of a valid file
        const auto row = [](const char* name, const QByteArray& text, const QString& said) {
            QTest::newRow(name) << text << said;
        };
        row("plain", "1,2\n3,4\n", "2 2: 1 2 3 4");
        row("no line end", "1,2\n3,4", "2 2: 1 2 3 4");
        row("one number", "7", "1 1: 7");
        row("header", "a,b\n1,2\n", "1 2: 1 2");
        row("header with commas", "\"a, b\",\"say \"\"c\"\"\"\n1,2\n", "1 2: 1 2");
        row("header of two lines", "\"a\nb\",c\n1,2\n", "1 2: 1 2");
        row("windows",
            "\xef\xbb\xbf"
            "1,2\r\n3,4\r\n",
            "2 2: 1 2 3 4");
        row("old mac", "1,2\r3,4\r", "2 2: 1 2 3 4");
        row("quoted numbers", "\"1\",\"-2.5\"\n", "1 2: 1 -2.5");
        row("blanks and signs", " +1 ,\t-2e-1\n", "1 2: 1 -0.2");
        row("empty lines at the end", "1,2\n\n \n\r\n", "1 2: 1 2");
        row("too small", "1e-400,1\n", "1 2: 0 1");
        row("nothing", "", "has no row of numbers");
        row("header only", "a,b\n", "has no row of numbers");
        row("word", "1,2\n3,x\n", "line 2, column 2: must be a number, with commas between cells, got \"x\"");
        row("semicolons", "1;2\n3;4\n", "line 2, column 1: must be a number, with commas between cells, got \"3;4\"");
        row("empty cell", "1,2\n3,\n", "line 2, column 2: must be a number, but is empty");
        row("empty line", "1,2\n\n3,4\n", "line 2 is empty, but other lines follow");
        row("short row", "1,2\n3\n", "line 2: must have 2 numbers, as many as the rows before it, but has 1");
        row("long row", "1,2\n3,4,5\n", "line 2: must have 2 numbers, as many as the rows before it, but has 3");
        row("nan", "1,2\nnan,4\n", "line 2, column 1: must be a finite number in the range of float32, got \"nan\"");
        row("infinite", "1,inf\n", "line 1, column 2: must be a finite number");
        row("too large", "1,1e39\n", "line 1, column 2: must be a finite number");
        row("beyond double", "1,1e999\n", "line 1, column 2: must be a finite number");
        row("open quote", "1,2\n\"3,4\n", "line 2: a quotation mark is not closed");
        row("behind a quote", "1,2\n\"3\"x,4\n", "line 2: a closing quotation mark is followed by more text");
        row("decimal comma", "1,2\n\"3,5\",4\n", "line 2, column 1: must be a number");
        row("zero byte", QByteArray("1,2\n3,\0\n", 8), "line 2, column 2: must be a number");
    }
    void csv()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        QString found = refusalOf(text.toStdString());
        if (found == "nothing wrong") {
            const NpyArray<float> table = read_csv(text.toStdString());
            found = QString("%1 %2:").arg(table.shape.at(0)).arg(table.shape.at(1));
            for (const float number : table.values)
                found += QString(" %1").arg(double(number), 0, 'g', 6);
            QCOMPARE(found, said);
        }
        QVERIFY2(found.startsWith(said), qPrintable(found));
    }

    /// A table of texts is read as it was written.
    void csv_tables()
    {
        const std::vector<std::vector<CsvCell>> rows {
            {{"a", "x, y"}, {"b", "say \"c\""}}, {{"a", ""}, {"b", "two\nlines"}}, {{"a", "α"}, {"b", ""}}};
        const auto read = read_csv_table(csv_table(rows));
        QCOMPARE(read.size(), rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t cell = 0; cell < 2; ++cell) {
                QCOMPARE(read[row].at(cell).title, rows[row][cell].title);
                QCOMPARE(read[row][cell].text, rows[row][cell].text);
            }
        QVERIFY(read_csv_table("").empty());
        QVERIFY_EXCEPTION_THROWN(read_csv_table("a,b\n1,2\n3\n"), FormatError);
    }

    /// Truncated anywhere, it is a table of fewer numbers, or refused with its line.
    void csv_cut_off()
    {
        const std::string text = "\xef\xbb\xbf\"first, one\",\"a \"\"b\"\"\"\r\n\"1\", 2.5e-3\r\n-3e+2,\"4\"\r\n";
        QCOMPARE(read_csv(text).shape, (Sizes {2, 2}));
        for (std::size_t size = 0; size < text.size(); ++size) {
            const QString said = refusalOf(std::string_view(text).substr(0, size));
            QVERIFY2(said == "nothing wrong" || said == "has no row of numbers" || said.startsWith("line "),
                qPrintable(said));
            csv_header_lines(std::string_view(text).substr(0, size));
        }
        // With any byte at any position too.
        for (std::size_t at = 0; at < text.size(); ++at)
            for (const char byte : {'\0', '"', ',', '\n', '\r', 'e', '\xff'}) {
                std::string other = text;
                other[at] = byte;
                const QString said = refusalOf(other);
                QVERIFY2(said == "nothing wrong" || said == "has no row of numbers" || said.startsWith("line "),
                    qPrintable(said));
            }
    }

    /// Numbers of any size: each group has mean 0 and mean square 1 to float32; constant groups become 0.
    void scalings()
    {
        const QString file = folder_.filePath("scaled.csv");
        QByteArray text = "a,b,c,d\n";
        for (int r = 0; r < 500; ++r) {
            const double turn = std::fmod(r * 0.6180339887, 1);
            text += QByteArray::number(turn * 1e6) + ",1e-12," + QByteArray::number(1e-20 * turn * turn) + ","
                + QByteArray::number(300 + turn * (r % 7)) + "\n";
        }
        write(file, text);
        Experiment e = dense(4);
        e.input.file = file.toStdString();
        const auto raw = input_rows(e, {});
        QCOMPARE(raw->shape, (Sizes {500, 4}));
        QCOMPARE(raw->values[1], 1e-12F);
        e.input.scaling = "standardized";
        const auto all = input_rows(e, {});
        const auto [mean, square] = moments(*all, 0, 4);
        QVERIFY(std::abs(mean) < 1e-6 && std::abs(square - 1) < 1e-6);
        e.input.scaling = "by_feature";
        const auto each = input_rows(e, {});
        for (const std::size_t column : {0, 2, 3}) {
            const auto [own, own_square] = moments(*each, column, 1);
            QVERIFY2(std::abs(own) < 1e-6 && std::abs(own_square - 1) < 1e-6,
                qPrintable(QString("%1: %2, %3").arg(column).arg(own).arg(own_square)));
        }
        for (std::size_t r = 0; r < 500; ++r)
            QCOMPARE(each->values[4 * r + 1], 0.0F);
        QCOMPARE(sample_count(e), 500);
    }

    /// For images a group is a channel.
    void scaling_of_images()
    {
        QDir(folder_.path()).mkdir("pictures");
        for (const char* name : {"b.pic", "a.PIC", "c.txt", ".d.pic"})
            write(folder_.filePath("pictures/") + name, name);
        set_image_reader({{"pic"}, [](const std::string& file, int channels, int side, float* values) {
                              for (int c = 0; c < channels; ++c)
                                  for (int i = 0; i < side * side; ++i)
                                      values[c * side * side + i] = c == 2
                                          ? 0.25F
                                          : float(c + 1) * float(i) + (file.ends_with("b.pic") ? 5 : 0);
                              return Text();
                          }});
        for (Experiment e : {dense(27), convolution(3, 3)}) {
            e.input.file = folder_.filePath("pictures").toStdString();
            e.input.scaling = "by_feature";
            QCOMPARE(sample_count(e), 2);
            const auto rows = input_rows(e, {});
            QCOMPARE(rows->shape, (Sizes {2, 27}));
            for (const std::size_t channel : {0, 1, 2}) {
                const auto [mean, square] = moments(*rows, 9 * channel, 9);
                QVERIFY(std::abs(mean) < 1e-6 && std::abs(square - (channel == 2 ? 0 : 1)) < 1e-6);
            }
        }
        Experiment wrong = dense(10);
        wrong.input.file = folder_.filePath("pictures").toStdString();
        try {
            input_rows(wrong, {});
            QFAIL("ten numbers are no image");
        } catch (const BadInput& error) {
            QVERIFY2(
                QString(error.what()).contains("possible sizes are 9 (3 × 3, grey) and 12 (2 × 2, RGB)"), error.what());
        }
        set_image_reader({{"pic"}, [](const std::string&, int, int, float*) { return Text::name("is torn"); }});
        Experiment torn = dense(12);
        torn.input.file = wrong.input.file;
        try {
            input_rows(torn, {});
            QFAIL("a torn image was read");
        } catch (const BadInput& error) {
            QVERIFY2(QString(error.what()).endsWith(".pic: is torn") || QString(error.what()).endsWith(".PIC: is torn"),
                error.what());
        }
    }

    void natural_spectrum_data()
    {
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("side");
        QTest::newRow("ring") << 1 << 64;
        QTest::newRow("odd ring") << 1 << 45;
        QTest::newRow("grid") << 2 << 24;
        QTest::newRow("odd grid") << 2 << 15;
    }
    /// The slope of ln power against ln frequency is −2, and each radial frequency has the power of that line, within
    /// five standard errors. A frequency of one sample has the power of two squared normal numbers.
    void natural_spectrum()
    {
        QFETCH(int, dimensions);
        QFETCH(int, side);
        const NaturalField field(dimensions, side);
        const int rows = dimensions == 2 ? side : 1, samples = dimensions == 2 ? 60 : 600;
        std::map<int, std::pair<double, double>> by_square;   // f² → sum of powers, and their number
        std::vector<float> normal(2 * field.positions()), one(field.positions()), other(field.positions());
        for (int s = 0; s < samples; s += 2) {
            fill_normal({7, 0, TensorRole::input, 0}, std::uint32_t(s), 0, normal.data(), normal.size());
            field.fill(normal.data(), one.data(), other.data());
            for (const auto& x : {one, other})
                for (int down = 0; down <= (rows - 1) / 2; ++down)
                    for (int along = 1; along <= (side - 1) / 2; ++along) {
                        auto& [power, count] = by_square[down * down + along * along];
                        power += power_at(x, side, rows, down, along);
                        ++count;
                    }
        }
        double weights = 0, sum_f = 0, scale = 0;
        for (const auto& [square, found] : by_square) {
            weights += found.second;
            sum_f += found.second * std::log(square) / 2;
            scale += found.first * square;
        }
        scale /= weights;   // power at f = 1
        double across = 0, along = 0;
        for (const auto& [square, found] : by_square) {
            const double off = std::log(square) / 2 - sum_f / weights;
            across += found.second * off * off;
            along += found.second * off * std::log(found.first / found.second);
            const double ratio = found.first / found.second * square / scale;
            QVERIFY2(std::abs(ratio - 1) < 5 / std::sqrt(found.second) + 5 / std::sqrt(weights),
                qPrintable(QString("f² = %1: %2 of its power").arg(square).arg(ratio)));
        }
        const double slope = along / across, error = 1 / std::sqrt(across);
        qInfo("slope %.4f ± %.4f", slope, error);
        QVERIFY(std::abs(slope + 2) < 5 * error + 0.5 / samples);   // ln of a mean of n is lower by 1/2n
    }

    void natural_variance_data()
    {
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("side");
        for (const int dimensions : {1, 2})
            for (const int side : {1, 2, 3, 5, 8, 13, 28})
                QTest::addRow("%d dimensions of %d", dimensions, side) << dimensions << side;
    }
    /// Samples and positions have mean 0 and variance 1, and the two fields of a sample are independent. Both hold
    /// within five standard errors for the number of independent positions.
    void natural_variance()
    {
        QFETCH(int, dimensions);
        QFETCH(int, side);
        const NaturalField field(dimensions, side);
        const std::size_t n = field.positions();
        const NaturalLikeness alike = natural_likeness(dimensions, side);
        double correlation = 0, likeness = 0;
        const std::vector<double> correlations = field.correlations();
        QVERIFY(std::abs(correlations[0] - 1) < 1e-12);
        for (const double c : correlations) {
            correlation += c / double(n);
            likeness += c * c / double(n);
        }
        QVERIFY(std::abs(correlation - alike.correlation) < 1e-10 && std::abs(likeness - alike.square) < 1e-10);
        constexpr int draws = 1000;
        std::vector<float> normal(2 * n), one(n), other(n);
        double mean = 0, square = 0, product = 0;
        for (int s = 0; s < draws; ++s) {
            fill_normal({9, 0, TensorRole::input, 0}, std::uint32_t(s), 0, normal.data(), normal.size());
            field.fill(normal.data(), one.data(), other.data());
            for (std::size_t i = 0; i < n; ++i) {
                mean += double(one[i]) / double(n) / draws;
                square += double(one[i] * one[i]) / double(n) / draws;
                product += double(one[i] * other[i]) / double(n) / draws;
            }
        }
        QVERIFY(std::abs(mean) < 5 * std::sqrt(alike.correlation / draws));
        QVERIFY(std::abs(square - 1) < 5 * std::sqrt(2 * alike.square / draws));
        QVERIFY(std::abs(product) < 5 * std::sqrt(alike.square / draws));
    }

    /// The same bits whatever the batch is divided into, and other samples for other seeds.
    void natural_is_the_same_in_any_batch()
    {
        for (Experiment e : {dense(1), dense(2), dense(33), convolution(3, 7), convolution(1, 8)}) {
            e.input.distribution = "natural";
            const Eigen::MatrixXf all = draw_input(e, 0, 12, {});
            QVERIFY(all.allFinite());
            QCOMPARE(int(all.rows()), entries_of_layer(e.network, 0));
            QVERIFY(draw_input(e, 0, 5, {}) == all.leftCols(5));
            QVERIFY(draw_input(e, 0, 4, {}, 7) == all.middleCols(7, 4));
            QVERIFY(draw_input(e, 1, 12, {}) != all);
            e.input.mean = 2;
            e.input.std = 0;
            QVERIFY((draw_input(e, 0, 3, {}).array() == 2).all());
        }
    }

    /// Runs PyTorch's code of every input: it has the shape, and for files the numbers that the program reads.
    void code_reads_the_same()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        write(folder_.filePath("code.csv"), "\xef\xbb\xbf\"a, x\",b,c\r\n1,2,3\r\n\"4\",-5e-1,3\r\n1e30,1e-30,3\r\n");
        write(folder_.filePath("plain.csv"),
            "\xef\xbb\xbf"
            "1,2,3\n4,5,6.25\n");
        std::vector<Experiment> cases;
        for (const char* name : {"code.csv", "plain.csv"})
            for (const std::string& scaling : input_scalings()) {
                cases.push_back(dense(3));
                cases.back().input.file = folder_.filePath(name).toStdString();
                cases.back().input.scaling = scaling;
            }
        for (Experiment e : {dense(5), convolution(3, 4)}) {
            e.input.distribution = "natural";
            cases.push_back(e);
        }
        QDir(folder_.path()).mkdir("code");
        for (std::size_t i = 0; i < cases.size(); ++i) {
            write(folder_.filePath("code/%1.py").arg(i),
                QByteArray::fromStdString(framework_code(cases[i], Framework::pytorch)));
            const Eigen::MatrixXf x = draw_input(cases[i], 0, sample_count(cases[i]), {});
            QByteArray numbers = QByteArray::number(x.cols()) + " " + QByteArray::number(x.rows());
            if (!cases[i].input.file.empty())
                for (const float number : x.reshaped())
                    numbers += " " + QByteArray::number(double(number), 'g', 9);
            write(folder_.filePath("code/%1.txt").arg(i), numbers);
        }
        const QString said = run_python(R"(
import pathlib, runpy, sys
import numpy as np
count = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    wanted = [float(word) for word in path.with_suffix(".txt").read_text().split()]
    x = np.asarray(runpy.run_path(str(path))["sample_input"]())
    if x.dtype != np.float32 or x.reshape(len(x), -1).shape != (int(wanted[0]), int(wanted[1])):
        print(path.name, x.shape, wanted[:2])
    if wanted[2:] and not np.allclose(x.ravel(), wanted[2:], rtol=1e-6, atol=1e-6):
        print(path.name, x.ravel(), wanted[2:])
    count += 1
print(count)
)",
            {folder_.filePath("code")});
        QCOMPARE(said.trimmed(), QString::number(cases.size()));
    }

    /// With a stand-in for Pillow that knows one image; and where no image fits.
    void code_of_folders()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QDir(folder_.path()).mkdir("images");
        for (const char* name : {"b.png", "a.PNG", "notes.txt"})
            write(folder_.filePath("images/") + name, "");
        set_image_reader({{"png"}, [](const std::string&, int, int, float*) { return Text(); }});
        QDir(folder_.path()).mkdir("folders");
        int count = 0;
        for (Experiment e : {dense(27), dense(16), convolution(3, 5), dense(10)}) {
            e.input.file = folder_.filePath("images").toStdString();
            if (count == 1)
                e.input.scaling = "by_feature";
            write(folder_.filePath("folders/%1.py").arg(count++),
                QByteArray::fromStdString(framework_code(e, Framework::pytorch)));
        }
        const QString said = run_python(R"(
import pathlib, runpy, sys, types
import numpy as np
class Picture:
    BOX, BILINEAR = 4, 2
    def __init__(self, values): self.values = values
    size = property(lambda self: self.values.shape[1::-1])
    width = property(lambda self: self.values.shape[1])
    height = property(lambda self: self.values.shape[0])
    def convert(self, mode): return Picture(self.values[:, :, 0] if mode == "L" else self.values)
    def crop(self, box): return Picture(self.values[box[1]:box[3], box[0]:box[2]])
    def resize(self, size, how): return Picture(np.resize(self.values, size[::-1] + self.values.shape[2:]))
    def __array__(self, dtype=None): return self.values.astype(dtype)
    open = staticmethod(lambda path: Picture(np.arange(8 * 6 * 3).reshape(6, 8, 3)))
    registered_extensions = staticmethod(lambda: {".png": "PNG"})
pillow = types.ModuleType("PIL")
pillow.Image = Picture
sys.modules["PIL"] = pillow
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    try:
        x = np.asarray(runpy.run_path(str(path))["sample_input"]())
        print(x.reshape(len(x), -1).shape)
    except ValueError as error:
        print("possible sizes are" in str(error))
)",
            {folder_.filePath("folders")});
        QCOMPARE(said, QString("(2, 27)\n(2, 16)\n(2, 75)\nTrue\n"));
    }
};

STEPZERO_TEST(TestInput, NoApplication)

}   // namespace tst_input
#include "tst_input.moc"
