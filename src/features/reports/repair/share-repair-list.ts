import { z } from 'zod/mini';
import { addHours } from '#domain/base/time.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { getCompany } from '#features/company/get-company.ts';
import { occasionsByHand } from '#features/messages/messages-just-sent.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { email as emailField } from '#wire/fields.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { shareRepairList as contract } from '../repair-contract.ts';
import * as store from '../store.ts';
import { openRepairListForChange } from './open-repair-list.ts';
import { countShares } from './repair-store.ts';
import { requireEdit } from './save-repair-list.ts';

/** The page is open to everyone with its address, so that many mails in the company's name would be abuse. */
const mostPerDay = 60;

/**
 * Mails the address of a list. Each address gets the same state with the same message once in five minutes; an invalid
 * one is identified by its index. Throws RATE_LIMITED after many mails about one appointment in a day.
 */
export async function shareRepairList(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract>,
): Promise<{ sent: number }> {
  const from = await openRepairListForChange(ctx, input);
  requireEdit(from);
  refuseInvalid(input.recipients);
  const { list, opened } = from;
  const { appointment, report } = opened;
  const recipients = [...new Set(input.recipients)];
  // The limit counts the mails of all lists of the appointment.
  await lockAppointment(ctx, appointment.id);
  const sentToday = await countShares(ctx, appointment.id, addHours(ctx.now, -24));
  if (sentToday + recipients.length > mostPerDay)
    throw new AppError(
      'RATE_LIMITED',
      'Too many emails were sent about this list today. Try again tomorrow.',
      {
        retryAfter: 3600,
      },
    );
  const people = await store.listRecipients(ctx, appointment.id);
  const { company_name } = await getCompany(ctx);
  const chosen = { message: input.message ?? '', rev: list.rev };
  await notify(ctx, 'repair_list_share', {
    isByHand: true,
    appointment_id: appointment.id,
    addresses: recipients.map((email) => {
      const person = people.find((one) => one.email === email);
      return { email, lang: person?.language ?? '', person_id: person?.person_id ?? null };
    }),
    occasion: await occasionsByHand(ctx, {
      template: 'repair_list_share',
      appointment_id: appointment.id,
      about: `${list.id}.${sha256Hex(JSON.stringify(chosen)).slice(0, 20)}`,
    }),
    facts: {
      sender: list.maker_name || company_name,
      title: list.title || report.name,
      extra: input.message ?? '',
    },
    each: async () => ({ link: `${ctx.installation.publicUrl}/repair-list/${list.public_id}` }),
  });
  const of = { report_id: report.id, appointment_id: appointment.id };
  await ctx.emit({
    type: 'repair_list.shared',
    ...of,
    repair_list_id: list.id,
    recipients: recipients.length,
  });
  return { sent: recipients.length };
}

function refuseInvalid(recipients: readonly string[]): void {
  const fields = Object.fromEntries(
    recipients.flatMap((address, i) =>
      z.safeParse(emailField, address).success
        ? []
        : [[`recipients.${i}`, `${address || 'This address'} is not a valid email`]],
    ),
  );
  if (Object.keys(fields).length > 0) throw badInput(fields);
}
