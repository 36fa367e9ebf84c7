// The part of Emscripten's and CPython's interface that the machine uses, as types. Nothing runs here.
// Source: `pyodide.asm.mjs` and the exports of `pyodide.asm.wasm`, Pyodide 314.0.7.

/** Numbers of errors as Emscripten's file system counts them (WASI's). */
export const ERRNO = {
  EAGAIN: 6,
  EBADF: 8,
  EEXIST: 20,
  EINVAL: 28,
  EIO: 29,
  ENAMETOOLONG: 37,
  ENOENT: 44,
  ENOMEM: 48,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENXIO: 60,
  EPERM: 63,
  EROFS: 69,
  EXDEV: 75,
} as const;

export interface FSNode {
  id: number;
  name: string;
  parent: FSNode;
  mode: number;
  mount: object;
  node_ops: object;
  stream_ops: object;
}

export interface FSStream {
  fd: number;
  node: FSNode;
  position: number;
  flags: number;
  /** The open file: the same object in every descriptor that `dup` made of one. */
  readonly shared: object;
}

export interface LookupOptions {
  readonly follow?: boolean;
  /** Looks up the folder that holds the last name. */
  readonly parent?: boolean;
  readonly noent_okay?: boolean;
}

export interface EmscriptenFS {
  streams: (FSStream | null | undefined)[];
  currentPath: string;
  readonly root: FSNode;
  getPath(node: FSNode): string;
  ErrnoError: new (errno: number) => Error;
  createNode(parent: FSNode | null, name: string, mode: number, rdev: number): FSNode;
  /** Asks the node's own file system; throws where nothing is there. */
  lookup(parent: FSNode, name: string): FSNode;
  lookupNode(parent: FSNode, name: string): FSNode;
  hashRemoveNode(node: FSNode): void;
  /** `node` is left out where `noent_okay` is set and nothing is at the path, whose last folder must be there. */
  lookupPath(path: string, options?: LookupOptions): { readonly path: string; readonly node?: FSNode };
  /** Number of an error, or 0. */
  mayCreate(folder: FSNode, name: string): number;
  /** Number of an error, or 0; `permissions` are letters of `rwx`. */
  nodePermissions(node: FSNode, permissions: string): number;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, ops: object): void;
  mkdev(path: string, mode: number, device: number): FSNode;
  open(path: string, flags: number | string, mode?: number): FSStream;
  close(stream: FSStream): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  llseek(stream: FSStream, offset: number, whence: number): number;
  mkdir(path: string): FSNode;
  rmdir(path: string): void;
  symlink(target: string, path: string): FSNode;
  analyzePath(path: string): { readonly exists: boolean };
  mount(type: object, options: object, path: string): FSNode;
  unmount(path: string): void;
  writeFile(path: string, data: Uint8Array | string): void;
}

export interface PythonModule {
  FS: EmscriptenFS;
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  HEAP32: Int32Array;
  stackSave(): number;
  stackRestore(pointer: number): void;
  /** Address of the runtime's state, which begins with CPython's own table of offsets for debuggers. */
  __PyRuntime: number;
  __Py_emscripten_signal_clock: number;
  _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
  /** Address of a pointer to the table of modules that are compiled in. */
  _PyImport_Inittab: number;
  _emscripten_get_sbrk_ptr(): number;
  _emscripten_stack_get_end(): number;
  /** Where the stack begins: its highest address. */
  _emscripten_stack_get_base(): number;
  _PyThreadState_Get(): number;
  /** Address of a pointer to the class. */
  _PyExc_RecursionError: number;
  /** 0, or -1 with an error set. */
  _PyUnstable_ThreadState_SetStackProtection(thread: number, lowest: number, bytes: number): number;
  _PyObject_CallNoArgs(callable: number): number;
  wasmTable: WebAssembly.Table;
  _PyLong_AsLong(object: number): number;
  _PyTuple_Size(tuple: number): number;
  /** A new reference, or 0 where memory is short. */
  _PyTuple_New(length: number): number;
  /** Borrowed. */
  _PyTuple_GetItem(tuple: number, index: number): number;
  /** Steals a reference to the item. */
  _PyTuple_SetItem(tuple: number, index: number, item: number): number;
  /** 0 where equal. Both are texts. */
  _PyUnicode_Compare(left: number, right: number): number;
  _Py_IncRef(object: number): void;
  _Py_DecRef(object: number): void;
  mmapAlloc?(length: number): number;
}

export interface Pyodide {
  _module: PythonModule;
  FS: EmscriptenFS;
  runPython(code: string): unknown;
}

/** What `pyodide.asm.mjs` exports by default, and the settings it takes. */
export type CreateModule = (settings: ModuleSettings) => Promise<PythonModule>;

export interface ModuleSettings {
  preRun: ((module: PythonModule) => void)[];
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

export type LoadPyodide = (options: object) => Promise<Pyodide>;
