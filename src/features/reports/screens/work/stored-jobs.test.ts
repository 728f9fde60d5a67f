import { expect, test } from 'vitest';
import type { FullReport } from '../../contract.ts';
import type { DraftStore } from './draft-store.ts';
import { smallReport } from './drafts-for-tests.ts';
import { withStoredCopies } from './stored-jobs.ts';

const owner = { id: 'u1', subscriber_id: 's1' };
const atRev = (rev: number) => ({ ...smallReport, rev }) as FullReport;

/** The revision that an editor gets of a report. */
async function revisionWith(stored: number | null, copy: number | null, isWaiting = false) {
  const report = stored === null ? null : atRev(stored);
  const drafts = {
    load: async () => ({ rev: stored, report, ops: isWaiting ? [{}] : [], photos: [] }),
  } as unknown as DraftStore;
  const copyOf = async () => (copy === null ? null : { data: atRev(copy) });
  const { rev, report: given } = await withStoredCopies(drafts, owner, copyOf).load('r1');
  expect(given?.rev ?? null).toBe(rev);
  return rev;
}

test('an editor gets the newer of its own state and the stored copy', async () => {
  expect(await revisionWith(null, 3)).toBe(3);
  expect(await revisionWith(2, 3)).toBe(3);
  expect(await revisionWith(4, 3)).toBe(4);
  expect(await revisionWith(4, null)).toBe(4);
  expect(await revisionWith(null, null)).toBeNull();
});

test('changes that wait keep the state that they are based on', async () => {
  expect(await revisionWith(2, 3, true)).toBe(2);
});
