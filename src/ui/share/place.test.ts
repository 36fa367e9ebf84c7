// Addresses of links and of frames, and the HTML for a course page.
import { describe, expect, test } from 'vitest';
import { embedLinkTo, embedSnippet, isEmbed, linkTo } from './place.ts';

const at = (search: string) => ({ origin: 'https://host.example', pathname: '/by/accident/', search });

describe('a page in a frame', () => {
  test.each([
    ['', false],
    ['?embed', true],
    ['?embed=', true],
    ['?utm=1&embed', true],
    ['?embedded', false],
    ['?x=embed', false],
  ])('%j is one: %s', (search, embed) => {
    expect(isEmbed(at(search))).toBe(embed);
  });
});

describe('links', () => {
  test('stand under the page, without what else its address had', () => {
    expect(linkTo(at('?embed&utm=1'), '1ae')).toBe('https://host.example/by/accident/#1ae');
    expect(linkTo(at(''), '')).toBe('https://host.example/by/accident/');
  });

  test('of a frame say so', () => {
    expect(embedLinkTo(at('?utm=1'), '1ae')).toBe('https://host.example/by/accident/?embed#1ae');
  });

  test('markup in a title stays a title in the HTML', () => {
    expect(embedSnippet(at(''), '1ae', '"><script>\n&')).toContain('title="&quot;&gt;&lt;script&gt; &amp;" ');
  });
});
