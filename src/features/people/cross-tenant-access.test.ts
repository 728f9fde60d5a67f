import { describe, expect, test } from 'vitest';
import { getFile } from '#features/company/contract.ts';
import { newId } from '#server/ids.ts';
import { readCompanyRows } from '#testing/company-rows.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { Route } from '#wire/route.ts';
import * as contract from './contract.ts';
import * as imports from './import-contract.ts';
import * as merging from './merge-contract.ts';
import { staffs, technicians } from './team-contract.ts';

/**
 * Covers what the generic test of all routes does not: lists, cursors, filters, import files and the timing of
 * refusals.
 */
const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const theirs = await createFullCompany(testApp, 'Zebulon');
const ours = await createFullCompany(testApp, 'Quixby');
const { owner } = ours;
const before = await readCompanyRows(testApp, theirs.owner.subscriberId);

const person = (n: number) => ({ first_name: 'Pat', last_name: `Page${n}`, email: `pat${n}@page.example` });

describe('an id of another company', () => {
  test('rejects the whole call when mixed with own ids, and changes nothing', async () => {
    const { id } = await owner.call(contract.clients.create, person(0));
    const calls: [Route, Record<string, unknown>][] = [
      [contract.setStatusOfMany, { kind: 'clients', ids: [id, theirs.ids.client], newStatus: 0 }],
      [merging.dismissDuplicates, { kind: 'clients', ids: [id, theirs.ids.client] }],
      [merging.mergePeople, { kind: 'clients', keep_id: id, merge_id: theirs.ids.client }],
      [merging.mergePeople, { kind: 'clients', keep_id: theirs.ids.client, merge_id: id }],
      [technicians.setStatusOfMany, { ids: [ours.ids.spareTechnician, theirs.ids.technician], newStatus: 0 }],
      [staffs.setStatusOfMany, { ids: [theirs.ids.spareStaff, ours.ids.spareStaff], newStatus: 0 }],
    ];
    for (const [route, input] of calls) {
      const answer = await owner.request(route, input as never);
      expect([route.path, answer.error?.type]).toEqual([route.path, 'NOT_FOUND']);
      expect(answer.raw.toString()).not.toContain(theirs.marker);
    }
    expect((await owner.call(contract.clients.get, { id })).status).toBe(1);
    expect((await owner.call(technicians.get, { id: ours.ids.spareTechnician })).status).toBe(2);
  });

  test('is rejected as the subscriber of any list, count or export', async () => {
    const { subscriberId } = theirs.owner;
    for (const route of [
      contract.clients.list,
      contract.clients.exportFile,
      contract.clients.exportFileOf,
      contract.agents.list,
      contract.contractors.list,
      contract.countPeople,
      technicians.list,
      technicians.exportFile,
      staffs.exportFileOf,
    ] as Route[]) {
      const answer = await owner.request(route, { subscriberId } as never);
      expect([route.path, answer.error?.type]).toEqual([route.path, 'FORBIDDEN']);
    }
  });

  test('is NOT_FOUND for a file, like an id that never existed', async () => {
    for (const id of [theirs.ids.file, newId()])
      expect((await owner.request(getFile, { id })).error?.type).toBe('NOT_FOUND');
  });
});

describe('a cursor of another company', () => {
  test('returns own rows or none, in every list', async () => {
    for (let n = 1; n < 4; n += 1) {
      await theirs.owner.call(contract.clients.create, person(n));
      await owner.call(contract.clients.create, person(n));
    }
    const lists: [Route, Record<string, unknown>][] = [
      [contract.clients.list, { perPage: 1 }],
      [contract.clients.list, { perPage: 1, text: 'pat' }],
      [technicians.list, { perPage: 1 }],
      [imports.listImports, { perPage: 1 }],
      [merging.listMerges, { perPage: 1 }],
      [merging.listDuplicates, { kind: 'clients', perPage: 1 }],
    ];
    for (const [route, input] of lists) {
      const first = await theirs.owner.request(route, input as never);
      const cursor = (first.data as { pageInfo: { endCursor: string | null } }).pageInfo.endCursor;
      if (cursor === null) continue;
      const answer = await owner.request(route, { ...input, cursor } as never);
      expect([route.path, answer.status]).toEqual([route.path, 200]);
      expect(answer.raw.toString()).not.toContain(theirs.marker);
      expect(answer.raw.toString()).not.toContain(theirs.owner.subscriberId);
    }
    for (const cursor of ['x', 'bm90IGEgY3Vyc29y', '%00'])
      expect((await owner.request(contract.clients.list, { cursor })).status).toBeLessThan(500);
  });
});

describe('the same person in two companies', () => {
  test('is not found, matched as a duplicate, updated or warned about in the other company', async () => {
    const shared = {
      first_name: 'Uma',
      last_name: 'Shared',
      email: 'uma@shared.example',
      phone: '5125550166',
    };
    const { id, rev } = await theirs.owner.call(contract.clients.create, shared);
    expect((await owner.call(contract.clients.list, { text: 'uma shared' })).pageData).toEqual([]);
    const file = new File(['first_name,last_name,email,city\nUma,Shared,uma@shared.example,Ulm'], 'a.csv');
    const run = await owner.call(imports.importClients, { file, update_existing: true });
    expect(run).toMatchObject({ created: 1, updated: 0 });
    const again = await owner.call(contract.clients.create, { ...shared, email: 'uma2@shared.example' });
    expect(again.warnings).toEqual({});
    const { pageData } = await owner.call(merging.listDuplicates, { kind: 'clients' });
    expect(pageData.flatMap((group) => group.people.map((one) => one.id))).not.toContain(id);
    expect(await theirs.owner.call(contract.clients.get, { id })).toMatchObject({ rev, city: '' });
  });
});

test('refusing another company’s id takes as long as refusing an id that does not exist', async () => {
  const routes: [Route, string][] = [
    [contract.clients.get, theirs.ids.client],
    [technicians.get, theirs.ids.technician],
    [imports.getImport, theirs.ids.import],
    [merging.undoMerge, theirs.ids.merge],
  ];
  for (const [route, id] of routes) {
    const plain = (raw: Buffer) => raw.toString().replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id');
    const [stranger, unknown] = [
      await owner.request(route, { id } as never),
      await owner.request(route, { id: newId() } as never),
    ];
    expect([stranger.status, plain(stranger.raw)]).toEqual([404, plain(unknown.raw)]);
    // A busy machine may disturb one round, not three.
    const rounds: number[] = [];
    for (let round = 0; round < 3 && !rounds.some((ratio) => ratio > 0.6 && ratio < 1.67); round += 1)
      rounds.push(await ratioOf(route, id));
    expect(
      rounds.some((ratio) => ratio > 0.6 && ratio < 1.67),
      `${route.path}: ${rounds}`,
    ).toBe(true);
  }
});

/** The time to refuse another company's id divided by the time to refuse an unknown id. */
async function ratioOf(route: Route, id: string): Promise<number> {
  const times: Record<'stranger' | 'unknown', number[]> = { stranger: [], unknown: [] };
  for (let n = 0; n < 30; n += 1)
    for (const whose of n % 2 ? (['stranger', 'unknown'] as const) : (['unknown', 'stranger'] as const)) {
      const startedAt = performance.now();
      await owner.request(route, { id: whose === 'stranger' ? id : newId() } as never);
      times[whose].push(performance.now() - startedAt);
    }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 1;
  return median(times.stranger) / median(times.unknown);
}

test('leaves every row of the other company unchanged except those it created itself', async () => {
  const after = await readCompanyRows(testApp, theirs.owner.subscriberId);
  const untouched = ['users', 'companies', 'imports', 'import_rows', 'contact_merges', 'distinct_contacts'];
  for (const table of untouched) expect([table, after[table]]).toEqual([table, before[table]]);
});
