import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { encodeCursor } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import * as contract from '../contract.ts';
import { refundPayment } from '../pay-contract.ts';
import { bookWithInvoice } from './book-with-invoice-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const first = (await bookWithInvoice(owner)).appointment;
const second = (await bookWithInvoice(owner, { order_id: '1002', date_time: '2030-03-09T09:00' }))
  .appointment;
const pay = (id: string, amount: number, method: 'cash' | 'check' | 'bank') =>
  owner.call(contract.recordPayment, { id, amount, method });
const cash = await pay(first.id, 100, 'cash');
const check = await pay(first.id, 250.5, 'check');
const bank = await pay(second.id, 1200, 'bank');
const back = await pay(second.id, 40, 'cash');
await owner.call(refundPayment, { id: back.id, amount: 15, reason: 'Discount' });
const mistake = await pay(second.id, 7, 'cash');
await owner.call(contract.voidPayment, { id: mistake.id, reason: 'Typed twice' });

const names = new Map([
  [cash.id, 'cash'],
  [check.id, 'check'],
  [bank.id, 'bank'],
  [back.id, 'back'],
  [mistake.id, 'mistake'],
]);
type Asked = Omit<HandlerInput<typeof contract.listPayments>, 'cursor'>;
const found = async (asked: Asked) =>
  (await owner.call(contract.listPayments, asked)).pageData.map((row) => names.get(row.id));

test('lists what each payment was for, latest first', async () => {
  const { pageData, pageInfo } = await owner.call(contract.listPayments, {});
  expect(pageData.map((row) => names.get(row.id))).toEqual(['mistake', 'back', 'bank', 'check', 'cash']);
  expect(pageInfo.total).toBe(5);
  const { public_id } = await owner.call(contract.getInvoice, { id: second.id });
  expect(pageData[2]).toMatchObject({
    order_id: second.order_id,
    address: second.address,
    paid_for: expect.stringMatching(/\S/),
    invoice_public_id: public_id,
  });
});

test.each<[Asked, string[]]>([
  [{ text: first.order_id }, ['check', 'cash']],
  [{ text: '250.50' }, ['check']],
  [{ text: '$1,200' }, ['bank']],
  [{ text: '250,5' }, ['check']],
  [{ text: 'nobody at all' }, []],
  // Larger than an amount column can hold.
  [{ text: '99999999.99' }, []],
  [{ method: 'cash' }, ['mistake', 'back', 'cash']],
  [{ state: 'received' }, ['bank', 'check', 'cash']],
  [{ state: 'given_back' }, ['back']],
  [{ state: 'taken_back' }, ['mistake']],
  [{ state: 'disputed' }, []],
  [{ state: 'received', method: 'cash' }, ['cash']],
  [{ appointmentId: second.id, state: 'received' }, ['bank']],
  [{ text: second.order_id, method: 'bank' }, ['bank']],
])('%j finds %j', async (asked, expected) => {
  expect(await found(asked)).toEqual(expected);
});

test.each<[Asked, Partial<HandlerOutput<typeof contract.totalPayments>['totals'][number]>]>([
  [{}, { count: 5, received: 1590.5, refunded: 15, voided: 7, pending: 0, disputed: 0, currency: 1 }],
  [{ method: 'cash' }, { count: 3, received: 140, refunded: 15, voided: 7 }],
  [{ state: 'taken_back' }, { count: 1, received: 0, voided: 7 }],
  [{ text: first.order_id }, { count: 2, received: 350.5, refunded: 0 }],
])('%j adds up to %j', async (asked, expected) => {
  const { totals } = await owner.call(contract.totalPayments, asked);
  expect(totals).toEqual([expect.objectContaining(expected)]);
});

test('adds up nothing of another company, and nothing for who may not see payments', async () => {
  const other = await testApp.create.owner();
  expect((await other.call(contract.totalPayments, {})).totals).toEqual([]);
  const staff = await testApp.create.member(owner, { type: 'staff' });
  expect((await staff.request(contract.totalPayments, {})).status).toBe(403);
});

test('a filtered list can be read page by page to its end, with a filtered count', async () => {
  const pages: (string | undefined)[][] = [];
  let cursor: string | null | undefined;
  do {
    const asked = { method: 'cash', perPage: 2, ...(cursor ? { cursor } : {}) } as const;
    const { pageData, pageInfo } = await owner.call(contract.listPayments, asked);
    expect(pageInfo.total).toBe(3);
    pages.push(pageData.map((row) => names.get(row.id)));
    cursor = pageInfo.endCursor;
  } while (cursor);
  expect(pages).toEqual([['mistake', 'back'], ['cash']]);
});

test('finds payments by the client’s name, without anyone else’s', async () => {
  const { pageData } = await owner.call(contract.listPayments, { perPage: 1 });
  const name = pageData[0]?.paid_for ?? '';
  expect(await found({ text: name })).toHaveLength(5);
  const other = await testApp.create.owner();
  expect((await other.call(contract.listPayments, { text: name })).pageData).toEqual([]);
  expect((await other.call(contract.listPayments, { text: '100' })).pageData).toEqual([]);
});

test('filters by days in the company’s time zone, in the order the payments were received', async () => {
  const other = await testApp.create.owner();
  const { appointment } = await bookWithInvoice(other);
  // Recorded in this order, none on the day it was received. New York is five hours behind.
  const received = {
    lastMinute: '2030-02-11T04:59:00Z',
    nextDay: '2030-02-11T05:00:00Z',
    firstMinute: '2030-02-10T05:00:00Z',
    dayBefore: '2030-02-10T04:59:00Z',
    noon: '2030-02-10T17:00:00Z',
  };
  const ids = new Map<string, string>();
  for (const [name, received_at] of Object.entries(received)) {
    const input = { id: appointment.id, amount: 10, method: 'cash', received_at } as const;
    ids.set((await other.call(contract.recordPayment, input)).id, name);
  }
  const read = async (asked: Asked & { cursor?: string }) => {
    const { pageData, pageInfo } = await other.call(contract.listPayments, asked);
    return { names: pageData.map((row) => ids.get(row.id)), ...pageInfo };
  };
  const day = { from: '2030-02-10', to: '2030-02-10' };
  expect((await read(day)).names).toEqual(['lastMinute', 'noon', 'firstMinute']);
  expect((await read({ from: '2030-02-11' })).names).toEqual(['nextDay']);
  expect((await read({ to: '2030-02-09' })).names).toEqual(['dayBefore']);
  expect((await read({ ...day, method: 'bank' })).names).toEqual([]);
  expect((await read({ from: '2030-02-11', to: '2030-02-09' })).names).toEqual([]);
  const first = await read({ ...day, perPage: 2 });
  expect(first).toMatchObject({ names: ['lastMinute', 'noon'], total: 3, hasNextPage: true });
  const rest = await read({ ...day, perPage: 2, cursor: first.endCursor ?? '' });
  expect(rest).toMatchObject({ names: ['firstMinute'], hasNextPage: false });
  // A cursor of the other order starts from the beginning, and so does a forged one.
  const unasked = await read({ perPage: 2 });
  expect((await read({ ...day, cursor: unasked.endCursor ?? '' })).names).toHaveLength(3);
  const madeUp = await read({ ...day, cursor: encodeCursor(['soon', 'me']) });
  expect(madeUp.names).toEqual(['lastMinute', 'noon', 'firstMinute']);
});

test('payments received at the same moment are paged through once each', async () => {
  const other = await testApp.create.owner();
  const { appointment } = await bookWithInvoice(other);
  const received_at = '2030-02-10';
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const input = { id: appointment.id, amount: 10 + i, method: 'cash', received_at } as const;
    made.unshift((await other.call(contract.recordPayment, input)).id);
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const asked = { from: received_at, to: received_at, perPage: 2, ...(cursor ? { cursor } : {}) };
    const { pageData, pageInfo } = await other.call(contract.listPayments, asked);
    seen.push(...pageData.map((row) => row.id));
    cursor = pageInfo.endCursor;
  } while (cursor);
  expect(seen).toEqual(made);
});

test.each([
  [{ from: '2030-02-30' }, 'from'],
  [{ to: 'tomorrow' }, 'to'],
  [{ to: '9999-12-31' }, 'to'],
  [{ method: 'shells' }, 'method'],
  [{ state: 'lost' }, 'state'],
  [{ text: 'x'.repeat(201) }, 'text'],
])('rejects %j and names the field', async (wrong, field) => {
  const answer = await owner.request(contract.listPayments, wrong);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.error?.details ?? {})).toEqual([field]);
});
