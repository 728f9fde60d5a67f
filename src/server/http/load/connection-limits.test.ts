import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitConnections, timeouts } from './connection-limits.ts';

const load = { maxLoopDelayMs: 0, maxConnections: 100, maxConnectionsPerAddress: 2 };

/** A server that receives connections from these addresses, and which of them it closed. */
function receive(trustProxy: boolean | number | string[], addresses: string[]) {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 });
  limitConnections(server as unknown as Server, { load, trustProxy });
  const closed: string[] = [];
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy: () => closed.push(remoteAddress),
    });
    server.emit('connection', socket);
    return socket;
  });
  return { server, sockets, closed };
}

test('closes connections of an address above its limit, and counts those that end', () => {
  const { server, sockets, closed } = receive(false, [
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.8',
  ]);
  expect(closed).toEqual(['203.0.113.7']);
  sockets[0]?.emit('close');
  server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress: '203.0.113.7' }));
  expect(closed).toHaveLength(1);
  expect(server.maxConnections).toBe(100);
});

test('counts the addresses of one IPv6 network together', () => {
  expect(receive(false, ['2001:db8::1', '2001:db8::2', '2001:db8::3']).closed).toEqual(['2001:db8::3']);
});

test.each([
  ['a trusted proxy', 1, '10.0.0.2'],
  ['trusted networks', ['10.0.0.0/8'], '10.0.0.2'],
  ['this machine', false, '::ffff:127.0.0.1'],
  ['this machine by IPv6', false, '::1'],
])('does not limit %s', (_what, trustProxy, address) => {
  expect(
    receive(
      trustProxy,
      Array.from({ length: 50 }, () => address),
    ).closed,
  ).toEqual([]);
});

test('closes a connection above the limit of the process, and one whose headers drip', async () => {
  const app = Fastify({ ...timeouts, http: { headersTimeout: 300, connectionsCheckingInterval: 50 } });
  limitConnections(app.server, { load: { ...load, maxConnections: 2 }, trustProxy: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const open = () =>
    connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const sockets = [open(), open(), open()];
  await sleep(100);
  sockets[0]?.write('GET / HTTP/1.1\r\n');
  expect(sockets.map((socket) => socket.resume().destroyed)).toEqual([false, false, true]);
  await expect.poll(() => sockets.every((socket) => socket.destroyed), { timeout: 3_000 }).toBe(true);
  await app.close();
});
