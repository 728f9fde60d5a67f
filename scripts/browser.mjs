// Finds a Chromium for end-to-end tests and benchmarks.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium on this machine, or null. The variable CHROMIUM takes precedence. */
export function findBrowser() {
  return find(names);
}

/**
 * The same for the end-to-end tests: Chromium's headless shell, if installed, saves a quarter of their time. Benchmarks
 * use the browser that users have.
 */
export function findE2eBrowser() {
  return find([headlessShellName, ...names]);
}

/** Debian's name of the headless shell, both program and package. */
export const headlessShellName = 'chromium-headless-shell';

function find(programs) {
  const own = process.env.CHROMIUM;
  if (own && existsSync(own)) return own;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const candidates = [
    ...programs.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...elsewhere,
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Flags for a browser that only connects to this machine: no updates or lookups, and no sandbox for root, which cannot
 * have one.
 */
export function browserFlags() {
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-features=OptimizationHints,MediaRouter,DialMediaRouteProvider',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}
