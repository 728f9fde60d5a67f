import { addressLines } from '#domain/base/addresses.ts';
import { asInstant, formatWithOffset, isBefore } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { decodeCursor, mostCounted, type Page, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { listWaitingBookings as listContract, WaitingBooking } from '../office-contract.ts';
import { typedPeople } from '../requests/typed-people.ts';
import * as store from '../store.ts';
import type { Waiting } from './await-confirmation.ts';

/** Lists the forms that wait for their confirmation by mail, newest first: a visitor who calls can be answered. */
export async function listWaitingBookings(
  ctx: ReadCtx,
  input: HandlerInput<typeof listContract>,
): Promise<Page<WaitingBooking>> {
  const { timezone } = await getCompany(ctx);
  const [before] = decodeCursor(input.cursor, 'id') ?? [null];
  const perPage = pageSize(input);
  const rows = await store.waitingSubmissions(ctx, before, perPage + 1);
  const counted = await store.countableWaiting(ctx, mostCounted + 1);
  const page = toCountedPage(rows, perPage, (row) => [row.id], counted);
  const local = (time: string) => formatWithOffset(asInstant(time), timezone);
  return {
    ...page,
    pageData: page.pageData.map(({ id, source, created_at, waiting }) => {
      const { input: form, at, end, until, held_until, services } = waiting as unknown as Waiting;
      const isHeld = held_until !== null && isBefore(ctx.now, asInstant(held_until));
      return {
        ...{ id, mode: form.mode, source: source as WaitingBooking['source'], timezone, services },
        ...{ created_at: local(created_at), date_time: local(at), end_time: local(end) },
        address: addressLines(form.location).join(', '),
        people: typedPeople(form.people),
        message: form.message,
        held_until: isHeld ? local(held_until) : null,
        expires_at: local(until),
      };
    }),
  };
}
