// Local time is UTC, as in a plain container: without this the C library would ask the realm, and the same code would get
// another verdict in another time zone.
import type { PythonModule } from './emscripten.ts';

type Import = (...args: never[]) => unknown;

/** Offsets in C's `struct tm`, in bytes. */
const TM_ISDST = 32;
const TM_GMTOFF = 36;

/** Called before the module is instantiated. Throws where another version imports something else. */
export function replaceLocalTime(env: Record<string, Import>, moduleOf: () => PythonModule): void {
  const found = (name: string): Import => {
    const given = env[name];
    if (!given) throw new Error(`the interpreter does not import ${name}`);
    return given;
  };
  const toUtc = found('_gmtime_js') as (time: bigint, tm: number) => void;
  env['_localtime_js'] = ((time: bigint, tm: number): void => {
    toUtc(time, tm);
    const { HEAP32 } = moduleOf();
    HEAP32[(tm + TM_ISDST) >>> 2] = 0;
    HEAP32[(tm + TM_GMTOFF) >>> 2] = 0;
  }) as Import;
  env['_mktime_js'] = found('_timegm_js');
  env['_tzset_js'] = ((timezone: number, daylight: number, standardName: number, summerName: number): void => {
    const { HEAP32, HEAPU8 } = moduleOf();
    HEAP32[timezone >>> 2] = 0;
    HEAP32[daylight >>> 2] = 0;
    for (const name of [standardName, summerName]) HEAPU8.set(new TextEncoder().encode('UTC\0'), name >>> 0);
  }) as Import;
}
