import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CachedChunk, gzipChunks, joinChunks } from './cached-chunks.ts';

/** Text that repeats and text that does not: a compressed chunk must not refer to the chunk before it. */
const lengths = [0, 1, 2, 3, 7, 8, 255, 256, 999, 1_000, 1_001, 4_096, 65_535, 65_536, 300_000];
const all = lengths.flatMap((length) => [
  new CachedChunk(randomBytes(length)),
  new CachedChunk('appointment '.repeat(length).slice(0, length)),
]);

test('chunks of every length, in many orders, form one gzip with their bytes and a correct checksum', async () => {
  for (let round = 0; round < 60; round += 1) {
    // A hash gives each round a different order and selection, the same in every run.
    const rank = (nth: number) => createHash('sha256').update(`${round} ${nth}`).digest('hex');
    const chosen = [...all.entries()]
      .toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
      .slice(0, round % all.length)
      .map(([, piece]) => piece);
    const zipped = await gzipChunks(chosen);
    const whole = joinChunks(chosen);
    // Node rejects a wrong checksum or length. The trailer is also compared with that of Node's own gzip.
    expect(gunzipSync(zipped).equals(whole)).toBe(true);
    expect(zipped.subarray(-8).equals(gzipSync(whole).subarray(-8))).toBe(true);
  }
});

test('compresses a chunk once, even when it is requested concurrently', async () => {
  const piece = new CachedChunk('x'.repeat(10_000));
  const [first, second] = await Promise.all([piece.packed(), piece.packed()]);
  expect(second).toBe(first);
  expect(await piece.packed()).toBe(first);
  expect(first?.blocks.length).toBeLessThan(200);
});
