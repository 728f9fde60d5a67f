import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/config.ts';
import { ipBucket } from '../ip-bucket.ts';

/** Limits of time that Node enforces for each connection, in milliseconds. */
export const timeouts = {
  // Between two requests and while neither side moves a byte; an export that is being written takes less.
  connectionTimeout: 300_000,
  // The pace of a body is watched by `endSlowConnections`; this is the end of the longest upload.
  requestTimeout: 3_600_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
};

/**
 * Limits the open connections of the process, and of each address unless a proxy is trusted: then its address is that of
 * all callers, and limits by address are the proxy's. Connections above a limit are closed at once.
 */
export function limitConnections(
  server: Server,
  { load, trustProxy }: Pick<Config, 'load' | 'trustProxy'>,
): void {
  server.maxConnections = load.maxConnections;
  if (trustProxy !== false) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = ipBucket(socket.remoteAddress ?? '');
    if (isLoopback(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > load.maxConnectionsPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** A proxy on this machine. */
const isLoopback = (address: string) => address.startsWith('127.') || address === '0:0:0:0::/64';
