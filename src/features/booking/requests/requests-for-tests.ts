import { mine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import { submitBooking } from '../contract.ts';
import { getBookingRequest, listBookingRequests } from '../office-contract.ts';
import { asNewVisitor, type BookableCompany } from '../public-booking-for-tests.ts';

/** Sends the request form of a company for 9 March 2030 at 12:10 and returns the id of the appointment. */
export async function newRequest(
  app: TestApp,
  company: BookableCompany,
  more: Parameters<BookableCompany['form']>[0] = {},
): Promise<string> {
  const form = company.form({ mode: 'request', date_time: '2030-03-09T12:10', ...more });
  await app.visitor.call(submitBooking, form, asNewVisitor());
  await app.runDueJobs();
  const { pageData } = await company.owner.call(listBookingRequests, { perPage: 100 });
  return pageData.at(-1)?.appointment_id ?? '';
}

/** The request of an appointment as the owner sees it. */
export async function requestOf({ owner }: BookableCompany, id: string) {
  const request = await owner.call(getBookingRequest, { id });
  if (!request) throw new Error('No visitor sent this appointment');
  return request;
}

/** Moves the clock. The owner signs in again, because sessions end. */
export async function moveTo(app: TestApp, company: BookableCompany, at: string): Promise<void> {
  app.clock.set(at);
  company.owner = await app.create.signInAgain(company.owner);
}

/** Names and recipients of all messages of a company, after the due jobs have run. */
export async function messagesOf(app: TestApp, { owner }: BookableCompany): Promise<string[]> {
  await app.runDueJobs();
  const rows = await app.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').orderBy('id').select(['template_key', 'to_address']).execute(),
  );
  return rows.map((row) => `${row.template_key} ${row.to_address}`);
}

/** The personal link to the proposed times in the last mail to an address. */
export function proposalLink(app: TestApp, address: string): { path: string; publicId: string; p: string } {
  const mail = app.sent.emails.findLast(
    ({ to, text }) => JSON.stringify(to).includes(address) && text.includes('/proposed-times/'),
  );
  const [path = '', publicId = '', p = ''] =
    /\/proposed-times\/([\w-]+)\?p=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  return { path, publicId, p };
}
