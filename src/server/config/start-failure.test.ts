import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { describeStartFailure } from './start-failure.ts';

const config = { host: '127.0.0.1', port: 3000, databaseUrl: null, dataDir: '/data' };
const own = { ...config, databaseUrl: 'postgres://u@db/gable' };
const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(`it said ${code}`), { code, syscall });

test.each([
  [failure('EADDRINUSE'), config, /^Port 3000 of 127\.0\.0\.1 is in use: .*PORT/],
  [failure('EADDRNOTAVAIL'), config, /no address of this machine: set HOST/],
  [failure('EACCES', 'listen'), { ...config, port: 80 }, /Port 80 .* above 1023/],
  [failure('ECONNREFUSED'), own, /^The database of DATABASE_URL cannot be used: it said ECONNREFUSED/],
  [failure('28P01'), own, /^The database of DATABASE_URL cannot be used/],
  [failure('EROFS'), config, /^DATA_DIR \/data cannot be written/],
  [new Error('PostgreSQL 15 or newer is needed; this is 14'), own, /^Gable could not start: PostgreSQL 15/],
  ['a text', config, /^Gable could not start: a text/],
])('describes %s in one sentence', (error, of, sentence) => {
  expect(describeStartFailure(error, of)).toMatch(sentence);
});

test('detects a port in use before anything starts, and finds a free one for 0', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  await expect(freePort('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await freePort('127.0.0.1', 0)).toBeGreaterThan(1023);
  await new Promise((resolve) => server.close(resolve));
  expect(await freePort('127.0.0.1', port)).toBe(port);
});
