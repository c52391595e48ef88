// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/sarif.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/json/json.h"
#include "core/base/json/write_json.h"
#include "core/version.h"

namespace stepzero {

namespace {

/// Percent-encodes a path as a relative reference, or as a file URI if it is absolute (RFC 3986).
std::string uri_of(const std::string& path)
{
    constexpr std::string_view plain = "/-._~", digits = "0123456789ABCDEF";
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || plain.find(c) != std::string_view::npos)
            uri += c;
        else
            uri += {'%', digits[byte / 16], digits[byte % 16]};
    }
    return uri;
}

Json text_json(const std::string& text) { return json_object({{"text", json_of(text)}}); }

/// Levels of SARIF have the names of severities.
Json result_json(const SarifResult& result, std::size_t rule, const std::string& uri)
{
    const std::string message = joined({result.message, result.cause, result.fix}, " ").english();
    Json location = json_object({{"physicalLocation",
        json_object({{"artifactLocation", json_object({{"uri", json_of(uri)}})},
            // Code review shows a result at a line, which a model's file does not have.
            {"region", json_object({{"startLine", json_of(1)}})}})}});
    if (!result.names.empty()) {
        Json names = json_list();
        for (const std::string& name : result.names)
            names.add(json_object({{"fullyQualifiedName", json_of(name)}, {"kind", json_of("module")}}));
        location.add("logicalLocations", std::move(names));
    }
    return json_object(
        {{"ruleId", json_of(result.id)}, {"ruleIndex", json_of(rule)}, {"level", json_of(word(result.severity))},
            {"message", text_json(message)}, {"locations", json_list({std::move(location)})}});
}

}   // namespace

std::string format_sarif(const std::string& command, const std::string& file, const std::vector<SarifRule>& rules,
    const std::vector<SarifResult>& results)
{
    const std::string uri = uri_of(file);
    Json listed = json_list(), found = json_list();
    std::vector<std::string> ids;
    for (const SarifResult& result : results) {
        auto at = std::ranges::find(ids, result.id);
        if (at == ids.end()) {
            const auto rule = std::ranges::find(rules, result.id, &SarifRule::id);
            const Text meaning = rule == rules.end() || rule->meaning.empty() ? result.message : rule->meaning;
            const Text help = joined({result.cause, result.fix}, " ");
            listed.add(json_object({{"id", json_of(result.id)}, {"shortDescription", text_json(meaning.english())},
                {"help", text_json((help.empty() ? meaning : help).english())}}));
            ids.push_back(result.id);
            at = ids.end() - 1;
        }
        found.add(result_json(result, std::size_t(at - ids.begin()), uri));
    }
    const Json driver = json_object(
        {{"name", json_of("Stepzero")}, {"semanticVersion", json_of(version)}, {"rules", std::move(listed)}});
    const Json run = json_object({{"tool", json_object({{"driver", driver}})},
        {"automationDetails", json_object({{"id", json_of("stepzero " + command + "/")}})},
        {"results", std::move(found)}});
    return json_lines(json_object({{"$schema", json_of("https://json.schemastore.org/sarif-2.1.0.json")},
               {"version", json_of("2.1.0")}, {"runs", json_list({run})}}))
        + "\n";
}

}   // namespace stepzero
