/** The path of a Chromium on this machine, or null. */
export function findBrowser(): string | null;
/** Flags for a browser that talks to this machine only. */
export function browserFlags(): string[];
