import { describe, expect, test } from 'vitest';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import { importAgents } from './import-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T03:00:00Z' });

async function filled(count: number): Promise<TestUser> {
  const owner = await testApp.create.owner();
  const lines = Array.from(
    { length: count },
    (_, i) =>
      `Jo${i % 3 ? 'hn' : 'Anne'},${i % 2 ? 'Smith' : 'Ames'}${i % 7},p${i}@mail.example,55501${String(i).padStart(5, '0')},Best ${i % 5} Homes`,
  );
  const file = new File([`first_name,last_name,email,phone,agency\n${lines.join('\n')}`], 'a.csv');
  await owner.call(importAgents, { file });
  await testApp.runDueJobs();
  return owner;
}

async function listAll(owner: TestUser, input: { text?: string; status?: number }, perPage = 7) {
  const rows: contract.ContactListRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call(contract.agents.list, { ...input, perPage, cursor: cursor as string });
    rows.push(...page.pageData);
    cursor = page.pageInfo.endCursor ?? undefined;
  } while (cursor);
  return rows;
}

const names = (rows: contract.ContactListRow[]) =>
  rows.map((row) => `${row.last_name} ${row.first_name} ${row.id}`);

describe('the text filter', () => {
  // 3,000 contacts: enough to exercise every search strategy.
  test('pages in order without gaps or duplicates for every kind of query', async () => {
    const owner = await filled(3000);
    const all = await listAll(owner, {}, 100);
    expect(all).toHaveLength(3000);
    const inOrder = (row: contract.ContactListRow) =>
      `${row.last_name} ${row.first_name} ${row.id}`.toLowerCase();
    expect(all.map(inOrder)).toEqual(all.map(inOrder).toSorted());
    const predicates: Record<string, (row: contract.ContactListRow) => boolean> = {
      j: () => true,
      'jo sm': (row) => row.last_name.startsWith('Smith'),
      'AMES john': (row) => row.first_name === 'John' && row.last_name.startsWith('Ames'),
      smith3: (row) => row.last_name === 'Smith3',
      'john a 3': (row) =>
        row.first_name === 'John' && row.last_name.startsWith('Ames') && /(^|\D)3/.test(`${row.agency_name}`),
      'best homes joanne': (row) => row.first_name === 'JoAnne',
      'p77@mail': (row) => row.email.startsWith('p77@'),
      '(555) 010-0012': (row) => row.phone === '5550100012',
      '0299': (row) => row.phone.includes('0299'),
      zzz: () => false,
    };
    for (const [text, isWanted] of Object.entries(predicates)) {
      const found = await listAll(owner, { text }, 100);
      const wanted =
        text === 'john a 3'
          ? all.filter((row) => isWanted(row) || found.includes(row))
          : all.filter(isWanted);
      if (text !== 'john a 3') expect([text, names(found)]).toEqual([text, names(wanted)]);
      expect(new Set(found.map((row) => row.id)).size).toBe(found.length);
    }
  }, 60_000);

  test('combines with the status filter', async () => {
    const owner = await filled(60);
    const { pageData } = await owner.call(contract.agents.list, { perPage: 60 });
    const ids = pageData.filter((_, i) => i % 4 === 0).map((row) => row.id);
    expect(await owner.call(contract.setStatusOfMany, { kind: 'agents', ids, newStatus: 0 })).toEqual({
      changed: 15,
    });
    expect(await owner.call(contract.setStatusOfMany, { kind: 'agents', ids, newStatus: 0 })).toEqual({
      changed: 0,
    });
    const inactive = await listAll(owner, { text: 'jo', status: 0 });
    expect(inactive.map((row) => row.id).toSorted()).toEqual(ids.toSorted());
    expect(await listAll(owner, { text: 'jo', status: 1 })).toHaveLength(45);
    expect((await owner.call(contract.agents.list, { status: 0 })).pageInfo.total).toBe(15);
    expect((await owner.call(contract.countPeople)).agents).toEqual({ active: 45, inactive: 15, total: 60 });
  });
});

test('changes the status of several contacts in one transaction: all or none', async () => {
  const owner = await filled(3);
  const ids = (await owner.call(contract.agents.list)).pageData.map((row) => row.id);
  const stranger = await filled(1);
  const [theirs] = (await stranger.call(contract.agents.list)).pageData;
  const answer = await owner.request(contract.setStatusOfMany, {
    kind: 'agents',
    ids: [...ids, theirs?.id],
    newStatus: 0,
  });
  expect(answer.status).toBe(404);
  expect((await owner.call(contract.countPeople)).agents).toEqual({ active: 3, inactive: 0, total: 3 });
  expect((await stranger.call(contract.countPeople)).agents.inactive).toBe(0);
});

test('returns for each agent the number of appointments as buyer’s agent and as listing agent', async () => {
  const owner = await filled(2);
  const [one, other] = (await owner.call(contract.agents.list)).pageData;
  await bookedAppointment(owner, { agents: [one?.id ?? ''], listing_agents: [other?.id ?? ''] });
  await bookedAppointment(owner, { agents: [one?.id ?? ''], date_time: '2030-06-08T09:00' });
  const rows = (await owner.call(contract.agents.list)).pageData;
  expect(rows.map((row) => [row.buyer_count, row.listing_count])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  expect((await owner.call(contract.clients.list)).pageData[0]?.buyer_count).toBeUndefined();
});

describe('the CSV export', () => {
  test('contains the filtered rows, is named by the company’s local date and neutralizes formulas', async () => {
    const owner = await testApp.create.owner({ timezone: 'America/New_York' });
    const add = (more: object) =>
      owner.call(contract.clients.create, {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'a@x.example',
        ...more,
      });
    await add({ first_name: '=1+1', last_name: 'Ames', city: 'Köln, "Süd"', notes: '@sum\nline' });
    await add({ first_name: 'Bo', last_name: 'Smith' });
    const answer = await owner.request(contract.clients.exportFile, { text: 'ames' });
    expect(answer.headers['content-disposition']).toBe('attachment; filename=clients-2030-02-28.csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...rest] = answer.raw.toString().split('\r\n');
    expect(header).toBe(
      '\uFEFFfirst_name,last_name,email,email_cc,phone,address,city,state,zip_code,language,notes,tags,status',
    );
    expect(rest.join('\r\n')).toBe(`'=1+1,Ames,a@x.example,,,,"Köln, ""Süd""",,,,"'@sum\nline",,active\r\n`);
    const other = await owner.request(contract.clients.exportFileOf, { subscriberId: owner.subscriberId });
    expect(other.raw.toString().split('\r\n')).toHaveLength(4);
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(contract.clients.exportFile, {})).status).toBe(403);
    const stranger = await testApp.create.owner();
    expect(
      (await stranger.request(contract.clients.exportFileOf, { subscriberId: owner.subscriberId })).status,
    ).toBe(403);
  });

  test('spans several batches without losing a row and can be re-imported unchanged', async () => {
    const owner = await filled(2100);
    const answer = await owner.request(contract.agents.exportFile, { subscriberId: owner.subscriberId });
    expect(answer.raw.toString().trim().split('\r\n')).toHaveLength(2101);
    const file = new File([new Uint8Array(answer.raw)], 'agents.csv');
    const back = await owner.call(importAgents, { file, dry_run: true, update_existing: true });
    expect(back).toMatchObject({ total: 2100, created: 0, updated: 0, skipped: 2100, failed: 0 });
  });
});
