import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endSlowConnections } from './slow-connections.ts';

const patience = {
  everyMs: 50,
  bodyMs: 400,
  uploadMs: 400,
  answerMs: 400,
  bytesPerSecond: 2_000,
  uploadBytesPerSecond: 1_000,
};
const app = Fastify();
let port = 0;

beforeAll(async () => {
  endSlowConnections(app, false, patience);
  app.post('/json', async () => 'done');
  app.addContentTypeParser('video/x', (_req, _body, done) => done(null));
  app.post('/upload', { config: { maxBodyBytes: 100_000_000 } }, async (req) => {
    let bytes = 0;
    for await (const piece of req.raw) bytes += (piece as Buffer).length;
    return String(bytes);
  });
  app.post('/waits', async (req) => {
    await sleep(1_000);
    for await (const _piece of req.raw);
    return 'done';
  });
  app.post('/refused', { onRequest: async (_req, reply) => reply.code(401).send('no') }, async () => '');
  app.get('/answered-late', async () => {
    await sleep(300);
    return 'late';
  });
  app.get('/written-slowly', async () => Readable.from(slowPieces()));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

async function* slowPieces(): AsyncGenerator<string> {
  yield 'first';
  await sleep(1_000);
  yield 'last';
}

interface Talk {
  socket: Socket;
  answer: () => string;
  closed: Promise<number>;
}

/** Opens a connection and sends the start of a request; `closed` gives the milliseconds until the server closes it. */
function talk(first: string): Talk {
  const start = performance.now();
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1').slice(0, 1_000);
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(performance.now() - start));
  });
  socket.write(first);
  return { socket, answer: () => answer, closed };
}
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends pieces at an interval until the connection is closed or all are sent. */
async function drip({ socket }: Talk, piece: string, times: number, everyMs: number): Promise<void> {
  for (let n = 0; n < times && !socket.destroyed; n += 1) {
    socket.write(piece);
    await sleep(everyMs);
  }
}

test('a JSON body that drips is answered with 408, and its connection closed', async () => {
  const slow = talk(head('/json', 'application/json', 1_000));
  void drip(slow, ' ', 200, 20);
  expect(await slow.closed).toBeLessThan(3_000);
  expect(slow.answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.answer()).toContain('"success":false');
});

test('a body without a length that drips is answered with 408', async () => {
  const slow = talk(
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  void drip(slow, '1\r\n \r\n', 200, 20);
  await slow.closed;
  expect(slow.answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a JSON body that takes longer than its time is answered while it keeps the pace', async () => {
  const text = JSON.stringify('x'.repeat(8_998));
  const steady = talk(head('/json', 'application/json', text.length));
  for (let at = 0; at < text.length; at += 1_000) {
    steady.socket.write(text.slice(at, at + 1_000));
    await sleep(90);
  }
  await sleep(100);
  expect(steady.answer()).toMatch(/^HTTP\/1\.1 200 /);
  steady.socket.destroy();
});

test('an upload may take any time at the lowest rate, and gets 408 once it stalls', async () => {
  const upload = talk(head('/upload', 'video/x', 4_000));
  await drip(upload, 'x'.repeat(200), 20, 100);
  expect(upload.answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*4000$/);
  upload.socket.destroy();
  const stalled = talk(head('/upload', 'video/x', 4_000_000));
  stalled.socket.write('x'.repeat(500_000));
  expect(await stalled.closed).toBeLessThan(3_000);
  expect(stalled.answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that waits for the handler is not slow', async () => {
  const text = 'x'.repeat(3_000_000);
  const waiting = talk(head('/waits', 'video/x', text.length) + text);
  await sleep(1_500);
  expect(waiting.answer()).toMatch(/^HTTP\/1\.1 200 /);
  waiting.socket.destroy();
});

test('a refused body that drips loses its connection', async () => {
  const slow = talk(head('/refused', 'application/json', 1_000));
  void drip(slow, ' ', 200, 20);
  expect(await slow.closed).toBeLessThan(3_000);
  expect(slow.answer()).toMatch(/^HTTP\/1\.1 401 /);
});

test('an answer that is written slowly does not count as read slowly', async () => {
  const steady = talk('GET /written-slowly HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await steady.closed;
  expect(steady.answer()).toContain('last');
});

test('a request whose caller left before its answer is not remembered', async () => {
  const remembered = vi.spyOn(Map.prototype, 'set');
  const left = talk('GET /answered-late HTTP/1.1\r\nHost: x\r\n\r\n');
  await sleep(100);
  left.socket.destroy();
  await sleep(500);
  const watched = remembered.mock.calls.filter(
    ([key]) => (key as { url?: string } | null)?.url === '/answered-late',
  );
  remembered.mockRestore();
  expect(watched).toEqual([]);
});

test('an answer that is not read ends', async () => {
  const strict = Fastify();
  endSlowConnections(strict, false, { ...patience, bytesPerSecond: 100_000_000 });
  strict.get('/large', async () => Readable.from(largePieces()));
  await strict.listen({ port: 0, host: '127.0.0.1' });
  const idle = connect((strict.server.address() as AddressInfo).port, '127.0.0.1');
  idle.on('error', () => undefined);
  idle.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  idle.pause();
  await expect.poll(() => connectionsOf(strict.server)).toBe(1);
  await expect.poll(() => connectionsOf(strict.server), { timeout: 3_000 }).toBe(0);
  idle.destroy();
  await strict.close();
});

function* largePieces(): Generator<Buffer> {
  for (let n = 0; n < 1_000; n += 1) yield Buffer.alloc(64_000);
}
const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
