// Parts of the page that are fetched when somebody wants them first, and asked for again where that failed. What is shown
// meanwhile lives in `ui/parts/Part.svelte`; what the build must keep to lives in `build/lazy-parts.ts`.

/** Fetches the part, once: all callers share what came. Rejects where it did not come; the next call asks again. */
export type LazyPart<T> = () => Promise<T>;

/**
 * The module specifier of the one `import()` in a function's source, as a build writes it. The development server's are
 * absolute and stay as they are: it serves one component as several modules, and loads the page anew by itself.
 */
const SPECIFIER = /\bimport\(\s*(["'`])(\.[^"'`]+)\1/;

/**
 * `load` is written as `() => import('./part.ts')`, so that its source, as built, holds the part's hashed name.
 *
 * A browser may remember a failed `import()` for as long as the page lives: the HTML standard asks for it
 * (whatwg/html#6768), Chromium 150 does it. So every attempt after a failed one asks under another address: the part's
 * own with `?retry=1`, `?retry=2`, … Only the part's own module gets it. What the part imports in turn keeps its address
 * and is there already, so nothing is loaded twice: the build refuses a part of which that is not true.
 *
 * `importFrom` imports an absolute address; tests give their own.
 */
export function lazy<T>(
  load: () => Promise<T>,
  importFrom: (url: string) => Promise<unknown> = (url) => import(/* @vite-ignore */ url),
): LazyPart<T> {
  let failures = 0;
  let asked: Promise<T> | null = null;
  const attempt = (): Promise<T> => {
    const specifier = failures === 0 ? undefined : SPECIFIER.exec(String(load))?.[2];
    if (specifier === undefined) return load();
    const url = new URL(specifier, import.meta.url);
    url.searchParams.set('retry', String(failures));
    return importFrom(url.href) as Promise<T>;
  };
  return () => {
    asked ??= attempt().catch((error: unknown) => {
      failures++;
      asked = null;
      throw error;
    });
    return asked;
  };
}
