/** The path of a Chromium on this machine, or null. */
export function findBrowser(): string | null;
/** The same for the journeys, where the shell without windows comes first. */
export function findE2eBrowser(): string | null;
/** How Debian calls that shell, program and package. */
export const headlessShellName: string;
/** Flags for a browser that talks to this machine only. */
export function browserFlags(): string[];
