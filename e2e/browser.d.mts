// Types of `browser.mjs`, which stays plain JavaScript so that it runs before anything is built.
export function findBrowser(): string | null;
export function ensureBrowser(): string;
export function browserArgs(): string[];
