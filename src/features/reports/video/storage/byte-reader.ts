/** Reads bytes of a file too large for memory. Returns fewer than requested only at the end of the file. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>;

/** The duration of a file in milliseconds; `cut` if the end of the file is missing. */
export type Length = number | 'cut' | null;
