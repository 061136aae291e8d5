"""The pages: the front page is short, links lead somewhere, what it shows first works, the rooms are those of rooms.txt."""
import os
import re
import subprocess

import pytest
from conftest import BINARY, SOURCE, call

PAGES = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md",
         *(path for folder in ("kernels", "solvers", "engine", "analysis", "sweeps", "tests")
           for path in (SOURCE / folder).rglob("README.md") if "node_modules" not in path.parts)]
FRONT = (SOURCE / "README.md").read_text()


def block(language):
    """The first code block of that language on the front page."""
    return re.search(rf"^```{language}\n(.*?)^```$", FRONT, re.S | re.M)[1]


def test_front_page_is_short():
    lines = FRONT.splitlines()
    assert len(lines) <= 200 and max(map(len, lines)) <= 120


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text()
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)):
        assert (page.parent / link).exists(), link
    for path in re.findall(r"`((?:kernels|solvers|engine|analysis|sweeps|tests|\.ci)/[\w./-]+)`", text):
        assert (SOURCE / path).exists(), path


def test_first_sweep_and_its_reading_work(tmp_path):
    assert (SOURCE / "sweeps/first.toml").read_text().split("\n", 1)[1] == block("toml")
    (tmp_path / "mine.toml").write_text(block("toml"))
    code, _, error = call("run", tmp_path / "mine.toml", "-o", tmp_path / "mine.h5", "--threads", 1)
    assert code == 0, error
    done = subprocess.run(["/usr/bin/python3", "-B", "-c", block("python")], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env=os.environ | {"PYTHONPATH": str(SOURCE / "analysis")})
    assert done.returncode == 0 and (tmp_path / "speedup.png").stat().st_size > 1000, done.stderr


# What these do is tested elsewhere (.ci/bare_package.sh, tests/python/test_scoreboard.py, test_slurm_scripts.py) or needs another machine.
ELSEWHERE = ("cmake ", "sbatch ", "sweeps/cross/claims.sh", "./", "ctest ", ".ci/")


def commands(page):
    """Every command of the blocks of a page that start the program or its companions, joined where a line goes on."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.S | re.M):
        lines = [] if language else re.sub(r"\\\n\s*", "", block).splitlines()
        yield from (line for line in lines if re.search(r"(^|\| |; |-n 2 )(lightsweep |analysis/)", line) and not line.startswith(ELSEWHERE + ("$",))
                    and ":" not in line.split()[0])


def run_command(line, folder):
    """In a folder where the source tree seems to lie; a thread per rank, so that other tests go on."""
    environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(SOURCE / "analysis"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tree")
    for name in ("analysis", "sweeps"):
        (folder / name).symlink_to(SOURCE / name)
    (folder / "bin").mkdir()
    (folder / "bin/lightsweep").symlink_to(BINARY)
    (folder / "mine.toml").write_text(block("toml"))
    return folder


@pytest.mark.parametrize("page", [one for one in PAGES if any("lightsweep run " in line for line in commands(one))],
                         ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_sweep_that_a_page_runs_is_sound(page, tree):
    """The sweeps themselves run where their figures and claims are tested."""
    names = re.findall(r"lightsweep run (sweeps/\S+\.toml)", page.read_text())
    loops = re.findall(r"for name in ([\w ]+?); do\n.*lightsweep run (sweeps/\w+/)\$name", page.read_text())
    names = [name for name in names if "$" not in name] + [f"{folder}{one}.toml" for words, folder in loops for one in words.split()]
    for name in names:
        assert "estimated time" in run_command(f"lightsweep plan {name}", tree)


def test_the_example_of_a_collective_compiles(tmp_path):
    text, = re.findall(r"^```cpp\n(#pragma once.*?)^```$", (SOURCE / "kernels/README.md").read_text(), re.S | re.M)
    (tmp_path / "example.hpp").write_text(text)
    (tmp_path / "example.cpp").write_text('#include "example.hpp"\n')
    done = subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{SOURCE}", "-fsyntax-only", tmp_path / "example.cpp"],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_pages_print_the_rooms_as_they_are():
    done = subprocess.run(["/usr/bin/python3", "-B", SOURCE / ".ci/rooms.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_keys_are_those_of_the_program():
    text = (SOURCE / "sweeps/README.md").read_text()
    begin = "<!-- keys: generated by lightsweep list keys --markdown -->\n"
    printed = text[text.index(begin) + len(begin):text.index("<!-- end of keys -->\n")]
    code, output, error = call("list", "keys", "--markdown")
    assert (code, error) == (0, "")
    assert printed == output


PROOFS = ["solvers/optree/README.md", "kernels/cost/README.md", "sweeps/simulation/README.md"]


def proven_statements(text):
    """Rows of the table of statements: the statement, and its tests as (kind, suite, case)."""
    table = re.search(r"^\| statement \| test \|\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.M)[1]
    for row in table.splitlines():
        statement, tests = row.strip("|").rsplit("|", 1)
        kind, suite, named = "", "", []
        for name in re.findall(r"`([^`]+)`", tests):
            new = re.fullmatch(r"(\w+): (\w+)/(\w+)", name)
            kind, suite, case = new.groups() if new else (kind, suite, name)
            named.append((kind, suite, case))
        yield statement.strip(), named


@pytest.mark.parametrize("page", PROOFS)
def test_every_statement_of_a_proof_names_tests_that_exist(page):
    text = (SOURCE / page).read_text()
    rows = dict(proven_statements(text))
    for heading in re.findall(r"^## ([A-Z]|\d+)\. ", text, re.M):
        assert any(statement.startswith(f"{heading}. ") for statement in rows), f"{heading} has no test"
    for statement, named in rows.items():
        assert named, statement
        for kind, suite, case in named:
            holds = [path.name for path in (SOURCE / "tests" / kind).glob("*.cpp")
                     if re.search(rf"TEST_SUITE\({suite}\b", path.read_text()) and re.search(rf"TEST_CASE\({case}\b", path.read_text())]
            assert holds, f"{statement}: there is no {kind}: {suite}/{case}"


def test_a_folder_that_is_no_room_is_refused(tmp_path):
    """With the line to write, when CMake configures; before, the program did not link."""
    def configured(root):
        return subprocess.run(["cmake", f"-DPROJECT_SOURCE_DIR={root}", "-P", SOURCE / ".cmake/UnlistedRooms.cmake"], capture_output=True, text=True)
    assert configured(SOURCE).returncode == 0
    for name in ("solvers/mine/mine.cpp", "tests/layering/rooms.txt"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("solvers/other: solvers/contract\n")
    refused = configured(tmp_path)
    assert refused.returncode != 0 and "solvers/mine/mine.cpp: its folder is no room" in " ".join(refused.stderr.split())
    (tmp_path / "tests/layering/rooms.txt").write_text("solvers/mine: solvers/contract\n")
    assert configured(tmp_path).returncode == 0


def test_folders_of_analysis_are_rooms():
    """At most 25 pieces in a folder; the figures of a paper use those of no other."""
    built = {"node_modules", "dist", "__pycache__"}
    for folder in [one for one in (SOURCE / "analysis").rglob("*") if one.is_dir() and not built & set(one.parts)]:
        assert len({one.stem for one in folder.iterdir() if one.is_file()}) <= 25, folder
    for file in (SOURCE / "analysis/figures").glob("*/*.py"):
        shared = [word for line in re.findall(r"^from \.\.(.*)", file.read_text(), re.M) for word in re.findall(r"\w+", line)]
        assert not [word for word in shared if (SOURCE / "analysis/figures" / word).is_dir()], file
