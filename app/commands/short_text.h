// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as a line of a few hundred characters, to be pasted into a chat or a slide: "stepzero:" and its file,
// without what is at its default, deflated, in base64url (RFC 4648). Files that it names are not in it.
#pragma once

#include <string>
#include <string_view>

#include "core/network/experiment/experiment.h"

namespace stepzero {

bool is_short_text(std::string_view text);
/// Precondition: the experiment passed validate().
std::string short_text(const Experiment& experiment);
/// The experiment's file. Throws BadExperiment where it is none, or was cut.
std::string file_of_short_text(std::string_view text);

}   // namespace stepzero
