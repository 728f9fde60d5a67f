import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longestStretch } from '#testing/longest-stretch.ts';
import { importMaxBytes, importMaxRows } from '../import-contract.ts';
import { stageFile } from './stage.ts';
import { stageTable } from './stage-table.ts';

const columns = 500;
/** The most rows and columns that a file may have. */
const largest = [
  ['Email', 'Name', ...Array.from({ length: columns - 2 }, (_, n) => `c${n}`)].join(','),
  ...Array.from({ length: importMaxRows }, (_, n) => `e${n}@x.example,Ann ${n},${'x,'.repeat(columns - 3)}`),
].join('\n');
const owner = { country: 'US', company: 'a' };

const staged = (text: string) =>
  longestStretch(() => stageFile('clients', new File([text], 'people.csv'), undefined, owner));

test('the largest file takes hardly any time of the process that answers requests', async () => {
  expect(largest.length).toBeLessThan(importMaxBytes);
  const bytes = new TextEncoder().encode(largest);
  const request = { kind: 'clients', bytes, mapping: null, country: 'US', mostRows: importMaxRows } as const;
  const began = process.threadCpuUsage();
  const { staged: here } = stageTable(request);
  const { user } = process.threadCpuUsage(began);
  const { made, ms } = await staged(largest);
  expect(made).toEqual(here);
  expect([made.total, made.headers.length]).toEqual([importMaxRows, columns]);
  expect(ms).toBeLessThan(user / 1000 / 5);
}, 60_000);

test('a file whose reader is killed is read by the next one', async () => {
  const reading = staged(largest);
  let killed: number[] = [];
  while (killed.length === 0) {
    await new Promise((wake) => setTimeout(wake, 5));
    killed = readers();
  }
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  expect((await reading).made.total).toBe(importMaxRows);
  expect(readers()).not.toEqual(killed);
}, 60_000);

function readers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const isOurs = readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nPPid:\t${process.pid}\n`);
        return isOurs && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('people-table-child');
      } catch {
        return false;
      }
    })
    .map(Number);
}
