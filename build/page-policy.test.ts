// The page's policy as it is documented for hosts is the one that the build writes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagePolicyText } from './page-policy.ts';

test('the header that hosts are told to send is the policy of a built page', () => {
  const html = readFileSync('index.html', 'utf8');
  expect(readFileSync('docs/hosting.md', 'utf8')).toContain(
    `Content-Security-Policy: ${pagePolicyText(html, false)}\n`,
  );
});

test('the policy of a built page lets no script in but its own files and those that are named by their hash', () => {
  const policy = pagePolicyText('<script>x</script><script src="y"></script>', false);
  expect(policy.match(/'sha256-/g)).toHaveLength(2);
  expect(policy.replace(/style-src[^;]*/, '')).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/);
});
