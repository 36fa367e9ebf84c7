// Where this page is: the addresses that links are made with, whether a course page frames it, and the address bar of
// this browser. What stands behind the `#` is made in `state/address.ts`.
import type { AddressHost } from '../../state/address.ts';

type Place = Pick<Location, 'origin' | 'pathname' | 'search'>;

/** `?embed`, alone or among others: the page shows one piece of code and its crash test, and nothing else. */
export function isEmbed(place: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(place.search).has('embed');
}

/** A whole link. What else stands behind a `?` is left out. */
export function linkTo(place: Place, fragment: string): string {
  return pageOf(place) + (fragment === '' ? '' : `#${fragment}`);
}

export function embedLinkTo(place: Place, fragment: string): string {
  return `${pageOf(place)}?embed${fragment === '' ? '' : `#${fragment}`}`;
}

/** HTML for a course page. `title` is any text. */
export function embedSnippet(place: Place, fragment: string, title: string): string {
  const src = escaped(embedLinkTo(place, fragment));
  return `<iframe src="${src}" title="${escaped(title)}" width="100%" height="900" style="border: 1px solid #ccc"></iframe>`;
}

export function browserBar(view: Window): AddressHost {
  const read = (): string => view.location.hash.slice(1);
  return {
    read,
    mark() {
      const state: unknown = view.history.state;
      return typeof state === 'string' ? state : null;
    },
    replace(fragment, mark) {
      const { pathname, search } = view.location;
      try {
        view.history.replaceState(mark, '', pathname + search + (fragment === '' ? '' : `#${fragment}`));
      } catch {
        // Too often for this browser, or too long: the next change writes it, and Share shows the link itself.
      }
    },
    isAnchor: (fragment) => view.document.getElementById(fragment) !== null,
  };
}

function pageOf({ origin, pathname }: Place): string {
  return origin + pathname;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s+/g, ' ');
}
