import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, mostCounted, type Page, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { BookingRequestRow, listBookingRequests as listContract } from '../office-contract.ts';
import { presentRequests } from './present-requests.ts';
import * as store from './store.ts';

/** Lists the open requests of visitors, oldest first. */
export async function listBookingRequests(
  ctx: ReadCtx,
  input: HandlerInput<typeof listContract>,
): Promise<Page<BookingRequestRow>> {
  const [after] = decodeCursor(input.cursor, 'id') ?? [null];
  const perPage = pageSize(input);
  const rows = await store.openRequests(ctx, after, perPage + 1);
  const counted = await store.countableRequests(ctx, mostCounted + 1);
  const page = toCountedPage(rows, perPage, (row) => [row.submission_id], counted);
  return { ...page, pageData: await presentRequests(ctx, page.pageData) };
}

/** Returns what a visitor sent with an appointment; null if a member booked it. */
export async function getBookingRequest(
  ctx: ReadCtx,
  { id }: { id: string },
): Promise<BookingRequestRow | null> {
  const row = await store.requestOf(ctx, id);
  if (row) return (await presentRequests(ctx, [row]))[0] ?? null;
  if (!(await store.proposedAppointment(ctx, id))) throw notFound();
  return null;
}

/** Returns the request of an appointment. Throws NOT_FOUND unless a visitor sent it. */
export async function requireBookingRequest(ctx: ReadCtx | WriteCtx, id: string): Promise<BookingRequestRow> {
  const row = await store.requestOf(ctx, id);
  const [request] = row ? await presentRequests(ctx, [row]) : [];
  if (!request) throw notFound();
  return request;
}
