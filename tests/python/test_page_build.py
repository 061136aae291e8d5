"""The page of lightsweep-report and its evaluator: type-checked, built, and tested by node."""
import subprocess

from report_pages import BUILD, needs_npm


@needs_npm
def test_the_page_is_built_and_its_own_tests_pass():
    done = subprocess.run(["bash", str(BUILD), "test"], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout and "# pass 22" in done.stdout
