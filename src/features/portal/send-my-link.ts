import { isLinkExpired, isRenewable } from '#domain/people/client-rights.ts';
import { type LinkPerson, linkPeople } from '#features/agreements/link-holder.ts';
import type { WriteCtx } from '#server/context.ts';
import { parsePersonalToken } from '#server/personal-links.ts';
import type { HandlerInput } from '#wire/route.ts';
import { renewLink } from '../appointments/person-links.ts';
import type { sendMyLink as contract } from './contract.ts';
import { mailPersonalLinks } from './mail-personal-link.ts';
import { personKey } from './person-key.ts';
import * as store from './store.ts';

const anHour = 3_600_000;

/**
 * Mails the personal link to the address on file of the picked person, or of the person whose link expired, otherwise to
 * everyone on the appointment. Sends at most one mail an hour per person, however often it is requested. Renews a link
 * that expired by the company's rule, since only the person's own mailbox receives it; a link that the company ended
 * stays ended and is not mailed. The response does not reveal who was mailed.
 */
export async function sendMyLink(ctx: WriteCtx, input: HandlerInput<typeof contract>): Promise<null> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) return null;
  const hour = Math.floor(Date.parse(ctx.now) / anHour);
  const people = (await wanted(ctx, appointment.id, input)).filter((person) => {
    const isOver = isLinkExpired(person.link_ends_at, ctx.now);
    return person.email !== '' && (!isOver || isRenewable(person));
  });
  for (const person of people) {
    if (isLinkExpired(person.link_ends_at, ctx.now)) await renewLink(ctx, person.id);
  }
  await mailPersonalLinks(ctx, appointment.id, people, { occasion: String(hour) });
  return null;
}

async function wanted(ctx: WriteCtx, appointmentId: string, input: HandlerInput<typeof contract>) {
  const people = await linkPeople(ctx, appointmentId);
  const { key, p } = input;
  // An expired or revoked token is good enough here: the mail goes to the address on file.
  const named = parsePersonalToken(p);
  const isWanted = (person: LinkPerson) =>
    key ? personKey(ctx.installation, person.id) === key : person.id === named;
  return key || people.some((person) => person.id === named) ? people.filter(isWanted) : people;
}
