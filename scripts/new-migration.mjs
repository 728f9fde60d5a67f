// node scripts/new-migration.mjs add_invoice_notes: creates the next file in migrations/.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const words = (process.argv[2] ?? '')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_')
  .replace(/^_|_$/g, '');
if (!words) {
  console.error('Name the change: node scripts/new-migration.mjs add_invoice_notes');
  process.exit(1);
}
const folder = join(root, 'migrations');
const last = Math.max(0, ...readdirSync(folder).map((name) => Number.parseInt(name, 10) || 0));
const name = `${String(last + 1).padStart(4, '0')}_${words}.sql`;
writeFileSync(
  join(folder, name),
  `-- What and why, in a sentence. Never edited once merged; expands first, so that the version before keeps running.
-- A new table of tenant data: subscriber_id first in every key, and at the end
--   select secure_tenant_table('table_name');
`,
  { flag: 'wx' },
);
console.log(`Created migrations/${name}. After editing it, run: node scripts/table-types.mjs`);
