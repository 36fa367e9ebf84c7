// Finds a Chromium for the tests, or gets one. Prints its path as a script: node e2e/browser.mjs
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const { LOCALAPPDATA = '', PROGRAMFILES = '', HOME = '' } = process.env;
const USUAL_PLACES = {
  darwin: ['', HOME].flatMap((home) => [
    `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  win32: [PROGRAMFILES, process.env['PROGRAMFILES(X86)'] ?? '', LOCALAPPDATA].flatMap((folder) => [
    join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(folder, 'Chromium', 'Application', 'chrome.exe'),
  ]),
};

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A downloaded browser may lack libraries. On Windows Chrome would open a window instead of telling its version. */
function starts(path) {
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]).status === 0;
}

/** Path of an installed browser, or null. `CHROMIUM_PATH` comes first, and must be right where it is set. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, and there is no program of that name.`);
  }
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [...inPath, ...(USUAL_PLACES[process.platform] ?? []), chromium.executablePath()];
  return candidates.find((path) => isProgram(path) && starts(path)) ?? null;
}

/** Runs a program, its output on our standard error; true where it succeeded. */
function succeeds(program, ...args) {
  const shell = process.platform === 'win32';
  return spawnSync(program, args, { stdio: ['ignore', 2, 2], shell }).status === 0;
}

const INSTALL = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];

/** Path of a browser: one that is there, else Playwright's own download, else Debian's package. Throws a sentence. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found !== null) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  const attempts = [
    () => succeeds('npx', 'playwright', 'install', 'chromium'),
    // With fresh lists the newest; where they cannot be had, what the old ones name.
    () => mayInstall && succeeds('apt-get', 'update') && succeeds(...INSTALL),
    () => mayInstall && succeeds(...INSTALL),
  ];
  for (const attempt of attempts) {
    const installed = attempt() ? findBrowser() : null;
    if (installed !== null) return installed;
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chrome or Chromium, or set CHROMIUM_PATH to its program.',
  );
}

/**
 * Features that are off. The last list wins, so Playwright's own stands here too, as far as it matters; ours are the first
 * two, the address bar's pages: Chromium loads them again for every window and they take up to a second of the processor.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Arguments for every launch: no background traffic, and no sandbox only where Chromium refuses to have one. */
export function browserArgs() {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const features = `--disable-features=${FEATURES_OFF.join(',')}`;
  return [...root, ...quiet, features, '--disable-component-update', '--disable-sync'];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
