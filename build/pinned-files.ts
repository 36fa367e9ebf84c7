// The interpreter's and the judge's files, as they must be: whatever is shipped as it came from a package is listed here with
// its SHA-256, beside the lock file's own digests of the packages. A build with any other file fails.
//
// To renew it, after a package was updated on purpose: build, and put in what the build says. Before that compare
// `npm view pyodide dist.integrity` with the lock file, and the digests with those of the release that the package's
// makers publish (https://github.com/pyodide/pyodide/releases, https://github.com/sql-js/sql.js/releases).
import { createHash } from 'node:crypto';

export const PINNED_FILES: Readonly<Record<string, string>> = {
  'pyodide/pyodide.mjs': '6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109',
  'pyodide/pyodide.asm.mjs': 'f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635',
  'pyodide/pyodide.asm.wasm': 'cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6',
  'pyodide/python_stdlib.zip': 'fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a',
  'sql.js/dist/sql-wasm.wasm': '6918fd54c1192011b85af0365a819411285bb5579b9ae6a7308778a1750a2765',
};

/** Throws a sentence where a file of a package is not the one that is listed. Files of our own need no entry. */
export function checkPinned(path: string, bytes: Uint8Array, pinned = PINNED_FILES): void {
  const name = path.replaceAll('\\', '/').split('/node_modules/').slice(1).at(-1);
  if (name === undefined) return;
  const digest = createHash('sha256').update(bytes).digest('hex');
  const expected = Object.hasOwn(pinned, name) ? pinned[name] : undefined;
  if (expected === digest) return;
  throw new Error(
    expected === undefined
      ? `${name} would be shipped, and build/pinned-files.ts does not list it. Its SHA-256 is ${digest}.`
      : `${name} is not the file that build/pinned-files.ts lists: its SHA-256 is ${digest}, not ${expected}.`,
  );
}
