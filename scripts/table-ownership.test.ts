import { expect, test } from 'vitest';
import { ownershipProblems } from './table-ownership.ts';

const tables = new Set(['invoices', 'users', 'contacts']);
const problems = (...files: [string, string][]) =>
  ownershipProblems(
    files.map(([file, text]) => ({ file, text })),
    tables,
  ).map(({ file, line }) => `${file}:${line}`);

test.each([
  "ctx.db\n    .insertInto('invoices')",
  "w.db\n.updateTable('invoices')",
  "await\nw.db.deleteFrom('invoices')",
  "\ninsertMine(ctx, 'invoices', {})",
  "\nupdateMine(ctx, 'invoices').set({})",
  '\nsql`delete from invoices where id = 1`',
  '\nsql`update invoices set total_cents = 1`',
])('reports a write of another feature: %j', (code) => {
  const own: [string, string] = ['features/payments/store.ts', "insertMine(ctx, 'invoices', {})"];
  expect(problems(own, ['features/portal/show.ts', code])).toEqual([
    'src/features/payments/store.ts:1',
    'src/features/portal/show.ts:2',
  ]);
});

test('allows reads of any table, writes of the own tables, the listed shared tables and prose', () => {
  expect(
    problems(
      ['features/payments/store.ts', "insertMine(ctx, 'invoices', {})"],
      ['features/payments/refunds/refund.ts', "updateMine(ctx, 'invoices')"],
      ['features/portal/show.ts', "mine(ctx, 'invoices'); // an update invoices need"],
      ['features/auth/store.ts', "ctx.db.insertInto('users')"],
      ['features/people/store.ts', "ctx.db.updateTable('users')"],
      ['app/demo/seed-demo.ts', "ctx.db.updateTable('contacts')"],
    ),
  ).toEqual([]);
});
