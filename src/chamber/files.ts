// Which files the chamber of this app is made of. Fetching them lives in `download.ts`.
import pyodideMjs from 'pyodide/pyodide.mjs?packed';
import asmMjs from 'pyodide/pyodide.asm.mjs?packed';
import wasm from 'pyodide/pyodide.asm.wasm?packed';
import stdlibZip from 'pyodide/python_stdlib.zip?packed';
import sqlWasm from 'sql.js/dist/sql-wasm.wasm?packed';
import type { ChamberFiles } from './download.ts';
import worker from './worker.ts?chamber';

export const chamberFiles: ChamberFiles = {
  worker,
  files: { pyodideMjs, asmMjs, wasm, stdlibZip, sqlWasm },
};
