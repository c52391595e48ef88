// SPDX-License-Identifier: GPL-3.0-or-later
// .npy files are exchanged with NumPy, and refused when they contradict their header.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/formats/file.h"
#include "core/base/formats/npy.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_npy {

using namespace stepzero;

namespace {

const std::vector<float> numbers {0.0F, -1.5F, 3.25F, 1e-40F, 3.4e38F, 7.0F};

std::string file_with(const std::string& header, const std::string& data, char version = 1)
{
    std::string bytes = "\x93NUMPY";
    bytes += {version, '\0', char(header.size() & 0xFF), char(header.size() >> 8)};
    if (version > 1)
        bytes += {'\0', '\0'};
    return bytes + header + data;
}

QString refusal(const std::string& bytes)
{
    try {
        read_npy<float>(bytes);
    } catch (const FormatError& error) {
        return error.what();
    }
    return "nothing wrong";
}

}   // namespace

class TestNpy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

private slots:
    void written_is_read()
    {
        const auto read = read_npy<float>(npy_bytes<float>({2, 3}, numbers));
        QCOMPARE(read.shape, (std::vector<std::size_t> {2, 3}));
        QCOMPARE(read.values, numbers);
        const std::vector<double> doubles {1.0 / 3, -1e300};
        QCOMPARE(read_npy<double>(npy_bytes<double>({2}, doubles)).values, doubles);
        QCOMPARE(read_npy<float>(npy_bytes<float>({}, std::vector<float> {2})).values, std::vector<float> {2});
        QCOMPARE(read_npy<float>(npy_bytes<float>({0, 5}, {})).shape, (std::vector<std::size_t> {0, 5}));
        // the data is aligned
        QCOMPARE(npy_bytes<float>({2, 3}, numbers).size() % 64, numbers.size() * sizeof(float));
    }

    void numpy_reads_ours()
    {
        if (!python_has("numpy"))
            QSKIP("no python3-numpy");
        write_file(path("a.npy"), npy_bytes<float>({2, 3}, numbers));
        write_file(path("b.npy"), npy_bytes<double>({3}, std::vector<double> {1.0 / 3, 2, 3}));
        const QString said = run_python(R"(
import sys, numpy as np
a, b = np.load(sys.argv[1]), np.load(sys.argv[2])
print(a.dtype, a.shape, a[1, 0] == np.float32(1e-40), a.flags.c_contiguous, b.dtype, b.shape, b[0] == 1 / 3)
)",
            {QString::fromStdString(path("a.npy")), QString::fromStdString(path("b.npy"))});
        QCOMPARE(said.trimmed(), QString("float32 (2, 3) True True float64 (3,) True"));
    }

    void numpys_is_read_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::newRow("float32") << "a.astype('<f4')";
        QTest::newRow("float64") << "a.astype('<f8')";
        QTest::newRow("fortran") << "np.asfortranarray(a.astype('<f4'))";
        QTest::newRow("view") << "np.repeat(a.astype('<f8'), 2, axis=1)[:, ::2]";
        for (const char* type : {"f2", "i1", "u1", "b1", "i2", "u2", "i4", "u4", "f4", "i8", "u8", "f8"})
            for (const char* order : {"<", ">"})
                for (const char* layout : {"ascontiguousarray", "asfortranarray"})
                    QTest::addRow("%s%s %s", order, type, layout)
                        << QStringLiteral("np.%1((a * 4 - (4 if '%3'[0] in 'fi' else 0)).astype('%2%3'))")
                               .arg(QLatin1String(layout), QLatin1String(order), QLatin1String(type));
        QTest::newRow("three dimensions") << "np.asfortranarray(a.astype('<f8').reshape(3, 2, 2))";
        QTest::newRow("native") << "a.astype(int)";
        QTest::newRow("version 2") << "2";
        QTest::newRow("version 3") << "3";
    }

    void numpys_is_read()
    {
        if (!python_has("numpy"))
            QSKIP("no python3-numpy");
        QFETCH(QString, expression);
        const QString said = run_python(R"(
import sys, numpy as np
a = np.arange(12).reshape(3, 4) / 4
x = eval(sys.argv[1])
with open(sys.argv[2], "wb") as file:
    if isinstance(x, int):
        np.lib.format.write_array(file, a, version=(x, 0))
        x = a
    else:
        np.save(file, x)
print(*x.shape, "|", *x.astype(np.float32).ravel())
)",
            {expression, QString::fromStdString(path("n.npy"))});
        // Read at once and block by block.
        const auto whole = read_npy<float>(read_file(path("n.npy")));
        const auto read = read_npy<float>(FileReader(path("n.npy")), [](const NpyHeader&) {});
        for (const auto& array : {whole, read}) {
            QStringList words;
            for (const std::size_t size : array.shape)
                words << QString::number(size);
            words << "|";
            for (const float number : array.values)
                words << QString::number(double(number), 'f', 2);
            QStringList wanted;
            for (const QString& word : said.trimmed().split(' '))
                wanted << (word.contains('.') ? QString::number(word.toDouble(), 'f', 2) : word);
            QCOMPARE(words, wanted);
        }
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n", data(8, '\0');
        const auto row = [](const char* name, const std::string& bytes, const char* why) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(why);
        };
        const auto header
            = [&](const char* name, const char* text, const char* why) { row(name, file_with(text, data), why); };
        row("good", file_with(good, data), "nothing wrong");
        row("empty", "", "is not an .npy file");
        row("text", "hello, world", "is not an .npy file");
        row("version 4", file_with(good, data, 4), "is an .npy file of version 4; the version must be 1 to 3");
        row("short header", file_with(good, data).substr(0, 30), "is cut short");
        row("huge header", "\x93NUMPY\x02" + std::string("\0\xff\xff\xff\xff", 5) + good, "is cut short");
        row("short data", file_with(good, data.substr(1)),
            "must have 2 numbers of 4 bytes as its header states, got 7 bytes");
        row("long data", file_with(good, data + "x"),
            "must have 2 numbers of 4 bytes as its header states, got 9 bytes");
        header("complex", "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
            "holds numbers of type '<c8'; the type must be float16, float32, float64, an integer of 8 to 64 bits or "
            "bool");
        header("texts", "{'descr': '<U2', 'fortran_order': False, 'shape': (1,)}",
            "holds numbers of type '<U2'; the type must be float16, float32, float64, an integer of 8 to 64 bits or "
            "bool");
        header("records", "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
            "holds records; its entries must be float16, float32, float64, integers of 8 to 64 bits, or bool");
        header("no shape", "{'descr': '<f4', 'fortran_order': False}", "has an .npy header that cannot be read");
        header("twice", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
            "has an .npy header that cannot be read");
        header("unknown key", "{'descr': '<f4', 'x': 1, 'fortran_order': False, 'shape': (2,)}",
            "has an .npy header that cannot be read");
        header("negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
            "has an .npy header that cannot be read");
        header("behind", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
            "has an .npy header that cannot be read");
        header("unclosed", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,",
            "has an .npy header that cannot be read");
        header("beyond size_t", "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "has an .npy header that cannot be read");
        header("product overflows", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967297)}",
            "has an .npy header whose shape is too large");
        header("product of bytes wraps", "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387906,)}",
            "must have 4611686018427387906 numbers of 4 bytes as its header states, got 8 bytes");
    }

    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        QCOMPARE(refusal(bytes.toStdString()), why);
    }

    void every_cut_is_refused()
    {
        const std::string whole = npy_bytes<float>({2, 3}, numbers);
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(refusal(whole.substr(0, size)) != "nothing wrong");
    }
};

STEPZERO_TEST(TestNpy, NoApplication)

}   // namespace tst_npy
#include "tst_npy.moc"
