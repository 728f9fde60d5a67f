import { expect, test } from 'vitest';
import { mine, updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as bookingContract from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as listing from '../list-contract.ts';
import { listedAt, orderIdsOf, seedTwelveAppointments } from '../list-fixtures-for-tests.ts';

const app = await startTestApp({ at: listedAt });
const { owner, made, ids } = await seedTwelveAppointments(app);

const silent = await owner.call(
  bookingContract.bookAppointment,
  await goodPayload(owner, {
    date_time: '2030-04-20T09:00',
    order_id: '=SUM(1)',
    address: "12 O'Brien-Straße, Łódź Höfe",
    city: 'Zürich',
    disable_automated_notifications: true,
  }),
);

test('filters by notifications, signatures and publication, and sorts by creation time', async () => {
  expect(await ids({ silent: true })).toEqual(['=SUM(1)']);
  expect(await ids({ silent: false, perPage: 100 })).toHaveLength(12);
  expect(await ids({ published: false, signed: false, tab: 'upcoming', perPage: 1 })).toEqual(orderIdsOf(5));
  const byCreation = await ids({ sort: 'created_at', perPage: 100 });
  expect(byCreation.at(-1)).toBe('=SUM(1)');
  expect((await ids({ sort: '-created_at', perPage: 100 })).toReversed()).toEqual(byCreation);
  const first = await owner.call(listing.listAppointments, { sort: '-created_at', perPage: 5 });
  const cursor = first.pageInfo.endCursor ?? '';
  expect(await ids({ sort: '-created_at', perPage: 5, cursor })).toEqual(
    byCreation.toReversed().slice(5, 10),
  );
});

test.each([
  ['zurich', ['=SUM(1)']],
  ['ZÜR', ['=SUM(1)']],
  ["o'brien", ['=SUM(1)']],
  ['strasse lodz hofe', ['=SUM(1)']],
  ['strasse elm', []],
  ['=sum(1)', ['=SUM(1)']],
  ['L-1 elm', orderIdsOf(11, 10, 1)],
  ['clara zur', ['=SUM(1)']],
  ['...', undefined],
])('finds words that start with the search text: %s', async (text, expected) => {
  const found = await ids({ text, perPage: 100 });
  if (expected) expect(found).toEqual(expected);
  else expect(found).toHaveLength(13);
});

test('finds the appointment of an invoice number in any notation, alone or with other words', async () => {
  const numbers = await app.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'invoices')
      .where('appointment_id', '=', made[7]?.id ?? '')
      .select('number')
      .execute(),
  );
  const number = numbers[0]?.number ?? '';
  expect(number).toMatch(/^INV-00\d\d$/);
  for (const text of [number, number.toLowerCase(), `#${number.slice(4)}`, `${number} elm`, `elm ${number}`])
    expect(await ids({ text, perPage: 100 })).toEqual(orderIdsOf(7));
  expect(await ids({ text: `${number} zurich` })).toEqual([]);
  expect(await ids({ text: 'INV-0999' })).toEqual([]);
  const other = await app.create.owner();
  expect((await other.call(listing.listAppointments, { text: number })).pageData).toEqual([]);
});

test('no longer finds a deleted or renamed appointment by its previous text', async () => {
  const { id, rev } = silent;
  await owner.call(bookingContract.updateAppointment, { id, rev, city: 'Bern' });
  expect(await ids({ text: 'zurich' })).toEqual([]);
  expect(await ids({ text: 'bern' })).toEqual(['=SUM(1)']);
});

test('counts the open work in the tabs', async () => {
  expect(await owner.call(listing.countAppointments, {})).toEqual({
    requested: { count: 1, isCapped: false },
    unpaid: { count: 12, isCapped: false },
    unpublished: { count: 3, isCapped: false },
  });
});

test('exports the filtered list, safe for spreadsheets, without amounts for users who may not see prices', async () => {
  const file = await owner.request(listing.exportAppointments, { silent: true });
  expect(file.headers['content-disposition']).toContain('appointments-2030-03-04.csv');
  const [header, line] = file.raw.toString('utf8').split('\r\n');
  expect(header).toContain('order_id,date,start_time');
  expect(line).toContain(`'=SUM(1),2030-04-20,09:00`);
  expect(line).toContain(',600,600,');
  const technician = await app.create.member(owner, { type: 'technician' });
  const theirs = (await technician.request(listing.exportAppointments, { silent: true })).raw.toString(
    'utf8',
  );
  expect(theirs).toContain('SUM(1)');
  expect(theirs).not.toContain('600');
  const all = (await owner.request(listing.exportAppointments, { tab: 'all' })).raw.toString('utf8');
  expect(all.trim().split('\r\n')).toHaveLength(14);
  const wrong = await owner.request(listing.exportAppointments, { from: '2030-02-30' });
  expect(wrong.error?.details).toEqual({ from: 'Date is not valid' });
});

test('the export distinguishes technicians with the same name', async () => {
  const other = await app.create.owner();
  const [first, second] = [
    await app.create.member(other, { type: 'technician' }),
    await app.create.member(other, { type: 'technician' }),
  ];
  const emails: string[] = [];
  for (const { id } of [first, second]) {
    const row = await app.writeAs(other.subscriberId, (w) =>
      updateMine(w, 'users')
        .set({ first_name: 'Ann', last_name: 'Lee' })
        .where('id', '=', id)
        .returning('email')
        .executeTakeFirstOrThrow(),
    );
    emails.push(`Ann Lee (${row.email})`);
  }
  await other.call(
    bookingContract.bookAppointment,
    await goodPayload(other, { date_time: '2030-04-20T09:00', inspectors: [first.id, second.id] }),
  );
  const file = await other.request(listing.exportAppointments, { tab: 'all' });
  expect(file.raw.toString('utf8')).toContain(`"${emails.join(', ')}"`);
});

test.each([
  {},
  { tab: 'canceled' },
  { tab: 'upcoming', text: 'elm' },
  { from: '2030-03-03', to: '2030-03-05' },
  { text: 'nomatch' },
] as const)('adds up what the list shows: %o', async (filter) => {
  const { pageData } = await owner.call(listing.listAppointments, { ...filter, perPage: 100 });
  const sum = (of: 'total_fee' | 'outstanding') => pageData.reduce((all, row) => all + (row[of] ?? 0), 0);
  expect(await owner.call(listing.totalAppointments, filter)).toEqual({
    isCapped: false,
    total: sum('total_fee'),
    outstanding: sum('outstanding'),
  });
});

test('leaves void invoices out of the sums', async () => {
  const [before] = await Promise.all([owner.call(listing.totalAppointments, {})]);
  const [row] = (await owner.call(listing.listAppointments, { text: 'L-7' })).pageData;
  await app.writeAs(owner.subscriberId, (ctx) =>
    updateMine(ctx, 'invoices')
      .set({ status: 'void' })
      .where('appointment_id', '=', row?.id ?? '')
      .execute(),
  );
  const after = await owner.call(listing.totalAppointments, {});
  expect(row?.total_fee).toBeGreaterThan(0);
  expect(after).toEqual({
    isCapped: false,
    total: (before.total ?? 0) - (row?.total_fee ?? 0),
    outstanding: (before.outstanding ?? 0) - (row?.outstanding ?? 0),
  });
});

test('distinguishes a signed appointment from one without agreements', async () => {
  const rowOf = async (text: string) =>
    (await owner.call(listing.listAppointments, { text })).pageData.map((row) => [
      row.order_id,
      row.agreement_signed,
      row.has_agreements,
    ]);
  await owner.call(
    bookingContract.bookAppointment,
    await goodPayload(owner, { date_time: '2030-04-21T09:00', order_id: 'BARE', agreements: [] }),
  );
  expect(await rowOf('BARE')).toEqual([['BARE', true, false]]);
  expect(await rowOf('L-8')).toEqual([['L-8', false, true]]);
});
