import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CachedChunk, joinChunks } from './cached-chunks.ts';
import { compressResponses, sendChunks } from './compress.ts';

const long = { words: 'inspection '.repeat(300) };
const app = Fastify();
compressResponses(app);
for (const url of ['/api/long', '/api/v2/auth/me']) app.get(url, async () => long);
app.get('/api/short', async () => ({ ok: true }));
app.get('/api/file', async (_req, reply) => reply.type('application/pdf').send(Buffer.alloc(5000)));
const pieces = ['[', '"é"'.repeat(1_000), ']'].map((text) => new CachedChunk(text));
app.get('/api/pieces', (req, reply) => sendChunks(req, reply, pieces));
const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('sends a long response in the best encoding that the browser accepts', async () => {
  const br = await get('/api/long', 'gzip, deflate, br');
  expect(br.headers['content-encoding']).toBe('br');
  expect(br.headers.vary).toBe('accept-encoding');
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(long);
  const zipped = await get('/api/long', 'gzip;q=0.5');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(long);
});

test('sends it uncompressed to clients that accept no encoding', async () => {
  for (const accepted of [undefined, '', 'identity', 'br;q=0, gzip;q=0']) {
    const answer = await get('/api/long', accepted);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toEqual(long);
  }
});

test('does not compress short responses, files and responses with secrets', async () => {
  for (const url of ['/api/short', '/api/file', '/api/v2/auth/me'])
    expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined();
});

test('sends a chunked response as gzip to clients that accept it, uncompressed to others', async () => {
  const whole = joinChunks(pieces);
  for (const accepted of ['gzip', 'gzip, deflate, br, zstd']) {
    const zipped = await get('/api/pieces', accepted);
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(zipped.rawPayload).equals(whole)).toBe(true);
  }
  for (const accepted of [undefined, 'br', 'gzip;q=0']) {
    const plain = await get('/api/pieces', accepted);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    expect(plain.rawPayload.equals(whole)).toBe(true);
  }
});
