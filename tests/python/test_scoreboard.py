"""The claims of all papers on one board: text, JSON, several files of a paper, and the script that runs the sweeps."""
import json
import os
import re
import subprocess

import pytest
from conftest import BINARY, SOURCE, call, sweep
from test_claims import doctored

TOTALS = {"addanki": 14, "bridge": 51, "pccl": 28, "swot": 32, "optree": 32}
VERDICTS = ("reproduced", "beaten", "close", "depends on the reading", "not reproduced", "impossible", "not judged")


@pytest.fixture(scope="session")
def swot_figure_5(tmp_path_factory):
    """Enough of SWOT's sweep for three claims: figure 5 alone has to be searched."""
    file = sweep(tmp_path_factory.mktemp("swot"), "sweeps/swot/paper", "swot.transitions=1", "grid.figure-8.nodes=16",
                 "grid.figure-8-pairwise.nodes=4")

    def empty(data):
        for root in ("grids", "studies", "schedules"):
            for name in list(data[root]):
                if name != "figure-5":
                    del data[root][name]

    return doctored(file, tmp_path_factory.mktemp("figure_5"), empty)


@pytest.fixture(scope="session")
def all_files(claims, bridge_claims, pccl_claims, optree_claims, swot_figure_5):
    return dict(zip(TOTALS, (claims, bridge_claims, pccl_claims, swot_figure_5, optree_claims)))


@pytest.fixture(scope="session")
def board(all_files):
    code, out, error = call("claims", "--json", *all_files.values())
    assert code == 0, error
    return json.loads(out)


@pytest.fixture(scope="session")
def text(all_files):
    code, out, error = call("claims", *all_files.values())
    assert code == 0, error
    return out


def test_board_says_what_each_report_says(all_files, board):
    assert [one["paper"] for one in board["papers"]] == list(TOTALS)
    for paper in board["papers"]:
        out = call("claims", all_files[paper["paper"]])[1]
        reported = dict(re.findall(r"^claim +(\d+b?)(?:.*\n)+? +verdict +([^,;:]+)[,;:]", out, re.M))
        assert {one["claim"]: one["verdict"] for one in paper["claims"]} == reported
        assert len(reported) == TOTALS[paper["paper"]]


def test_every_claim_has_paper_ours_verdict_and_reading(board):
    for paper in board["papers"]:
        for one in paper["claims"]:
            assert one["says"] and one["reading"] and one["needs"] and one["recorded"] in VERDICTS
            assert bool(one["numbers"]) == bool(one["file"]) == (one["verdict"] != "not judged"), one
    table_2 = next(one for one in board["papers"][-1]["claims"] if one["claim"] == "3")
    first = table_2["numbers"][0]
    assert first["text"] == "87.64" and abs(first["value"] - first["reference"]) <= first["tolerance"] and first["agrees"]


PRINTED = {("addanki", "3"): ("no number", "Fig. 1e-1h"), ("bridge", "3"): ("10.4x", "Sec. 4, Fig. 5a"), ("pccl", "5"): ("2.5x", "Sec. 1"),
           ("swot", "7"): ("89.7 %", "Fig. 7, abstract"), ("optree", "1"): ("1023, 512, 259, 70", "Table 1")}
DIGITS = re.compile(r"\d+(?:\.\d+)?")
PLACE = re.compile(r"(?:abstract|Sec\. [\dIV][\w.-]*|Fig\. \d+[a-z]?(?:-\d+[a-z]?)?|inset|Tables? \d(?:, \d)?|Lemma 1|Theorem 1|the authors' release)"
                   r"(?:, |$)")


def test_every_claim_has_the_number_that_the_paper_prints_and_its_place(board):
    claims = {(paper["paper"], one["claim"]): one for paper in board["papers"] for one in paper["claims"]}
    for key, one in claims.items():
        number, place = one["paper_number"], one["paper_place"]
        assert number.endswith("no number") or DIGITS.search(number) or number == "milliseconds", (key, number)
        assert PLACE.sub("", place) == "" and place, (key, place)
    assert {key: (claims[key]["paper_number"], claims[key]["paper_place"]) for key in PRINTED} == PRINTED
    assert sum(one["paper_number"].endswith("no number") for one in claims.values()) == 68


@pytest.mark.parametrize("paper, what", [("swot", "reduc"), ("bridge", "x over")])
def test_the_number_is_that_of_the_statement(board, paper, what):
    """Where the statement names the number, both are the same."""
    said = [one for one in board["papers"][list(TOTALS).index(paper)]["claims"] if what in one["says"] and DIGITS.search(one["paper_number"])]
    assert len(said) >= 5
    for one in said:
        stated = {text.replace(",", "") for text in re.findall(r"\d[\d,]*(?:\.\d+)?", one["says"])}
        assert DIGITS.findall(one["paper_number"])[0] in stated, one


def test_totals_add_up(board):
    for paper in board["papers"]:
        counted = {one: sum(claim["verdict"] == one for claim in paper["claims"]) for one in VERDICTS}
        assert {one: paper["totals"][one] for one in VERDICTS} == counted
        assert paper["totals"]["claims"] == sum(counted.values()) and paper["totals"]["different"] == 0
    for key, value in board["totals"].items():
        assert value == sum(paper["totals"][key] for paper in board["papers"])
    assert board["totals"]["claims"] == sum(TOTALS.values()) == 157


def test_the_table_has_the_same_and_fits_a_screen(text, board):
    out = text
    assert max(map(len, out.splitlines())) <= 120
    rows = {name: [int(one) for one in numbers.split()] for name, numbers in re.findall(r"^(\w+) +((?:\d+ *){9})$", out, re.M)}
    expected = {one["paper"]: list(one["totals"].values()) for one in board["papers"]} | {"all": list(board["totals"].values())}
    assert rows == expected
    assert re.search(r"^3 +OpTree takes 87\.64 % fewer +87\.64, 72\.97, +N = 512, w = 64: WRHT +reproduced +all 12 numbers", out, re.M)


def test_points_that_the_paper_does_not_name_are_marked_and_counted(all_files, board, text):
    claims = [one for paper in board["papers"] for one in paper["claims"]]
    marked = [one for one in claims if one["parameters_inferred"]]
    judged = sum(one["verdict"] != "not judged" for one in marked)
    assert len(marked) >= 40 and board["parameters_inferred"] == judged
    assert text.splitlines()[-1] == f"parameters inferred: {judged} of {len(claims)} claims, whose point the paper does not name"
    alone = call("claims", all_files["optree"])[1]
    assert len(re.findall(r" verdict .*, parameters inferred; recorded", alone)) == sum(
        one["parameters_inferred"] for one in board["papers"][-1]["claims"])


def test_numbers_stand_under_their_own_place(pccl_claims, all_files):
    """A place that comes again, behind others, keeps its numbers: PCCL 3, 14, 18 and Addanki 10."""
    board = re.sub(r"\s+", " ", call("claims", "--json", pccl_claims)[1])
    numbers = {one["claim"]: one["numbers"] for one in json.loads(board)["papers"][0]["claims"]}
    out = call("claims", pccl_claims, all_files["optree"])[1]
    ours = [line[52:78].strip() for line in out.splitlines()]  # the column "our numbers"
    text = " ".join(ours)
    for claim in ("3", "14", "18"):
        places = list(dict.fromkeys(one["place"] for one in numbers[claim]))[:3]
        parts = [place + ":" + ",".join(f" {one['item']} {one['text']}" + (f" {one['mark']}" if "mark" in one else "")
                                        for one in numbers[claim] if one["place"] == place) for place in places]
        assert "; ".join(parts) in text, parts


def test_what_differs_is_never_hidden_behind_another_file(all_files, tmp_path):
    def slow(file):
        file["grids/tables/wrht/n_steps"][...] = file["grids/tables/wrht/n_steps"][...] - 5

    wrong = doctored(all_files["optree"], tmp_path, slow)
    for files in ([all_files["optree"], wrong], [wrong, all_files["optree"]]):
        code, out, _ = call("claims", "--json", *files)
        paper, = json.loads(out)["papers"]
        different = {one["claim"]: one["file"] for one in paper["claims"] if one["differs"]}
        assert code == 1 and {"1", "3"} <= set(different) and set(different.values()) == {str(wrong)}
    code, out, _ = call("claims", wrong, all_files["optree"])
    assert code == 1 and "reproduced DIFFERS" not in out and "DIFFERS" in out


def test_files_of_a_paper_complete_each_other(claims, fig1):
    of = {}
    for files in ([fig1], [fig1, claims], [claims]):
        paper, = json.loads(call("claims", "--json", *files)[1])["papers"]
        of[len(files), str(files[0])] = paper
    both = of[2, str(fig1)]
    assert 0 < of[1, str(fig1)]["totals"]["not judged"] and both["totals"]["not judged"] == 0
    alone = {one["claim"] for one in of[1, str(fig1)]["claims"] if one["file"]}
    assert {one["claim"] for one in both["claims"] if one["file"] == str(fig1)} == alone


def test_files_without_claims_are_left_out_and_named(claims, small_axes, tmp_path):
    def other_rules(file):
        file.attrs["rules"] = "common"

    other = doctored(small_axes, tmp_path, other_rules)
    code, out, _ = call("claims", claims, other)
    assert code == 0 and out.splitlines()[-2] == f"left out: {other}: rules = 'common' has no list of claims"
    assert re.fullmatch(r"parameters inferred: \d+ of 14 claims, whose point the paper does not name", out.splitlines()[-1])
    code, _, error = call("claims", "--json", other)
    assert code == 2 and "the data of no claim; run sweeps/addanki/claims.toml" in error
    code, _, error = call("claims", claims, tmp_path / "nothing.h5")
    assert code == 2 and "there is no such file" in error


def test_the_script_runs_five_sweeps_and_prints_the_board(all_files, board, tmp_path):
    """With a program that copies what this session computed already instead of running it once more."""
    results = " ".join(f"[{name}]='{path}'" for name, path in all_files.items())
    program = tmp_path / "lightsweep"
    program.write_text(f"""#!/usr/bin/env bash
declare -A results=({results})
[ "$1" = run ] || exec '{BINARY}' "$@"
[ -f "$2" ] && cp "${{results[$(basename "$(dirname "$2")")]}}" "$4"
echo "$2" >> '{tmp_path}/ran'
""")
    program.chmod(0o755)
    environment = os.environ | {"LIGHTSWEEP": str(program), "LAUNCHER": "env"}
    command = [SOURCE / "sweeps/cross/claims.sh", tmp_path / "out"]
    for _ in range(2):  # the second time nothing is left to run
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert re.search(r"^all +157 ", done.stdout, re.M)
        assert len((tmp_path / "ran").read_text().splitlines()) == 5
    assert json.loads((tmp_path / "out/claims.json").read_text())["totals"] == board["totals"]


PAPERS = ("addanki", "bridge", "pccl", "swot", "optree")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_erratum_is_shown_by_its_command(paper, tmp_path):
    """The commands run as printed, and print what is said, in that order."""
    errata = json.loads((SOURCE / "sweeps" / paper / "errata.json").read_text())
    (tmp_path / "lightsweep").symlink_to(BINARY)
    code, out, _ = call("errata", paper)
    assert code == 0 and len(re.findall(r"^erratum \d+ ", out, re.M)) == len(errata) >= 2
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for one in errata:
        assert f"          shown by   {one['command']}\n" in out
        done = subprocess.run(["bash", "-c", one["command"]], env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (one, done.stderr)
        at = 0
        for text in one["shows"].split(", then "):
            at = done.stdout.find(text, at) + 1
            assert at > 0, (one, done.stdout)


def test_errata_of_another_paper_are_refused():
    code, _, error = call("errata", "nobody")
    assert code == 2 and "there is no paper 'nobody'; give one of addanki, bridge, pccl, swot, optree" in error
