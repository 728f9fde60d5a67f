import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from '../contract.ts';
import * as merging from '../merge-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

const add = (owner: TestUser, more: Record<string, string>) =>
  owner.call(contract.clients.create, {
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@x.example',
    ...more,
  });

const groups = async (owner: TestUser, perPage = 25) => {
  const { pageData } = await owner.call(merging.listDuplicates, { kind: 'clients', perPage });
  return pageData.map(({ reasons, people }) => [
    reasons.join(),
    people
      .map((one) => one.first_name)
      .sort()
      .join(),
  ]);
};

describe('duplicates', () => {
  test('are contacts that share a phone number, an address or a name, also with first and last name swapped', async () => {
    const owner = await testApp.create.owner();
    await add(owner, { first_name: 'Ann', email: 'a@x.example', phone: '5550101234' });
    await add(owner, { first_name: 'Bob', last_name: 'Dee', email: 'b@x.example', phone: '5550101234' });
    await add(owner, { first_name: 'Cy', last_name: 'Ede', email: 'same@x.example' });
    await add(owner, { first_name: 'Di', last_name: 'Eff', email: 'same@x.example' });
    await add(owner, { first_name: 'Jon', last_name: 'Gee', email: 'c@x.example' });
    await add(owner, { first_name: 'John', last_name: 'Gee', email: 'd@x.example' });
    await add(owner, { first_name: 'Zoë', last_name: 'Hay', email: 'e@x.example' });
    await add(owner, { first_name: 'Hay', last_name: 'Zoe', email: 'f@x.example' });
    await add(owner, { first_name: 'Nobody', last_name: 'Else', email: 'g@x.example' });
    expect(await groups(owner)).toEqual([
      ['phone', 'Ann,Bob'],
      ['email', 'Cy,Di'],
      ['name', 'John,Jon'],
      ['name', 'Hay,Zoë'],
    ]);
    expect((await owner.call(merging.listDuplicates, { kind: 'agents' })).pageData).toEqual([]);
    const stranger = await testApp.create.owner();
    expect(await groups(stranger)).toEqual([]);
  });

  test('are listed once even if all their fields match, page by page without gaps', async () => {
    const owner = await testApp.create.owner();
    for (let i = 0; i < 7; i++)
      for (const first_name of ['Kim', 'Kim'])
        await add(owner, {
          first_name,
          last_name: `Twin${i}`,
          email: `kim${i}@x.example`,
          phone: `555010120${i}`,
        });
    for (const first_name of ['Lea', 'Leo', 'Bea', 'Ben', 'Bob'])
      await add(owner, { first_name, last_name: 'Solo', email: `${first_name}@y.example` });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call(merging.listDuplicates, {
        kind: 'clients',
        perPage: 2,
        cursor: cursor as string,
      });
      seen.push(...page.pageData.map((group) => `${group.reasons.join()}:${group.people.length}`));
      cursor = page.pageInfo.endCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...Array(7).fill('phone,email,name:2'), 'name:4']);
  });

  test('are not listed again after they were dismissed', async () => {
    const owner = await testApp.create.owner();
    const { id: one } = await add(owner, {});
    const { id: other } = await add(owner, { first_name: 'Bea' });
    expect(await groups(owner)).toHaveLength(1);
    await owner.call(merging.dismissDuplicates, { kind: 'clients', ids: [other, one] });
    expect(await groups(owner)).toEqual([]);
    const stranger = await testApp.create.owner();
    const answer = await stranger.request(merging.dismissDuplicates, { kind: 'clients', ids: [one, other] });
    expect(answer.status).toBe(404);
  });
});

async function allOf(owner: TestUser) {
  return testApp.readAs(owner.subscriberId, async (ctx) => ({
    // Except `rev`, which only grows: a form opened in between must not overwrite later changes.
    contacts: (await ctx.db.selectFrom('contacts').selectAll().orderBy('id').execute()).map(
      ({ rev: _, ...contact }) => contact,
    ),
    words: await ctx.db
      .selectFrom('contact_words')
      .selectAll()
      .orderBy('contact_id')
      .orderBy('word')
      .execute(),
    places: await ctx.db.selectFrom('appointment_people').selectAll().orderBy('id').execute(),
    signatures: await ctx.db.selectFrom('agreement_signatures').selectAll().orderBy('id').execute(),
    tallies: await ctx.db.selectFrom('tallies').selectAll().orderBy('name').execute(),
  }));
}

describe('a merge', () => {
  test('leaves one contact with the appointments of both, and its undo restores every byte', async () => {
    const owner = await testApp.create.owner();
    const keep = await add(owner, { phone: '', tags: 'vip', notes: 'first' });
    const other = await add(owner, {
      last_name: 'Leigh',
      phone: '5550101234',
      city: 'Rome',
      tags: 'late',
      notes: 'second',
    });
    await bookedAppointment(owner, { clients: [keep.id, other.id] });
    await bookedAppointment(owner, { clients: [other.id], date_time: '2030-06-08T09:00' });
    const before = await allOf(owner);
    testApp.clock.advance(60_000);

    const { merge_id, person, moved_appointments } = await owner.call(merging.mergePeople, {
      kind: 'clients',
      keep_id: keep.id,
      merge_id: other.id,
      fields: { last_name: 'merge' },
    });
    expect(person).toMatchObject({
      last_name: 'Leigh',
      phone: '5550101234',
      city: 'Rome',
      tags: ['vip', 'late'],
      notes: 'first\n\nsecond',
    });
    expect(moved_appointments).toBe(2);
    expect((await owner.request(contract.clients.get, { id: other.id })).status).toBe(404);
    expect(
      (await owner.call(contract.clients.list, { text: 'leigh' })).pageData.map((row) => row.id),
    ).toEqual([keep.id]);
    const { places } = await allOf(owner);
    expect(places.filter((place) => place.role === 'client').map((place) => place.person_id)).toEqual([
      keep.id,
      keep.id,
    ]);
    expect((await owner.call(merging.listMerges, { kind: 'clients' })).pageData).toMatchObject([
      {
        id: merge_id,
        kept: { id: keep.id },
        merged: { last_name: 'Leigh' },
        moved_appointments: 2,
        undone_at: null,
      },
    ]);

    await owner.call(merging.undoMerge, { id: merge_id });
    expect(await allOf(owner)).toEqual(before);
    expect((await owner.request(merging.undoMerge, { id: merge_id })).error?.type).toBe('CONFLICT');
  });

  test('recorded before people on appointments had their own permissions can be undone, too', async () => {
    const owner = await testApp.create.owner();
    const keep = await add(owner, {});
    const other = await add(owner, { last_name: 'Leigh' });
    await bookedAppointment(owner, { clients: [keep.id, other.id] });
    const before = await allOf(owner);
    const of = { kind: 'clients', keep_id: keep.id, merge_id: other.id } as const;
    const { merge_id } = await owner.call(merging.mergePeople, { ...of, fields: {} });
    // The record of such a merge: without the columns added later.
    const { numUpdatedRows } = await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('merged_references')
        .set({ dropped: sql`dropped - '{rights,link_expires_at,link_revoked_at}'::text[]` })
        .where('subscriber_id', '=', w.subscriberId)
        .where('what', '=', 'appointment_people')
        .where('dropped', 'is not', null)
        .executeTakeFirst(),
    );
    expect(numUpdatedRows).toBe(1n);
    await owner.call(merging.undoMerge, { id: merge_id });
    expect((await allOf(owner)).places).toEqual(before.places);
  });

  test('leaves later changes in place when it is undone', async () => {
    const owner = await testApp.create.owner();
    const keep = await add(owner, {});
    const other = await add(owner, { city: 'Rome' });
    const { merge_id } = await owner.call(merging.mergePeople, {
      kind: 'clients',
      keep_id: keep.id,
      merge_id: other.id,
    });
    await owner.call(contract.clients.update, { id: keep.id, city: 'Ulm' });
    const { person, restored } = await owner.call(merging.undoMerge, { id: merge_id });
    expect([person.city, restored.city]).toEqual(['Ulm', 'Rome']);
  });

  test('keeps a form opened before its undo from overwriting later changes', async () => {
    const owner = await testApp.create.owner();
    const keep = await add(owner, {});
    const other = await add(owner, { city: 'Rome' });
    const pair = { kind: 'clients' as const, keep_id: keep.id, merge_id: other.id };
    const first = await owner.call(merging.mergePeople, pair);
    const opened = await owner.call(contract.clients.get, { id: keep.id });
    await owner.call(merging.undoMerge, { id: first.merge_id });
    const second = await owner.call(merging.mergePeople, pair);
    const late = await owner.request(contract.clients.update, { id: keep.id, city: 'Bern', rev: opened.rev });
    expect(late.error?.type).toBe('CONFLICT');
    await owner.call(merging.undoMerge, { id: second.merge_id });
    const { contacts } = await allOf(owner);
    expect(contacts.map((contact) => contact.city).toSorted()).toEqual(['', 'Rome']);
  });

  test('can still be undone after a later merge was undone', async () => {
    const owner = await testApp.create.owner();
    const keep = await add(owner, { notes: 'first' });
    const second = await add(owner, { notes: 'second' });
    const third = await add(owner, { notes: 'third' });
    const before = await allOf(owner);
    const merge = async (id: string) =>
      (await owner.call(merging.mergePeople, { kind: 'clients', keep_id: keep.id, merge_id: id })).merge_id;
    const earlier = await merge(second.id);
    const later = await merge(third.id);
    await owner.call(merging.undoMerge, { id: later });
    await owner.call(merging.undoMerge, { id: earlier });
    expect((await allOf(owner)).contacts).toEqual(before.contacts);
  });

  test('is rejected for identical contacts, for contacts of another company and without permission', async () => {
    const owner = await testApp.create.owner();
    const { id } = await add(owner, {});
    const same = await owner.request(merging.mergePeople, { kind: 'clients', keep_id: id, merge_id: id });
    expect(same.error?.details).toEqual({ merge_id: 'Choose two different people' });
    const stranger = await testApp.create.owner();
    const theirs = await add(stranger, {});
    const answer = await owner.request(merging.mergePeople, {
      kind: 'clients',
      keep_id: id,
      merge_id: theirs.id,
    });
    expect(answer.status).toBe(404);
    const agent = await owner.call(contract.agents.create, {
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.example',
    });
    expect(
      (await owner.request(merging.mergePeople, { kind: 'clients', keep_id: id, merge_id: agent.id })).status,
    ).toBe(404);
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect(
      (await staff.request(merging.mergePeople, { kind: 'clients', keep_id: id, merge_id: id })).status,
    ).toBe(403);
  });
});
