// Vite plugin that writes the page's Content-Security-Policy into its HTML. The chamber's own, stricter policy lives
// in `src/chamber/seal.ts`.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { BOOTSTRAP, BOOTSTRAP_HASH } from '../src/chamber/seal.ts';

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Hashes of the page's own inline scripts, as CSP source expressions. */
function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'${hashOf(text)}'`);
}

/**
 * The page's policy. A srcdoc frame inherits it, so `script-src` and `worker-src` must allow what the chamber does:
 * its bootstrap (by hash), blob modules, a blob worker, WebAssembly. `style-src` is lax because the editor and the
 * components set style elements and attributes. `frame-src 'none'` stops any navigation of the chamber's frame.
 */
export function pagePolicyText(html: string, development: boolean): string {
  const scripts = development ? "'unsafe-inline'" : [`'${BOOTSTRAP_HASH}'`, ...inlineScripts(html)].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' blob: ${scripts}`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Used by every Vite configuration that serves or builds a page with a chamber. */
export function pagePolicy(): Plugin {
  return {
    name: 'page-policy',
    buildStart() {
      if (hashOf(BOOTSTRAP) !== BOOTSTRAP_HASH) {
        throw new Error(`src/chamber/seal.ts: BOOTSTRAP_HASH must be ${hashOf(BOOTSTRAP)}`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const content = pagePolicyText(html, context.server !== undefined);
        return [
          { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
          { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}
