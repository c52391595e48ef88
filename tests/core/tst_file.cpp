// SPDX-License-Identifier: GPL-3.0-or-later
// Writing of files: all or nothing, and errors in sentences.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/formats/file.h"
#include "core/base/formats/file_buffer.h"
#include "core/files/experiment_file.h"
#include "tests/main/registered_test.h"

namespace tst_file {

using namespace stepzero;
namespace fs = std::filesystem;

namespace {
template <class Body>
std::string failure(Body body)
{
    try {
        body();
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing failed";
}

template <class Body>
pid_t child(Body body)
{
    const pid_t made = ::fork();
    if (made == 0) {
        static_cast<void>(failure(body));
        std::_Exit(1);
    }
    return made;
}

/// Returns the signal that ended a process; 0 if it ended normally.
int end_of(pid_t process)
{
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int entries(const fs::path& folder)
{
    return int(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}
}   // namespace

class TestFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir temporary_;
    fs::path folder_;

private slots:
    void init()
    {
        folder_ = fs::path(temporary_.path().toStdString()) / QTest::currentTestFunction();
        fs::create_directories(folder_);
    }

    void what_is_written_is_read()
    {
        const fs::path path = folder_ / "Größe 字.json";
        const std::string bytes("a\0b\r\n\xff", 6);
        write_file(path, bytes);
        QCOMPARE(read_file(path), bytes);
        write_file(path, {});
        QCOMPARE(read_file(path), std::string());
        QCOMPARE(entries(folder_), 1);
    }

    void errors_are_sentences()
    {
        QCOMPARE(failure([&] { read_file(folder_ / "none"); }),
            "cannot read " + (folder_ / "none").string() + ": there is no such file or folder");
        QCOMPARE(failure([&] { read_file(folder_); }), "cannot read " + folder_.string() + ": it is a folder");
        QCOMPARE(failure([&] { write_file(folder_, "x"); }), "cannot write " + folder_.string() + ": it is a folder");
        QCOMPARE(failure([&] { write_file(folder_ / "no" / "file", "x"); }),
            "cannot write " + (folder_ / "no" / "file").string() + ": there is no such file or folder");
        write_file(folder_ / "file", "x");
        QCOMPARE(failure([&] { write_file(folder_ / "file" / "below", "x"); }),
            "cannot write " + (folder_ / "file" / "below").string() + ": a part of its path is not a folder");
        const fs::path long_name = folder_ / std::string(300, 'n');
        QCOMPARE(failure([&] { write_file(long_name, "x"); }),
            "cannot write " + long_name.string() + ": its name is too long");
    }

    void name_at_the_limit_can_be_written()
    {
        const fs::path path = folder_ / std::string(255, 'n');
        write_file(path, "x");
        QCOMPARE(read_file(path), std::string("x"));
    }

    void full_device_is_named()
    {
        if (!fs::exists("/dev/full"))
            QSKIP("no /dev/full");
        QCOMPARE(failure([] { write_file("/dev/full", "x"); }),
            std::string("cannot write /dev/full: no space is left on the device"));
        write_file("/dev/null", "x");
        QVERIFY(fs::is_character_file("/dev/null"));   // it is written to, not replaced
    }

    void failed_write_leaves_the_old_file()
    {
        const fs::path path = folder_ / "result.json";
        write_file(path, "old");
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before {};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = 1000;
        setrlimit(RLIMIT_FSIZE, &small);
        const std::string said = failure([&] { write_file(path, std::string(5000, 'x')); });
        setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(said, "cannot write " + path.string() + ": it would be larger than allowed");
        QCOMPARE(read_file(path), std::string("old"));
        QCOMPARE(entries(folder_), 1);   // and no part of the new one
    }

    void uncommitted_writer_leaves_nothing()
    {
        const fs::path path = folder_ / "big";
        {
            FileWriter writer(path);
            writer.write("half");
            QVERIFY(!fs::exists(path));
        }
        QCOMPARE(entries(folder_), 0);
    }

    void what_a_killed_writer_left_goes_with_the_next_write()
    {
        const std::string beginning(200, 'p');   // names too long for the small-string optimization
        const fs::path path = folder_ / (beginning + "1"), other = folder_ / (beginning + "2");
        write_file(path, "old");
        for (int i = 0; i < 3; ++i)
            QCOMPARE(end_of(child([&] {
                FileWriter writer(path);
                writer.write("half");
                std::raise(SIGKILL);
            })),
                SIGKILL);
        QCOMPARE(entries(folder_), 2);   // each has removed the leftovers of earlier ones
        // The name has its FNV-1a hash, which is the same in a process that shares no memory with this one.
        const std::string left = ".stepzero-1156185832060613660-";
        QVERIFY(std::any_of(fs::directory_iterator(folder_), fs::directory_iterator(),
            [&](const fs::path& file) { return file.filename().native().starts_with(left); }));
        QCOMPARE(read_file(path), std::string("old"));
        write_file(other, "x");
        QCOMPARE(entries(folder_), 3);
        FileWriter living(other);
        living.write("later");
        write_file(other, "sooner");
        QCOMPARE(entries(folder_), 4);
        write_file(path, "new");
        QCOMPARE(entries(folder_), 3);
        living.commit();
        QCOMPARE(read_file(other), std::string("later"));
        QCOMPARE(entries(folder_), 2);
    }

    /// Writers of the same target are killed at any moment: none removes what another needs.
    void writers_do_not_race()
    {
        const fs::path path = folder_ / "f";
        constexpr int writers = 4, rounds = 60;
        const auto write_on = [&](int writer) {
            for (char c = 'a';; c = c == 'z' ? 'a' : char(c + 1))
                write_file(path, std::string(100 + std::size_t(writer), c));
        };
        std::array<pid_t, writers> children {};
        int killed = 0;
        for (int round = 0; round < rounds + writers; ++round) {
            pid_t& writer = children[std::size_t(round % writers)];
            if (writer > 0) {
                QTest::qSleep(5 + round % 7);
                ::kill(writer, SIGKILL);
                killed += end_of(writer) == SIGKILL;
            }
            if (round < rounds)
                writer = child([&] { write_on(round % writers); });
        }
        QCOMPARE(killed, rounds);   // none has failed before
        const std::string last = read_file(path);
        QVERIFY(last.size() >= 100 && last.size() < 100 + writers);
        QCOMPARE(last, std::string(last.size(), last[0]));
        write_file(path, "x");
        QCOMPARE(entries(folder_), 1);
    }

    void link_and_mode_are_kept()
    {
        const fs::path target = folder_ / "target", link = folder_ / "link";
        write_file(target, "old");
        fs::permissions(target, fs::perms(0640));
        fs::create_symlink("target", link);
        write_file(link, "new");
        QVERIFY(fs::is_symlink(link));
        QCOMPARE(read_file(target), std::string("new"));
        QCOMPARE(fs::status(target).permissions(), fs::perms(0640));
        fs::create_symlink("circle", folder_ / "circle");
        QCOMPARE(failure([&] { write_file(folder_ / "circle", "x"); }),
            "cannot write " + (folder_ / "circle").string() + ": its symbolic links form a loop");
    }

    void a_file_is_read_block_by_block()
    {
        const fs::path path = folder_ / "f";
        std::string bytes;
        for (int i = 0; i < 1000; ++i)
            bytes += char(i % 251);
        write_file(path, bytes);
        QCOMPARE(read_file(path, 990, 20), bytes.substr(990));
        QCOMPARE(read_file(path, 2000, 20), std::string());
        for (const std::size_t block : {1, 7, 1000, 4000}) {
            FileBuffer buffer(path, block);
            const auto read = [&](std::size_t size) {
                std::string piece(size, ' ');
                piece.resize(std::size_t(buffer.sgetn(piece.data(), std::streamsize(size))));
                return piece;
            };
            QCOMPARE(read(2000), bytes);
            for (const std::size_t begin : {500, 507, 3, 0, 999, 1000}) {
                QCOMPARE(buffer.pubseekpos(std::streamoff(begin), std::ios::in), std::streampos(std::streamoff(begin)));
                QCOMPARE(read(6), bytes.substr(begin, 6));
                QCOMPARE(buffer.pubseekoff(0, std::ios::cur, std::ios::in),
                    std::streampos(std::streamoff(std::min<std::size_t>(begin + 6, 1000))));
            }
        }
        FileBuffer missing(folder_ / "none", 10);
        QVERIFY(failure([&] { missing.sgetc(); }).ends_with("there is no such file or folder"));
    }

    void input_file_is_relative_to_the_experiment()
    {
        fs::create_directories(folder_ / "data");
        const fs::path path = folder_ / "e.stepzero.json", input = folder_ / "data" / "x.npy";
        Experiment experiment;
        experiment.input.file = input.string();
        save_experiment(path, experiment);
        QVERIFY(read_file(path).find("\"file\": \"data/x.npy\"") != std::string::npos);
        QCOMPARE(std::get<Experiment>(load_experiment(path)).input.file, input.string());
        // From another folder, by a relative name.
        const fs::path before = fs::current_path();
        fs::current_path(folder_);
        const auto loaded = std::get<Experiment>(load_experiment("e.stepzero.json"));
        fs::current_path(before);
        QCOMPARE(loaded.input.file, input.string());
    }

    void input_file_elsewhere_stays_absolute()
    {
        Experiment experiment;
        experiment.input.file = "/elsewhere/x.npy";
        save_experiment(folder_ / "e.stepzero.json", experiment);
        QCOMPARE(std::get<Experiment>(load_experiment(folder_ / "e.stepzero.json")).input.file,
            std::string("/elsewhere/x.npy"));
    }
};

STEPZERO_TEST(TestFile, NoApplication)

}   // namespace tst_file
#include "tst_file.moc"
