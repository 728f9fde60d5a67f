import { getCompany } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import type { Recipient } from '#features/messages/recipients.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * Notifies the company of a new request. Requests of visitors go to the addresses and numbers of the request form's
 * settings; without addresses, and for requests that a member entered, to the administrators.
 */
export async function notifyOfRequest(
  ctx: WriteCtx,
  appointment_id: string,
  { occasion, only }: { occasion: string; only: (to: Recipient) => boolean },
): Promise<void> {
  const { request_form: form } = (await getCompany(ctx)).settings;
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointment_id)
    .select('source')
    .executeTakeFirst();
  const isOfVisitor = row !== undefined && row.source !== 'internal';
  const emails = isOfVisitor ? form.notify_emails : [];
  if (!isOfVisitor || (form.notify_email && emails.length === 0)) {
    await notify(ctx, 'request_received_admin', { appointment_id, occasion, only, channels: ['email'] });
    return;
  }
  const addresses = [
    ...(form.notify_email ? emails.map((email) => ({ email })) : []),
    ...(form.notify_phone ? form.notify_phones.map((phone) => ({ email: '', phone })) : []),
  ];
  if (addresses.length === 0) return;
  await notify(ctx, 'request_received_admin', {
    appointment_id,
    addresses,
    occasion: (to) => `${occasion}.${to.email || to.phone}`,
    // The chosen addresses instead of the administrators.
    only: (to) => to.audience === 'chosen',
    each: async () => ({ link: `${ctx.installation.publicUrl}/appointments/details/${appointment_id}` }),
  });
}
