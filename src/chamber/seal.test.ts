// The seal's hash; what the seal keeps out is tried in a real browser by `e2e/chamber.spec.ts`.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BOOTSTRAP, BOOTSTRAP_HASH, FRAME_DOCUMENT, FRAME_POLICY } from './seal.ts';

test('the hash in the policy is the hash of the bootstrap', () => {
  expect(BOOTSTRAP_HASH).toBe(`sha256-${createHash('sha256').update(BOOTSTRAP).digest('base64')}`);
});

test('the policy stays whole inside its attribute and allows no evaluation of text', () => {
  expect(FRAME_POLICY).not.toContain('"');
  expect(FRAME_POLICY).not.toContain("'unsafe-eval'");
  expect(FRAME_POLICY).not.toContain("'unsafe-inline'");
  expect(FRAME_DOCUMENT.match(/<\/script>/g)).toHaveLength(1);
});
