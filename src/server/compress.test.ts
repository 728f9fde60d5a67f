import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers, sendPieces } from './compress.ts';

const long = { words: 'inspection '.repeat(300) };
const app = Fastify();
compressAnswers(app);
for (const url of ['/api/long', '/api/v2/auth/me']) app.get(url, async () => long);
app.get('/api/short', async () => ({ ok: true }));
app.get('/api/file', async (_req, reply) => reply.type('application/pdf').send(Buffer.alloc(5000)));
const pieces = (count: number) => [
  Buffer.from('['),
  ...Array.from({ length: count }, (_, n) => Buffer.from(`${n === 0 ? '' : ','}"${'é'.repeat(500)}${n}"`)),
  Buffer.from(']'),
];
app.get<{ Params: { count: string } }>('/api/pieces/:count', (req, reply) =>
  sendPieces(req, reply, pieces(Number(req.params.count))),
);
const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('a long answer comes in the best coding the browser reads', async () => {
  const br = await get('/api/long', 'gzip, deflate, br');
  expect(br.headers['content-encoding']).toBe('br');
  expect(br.headers.vary).toBe('accept-encoding');
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(long);
  const zipped = await get('/api/long', 'gzip;q=0.5');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(long);
});

test('it comes as it is to whoever reads none', async () => {
  for (const accepted of [undefined, '', 'identity', 'br;q=0, gzip;q=0']) {
    const answer = await get('/api/long', accepted);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toEqual(long);
  }
});

test('short answers, files and those with secrets in them stay as they are', async () => {
  for (const url of ['/api/short', '/api/file', '/api/v2/auth/me'])
    expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined();
});

test('an answer in pieces is whole, also for several at once and for more than the memory kept for it', async () => {
  const counts = [0, 1, 50, 2_000, 9_000, 2_001, 3];
  for (const [accepted, coding, unpack] of [
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ] as const) {
    const answers = await Promise.all(counts.map((count) => get(`/api/pieces/${count}`, accepted)));
    for (const [nth, count] of counts.entries()) {
      const answer = answers[nth];
      const isSmall = count === 0;
      expect(answer?.headers['content-encoding']).toBe(isSmall ? undefined : coding);
      const bytes = answer?.rawPayload ?? Buffer.alloc(0);
      expect((isSmall ? bytes : unpack(bytes)).equals(Buffer.concat(pieces(count)))).toBe(true);
    }
  }
  const plain = await get('/api/pieces/50');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.rawPayload.equals(Buffer.concat(pieces(50)))).toBe(true);
});
