"""Runs CPython's own sqlite3 tests, found in /tests/test, and prints one line of JSON: test id -> result.

For the test of transparency only: it runs once under plain Pyodide and once as a solution of the machine.
"""

import io, json, sys, types, unittest

MODULES = ["backup", "dbapi", "dump", "factory", "hooks", "regression", "transactions", "types", "userfunctions"]


class Results(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.found = {}

    def addSuccess(self, test):
        self.found.setdefault(test.id(), "ok")

    def addFailure(self, test, err):
        self.found[test.id()] = f"failed: {err[1]}"[:300]

    def addError(self, test, err):
        self.found[test.id()] = f"error: {type(err[1]).__name__}: {err[1]}"[:300]

    def addSkip(self, test, reason):
        self.found[test.id()] = "skipped"

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.found[test.id()] = f"failed: {err[1]}"[:300]

    def addExpectedFailure(self, test, err):
        self.found[test.id()] = "expected failure"


def run_suite():
    sys.path.insert(0, "/tests")
    for name in [name for name in sys.modules if name == "test" or name.startswith("test.")]:
        del sys.modules[name]
    names = lambda finder: finder.__name__ if isinstance(finder, type) else type(finder).__name__
    sys.meta_path[:] = [f for f in sys.meta_path if "Unvendored" not in names(f) and "StdlibFinder" not in names(f)]
    # Two tests take limits of C's types from a module that is no part of the machine.
    sys.modules["_testcapi"] = types.SimpleNamespace(INT_MAX=2**31 - 1, ULLONG_MAX=2**64 - 1)
    results = Results()
    for module in MODULES:
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName(f"test.test_sqlite3.test_{module}")
        except Exception as error:
            results.found[module] = f"not loaded: {error!r}"
            continue
        suite.run(results)
    return json.dumps(results.found)
