/** The path of a Chromium on this machine, or null. */
export function findBrowser(): string | null;
/** The same for the end-to-end tests, which prefer the headless shell. */
export function findE2eBrowser(): string | null;
/** Debian's name of the headless shell, both program and package. */
export const headlessShellName: string;
/** Flags for a browser that only connects to this machine. */
export function browserFlags(): string[];
