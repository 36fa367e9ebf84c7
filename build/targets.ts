// The oldest browsers that the page is built for. The tests run in the first of them as well as in the newest.

/**
 * Of November 2024. The journeys in `e2e/` run in this Chromium, which comes as a package of that version
 * (`@sparticuz/chromium`); a test compares the two, and the README.
 */
export const OLDEST_CHROMIUM = 131;

/** For `build.target`: syntax that these know. Firefox and Safari are those of the same autumn; `npm run test:engines` runs in newer ones. */
export const BUILD_TARGET: string[] = [
  `chrome${OLDEST_CHROMIUM}`,
  `edge${OLDEST_CHROMIUM}`,
  'firefox132',
  'safari18.1',
];
