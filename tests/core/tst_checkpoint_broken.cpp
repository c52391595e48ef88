// SPDX-License-Identifier: GPL-3.0-or-later
// Broken or truncated checkpoints: each is refused in one sentence, before much memory is requested.
#include <QTemporaryDir>
#include <QTest>

#include "tests/core/refused_checkpoint.h"
#include "tests/main/registered_test.h"

namespace tst_checkpoint_broken {

using namespace stepzero;
using namespace stepzero::checkpoint_bytes;

class TestCheckpointBroken : public QObject {
    Q_OBJECT

private slots:
    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const std::string& bytes, const std::string& why) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromStdString(why);
        };
        constexpr std::uint64_t huge = std::uint64_t(1) << 60;
        const std::string unknown = "is not in a known tensor format: safetensors, torch.save, GGUF or .npz";
        row("empty", "", unknown);
        row("text", "hello, this is no checkpoint", unknown);
        row("pointer of LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "is a Git LFS pointer in place of the file; git lfs pull fetches the file");

        // safetensors, in addition to those of tst_safetensors
        const auto entry = [](const char* dtype, const char* shape, const char* offsets) {
            return "{" + safetensors_entry("a", dtype, shape, offsets) + "}";
        };
        row("safetensors", safetensors(entry("F16", "2,2", "0, 8"), 8), "nothing wrong");
        row("safetensors, wrapping length", u64(~std::uint64_t(7)) + "{}",
            "is not a safetensors file: its header is too long");
        row("safetensors, long", u64(1 << 30) + "{}", "is not a safetensors file: its header is too long");
        row("safetensors, disagreement", safetensors(entry("F16", "3", "0, 8"), 8),
            "has a tensor \"a\" whose shape and data_offsets disagree");
        row("safetensors, 2^60", safetensors(entry("F16", "1073741824, 1073741824", "0, 8"), 8),
            "has a tensor \"a\" whose shape and data_offsets disagree");
        row("safetensors, 2^90", safetensors(entry("F16", "1073741824, 1073741824, 1073741824", "0, 8"), 8),
            "has a tensor \"a\" whose shape is too large");
        row("safetensors, no dtype", safetensors(R"({"a": {"dtype": 3, "shape": [2], "data_offsets": [0, 8]}})", 8),
            "has a tensor \"a\" of unsupported dtype 3");
        row("safetensors, zero dimension", safetensors(entry("F16", "0, 1073741824, 1073741824", "0, 0"), 0),
            "nothing wrong");

        zip_rows(row);
        torch_rows(row);
        legacy_torch_rows(row);
        npz_rows(row);
        gguf_rows(row, huge);
    }

    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        write_file(path("file"), bytes.toStdString());
        largest_request = 0;
        const QString found = refusal(folder_, path("file"));
        const std::size_t asked = largest_request;
        QCOMPARE(found, why == "nothing wrong" ? why : "file " + why);
        QVERIFY2(asked < 4 << 20, qPrintable(QString::number(asked)));
    }

    void what_is_cut_short_is_refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        row("safetensors", shard("a"));
        row("torch", torch_file(pickle(dict("c", tensor({2, 2}, {2, 1})))));
        row("torch before 1.6", legacy_torch_file(pickle(dict("c", tensor({2, 2}, {2, 1})))));
        row("npz", zip({{"a.npy", npy("<f4", "2, 3", 24)}}));
        row("deflated npz", zip({{"a.npy", deflated(npy("<f4", "2, 3", 24)), 8, npy("<f4", "2, 3", 24).size()}}));
        row("gguf", gguf({long_text("x") + u32(8) + long_text("y")}, {gguf_tensor("a", {4}, 0, 0)}, 16));
    }

    void what_is_cut_short_is_refused()
    {
        QFETCH(QByteArray, bytes);
        write_file(path("whole"), bytes.toStdString());
        QCOMPARE(refusal(folder_, path("whole")), QString("nothing wrong"));
        for (qsizetype size = 0; size < bytes.size(); ++size) {
            write_file(path("cut"), bytes.left(size).toStdString());
            QVERIFY2(refusal(folder_, path("cut")) != "nothing wrong", qPrintable(QString::number(size)));
        }
    }

private:
    QTemporaryDir folder_;

    std::filesystem::path path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    using Row = std::function<void(const char*, const std::string&, const std::string&)>;

    static void zip_rows(const Row& row)
    {
        const std::string whole_file = torch_file(pickle(dict("c", tensor({4}, {1}))));
        row("zip", whole_file, "nothing wrong");
        row("zip, a comment", std::string(whole_file).replace(whole_file.size() - 2, 2, u16(3) + "abc"),
            "nothing wrong");
        row("zip, no end", whole_file.substr(0, whole_file.size() - 1),
            "is not a complete zip archive: its end is missing");
        row("zip, directory outside", std::string(whole_file).replace(whole_file.size() - 6, 4, u32(1 << 30)),
            "is not a complete zip archive: its directory is outside of the file");
        row("zip, wrapping directory",
            std::string(whole_file).replace(whole_file.size() - 10, 8, u32(0xFFFFFFF0) + u32(0x20)),
            "is not a complete zip archive: its directory is outside of the file");
        row("zip, more members than there are", std::string(whole_file).replace(whole_file.size() - 12, 2, u16(9)),
            "is not a complete zip archive: its directory is cut short");
        row("zip, moved", zip({{"a.npy", npy("<f4", "", 4)}}, 1),
            "is not a complete zip archive: its member \"a.npy\" is not where the directory says");
        row("zip, twins", zip({{"a.npy", npy("<f4", "", 4)}, {"a.npy", npy("<f4", "", 4)}}),
            "is not a complete zip archive: it has two members named \"a.npy\"");
        row("zip, encrypted", zip({{"a.npy", npy("<f4", "", 4), 0, ~std::uint64_t(0), 1}}),
            "has an encrypted member \"a.npy\"");
        row("zip, bzip2", zip({{"a.npy", "?", 12}}),
            "has a member \"a.npy\" packed by method 12; members must be stored or deflated");
        row("zip, two sizes", zip({{"a.npy", "?", 0, 5}}),
            "is not a complete zip archive: its member \"a.npy\" has two sizes");
        row("zip, 2^60", zip({{"a.npy", "?", 0, std::uint64_t(1) << 60}}),
            "is not a complete zip archive: its member \"a.npy\" has two sizes");
        row("zip, nothing in it", zip({}), "is a zip archive without data.pkl, so torch.save did not write it");
        // The first member overlaps the second.
        const std::string first = npy("<f4", "", 4), second = npy("<f4", "", 4);
        std::string both = zip({{"a.npy", first}, {"b.npy", second}});
        const std::size_t entry = both.find(u32(0x02014B50));
        both.replace(entry + 20, 8, u32(std::uint32_t(first.size()) + 40) + u32(std::uint32_t(first.size()) + 40));
        row("zip, overlap", both, "is not a complete zip archive: its members \"a.npy\" and \"b.npy\" overlap");
    }

    static void torch_rows(const Row& row)
    {
        const auto program = [&](const char* name, const std::string& bytes, const std::string& why) {
            row(name, torch_file(bytes), why);
        };
        const auto made = [&](const char* name, const std::string& value, const std::string& why) {
            program(name, pickle(value), why);
        };
        const std::string broken = "contains a damaged pickle";
        const std::string large = "contains a pickle with too many or too deeply nested objects";
        made("torch, a class", "cos\nsystem\n" + tuple({text("true")}) + "R",
            "holds \"os.system\", which is not run because no tensor needs it; save the state_dict() alone");
        made("torch, a class from the stack", std::string("\x8c\2os\x8c\6system\x93"),
            "holds \"os.system\", which is not run because no tensor needs it; save the state_dict() alone");
        made("torch, builtins", "cbuiltins\neval\n" + tuple({text("1")}) + "R",
            "holds \"eval\", which is not run because no tensor needs it; save the state_dict() alone");
        made("torch, a class beside a set", dict("a", std::string("\x8f(cos\nsystem\n\x90")),
            "holds \"set\", which is not run because no tensor needs it; save the state_dict() alone");
        made("torch, NEWOBJ_EX of a number", dict("a", whole(1) + ")}\x92"), broken);
        made("torch, INST", "(ios\nsystem\n", "has a pickle with the opcode INST, which no tensor needs");
        made("torch, no opcode", "\xff", "has a pickle with the opcode 255, which no tensor needs");
        program("torch, protocol 1", "\x80\1}.", "has a pickle of protocol 1; the protocol must be 2 to 5");
        program("torch, no end", "\x80\2}", broken);
        program("torch, nothing", "\x80\2.", broken);
        made("torch, no mark", "t", broken);
        made("torch, nothing to append to", "]" + text("a") + text("b") + "s", broken);
        made("torch, a key without a value", "}(" + text("a") + "u", broken);
        made("torch, nothing in the memo", "h\7", broken);
        made("torch, a string of 1 GiB", "X" + u32(1 << 30), broken);
        made("torch, a string of 2^60", "\x8d" + u64(std::uint64_t(1) << 60), broken);
        made("torch, a call of no function", text("a") + ")R", broken);
        made("torch, an offset that is text",
            "ctorch._utils\n_rebuild_tensor_v2\n"
                + tuple({tuple({text("storage"), "ctorch\nFloatStorage\n", text("0")}) + "Q", text("0"), wholes({4}),
                    wholes({1})})
                + "R",
            broken);
        made("torch, no storage",
            "ctorch._utils\n_rebuild_tensor_v2\n" + tuple({text("0"), whole(0), wholes({4}), wholes({1})}) + "R",
            broken);
        made("torch, shape without strides", tensor({4}, {}), broken);
        made("torch, negative", tensor({-4}, {1}), "has a tensor with a negative size");
        made("torch, 2^60", dict("a", tensor({std::int64_t(1) << 60}, {1})),
            "has a tensor \"a\" that lies outside of its storage");
        made("torch, 2^90", dict("a", tensor({1 << 30, 1 << 30, 1 << 30}, {1, 1, 1})),
            "has a tensor \"a\" whose shape is too large");
        made("torch, strides of 2^62", dict("a", tensor({5, 5}, {std::int64_t(1) << 62, std::int64_t(1) << 62})),
            "has a tensor \"a\" that lies outside of its storage");
        made("torch, outside", dict("a", tensor({4}, {1}, 1)), "has a tensor \"a\" that lies outside of its storage");
        made("torch, outside by strides", dict("a", tensor({2, 2}, {3, 1})),
            "has a tensor \"a\" that lies outside of its storage");
        made("torch, offset of 2^62", dict("a", tensor({0}, {1}, std::int64_t(1) << 62)),
            "has a tensor \"a\" that lies outside of its storage");
        made("torch, repeated 2^60 times", dict("a", tensor({std::int64_t(1) << 60}, {0})),
            "nothing wrong");   // such objects are skipped
        made("torch, storage missing", dict("a", tensor({4}, {1}, 0, "7")),
            "has a tensor \"a\" whose numbers are missing");
        made("torch, a long name", dict(std::string(2000, 'a'), tensor({4}, {1})),
            "has a tensor with a name of more than 1000 bytes");
        made("torch, twice", "}" + text("a.b") + tensor({4}, {1}) + "s" + text("a") + dict("b", tensor({4}, {1})) + "s",
            "has two tensors named \"a.b\"");
        made("torch, a list in itself", "]q\1h\1a", large);
        std::string nested = "]";
        for (int i = 0; i < 100; ++i)
            nested = "]" + nested + "a";
        made("torch, nested", nested, large);
        std::string doubled = "]q" + std::string(1, '\0');   // each list contains the previous one twice
        for (char i = 1; i < 60; ++i)
            doubled += std::string("](h") + char(i - 1) + "h" + char(i - 1) + "eq" + i;
        made("torch, doubled", doubled, large);
        const std::string whole_file = pickle(dict("a", tensor({4}, {1})));
        row("torch, deflated",
            zip({{"a/data.pkl", deflated(whole_file), 8, whole_file.size()}, {"a/data/0", std::string(16, '\1')}}),
            "has a deflated member \"a/data.pkl\", but torch.save deflates no members");
        row("torch, big-endian",
            zip({{"a/data.pkl", whole_file}, {"a/byteorder", "big"}, {"a/data/0", std::string(16, '\1')}}),
            "was saved on a big-endian machine; load it and save it again on a little-endian one");
    }

    static void legacy_torch_rows(const Row& row)
    {
        const auto made = [&](const char* name, const std::string& value, const std::string& why,
                              const std::vector<std::string>& keys = {"0"}) {
            row(name, legacy_torch_file(pickle(value), keys), why);
        };
        const std::string broken = "contains a damaged pickle", whole_file = legacy_torch_file(pickle("}"));
        const auto with = [&](const std::string& from, const std::string& to) {
            return std::string(whole_file).replace(whole_file.find(from), from.size(), to);
        };
        const std::string number = dict("a", tensor({4}, {1}));
        made("old torch", number, "nothing wrong");
        made("old torch, a storage that nothing needs", number, "has numbers that belong to no tensor", {"0", "1"});
        made("old torch, storage missing", number, "has a tensor \"a\" whose numbers are missing", {});
        made("old torch, outside", dict("a", tensor({4}, {1}, 1)),
            "has a tensor \"a\" that lies outside of its storage");
        made("old torch, a class", "cos\nsystem\n" + tuple({text("true")}) + "R",
            "holds \"os.system\", which is not run because no tensor needs it; save the state_dict() alone");
        made("old torch, a module",
            tuple({text("module"), "cmine\nModel\n", text("mine.py"), text("source")}) + "Q)\x81}b",
            "holds \"mine.Model\", which is not run because no tensor needs it; save the state_dict() alone");
        made("old torch, a module beside",
            "}" + text("a") + tensor({4}, {1}) + "s" + text("m") + tuple({text("module"), "cmine\nModel\n"}) + "Qs",
            "nothing wrong");
        const auto view = [](const std::string& part) {
            return dict("a",
                "ctorch._utils\n_rebuild_tensor_v2\n"
                    + tuple({tuple({text("storage"), "ctorch\nFloatStorage\n", text("0"), text("cpu"), whole(4), part})
                            + "Q",
                        whole(1), wholes({2}), wholes({1}), "\x89", "}"})
                    + "R");
        };
        made("old torch, part of a storage", view(tuple({text("v"), whole(1), whole(3)})), "nothing wrong");
        made("old torch, part outside", view(tuple({text("v"), whole(2), whole(3)})),
            "has a tensor \"a\" that lies outside of its storage");
        made("old torch, part at 2^63 - 1", view(tuple({text("v"), whole(INT64_MAX), whole(3)})),
            "has a tensor \"a\" that lies outside of its storage");
        made("old torch, part before", view(tuple({text("v"), whole(-1), whole(3)})),
            "has a tensor with a negative size");
        made("old torch, part of nothing", view(")"), broken);
        row("old torch, another version", with("M\xe9\3", "M\xea\3"), "is in an unknown torch.save format");
        row("old torch, no version", with("M\xe9\3", "}"), "is in an unknown torch.save format");
        const std::string file = legacy_torch_file(pickle(number));
        row("old torch, 2^62 numbers", std::string(file).replace(file.size() - 24, 8, u64(std::uint64_t(1) << 62)),
            "is cut short: numbers of its tensors are missing");
        std::string other = file;
        other.replace(other.find("FloatStorage"), 12, "SomeoStorage");
        row("old torch, numbers of no known width", other,
            "has numbers of the PyTorch type \"SomeoStorage\"; no numbers after them can be located");
        row("old torch, the magic alone", pickle("\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19"), broken);
        row("old torch, the magic far in", "\x80" + std::string(20, 'N') + "\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19",
            "is not in a known tensor format: safetensors, torch.save, GGUF or .npz");
    }

    static void npz_rows(const Row& row)
    {
        row("npz", zip({{"a.npy", npy("<f4", "3", 12)}}), "nothing wrong");
        row("npz, no header", zip({{"a.npy", "?"}}), "has a member \"a.npy\" that is not an .npy file");
        row("npz, disagreement", zip({{"a.npy", npy("<f4", "3", 13)}}),
            "has a member \"a.npy\" that must have 3 numbers of 4 bytes as its header states, got 13 bytes");
        row("npz, 2^60", zip({{"a.npy", npy("<f4", "1073741824, 1073741824", 12)}}),
            "has a member \"a.npy\" that must have 1152921504606846976 numbers of 4 bytes as its header states, got 12 "
            "bytes");
        row("npz, 2^90", zip({{"a.npy", npy("<f4", "1073741824, 1073741824, 1073741824", 12)}}),
            "has a member \"a.npy\" that has an .npy header whose shape is too large");
        row("npz, not deflated", zip({{"a.npy", "\xff\xff?", 8, 1000}}),
            "has a member \"a.npy\" that cannot be inflated");
        row("npz, damaged", zip({{"a.npy", deflated(npy("<f4", "3", 12)), 8, npy("<f4", "3", 12).size(), 0, 1}}),
            "has a member \"a.npy\" that is damaged: its CRC-32 does not match");
        // 32 MB in 32 KB, with a stated size of 2^62 bytes; and one that states it in its header too.
        const std::string zeros = deflated(npy("|u1", "33554432", 0) + std::string(33554432, '\0'));
        const std::uint64_t header = npy("|u1", "33554432", 0).size();
        row("npz, a bomb", zip({{"a.npy", zeros, 8, header + 33554432}}), "nothing wrong");
        row("npz, a bomb that says more", zip({{"a.npy", zeros, 8, std::uint64_t(1) << 62}}),
            "has a member \"a.npy\" that must have 33554432 numbers of 1 byte as its header states, got "
                + std::to_string((std::uint64_t(1) << 62) - header) + " bytes");
        const std::string endless = npy("|u1", "4611686018427387904", 0);
        row("npz, a bomb that ends",
            zip({{"a.npy", deflated(endless + std::string(1000, '\0')), 8, endless.size() + (std::uint64_t(1) << 62)}}),
            "has a member \"a.npy\" that is cut short");
    }

    static void gguf_rows(const Row& row, std::uint64_t huge)
    {
        const auto counts
            = [&](std::uint64_t tensors, std::uint64_t pairs) { return "GGUF" + u32(3) + u64(tensors) + u64(pairs); };
        const auto alignment
            = [](std::uint32_t number) { return long_text("general.alignment") + u32(4) + u32(number); };
        const auto made = [&](const char* name, const std::string& made_tensor, const std::string& why) {
            row(name, gguf({}, {made_tensor}), why);
        };
        const auto pair = [&](const char* name, const std::string& made_pair, const std::string& why) {
            row(name, gguf({made_pair}, {}), why);
        };
        const std::string more = "is cut short, or its header announces more data than the file has";
        made("gguf", gguf_tensor("a", {4, 4}, 0, 0), "nothing wrong");
        made("gguf, zero dimension", gguf_tensor("a", {0, huge, huge}, 0, 0),
            "has a tensor \"a\" whose shape is too large");
        made("gguf, empty", gguf_tensor("a", {0, 7}, 0, 0), "nothing wrong");
        row("gguf, version 1", "GGUF" + u32(1) + std::string(100, '\0'),
            "is a GGUF file of version 1; the version must be 2 or 3");
        row("gguf, big-endian", "GGUF" + u32(0x03000000) + std::string(100, '\0'),
            "is a GGUF file from a big-endian machine");
        row("gguf, 2^60 tensors", counts(huge, 0) + std::string(100, '\0'), more);
        row("gguf, 2^60 pairs", counts(0, huge) + std::string(100, '\0'), more);
        pair("gguf, alignment 0", alignment(0), "has an alignment of 0, which is not a power of two");
        pair("gguf, alignment 48", alignment(48), "has an alignment of 48, which is not a power of two");
        pair("gguf, alignment of 64 bits", long_text("general.alignment") + u32(10) + u64(32),
            "has an alignment that is not a 32-bit integer");
        row("gguf, alignment beyond the end", gguf({alignment(1U << 31)}, {gguf_tensor("a", {4}, 0, 0)}),
            "has a tensor \"a\" that lies outside the file");
        pair("gguf, a string of 1 GiB", u64(1 << 30) + "x", more);
        pair("gguf, a value of 2^60 bytes", long_text("x") + u32(8) + u64(huge), more);
        pair("gguf, an endless list", long_text("x") + u32(9) + u32(6) + u64(huge), more);
        pair("gguf, an endless list of strings", long_text("x") + u32(9) + u32(8) + u64(huge), more);
        pair("gguf, a list of lists", long_text("x") + u32(9) + u32(9) + u64(1),
            "has a value \"x\" that is a list of lists");
        pair("gguf, unknown value", long_text("x") + u32(13) + u64(1), "has a value \"x\" of unknown type 13");
        row("gguf, a long name", gguf({long_text(std::string(70000, 'x')) + u32(0) + "x"}, {}),
            "has a name of 70000 bytes");
        made("gguf, 9 dimensions", gguf_tensor("a", std::vector<std::uint64_t>(9, 1), 0, 0),
            "has a tensor \"a\" with 9 dimensions; at most 8 are allowed");
        made("gguf, 2^32 dimensions", long_text("a") + u32(~0U) + std::string(100, '\0'),
            "has a tensor \"a\" with 4294967295 dimensions; at most 8 are allowed");
        made("gguf, 2^60 entries", gguf_tensor("a", {huge}, 0, 0), "has a tensor \"a\" that lies outside the file");
        made(
            "gguf, 2^120 entries", gguf_tensor("a", {huge, huge}, 0, 0), "has a tensor \"a\" whose shape is too large");
        made("gguf, outside", gguf_tensor("a", {4, 4}, 0, 32), "has a tensor \"a\" that lies outside the file");
        made("gguf, wrapping offset", gguf_tensor("a", {4}, 0, ~std::uint64_t(31)),
            "has a tensor \"a\" that lies outside the file");
        made("gguf, not aligned", gguf_tensor("a", {4}, 0, 4), "has a tensor \"a\" that is not aligned to 32 bytes");
        made("gguf, half a block", gguf_tensor("a", {16, 2}, 8, 0),
            "has a tensor \"a\" whose rows are not whole blocks of 32");
        row("gguf, overlap", gguf({}, {gguf_tensor("a", {16}, 0, 0), gguf_tensor("b", {4}, 0, 32)}),
            "has a tensor \"b\" that overlaps another");
        row("gguf, twice", gguf({}, {gguf_tensor("a", {4}, 0, 0), gguf_tensor("a", {4}, 0, 32)}),
            "has two tensors named \"a\"");
    }
};

STEPZERO_TEST(TestCheckpointBroken, QCoreApplication)

}   // namespace tst_checkpoint_broken
#include "tst_checkpoint_broken.moc"
