import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import { type AcknowledgedWrite, crashWriter, createCrashAccount } from './crash-writer.ts';
import { queryEmbeddedDatabase } from './query-embedded-database.ts';
import { freePort, type RunningServer, startServer } from './running-server.ts';

export interface CrashOptions {
  writes: number;
  kills: number;
  writers: number;
  seed: number;
  say?: (line: string) => void;
}

export interface CrashResult {
  acknowledged: number;
  /** How often each process was killed. */
  kills: Record<string, number>;
  /** Calls that were repeated because they got no response or a 5xx. */
  repeats: number;
  /** Acknowledged writes that are missing (`lost`) or exist more than once (`doubled`). */
  lost: string[];
  doubled: string[];
  mails: {
    expected: number;
    received: number;
    arrivedAgain: number;
    missing: string[];
    unexpected: string[];
    changed: string[];
  };
  seconds: { writing: number; mailing: number };
}

/**
 * Lets writers book and add clients through the built server while processes are killed at moments derived from `seed`.
 * Then compares the acknowledged writes with the stored rows, and the delivered mail with the expected mail.
 */
export async function runCrashTest(options: CrashOptions): Promise<CrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-crash-'));
  const mailFolder = join(folder, 'mails');
  const sink = await startSmtpSink({ folder: mailFolder });
  const start = await starter(join(folder, 'data'), sink.url);
  const state: { server: RunningServer } = { server: await start() };
  try {
    const started = performance.now();
    const { written, kills, repeats } = await writeWhileKilling(state, start, options);
    const afterWriting = performance.now();
    const mails = await compareMails(state.server, written, mailFolder, options.say);
    const afterMailing = performance.now();
    const { lost, doubled } = await compareRows(state.server, written);
    return {
      acknowledged: written.length,
      kills,
      repeats,
      lost,
      doubled,
      mails,
      seconds: { writing: (afterWriting - started) / 1000, mailing: (afterMailing - afterWriting) / 1000 },
    };
  } finally {
    await state.server.stop();
    await sink.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function starter(dataDir: string, smtpUrl: string): Promise<() => Promise<RunningServer>> {
  const port = await freePort();
  const env = { DEMO: '0', EMAIL_VERIFICATION: '0', SMTP_URL: smtpUrl, LOG_LEVEL: 'error' };
  return () => startServer({ dataDir, port, env });
}

async function writeWhileKilling(
  state: { server: RunningServer },
  start: () => Promise<RunningServer>,
  options: CrashOptions,
): Promise<{ written: AcknowledgedWrite[]; kills: Record<string, number>; repeats: number }> {
  const random = drawnFrom(options.seed);
  const account = await createCrashAccount(state.server.origin);
  // A new company may not send as much in an hour.
  await asPlatform(state.server, (db) =>
    db.query(
      'insert into sending_figures (subscriber_id, email, updated_at) select subscriber_id, 100000, now() from companies',
    ),
  );
  const written: AcknowledgedWrite[] = [];
  const counts = { repeats: 0, isOver: false };
  let next = 0;
  const writer = async () => {
    while (next < options.writes) written.push(await crashWriter(account, next++, counts));
  };
  const kills: Record<string, number> = {};
  // Each kill waits for a random number of acknowledged writes, and then up to half a second.
  const moments = Array.from({ length: options.kills }, () => random() * 0.95 * options.writes).sort(
    (a, b) => a - b,
  );
  const killer = async () => {
    for (const moment of moments) {
      while (written.length < moment) await sleep(10);
      await sleep(random() * 500);
      const target = (['app', 'database', 'both'] as const)[Math.floor(random() * 3)] ?? 'app';
      kills[target] = (kills[target] ?? 0) + 1;
      options.say?.(`crash: ${written.length} written, killing ${target}`);
      if (target !== 'app') state.server.killDatabase();
      if (target === 'database') continue;
      await state.server.kill();
      state.server = await start();
    }
  };
  try {
    await Promise.all([killer(), ...Array.from({ length: options.writers }, writer)]);
  } finally {
    counts.isOver = true;
  }
  return { written, kills, repeats: counts.repeats };
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function drawnFrom(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed}:${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}

const maxMailMs = 600_000;

/** Waits until every confirmation has arrived (or the time is up) and compares what arrived with what was expected. */
async function compareMails(
  server: RunningServer,
  written: AcknowledgedWrite[],
  folder: string,
  say?: (line: string) => void,
) {
  const wanted = new Set(written.flatMap((one) => (one.kind === 'appointment' ? [one.email] : [])));
  const deadline = performance.now() + maxMailMs;
  let reported = 0;
  for (;;) {
    const arrived = new Set(received(folder).map((mail) => mail.to));
    const missing = [...wanted].filter((email) => !arrived.has(email));
    if (missing.length === 0 || performance.now() > deadline) break;
    if (missing.length !== reported) say?.(`crash: waiting for ${missing.length} mails`);
    reported = missing.length;
    await sleep(500);
  }
  const keys = await asPlatform(server, (db) =>
    db.query<{ key: string; to_address: string }>(
      "select key, to_address from outbound_messages where template_key = 'appointment_scheduled'",
    ),
  );
  const mails = received(folder).filter(
    (mail) => wanted.has(mail.to) || mail.id.startsWith('appointment_scheduled'),
  );
  const byId = grouped(mails);
  const expected = new Set(keys.map((row) => row.key));
  return {
    expected: wanted.size,
    received: byId.size,
    arrivedAgain: mails.length - byId.size,
    missing: [...wanted].filter((email) => !mails.some((mail) => mail.to === email)),
    unexpected: [...[...byId.keys()].filter((id) => !expected.has(id)), ...twiceTo(mails)],
    changed: [...byId]
      .filter(([, same]) => new Set(same.map((mail) => mail.hash)).size > 1)
      .map(([id]) => id),
  };
}

interface Received {
  id: string;
  to: string;
  hash: string;
}

function grouped(mails: Received[]): Map<string, Received[]> {
  const byId = new Map<string, Received[]>();
  for (const mail of mails) byId.set(mail.id, [...(byId.get(mail.id) ?? []), mail]);
  return byId;
}

/** Clients who received the same confirmation with two message ids. */
function twiceTo(mails: Received[]): string[] {
  const idsOf = new Map<string, Set<string>>();
  for (const mail of mails) idsOf.set(mail.to, (idsOf.get(mail.to) ?? new Set()).add(mail.id));
  return [...idsOf].filter(([, ids]) => ids.size > 1).map(([to]) => `two mails to ${to}`);
}

const known = new Map<string, Received>();

function received(folder: string): Received[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => {
      const file = join(folder, name);
      const before = known.get(file);
      if (before) return before;
      const bytes = readFileSync(file);
      const head = (bytes.toString('latin1').split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
      const mail = {
        id: /^Message-ID: <([^@>]+)@/im.exec(head)?.[1] ?? '',
        to: /^To: .*?([\w.+-]+@[\w.-]+)/im.exec(head)?.[1] ?? '',
        hash: createHash('sha256').update(bytes).digest('hex'),
      };
      known.set(file, mail);
      return mail;
    });
}

/** Finds acknowledged writes that are not stored exactly once under the id that was returned. */
async function compareRows(
  server: RunningServer,
  written: AcknowledgedWrite[],
): Promise<{ lost: string[]; doubled: string[] }> {
  const rows = await asPlatform(server, (db) =>
    db.query<{ mark: string; ids: string[] }>(`
      select order_id as mark, array_agg(id::text) as ids from appointments group by 1
      union all select email, array_agg(id::text) from contacts group by 1`),
  );
  const idsOf = new Map(rows.map((row) => [row.mark, row.ids]));
  const markOf = (one: AcknowledgedWrite) => (one.kind === 'appointment' ? one.orderId : one.email);
  return {
    lost: written
      .filter((one) => !idsOf.get(markOf(one))?.includes(one.id))
      .map((one) => `${one.kind} ${markOf(one)}`),
    doubled: [...idsOf]
      .filter(([, ids]) => ids.length > 1)
      .map(([mark, ids]) => `${mark} exists ${ids.length} times`),
  };
}

async function asPlatform<T>(
  server: RunningServer,
  ask: (db: pg.Client) => Promise<{ rows: T[] }>,
): Promise<T[]> {
  return queryEmbeddedDatabase(server.dataDir, async (client) => {
    await client.query('set role app_admin');
    return (await ask(client)).rows;
  });
}
