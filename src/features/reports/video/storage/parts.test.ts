import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileStore } from '#server/files/file-store.ts';
import { bytesBetween } from './parts.ts';

test('a paused player leaves no connection to the store open', async () => {
  const stored: Readable[] = [];
  const files = {
    async get(key: string, { start, end }: { start: number; end: number }) {
      // In chunks, as a store sends it.
      const pieces = Array.from({ length: Math.ceil((end - start + 1) / 10_000) }, (_, i) =>
        Buffer.alloc(Math.min(10_000, end + 1 - start - i * 10_000), Number(key)),
      );
      const stream = Readable.from(pieces, { objectMode: false, highWaterMark: 10_000 });
      stored.push(stream);
      return { stream, size: 1_000_000, type: 'application/octet-stream' };
    },
  } as unknown as FileStore;
  const parts = [0, 1_000_000].map((start, i) => ({ start, bytes: 1_000_000, storage_key: String(i) }));
  const film = bytesBetween(files, parts, 500_000, 1_499_999);
  let seen = 0;
  for await (const piece of film) {
    seen += (piece as Buffer).byteLength;
    // The player pauses here.
    await expect.poll(() => stored.every((stream) => stream.readableEnded)).toBe(true);
  }
  expect([seen, stored.length]).toEqual([1_000_000, 2]);
});
