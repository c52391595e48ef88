// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/display.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QLibraryInfo>
#include <QPluginLoader>
#include <cstdlib>
#include <cstring>
#include <set>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Returns whether an X server at $DISPLAY accepts connections. It uses the library of Qt's plugin, so that addresses
/// and authority are interpreted identically. The library is loaded by name, because windows on Wayland do not need it.
bool x_answers()
{
    if (variable("DISPLAY").empty())
        return false;
    void* library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    using Connect = void* (*)(const char*, int*);
    using HasError = int (*)(void*);
    using Disconnect = void (*)(void*);
    const auto connect = reinterpret_cast<Connect>(dlsym(library, "xcb_connect"));
    const auto has_error = reinterpret_cast<HasError>(dlsym(library, "xcb_connection_has_error"));
    const auto disconnect = reinterpret_cast<Disconnect>(dlsym(library, "xcb_disconnect"));
    if (!connect || !has_error || !disconnect) {
        dlclose(library);
        return false;
    }
    void* connection = connect(nullptr, nullptr);
    // A working connection stays open as long as the program. A server without other clients (Xvfb) would restart when
    // it closes, and reject Qt's connection meanwhile.
    if (has_error(connection) == 0)
        return true;
    disconnect(connection);
    dlclose(library);
    return false;
}

/// Returns whether a compositor listens at $WAYLAND_DISPLAY and Qt's plugin for it is installed.
bool wayland_answers()
{
    const std::string name = variable("WAYLAND_DISPLAY");
    if (name.empty()
        || QDir(QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms").entryList({"libqwayland*"}).isEmpty())
        return false;
    const std::string path = name[0] == '/' ? name : variable("XDG_RUNTIME_DIR") + "/" + name;
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return false;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    const bool good = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    close(fd);
    return good;
}

/// Returns the names of the platforms that Qt has a plugin for, in lower case.
std::set<std::string> known_platforms()
{
    std::set<std::string> names;
    QStringList folders {QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms"};
    if (const QString own = qEnvironmentVariable("QT_QPA_PLATFORM_PLUGIN_PATH"); !own.isEmpty())
        folders << own << own + "/platforms";
    for (const QString& folder : folders)
        for (const QString& file : QDir(folder).entryList({"*.so"}, QDir::Files))
            for (const QJsonValue key :
                QPluginLoader(folder + '/' + file).metaData()["MetaData"].toObject()["Keys"].toArray())
                names.insert(key.toString().toLower().toStdString());
    return names;
}

/// Returns the reason why Qt has none of the platforms in the variable, such as "wayland;xcb:option"; empty if it has
/// one.
Text missing_platform(const std::string& asked)
{
    const std::set<std::string> known = known_platforms();
    for (const QString& one : QString::fromStdString(asked).split(';'))
        if (known.contains(one.section(':', 0, 0).toLower().toStdString()))
            return {};
    return tr("Qt has no platform %1 here, only %2", quote(asked), list_text({known.begin(), known.end()}));
}

Text sentence_without(const Text& found)
{
    return tr("there is no display for the window (%1); commands such as run, export and theory need none", found);
}

}   // namespace

void take_platform(int argc, const char* const* argv)
{
    for (int i = 1; i + 1 < argc; ++i)
        if (std::strcmp(argv[i], "-platform") == 0 || std::strcmp(argv[i], "--platform") == 0)
            setenv("QT_QPA_PLATFORM", argv[i + 1], 1);
}

std::optional<Text> missing_display()
{
    const std::string platform = variable("QT_QPA_PLATFORM");
    if (const Text missing = platform.empty() ? Text() : missing_platform(platform); !missing.empty())
        return sentence_without(missing);
    const bool any = platform.empty() || platform.find(';') != std::string::npos;
    const std::string first = platform.substr(0, platform.find(':'));
    const bool x = first == "xcb";
    if (!any && !x && !first.starts_with("wayland"))
        return std::nullopt;   // platforms such as offscreen need no display

    const bool want_x = any || x, want_wayland = any || !x;
    if (want_x && x_answers()) {
        if (any && !wayland_answers())
            setenv("QT_QPA_PLATFORM", "xcb", 1);
        return std::nullopt;
    }
    if (want_wayland && wayland_answers()) {
        if (any)
            setenv("QT_QPA_PLATFORM", "wayland", 1);
        return std::nullopt;
    }
    const std::string display = variable("DISPLAY"), wayland = variable("WAYLAND_DISPLAY");
    if (display.empty() && wayland.empty())
        return sentence_without(tr("neither DISPLAY nor WAYLAND_DISPLAY is set"));
    return sentence_without(
        tr("no display server responds at %1", display.empty() ? "WAYLAND_DISPLAY=" + wayland : "DISPLAY=" + display));
}

}   // namespace stepzero
