import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { queryEmbeddedDatabase } from '#testing/query-embedded-database.ts';
import { builtServer, freePort, type RunningServer, startServer } from '#testing/running-server.ts';

const isWholeRun = process.env.npm_lifecycle_event === 'test';
const password = 'correct-Horse1';
const email = 'owner@import.example';
/** 60 rows match existing contacts, 20 repeat an earlier row, 10 are invalid, the rest is new. */
const [known, repeats, broken, fresh] = [60, 20, 10, 2910];
const total = known + repeats + broken + fresh;

test.skipIf(!isWholeRun && !existsSync(builtServer))(
  'kill -9 in the middle of an import, twice: every row exactly once, and its undo restores the exact former state',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gable-import-'));
    const port = await freePort();
    const env = { DEMO: '0', EMAIL_VERIFICATION: '0', LOG_LEVEL: 'error' };
    const start = () => startServer({ dataDir: folder, port, env });
    let server = await start();
    try {
      const token = await signUp(server.origin);
      await send(server.origin, token, csv(Array.from({ length: known }, (_, n) => line(n, 'Ulm'))));
      const before = await everythingOf(server);
      const id = await send(server.origin, token, csv(wholeFile()));

      const seen = [await killedInTheMiddle(server, token, id, 0, 'app')];
      server = await start();
      seen.push(await killedInTheMiddle(server, token, id, seen[0] ?? 0, 'both'));
      server = await start();
      const run = await until(server, token, id, (now) => now.status === 'done');
      expect(run).toMatchObject({
        total,
        done: total,
        created: fresh,
        updated: known,
        skipped: repeats,
        failed: broken,
      });
      expect(seen.every((done) => done > 0 && done < total)).toBe(true);

      const after = await everythingOf(server);
      const emails = after.contacts.map((row) => JSON.parse(row).email as string);
      expect(emails.sort()).toEqual(
        Array.from({ length: known + fresh }, (_, n) => `fay${n}@import.example`).sort(),
      );
      expect(after.tallies).toContain(`contacts:client ${known + fresh}`);

      const undone = await call(server.origin, token, 'POST', `/v2/imports/${id}/undo`);
      expect(undone.data).toMatchObject({
        status: 'undone',
        undo: { removed: fresh, restored: known, kept: [] },
      });
      expect(await everythingOf(server)).toEqual(before);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
  180_000,
);

const line = (n: number, city: string) => `Fay${n},Row${n},fay${n}@import.example,${5550000000 + n},${city}`;
const csv = (lines: string[]) => ['first_name,last_name,email,phone,city', ...lines].join('\n');

/** Interleaves the kinds of rows so that every batch contains some of each. */
function wholeFile(): string[] {
  const lines = Array.from({ length: known + fresh }, (_, n) => line(n, n < known ? 'Rome' : 'Bern'));
  for (let n = 0; n < repeats; n += 1) lines.splice(200 + n * 130, 0, line(100 + n, 'Bern'));
  for (let n = 0; n < broken; n += 1) lines.splice(90 + n * 280, 0, `Broken${n},Row,nonsense,12,`);
  return lines;
}

interface Run {
  status: string;
  done: number;
}

/** Waits until some of the remaining rows are processed, then kills the server. Returns the progress. */
async function killedInTheMiddle(
  server: RunningServer,
  token: string,
  id: string,
  from: number,
  what: 'app' | 'both',
): Promise<number> {
  const { done, status } = await until(
    server,
    token,
    id,
    (run) => run.done > Math.max(from, broken + repeats),
  );
  if (what === 'both') server.killDatabase();
  await server.kill();
  expect(status).toBe('running');
  return done;
}

async function until(
  server: RunningServer,
  token: string,
  id: string,
  isReached: (run: Run) => boolean,
): Promise<Run> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { data } = await call<Run>(server.origin, token, 'GET', `/v2/imports/${id}`);
    if (data && isReached(data)) return data;
    if (performance.now() > deadline)
      throw new Error(`the import makes no progress: ${JSON.stringify(data)}`);
    await sleep(5);
  }
}

async function signUp(origin: string): Promise<string> {
  const owner = {
    first_name: 'Ida',
    last_name: 'Owner',
    company_name: 'Import Inspections',
    email,
    password,
  };
  await call(origin, '', 'POST', '/v2/auth/sign-up', {
    ...owner,
    phone: '5125550100',
    terms_of_policy: true,
    timezone: 'America/New_York',
  });
  const { data } = await call<{ accessToken: string }>(origin, '', 'POST', '/v2/auth/login', {
    email,
    password,
  });
  return data?.accessToken ?? '';
}

async function send(origin: string, token: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([text], 'people.csv', { type: 'text/csv' }));
  form.append('update_existing', 'true');
  const { data, error } = await call<{ import_id: string }>(
    origin,
    token,
    'POST',
    '/v2/clients/import',
    form,
  );
  if (!data) throw new Error(JSON.stringify(error));
  return data.import_id;
}

async function call<T>(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<{ data: T | null; error: unknown }> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  });
  return (await answer.json()) as { data: T | null; error: unknown };
}

/** All contacts with every column, their search words and their counts, as stored. */
function everythingOf(server: RunningServer) {
  return queryEmbeddedDatabase(server.dataDir, async (client) => {
    await client.query('set role app_admin');
    const ask = async (sql: string) => (await client.query<{ row: string }>(sql)).rows.map(({ row }) => row);
    return {
      // Except `rev`, which only grows: a form opened during the import must not overwrite changes made after its undo.
      contacts: await ask("select (to_jsonb(c) - 'rev')::text as row from contacts c order by id"),
      words: await ask('select to_jsonb(w)::text as row from contact_words w order by contact_id, word'),
      tallies: await ask(
        "select name || ' ' || total as row from tallies where name like 'contacts:%' and total > 0 order by 1",
      ),
    };
  });
}
