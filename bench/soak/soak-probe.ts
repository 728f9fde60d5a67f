import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../support/cpu.ts';
import { openInspector } from '../support/inspector.ts';
import type { BenchServer } from '../support/server.ts';

/** What the server holds at a moment; memory after a garbage collection. */
export interface Reading {
  minute: number;
  rssMb: number;
  heapMb: number;
  /** Memory of buffers outside the heap. */
  externalMb: number;
  /** Timers, child processes, listeners and running work, and how many of each kind. */
  handles: number;
  kinds: Record<string, number>;
  /** Open TCP sockets: as many as the load has calls in flight, and those of mails. */
  sockets: number;
  /** Connections to the database. */
  connections: number;
  /** Open files other than those sockets. */
  files: number;
}

export interface Probe {
  read(): Promise<Reading>;
  close(): void;
}

/** Reads the state of the server through its inspector, and from /proc. */
export async function openProbe(server: BenchServer): Promise<Probe> {
  const inspector = await openInspector(server);
  const started = performance.now();
  return {
    async read() {
      await inspector.ask('HeapProfiler.collectGarbage');
      await inspector.ask('HeapProfiler.collectGarbage');
      const { memory, resources } = await inspector.evaluate<{
        memory: NodeJS.MemoryUsage;
        resources: string[];
      }>('({ memory: process.memoryUsage(), resources: process.getActiveResourcesInfo() })');
      const kinds: Record<string, number> = {};
      for (const kind of resources) kinds[kind] = (kinds[kind] ?? 0) + 1;
      const sockets = kinds.TCPSocketWrap ?? 0;
      return {
        minute: Number(((performance.now() - started) / 60_000).toFixed(2)),
        rssMb: memory.rss / 1e6,
        heapMb: memory.heapUsed / 1e6,
        externalMb: memory.external / 1e6,
        handles: resources.length - sockets,
        kinds,
        sockets,
        connections: databaseConnections(server.dataDir),
        files: readdirSync(`/proc/${server.pid}/fd`).length - sockets,
      };
    },
    close: () => inspector.close(),
  };
}

/** Counts the processes of the embedded database that serve a connection. */
function databaseConnections(dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')[0]);
  return readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && statOf(pid)?.parent === postmaster && /\[local\]/.test(commandOf(pid)),
  ).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
