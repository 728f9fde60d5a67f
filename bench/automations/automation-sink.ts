import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startSmtpSink } from '../../src/simulators/smtp/smtp-sink.ts';

/** A mail as it arrived. */
export interface Arrived {
  /** The key of the message, from its Message-ID. */
  key: string;
  to: string;
  at: number;
  hash: string;
}

/** Serves the mail simulator until the process is ended, and prints its address. */
export async function serveSink(folder: string): Promise<void> {
  const sink = await startSmtpSink({ folder });
  process.stdout.write(`${sink.url}\n`);
}

/** Starts the mail simulator in a separate process, so that it does not delay what is measured in this one. */
export async function startSinkProcess(folder: string): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'serve-sink', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', () => reject(new Error('the mail simulator ended')));
  });
  return { url, process: child };
}

/** Returns how many mails have arrived. */
export function countArrived(folder: string): number {
  return readdirSync(folder).filter((name) => name.endsWith('.eml')).length;
}

/** Returns all mails that have arrived. */
export function arrivedIn(folder: string): Arrived[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      const head = (bytes.toString('latin1').split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
      return {
        key: /^Message-ID: <([^@>]+)@/im.exec(head)?.[1] ?? '',
        to: /^To: .*?([\w.+-]+@[\w.-]+)/im.exec(head)?.[1] ?? '',
        at: statSync(file).mtimeMs,
        hash: createHash('sha256').update(bytes).digest('hex'),
      };
    });
}
