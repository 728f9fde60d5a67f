import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { diskFileStore } from './disk-file-store.ts';
import { assertFileKey, contentTypeFromKey, type FileStore, fileKey } from './file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

const bytes = Buffer.from('a house at the end of the lane');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const key = fileKey('0190-company', '0190-photo', sha256, 'image/jpeg');

describe('file keys', () => {
  test('contain the hash of the content and its type', () => {
    expect(key).toBe(`0190-company/0190-photo/${sha256}.jpg`);
    expect(contentTypeFromKey(key)).toBe('image/jpeg');
    expect(contentTypeFromKey(fileKey('a', 'b', sha256, 'application/x-unheard-of'))).toBe(
      'application/octet-stream',
    );
  });

  test.each([
    '../../etc/passwd',
    'a/b',
    `a/../${sha256}.jpg`,
    `a/b/${sha256}.html`,
    `/a/b/${sha256}.jpg`,
    `a/b/${sha256}.constructor`,
    '',
  ])('reject %s', (bad) => {
    expect(() => assertFileKey(bad)).toThrow('not a file key');
  });
});

const folder = mkdtempSync(join(tmpdir(), 'gable-files-'));
const s3 = s3Server();
const kinds: [string, () => FileStore][] = [
  ['disk', () => diskFileStore(join(folder, 'files'))],
  ['disk, two names at once', () => diskFileStore(join(folder, 'slices'), 2)],
  [
    's3',
    () =>
      s3FileStore({
        bucket: 'houses',
        endpoint: s3.url(),
        region: 'us-east-1',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        forcePathStyle: true,
      }),
  ],
];
beforeAll(() => s3.start());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.stop();
});

describe.each(kinds)('%s', (_name, open) => {
  test('stores, reads, reads ranges of and deletes a file', async () => {
    const files = open();
    await files.put(key, bytes, 'image/jpeg');
    await files.put(key, Readable.from([bytes]), 'image/jpeg');
    const found = await files.get(key);
    expect(found).toMatchObject({ size: bytes.length, type: 'image/jpeg' });
    expect(found && (await buffer(found.stream))).toEqual(bytes);
    const part = await files.get(key, { start: 2, end: 6 });
    expect(part?.size).toBe(bytes.length);
    expect(part && (await buffer(part.stream)).toString()).toBe('house');
    expect(await files.exists(key)).toBe(true);
    await files.remove(key);
    await files.remove(key);
    expect(await files.exists(key)).toBe(false);
    expect(await files.get(key)).toBeNull();
    expect(await files.readBytes(key)).toBeNull();
  });

  test('lists all files in one order, from a key on', async () => {
    const files = open();
    const keys = ['b/1', 'a/2', 'a/1', 'a-b/1', 'a/10'].map((path) => `${path}/${sha256}.jpg`);
    for (const one of keys) await files.put(one, bytes, 'image/jpeg');
    const listed = async (after: string | null) => {
      const found = [];
      for await (const { key: one, storedAt } of files.list(after)) {
        expect(storedAt).toMatch(/^20\d\d-.*Z$/);
        found.push(one);
      }
      return found;
    };
    const all = await listed(null);
    expect([...all].sort()).toEqual([...keys].sort());
    for (const [i, one] of all.entries()) expect(await listed(one)).toEqual(all.slice(i + 1));
    for (const one of keys) await files.remove(one);
    expect(await listed(null)).toEqual([]);
  });

  test('rejects invalid keys', async () => {
    await expect(open().put('../x', bytes, 'image/jpeg')).rejects.toThrow('not a file key');
    await expect(open().get('../../etc/passwd')).rejects.toThrow('not a file key');
  });
});

test('a file on disk exists completely or not at all', async () => {
  const files = diskFileStore(join(folder, 'broken'));
  const failing = Readable.from(
    (async function* () {
      yield bytes;
      throw new Error('the sender went away');
    })(),
  );
  await expect(files.put(key, failing, 'image/jpeg')).rejects.toThrow('the sender went away');
  expect(await files.exists(key)).toBe(false);
  expect(readdirSync(join(folder, 'broken/drafts'))).toEqual([]);
});

test('listing the disk passes over folders that are not ours or that it may not read', async () => {
  const mixed = join(folder, 'mixed');
  const files = diskFileStore(mixed);
  await files.put(key, bytes, 'image/jpeg');
  // Can't be opened, not even by the superuser.
  symlinkSync('lost+found', join(mixed, 'lost+found'));
  mkdirSync(join(mixed, 'locked'), { mode: 0o000 });
  const listed = [];
  for await (const file of files.list(null)) listed.push(file.key);
  expect(listed).toEqual([key]);
});

test('what a killed upload left on the disk is deleted by its age', async () => {
  const drafts = join(folder, 'killed/drafts');
  mkdirSync(drafts, { recursive: true });
  for (const [name, year] of [
    ['old', 2020],
    ['young', 2026],
  ] as const) {
    writeFileSync(join(drafts, name), bytes);
    utimesSync(join(drafts, name), Date.UTC(year) / 1000, Date.UTC(year) / 1000);
  }
  await diskFileStore(join(folder, 'killed')).removeUnfinished(asInstant('2025-01-01T00:00:00Z'));
  expect(readdirSync(drafts)).toEqual(['young']);
});

/** The part of S3 that the store above uses; requests must be signed. */
function s3Server() {
  const stored = new Map<string, Buffer>();
  const server: Server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://s3').pathname;
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/');
    const found = stored.get(name);
    if (!isSigned) response.writeHead(403).end();
    else if (new URL(request.url ?? '/', 'http://s3').searchParams.has('list-type'))
      response.writeHead(200, { 'content-type': 'application/xml' }).end(page(request.url ?? '/'));
    else if (request.method === 'PUT') {
      stored.set(name, await buffer(request));
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      stored.delete(name);
      response.writeHead(204).end();
    } else if (!found) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD'
          ? undefined
          : '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>no</Message></Error>',
      );
    } else {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const body = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
      const part = range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${found.length}` } : {};
      response.writeHead(range ? 206 : 200, { 'content-length': body.length, ...part });
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  });
  /** Two at a time. */
  const page = (url: string) => {
    const from = new URL(url, 'http://s3').searchParams.get('start-after') ?? '';
    const names = [...stored.keys()].map((name) => name.replace('/houses/', '')).sort();
    const rest = names.filter((name) => name > from);
    const contents = rest.slice(0, 2).map(
      (name) => `<Contents><Key>${name}</Key>
      <LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    );
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${rest.length > 2}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  };
  return {
    start: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    stop: () => new Promise((resolve) => server.close(resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
