// A map in place of localStorage, which can be full. For tests only.
import type { Shelf } from './drafts.ts';

export class MapShelf implements Shelf {
  readonly map = new Map<string, string>();
  full = false;
  getItem(key: string): string | null {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error('the quota has been exceeded');
    this.map.set(key, value);
  }
  removeItem(key: string): void {
    this.map.delete(key);
  }
}
