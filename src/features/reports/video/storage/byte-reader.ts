/** Reads bytes of a file that is too large to hold: fewer than asked for only at its end. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>;

/** What a file says of how long it plays, in milliseconds; `cut`: its end is missing. */
export type Length = number | 'cut' | null;
