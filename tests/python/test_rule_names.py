"""Figures and the report never ask which rules hold: keys and columns of the file say what they need to know."""
import re

from conftest import SOURCE

NAMES = sorted(path.stem.removesuffix("_rules") for path in (SOURCE / "sweeps/rules").glob("*_rules.cpp") if path.stem != "base_rules")
QUOTED = rf"""["'](?:{"|".join(NAMES)})["']"""
ASKED = [rf"[=!]==?\s*{QUOTED}", rf"{QUOTED}\s*[=!]==?", rf"\bcase\s+{QUOTED}",  # compared with a name
         r"""get\(["']rules["']""", r"""\[["']rules["']\]""", r"\.rules\b"]         # read to be compared
FILES = [path for ending in ("py", "ts") for path in (SOURCE / "analysis").rglob(f"*.{ending}")
         if not {"node_modules", "dist"} & set(path.parts)]


def asks(text):
    return [line.strip() for line in text.splitlines() if any(re.search(one, line) for one in ASKED)]


def test_no_name_of_a_set_of_rules_is_compared():
    assert {"addanki", "common", "swot"} <= set(NAMES) and len(FILES) > 90
    found = {str(path.relative_to(SOURCE)): lines for path in FILES if (lines := asks(path.read_text(encoding="utf-8")))}
    assert found == {}


def test_a_comparison_is_found():
    asked = ['if group.attrs.get("rules") == name:', 'if rules != "swot":', 'if (one.constants.rules === kind)', '"optree" === rules',
             'case "common":', 'known = entry["rules"]']
    assert asks("\n".join([*asked, 'schedulers = ["addanki", "bridge"]', 'ROWS = [("Rules", "rules")]'])) == asked
