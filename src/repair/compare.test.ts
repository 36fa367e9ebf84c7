// Rounds compared, from literal rounds: what is gone, what is new, what cannot be known. Real verdicts: repair.test.ts.
import { describe, expect, it } from 'vitest';
import { compareRounds } from './compare.ts';
import type { FailureKind, ModeFailures } from './failures.ts';
import type { Round } from './rounds.ts';

/** `soft torn` is a kind of failure. */
function mode(name: ModeFailures['mode'], kinds: readonly string[], changes: Partial<ModeFailures> = {}): ModeFailures {
  const read = kinds.map((kind) => {
    const [when, harm] = kind.split(' ');
    return { mode: name, when, harm } as FailureKind;
  });
  return { mode: name, works: true, complete: true, kinds: read, ...changes };
}

function round(source: string, modes: readonly ModeFailures[], changes: Partial<Round> = {}): Round {
  const failed = modes.flatMap(({ kinds }) => kinds);
  return {
    source,
    digest: source,
    status: 'judged',
    safety: failed.length > 0 ? 'unsafe' : 'safe-by-design',
    doubleApplies: false,
    fullyCrashSafe: failed.length === 0,
    headline: 'Works.',
    modes,
    ...changes,
  };
}

const TORN = round('a = 1\n', [mode('default', ['hard torn']), mode('autocommit', ['soft torn', 'hard torn'])]);
const SAFE = round('a = 2\n', [mode('default', []), mode('autocommit', [])]);
const BROKEN = round('a = 3\n', [mode('default', [], { works: false, complete: false })], {
  status: 'does-not-work',
  safety: null,
  fullyCrashSafe: null,
  headline: 'The clean run raised KeyError.',
});

it('a repair that no scenario breaks has everything gone and nothing new', () => {
  expect(compareRounds(TORN, SAFE, [TORN])).toEqual({
    works: true,
    safety: { before: 'unsafe', after: 'safe-by-design' },
    fixed: [
      { mode: 'default', when: 'hard', harm: 'torn' },
      { mode: 'autocommit', when: 'soft', harm: 'torn' },
      { mode: 'autocommit', when: 'hard', harm: 'torn' },
    ],
    introduced: [],
    sameCodeAs: null,
    repaired: true,
    sentences: {
      works: 'It works.',
      safety: 'It was unsafe and is safe by design.',
      fixed:
        'Gone: in the default mode, a kill leaves the data half-updated; in autocommit, a crash leaves the data half-updated.',
      introduced: 'No new kind of failure.',
      sameCode: null,
      repaired: 'Repaired: it works, and no crash scenario fails in either mode.',
    },
  });
});

it('a kind that only the later code shows is new, the same harm in another mode or after an error included', () => {
  const later = round('b = 1\n', [
    mode('default', ['hard torn', 'soft torn', 'hard double-applied']),
    mode('autocommit', []),
  ]);
  const { fixed, introduced, repaired, sentences } = compareRounds(TORN, later, [TORN]);
  expect(fixed.map(({ mode: name, when }) => `${name} ${when}`)).toEqual(['autocommit soft', 'autocommit hard']);
  expect(introduced).toEqual([
    { mode: 'default', when: 'soft', harm: 'torn' },
    { mode: 'default', when: 'hard', harm: 'double-applied' },
  ]);
  expect(repaired).toBe(false);
  expect(sentences.introduced).toBe(
    'New: in the default mode, an error leaves the data half-updated, a kill leads to work done twice.',
  );
  expect(sentences.repaired).toBe(
    'Not repaired: in the default mode, a crash leaves the data half-updated, a kill leads to work done twice.',
  );
});

it('of a task without a database no mode is named', () => {
  const before = round('c = 1\n', [mode('default', ['hard half-done', 'hard re-run-fails'])]);
  const after = round('c = 2\n', [mode('default', ['repeat double-applied'])]);
  expect(compareRounds(before, after, [before]).sentences).toMatchObject({
    fixed: 'Gone: a kill leads to work left undone and leads to a re-run that fails.',
    introduced: 'New: a second call after a clean run leads to work done twice.',
    safety: 'Still unsafe.',
  });
});

it('what both modes have in common is said once', () => {
  const both = round('d = 1\n', [mode('default', ['hard torn']), mode('autocommit', ['hard torn'])]);
  expect(compareRounds(both, both, []).sentences.repaired).toBe(
    'Not repaired: in either mode, a kill leaves the data half-updated.',
  );
});

describe('what was not judged is neither gone nor new', () => {
  it('where the later code no longer works', () => {
    const { works, fixed, introduced, sentences } = compareRounds(TORN, BROKEN, [TORN]);
    expect([works, fixed, introduced]).toEqual([false, [], []]);
    expect(sentences).toMatchObject({
      works: 'It no longer works. The clean run raised KeyError.',
      safety: 'It has no class, as it does not work.',
      fixed: 'No kind of failure is known to be gone: this code was not judged in full.',
      repaired: 'Not repaired: it does not work.',
    });
  });

  it('where the earlier code did not work', () => {
    const { works, fixed, introduced, sentences } = compareRounds(BROKEN, TORN, [BROKEN]);
    expect([works, fixed, introduced]).toEqual([true, [], []]);
    expect(sentences).toMatchObject({
      works: 'It works; the earlier code did not.',
      safety: 'It is unsafe.',
      introduced: 'No kind of failure is known to be new: the earlier code was not judged in full.',
    });
  });

  it('where it works in one mode only, and that is a kind of failure', () => {
    const half = round('g = 1\n', [
      mode('default', []),
      mode('autocommit', ['clean does-not-work'], { works: false, complete: false }),
    ]);
    expect(compareRounds(SAFE, half, [SAFE])).toMatchObject({
      works: true,
      introduced: [{ mode: 'autocommit', when: 'clean', harm: 'does-not-work' }],
      sentences: { repaired: 'Not repaired: in autocommit, it does not work.' },
    });
  });

  it('where a crash of the later code was not judged', () => {
    const gap = round('e = 1\n', [mode('default', []), mode('autocommit', [], { complete: false })], {
      fullyCrashSafe: null,
    });
    const { fixed, repaired, sentences } = compareRounds(TORN, gap, [TORN]);
    expect(fixed).toEqual([{ mode: 'default', when: 'hard', harm: 'torn' }]);
    expect(repaired).toBe(false);
    expect(sentences.repaired).toBe(
      'Not known to be repaired: no failure was found, but not everything could be judged.',
    );
  });

  it('where nothing could be decided of the later code', () => {
    const unknown = round('f = 1\n', [mode('default', [], { works: false, complete: false })], {
      status: 'not-judged',
      safety: null,
      fullyCrashSafe: null,
      headline: 'The run timed out.',
    });
    expect(compareRounds(TORN, unknown, [TORN])).toMatchObject({
      works: null,
      repaired: false,
      sentences: {
        works: 'Whether it works could not be decided. The run timed out.',
        safety: 'It has no class, as not all of it could be judged.',
      },
    });
  });
});

describe('the same code again', () => {
  it('is found in the round before, and in any round before that', () => {
    const again = { ...TORN, source: '# Now safe.\na = 1\n' };
    expect(compareRounds(TORN, again, [TORN])).toMatchObject({
      sameCodeAs: 0,
      sentences: { sameCode: 'The same code again, as in the round before; only comments or layout differ.' },
    });
    expect(compareRounds(SAFE, TORN, [TORN, SAFE])).toMatchObject({
      sameCodeAs: 0,
      sentences: { sameCode: 'The same code again, as in round 1.' },
    });
  });

  it('is not found where the code is new', () => {
    expect(compareRounds(TORN, SAFE, [TORN]).sameCodeAs).toBeNull();
  });
});
