#pragma once
// Declares every set of rules, one file each, for the table (rules_table.cpp).

#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

extern const Rules addanki_rules, bridge_rules, pccl_rules, swot_rules, optree_rules, common_rules;

}  // namespace lightsweep::sweeps
