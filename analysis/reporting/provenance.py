"""Where a result comes from, in words."""
from figures import results

ROWS = [("Title", "title"), ("Created", "created"), ("Program", "program"), ("Revision", "revision"),
        ("Fingerprint of the sweep", "fingerprint"), ("Identity of the file", "identity"), ("Rules", "rules"),
        ("Specification", "specification"), ("Points", "points"), ("Tasks", "tasks"), ("Compiler", "compiler"), ("Compiler flags", "flags"),
        ("Libraries", "libraries"), ("Solvers", "solver_libraries"), ("Hosts", "hosts"), ("Ranks", "ranks"),
        ("Threads per rank", "threads"), ("Seed", "seed"), ("Part", "shard"), ("File format", "format_version"),
        ("Version of the results", "results_version")]
ELSEWHERE = ("sweep", "format", "dirty", "complete", "missing_tasks", "failed_points")


def read(path):
    """[(label, text)]; attributes without a label of their own stand at the end under their names."""
    known = results.attributes(path)
    rows = [(label, words(key, known)) for label, key in ROWS if known.get(key, "").strip()]
    listed = {key for _, key in ROWS} | set(ELSEWHERE)
    rows += [(key, value) for key, value in known.items() if key not in listed and not key.startswith("_")]
    return rows + [("State", state(path, known))]


def words(key, known):
    if key == "revision" and known.get("dirty") == "1":
        return known[key] + " (modified)"
    return known[key].strip()


def state(path, known):
    failed = known.get("failed_points", "0")
    parts = [f"incomplete: {gap}" if (gap := results.gap(path)) else "complete"]
    if failed != "0":
        parts.append(f"{failed} points failed")
    return ", ".join(parts)
