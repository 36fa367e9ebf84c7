// Freezes the realm's own objects, `Array.prototype` and its like, before foreign code runs in it: whoever got at JavaScript
// could change none of what the engine, the judge and the digest are made of. For realms that only run crash tests: the
// worker of the chamber, and the child process of the command line.

/** Objects that no name leads to. */
function unnamed(): object[] {
  const generator = Object.getPrototypeOf(function* () {}) as object;
  const asyncGenerator = Object.getPrototypeOf(async function* () {}) as object;
  const asyncFunction = Object.getPrototypeOf(async () => {}) as object;
  const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().entries(), ''[Symbol.iterator]()];
  return [
    generator,
    asyncGenerator,
    asyncFunction,
    Object.getPrototypeOf(Uint8Array) as object,
    'x'.matchAll(/x/g),
    ...iterators,
  ];
}

/**
 * Names that library code sets on objects of its own. Were they plain read-only properties of a prototype, setting one on
 * an object that inherits from it would fail; as accessors they let the object have its own.
 */
const OVERRIDDEN = new Set([
  'constructor',
  'message',
  'name',
  'stack',
  'toJSON',
  'toString',
  'valueOf',
  'then',
  'exports',
]);

function letOverride(holder: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(holder, key, {
    configurable: false,
    enumerable: false,
    get: () => value,
    set(this: object, own: unknown) {
      if (this === holder) throw new TypeError(`${String(key)} of a built-in object cannot be changed`);
      Object.defineProperty(this, key, { configurable: true, enumerable: true, writable: true, value: own });
    },
  });
}

/** The number of objects that were frozen. Call it once a realm, when all that is to be loaded is loaded. */
export function freezeIntrinsics(realm: typeof globalThis = globalThis): number {
  const names = Object.getOwnPropertyNames(realm).filter((name) => /^[A-Z]/.test(name));
  const seen = new Set<object>();
  const waiting: unknown[] = [...unnamed()];
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(realm, name);
    if (descriptor && 'value' in descriptor) waiting.push(descriptor.value);
  }
  while (waiting.length > 0) {
    const found = waiting.pop();
    if ((typeof found !== 'object' && typeof found !== 'function') || found === null) continue;
    if (seen.has(found) || found === realm || ArrayBuffer.isView(found)) continue;
    seen.add(found);
    waiting.push(Object.getPrototypeOf(found));
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(found))) {
      waiting.push(descriptor.value, descriptor.get, descriptor.set);
    }
  }
  for (const found of seen) {
    if (isPrototype(found)) {
      for (const key of Reflect.ownKeys(found)) {
        const descriptor = Object.getOwnPropertyDescriptor(found, key);
        if (!descriptor?.configurable || !('value' in descriptor)) continue;
        if (typeof key === 'string' && OVERRIDDEN.has(key)) letOverride(found, key, descriptor.value);
      }
    }
    Object.freeze(found);
  }
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(realm, name);
    if (descriptor?.configurable && 'value' in descriptor) {
      Object.defineProperty(realm, name, { ...descriptor, configurable: false, writable: false });
    }
  }
  return seen.size;
}

function isPrototype(found: object): boolean {
  const { constructor } = found as { constructor?: unknown };
  return typeof constructor === 'function' && (constructor as { prototype?: unknown }).prototype === found;
}
