import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time, so that the timing does not reveal where they differ. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
