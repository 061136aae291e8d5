"""What is installed works where it stands: any prefix, manual, completion, module files, versions."""
import os
import re
import shutil
import subprocess

import pytest
from conftest import BINARY, SOURCE, call

BUILD = os.environ.get("LIGHTSWEEP_BUILD", str(SOURCE / "build/release"))
VERSION = re.search(r"project\(lightsweep VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())[1]


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """An installation under a prefix that the build does not know, then moved once more."""
    first = tmp_path_factory.mktemp("install") / "first"
    done = subprocess.run(["cmake", "--install", BUILD, "--prefix", first], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return shutil.move(first, first.parent / "moved here")


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def verbs():
    return re.findall(r"^  ([a-z]+) ", call("--help")[1].split("Subcommands:")[1], re.M)


def options(*words):
    return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", call(*words, "--help")[1], re.M)) - {"--help"}


def test_program_and_figures_run_from_a_moved_prefix(prefix, tmp_path):
    sweep = prefix / "share/lightsweep/sweeps/demo.toml"
    program = prefix / "bin/lightsweep"
    run(program, "run", sweep, "-o", tmp_path / "demo.h5", "--threads", 1, "--set", 'message=["1KiB", "1MiB"]')
    assert "every-step" in run(program, "winners", tmp_path / "demo.h5")
    pictures = run(prefix / "bin/lightsweep-figures", tmp_path / "demo.h5", "-o", tmp_path).splitlines()
    assert pictures and all(os.path.getsize(one) > 10000 for one in pictures)
    again = run("/usr/bin/python3", "-B", prefix / "share/lightsweep/examples/with_package.py", tmp_path / "demo.h5", "ring", "static", "addanki")
    assert float(again.splitlines()[0]) > 1
    found = run("/usr/bin/python3", "-B", "-c", "import lightsweep as ls; print(ls.program.find(), ls.open('demo.h5').grid, sep=chr(10))", cwd=tmp_path,
                env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(prefix / "lib/python3/dist-packages")})
    assert found.split("\n")[:2] == [str(program), "ring"]


def test_every_sweep_of_the_source_is_installed_and_nothing_else(prefix):
    mine = {path.relative_to(SOURCE / "sweeps") for path in (SOURCE / "sweeps").rglob("*.toml")}
    root = prefix / "share/lightsweep/sweeps"
    assert {path.relative_to(root) for path in root.rglob("*.toml")} == mine
    assert not list(root.rglob("*.?pp"))
    for script in ("slurm/one_job.sh", "slurm/array_of_shards.sh", "slurm/merge.sh", "cross/claims.sh"):
        assert os.access(root / script, os.X_OK)
    for name in ("README.md", "FORMAT.md", "JOURNAL.md", "CHANGELOG.md", "copyright"):
        assert (prefix / "share/doc/lightsweep" / name).stat().st_size > 500


def test_version_is_one(prefix):
    assert call("--version")[1].split()[:2] == ["lightsweep", VERSION]
    assert (prefix / f"share/lightsweep/modules/lightsweep/{VERSION}.lua").exists()
    assert f'version("{VERSION}")' in (SOURCE / "sweeps/install/spack/packages/lightsweep/package.py").read_text()
    assert f'"lightsweep {VERSION}"' in (prefix / "share/man/man1/lightsweep.1").read_text().splitlines()[0]


def test_manual_has_every_verb_and_option_and_no_other(prefix):
    page = (prefix / "share/man/man1/lightsweep.1").read_text().replace("\\-", "-")
    parts = dict(zip(re.findall(r"^\.SS (\w+)$", page, re.M), re.split(r"^\.SS \w+$", page.split(".SH EXIT STATUS")[0], flags=re.M)[1:]))
    assert list(parts) == verbs()
    for verb, text in parts.items():
        assert set(re.findall(r"^\.B (?:-\w,)?(--[a-z-]+)", text, re.M)) == options(verb), verb
    assert {int(code) for code in re.findall(r"^\.B (\d+)$", page, re.M)} == {0, 1, 2, 3, 4, 75}


def test_manual_is_good_roff(prefix):
    if not shutil.which("groff"):
        pytest.skip("no groff")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", prefix / "share/man/man1/lightsweep.1"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


def completed(script, *words):
    """What bash offers for the last word."""
    code = f"""source {script!s}
COMP_WORDS=({" ".join(f"'{word}'" for word in words)}); COMP_CWORD={len(words) - 1}
_lightsweep; printf '%s\\n' "${{COMPREPLY[@]}}" """
    return set(run("bash", "-euc", code).split())


def test_completion_offers_what_the_program_has(prefix):
    shutil.copy(prefix / "share/bash-completion/completions/lightsweep", prefix / "completion")
    offered = lambda *words: completed("'" + str(prefix / "completion") + "'", BINARY, *words)
    assert offered("") == set(verbs()) and offered("cl") == {"claims"}
    for verb in verbs():
        assert offered(verb, "--") == options(verb) | {"--help"}, verb
    assert offered("schedule", "--scheduler", "swot-") == {"swot-order", "swot-portfolio", "swot-milp"}
    assert offered("schedule", "--topology", "torus") == {"torus2d", "torus3d"}
    assert offered("list", "s") == {"schedulers", "studies"}


def test_module_files_point_at_the_prefix(prefix):
    """The part that finds the prefix, by the interpreter where there is one."""
    folder = prefix / "share/lightsweep/modules/lightsweep"
    if shutil.which("lua"):
        found = {}
        functions = "function myFileName() return [[%s]] end function pathJoin(a, b) return a .. '/' .. b end " \
                    "help = print; whatis = print; setenv = print; prepend_path = print " % (folder / f"{VERSION}.lua")
        found = run("lua", "-e", functions + f"dofile([[{folder / f'{VERSION}.lua'}]])")
        assert f"PATH\t{prefix}/bin\n" in found
    steps = re.search(r"for _ = 1, (\d+) do", (folder / f"{VERSION}.lua").read_text())
    assert (folder / f"{VERSION}.lua").parents[int(steps[1]) - 1] == prefix
    ups = re.search(r"ModulesCurrentModulefile\]((?: \.\.)+)\]", (folder / VERSION).read_text())
    assert folder.parents[ups[1].count("..") - 1] == prefix


def test_spack_recipe_names_what_the_build_asks_for():
    """Every library that CMake looks for is a dependency of the recipe, by its name there."""
    names = {"MPI": "mpi", "HDF5": "hdf5", "Boost": "boost", "TBB": "tbb", "libdeflate": "libdeflate", "libisal": "isa-l", "libxxhash": "xxhash", "cbc": "cbc",
             "tomlplusplus": "tomlplusplus", "CLI11": "cli11", "nlohmann_json": "nlohmann-json", "OpenMP": "", "Threads": "", "PkgConfig": "pkgconfig"}
    cmake = (SOURCE / ".cmake/LightsweepDependencies.cmake").read_text()
    asked = set(re.findall(r"find_package\((\w+)", cmake)) | set(re.findall(r"IMPORTED_TARGET ([a-z]+)", cmake))
    recipe = (SOURCE / "sweeps/install/spack/packages/lightsweep/package.py").read_text()
    compile(recipe, "package.py", "exec")
    for one in asked:
        assert not names[one] or re.search(rf'depends_on\("{names[one]}[@":+]', recipe), one
