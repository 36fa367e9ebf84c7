// Types of `oldest.mjs`.
export const hasOldest: boolean;
export function ensureOldest(): { readonly executablePath: string; readonly libraries: string };
export function launchOldest(): { readonly executablePath: string; readonly env: Record<string, string> };
