// The one word that the page says to its service worker.

/** Said to a version that waits: the person wants it now. */
export const TAKE_OVER = 'take over';
