// Writes src/server/db/tables.ts from the migrations; with --check reports whether it is up to date.
// The types come from a real database (a temporary one, or the server that GABLE_TEST_DATABASE_URL names).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onModernNode, root } from './lib.mjs';

/** Returns the text of tables.ts, or null if no database can be started and `mayLack` allows that. */
async function generate(mayLack) {
  const { startEmbedded } = await import('../src/server/db/embedded.ts');
  const { migrate } = await import('../src/server/db/migrate.ts');
  const folder = mkdtempSync(join(tmpdir(), 'gable-types-'));
  let embedded;
  try {
    embedded = await startEmbedded(folder, { durable: false, maxConnections: 20 });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (mayLack) return null;
    throw error;
  }
  try {
    await migrate(embedded.connection, join(root, 'migrations'));
    return codegen(embedded.connection, join(folder, 'tables.ts'));
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How src/server/db/column-types.ts maps columns. JSON is sent as text, since the driver would send an array as an SQL
 * array.
 */
const typeMapping = {
  timestamptz: 'string',
  date: 'string',
  int8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
};

function codegen({ host, user, database }, file) {
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const done = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', url, '--out-file', file, '--log-level', 'error'],
      ...['--exclude-pattern', 'schema_migrations', '--type-mapping', JSON.stringify(typeMapping)],
    ],
    { encoding: 'utf8', cwd: root },
  );
  if (done.status !== 0) throw new Error(`kysely-codegen: ${done.stdout}${done.stderr}`);
  return tidy(readFileSync(file, 'utf8'));
}

function tidy(text) {
  const withoutHeader = text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');
  const json = `\n/** Read as it stands (parse it), written as text. */\nexport type Json = ColumnType<unknown, string, string>;\n`;
  const imports = /import type \{ ([^}]*) \} from ["']kysely["'];?\n/;
  const body = withoutHeader
    .replace(imports, '')
    .replace(/\nexport type (Timestamp|Int8|Numeric|Json\w*) =[^;]*;\n/g, '');
  return `// Written by scripts/table-types.mjs from migrations/. Do not edit.\nimport type { ColumnType } from 'kysely';\n${json}${body.startsWith('\n') ? '' : '\n'}${body}`;
}

if (onModernNode(import.meta.filename)) {
  const isCheck = process.argv.includes('--check');
  const target = join(root, 'src/server/db/tables.ts');
  const types = await generate(isCheck);
  if (types === null) {
    console.log('skipped: cannot start a database on this machine');
  } else if (!isCheck) {
    writeFileSync(target, types);
    console.log('updated src/server/db/tables.ts');
  } else if (readFileSync(target, 'utf8') !== types) {
    console.error('src/server/db/tables.ts does not match the migrations: run node scripts/table-types.mjs');
    process.exitCode = 1;
  }
}
