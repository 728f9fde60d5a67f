/** Generates ids that look like a provider's. The same seed gives the same ids. */
export interface SimIds {
  /** `length` characters of `alphabet`. */
  text(length: number, alphabet?: string): string;
  /** 0 ≤ n < below. */
  number(below: number): number;
  seed(seed: number): void;
}

export const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const hex = '0123456789abcdef';
export const digits = '0123456789';

/** Mulberry32: small, and good enough for a simulator's ids. */
export function simIds(seed = 1): SimIds {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const number = (below: number) => Math.floor(random() * below);
  return {
    number,
    text: (length, alphabet = alphanumeric) =>
      Array.from({ length }, () => alphabet[number(alphabet.length)]).join(''),
    seed: (next) => {
      state = next;
    },
  };
}
