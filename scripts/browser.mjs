// Where a Chromium is, for journeys and measurements.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium on this machine, or null. The variable CHROMIUM comes first. */
export function findBrowser() {
  return find(names);
}

/**
 * The same for the journeys: the shell of Chromium without windows and menus, where there is one, takes a quarter off their
 * time. Measurements are taken in the browser that people have.
 */
export function findE2eBrowser() {
  return find([headlessShellName, ...names]);
}

/** How Debian calls that shell, program and package. */
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

/** Flags for a browser that talks to this machine only: no updates, no look-ups; no sandbox for root, who cannot have one. */
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
