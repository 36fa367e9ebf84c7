// What a build says of parts that could not be asked for again.
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { faultsOfParts } from './lazy-parts.ts';

type Facts = Partial<Pick<Rolldown.OutputChunk, 'isEntry' | 'isDynamicEntry' | 'imports' | 'facadeModuleId'>>;

const chunk = (name: string, facts: Facts = {}): Rolldown.OutputChunk =>
  ({
    fileName: name,
    isEntry: false,
    isDynamicEntry: false,
    imports: [],
    facadeModuleId: `/src/${name}`,
    ...facts,
  }) as never;
const entry = chunk('assets/index.js', { isEntry: true, imports: ['assets/shared.js'] });
const shared = chunk('assets/shared.js', { facadeModuleId: null });
const part = (facts: Facts): Rolldown.OutputChunk => chunk('assets/part.js', { isDynamicEntry: true, ...facts });

test('a part may import what the page has loaded, directly or not', () => {
  expect(faultsOfParts([entry, shared, part({ imports: ['assets/index.js', 'assets/shared.js'] })])).toEqual([]);
});

test('a part that imports another chunk is refused, because that one may fail too', () => {
  const both = chunk('assets/both.js', { facadeModuleId: null });
  expect(faultsOfParts([entry, shared, both, part({ imports: ['assets/both.js'] })])).toEqual([
    'assets/part.js imports assets/both.js, which the page has not loaded before.',
  ]);
});

test('a part that another part imports is refused, because it would be there twice', () => {
  const other = chunk('assets/other.js', { isDynamicEntry: true, imports: ['assets/part.js'] });
  expect(faultsOfParts([entry, shared, part({}), other])).toContain(
    'assets/other.js imports assets/part.js, which may be loaded under another address.',
  );
});

test('a part in another folder or under other names is refused', () => {
  const elsewhere = chunk('parts/part.js', { isDynamicEntry: true, facadeModuleId: null });
  expect(faultsOfParts([entry, shared, elsewhere])).toEqual([
    'The chunks lie in several folders, so that a part is not found beside its asker.',
    'parts/part.js does not export what its module does.',
  ]);
});
