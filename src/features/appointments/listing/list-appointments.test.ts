import { describe, expect, test } from 'vitest';
import { clients } from '#features/people/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { encodeCursor } from '#wire/paging.ts';
import * as bookingContract from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as contract from '../contract.ts';
import * as listing from '../list-contract.ts';
import { listedAt, orderIdsOf, seedTwelveAppointments } from '../list-fixtures-for-tests.ts';

const app = await startTestApp({ at: listedAt });
const { owner, made, ids } = await seedTwelveAppointments(app);

describe('the tabs', () => {
  test.each([
    ['upcoming', orderIdsOf(5, 6, 7, 8, 9, 10, 11)],
    ['requested', orderIdsOf(3)],
    ['past', orderIdsOf(2, 1, 0)],
    ['unpaid', orderIdsOf(11, 10, 9, 8, 7, 6, 5, 3, 2, 1, 0)],
    ['unpublished', orderIdsOf(2, 1, 0)],
    ['canceled', orderIdsOf(4)],
    ['all', orderIdsOf(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)],
  ] as const)('%s', async (tab, expected) => {
    expect(await ids({ tab, perPage: 100 })).toEqual(expected);
  });
});

describe('the appointments list', () => {
  test('pages by cursor without gaps or duplicates, with the total', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let i = 0; i < 5; i++) {
      const page: Awaited<ReturnType<typeof next>> = await next(cursor);
      expect(page.pageInfo.total).toBe(12);
      seen.push(...page.pageData.map((row) => row.order_id));
      if (!page.pageInfo.hasNextPage) break;
      cursor = page.pageInfo.endCursor ?? undefined;
    }
    expect(seen).toEqual(orderIdsOf(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    const beyond = await next(encodeCursor(['2000-01-01T00:00:00.000Z', made[0]?.id ?? '']));
    expect(beyond).toMatchObject({ pageData: [], pageInfo: { total: 12, hasNextPage: false } });

    function next(from: string | undefined) {
      return owner.call(listing.listAppointments, { perPage: 5, cursor: from });
    }
  });

  test('filters by company-local days, people and text', async () => {
    expect(await ids({ from: '2030-03-03', to: '2030-03-05' })).toEqual(orderIdsOf(3, 2, 1));
    expect(await ids({ text: 'elm L-7' })).toEqual(orderIdsOf(7));
    expect(await ids({ text: 'clara', perPage: 3 })).toHaveLength(3);
    expect(await ids({ text: 'nomatch' })).toEqual([]);
    expect(await ids({ clientId: made[6]?.clients[0] })).toEqual(orderIdsOf(6));
    expect(await ids({ technicianId: owner.id, status: 'canceled' })).toEqual(orderIdsOf(4));
    expect(await ids({ paid: true })).toEqual([]);
    expect(await ids({ sort: 'date_time', perPage: 2 })).toEqual(orderIdsOf(0, 1));
    expect((await owner.request(listing.listAppointments, { from: '2030-02-30' })).error?.details).toEqual({
      from: 'Date is not valid',
    });
    expect((await owner.request(listing.listAppointments, { tab: 'x' })).status).toBe(400);
  });

  test('shows people, time and status', async () => {
    const { pageData } = await owner.call(listing.listAppointments, { perPage: 1 });
    expect(pageData[0]).toMatchObject({
      date_time: '2030-03-13T09:00:00-04:00',
      clients: [{ first_name: 'Clara', last_name: 'Client' }],
      technicians: [{ id: owner.id, color: '#add8e6', invisible: false }],
      services: ['Residential home inspection'],
      display_status: 'scheduled',
      total_fee: 600,
    });
    expect((await owner.call(listing.listAppointments, { text: 'L-3' })).pageData[0]?.display_status).toBe(
      'requested',
    );
  });
});

describe('the defaults of the dialog', () => {
  test('include every field and only selectable options', async () => {
    const inactive = await owner.call(clients.create, {
      first_name: 'No',
      last_name: 'No',
      email: 'no@no.example',
    });
    await owner.call(clients.setStatus, { id: inactive.id, newStatus: 0 });
    const defaults = await owner.call(bookingContract.getDefaults, {});
    expect(defaults).toMatchObject({
      orderId: '1001',
      isLimitReached: false,
      timezone: 'America/New_York',
      currencySymbol: '$',
      default_start_time: 900,
      default_duration: 3,
      default_price: 0,
      default_agreement: null,
    });
    expect(defaults.serviceOptions).toHaveLength(10);
    expect(defaults.templateOptions[0]?.label).toBe('Residential');
    expect(defaults.inspectorOptions.map((o) => o.id)).toEqual([owner.id]);
    expect(defaults.clientOptions.map((o) => o.id)).not.toContain(inactive.id);
    expect((await owner.call(bookingContract.getUserSettings, {})).default_technicians).toEqual([owner.id]);
  });
});

describe('unusual list parameters', () => {
  test('fall back to the first page for forged cursors and reject far years by field', async () => {
    const forged = [
      ['x', 'y'],
      ['9999', made[0]?.id ?? ''],
      [1, 2],
    ].map((keys) => encodeCursor(keys));
    for (const cursor of [...forged, 'nonsense'])
      expect(await ids({ cursor, perPage: 2 })).toEqual(orderIdsOf(11, 10));
    const far = await owner.request(listing.listAppointments, { to: '9999-12-31' });
    expect(far.error?.details).toEqual({ to: 'Date is not valid' });
    const booking = await owner.request(
      bookingContract.bookAppointment,
      await goodPayload(owner, { date_time: '9999-06-01T23:30' }),
    );
    expect(booking.error?.details).toEqual({ date_time: 'Date needs to be valid' });
    expect(
      (await owner.request(contract.listActivity, { id: made[0]?.id, cursor: encodeCursor(['x']) })).status,
    ).toBe(200);
    expect((await owner.request(clients.list, { cursor: encodeCursor(['a', 'b', 'c']) })).status).toBe(200);
  });
});
