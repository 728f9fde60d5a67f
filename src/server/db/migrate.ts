import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from './connect.ts';

/** The result of a migration run. */
export interface MigrationResult {
  /** Names applied in this run, in order. */
  applied: string[];
  /** Names that the database has and this version does not: a newer version ran here before. */
  unknown: string[];
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** An arbitrary number that nothing else uses: every process that changes the schema takes this lock. */
const lockKey = 7_320_145_001;
const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Brings the database to the state of the files in `folder`. Applies each file once, in order, in a separate
 * transaction, under a lock so that processes starting together wait for each other. Throws when a file was changed
 * after it was applied. Unknown names are left alone and reported, since an older version may run next to a newer one
 * (migrations expand first and contract later). Runs as the owner of the database, never as the application's roles,
 * which it creates.
 */
export async function migrate(connection: Connection, folder: string): Promise<MigrationResult> {
  const files = readMigrations(folder);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await lockSchema(client);
    await requireVersion(client);
    await createRoles(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations',
    );
    const known = new Map(rows.map((row) => [row.name, row.sha256]));
    rejectChanged(files, known);

    const applied: string[] = [];
    for (const file of files) {
      if (known.has(file.name)) continue;
      await apply(client, file);
      applied.push(file.name);
    }
    const names = new Set(files.map((file) => file.name));
    return { applied, unknown: [...known.keys()].filter((name) => !names.has(name)).sort() };
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** Waits until no other process is changing the schema. The lock is released when the session ends. */
export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}

/** Returns the names of the files in `folder`, in the order in which they are applied. */
export function migrationNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

function readMigrations(folder: string): Migration[] {
  const names = migrationNames(folder);
  const wrong = names.filter((name) => !namePattern.test(name));
  if (wrong.length > 0)
    throw new Error(`migrations are named 0001_some_words.sql; these are not: ${wrong.join(', ')}`);
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new Error(`PostgreSQL 15 or newer is needed; this is ${Math.floor(version / 10_000)}`);
}

/**
 * Creates the two roles that the application's transactions switch to and grants them to the database's owner. Roles
 * belong to the whole server, so another database on it may have created them or may be doing so right now.
 */
async function createRoles(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      name text;
      -- From 16 on whoever makes a role is a member of it and still may not take it on.
      right_needed text := case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
    begin
      foreach name in array array['app_user', 'app_admin'] loop
        if not exists (select from pg_roles where rolname = name) then
          begin
            execute format('create role %I nologin noinherit', name);
          exception when duplicate_object or unique_violation then null;
          end;
        end if;
        if not pg_has_role(current_user, name, right_needed) then
          execute format('grant %I to current_user', name);
        end if;
      end loop;
    exception when insufficient_privilege then
      raise exception 'the user % may not create roles: give it CREATEROLE, or as a superuser run: create role app_user nologin; create role app_admin nologin; grant app_user, app_admin to %', current_user, current_user;
    end $$`);
}

function rejectChanged(files: Migration[], known: Map<string, string>): void {
  const changed = files.filter((file) => known.has(file.name) && known.get(file.name) !== file.sha256);
  if (changed.length === 0) return;
  const names = changed.map((file) => file.name).join(', ');
  throw new Error(
    `these migrations were changed after they had been applied; write a new one instead: ${names}`,
  );
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    // The database's own clock: this timestamp is for operators and plays no part in the business.
    await client.query('insert into schema_migrations values ($1, $2, clock_timestamp())', [
      file.name,
      file.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${file.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
