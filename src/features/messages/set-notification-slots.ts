import {
  type NotificationSlot,
  type SlotPlace,
  slotPlaces,
  slotProblems,
} from '#domain/company/notification-slots.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { notificationSettingsOf } from './notification-settings.ts';
import type * as contract from './slots-contract.ts';

/** Changes reminders; each field that is wrong is named (`client_email_1.subject`) and then nothing changes. */
export async function setNotificationSlots(
  ctx: WriteCtx,
  input: Takes<typeof contract.setNotificationSlots>,
): Promise<Gives<typeof contract.setNotificationSlots>> {
  const before = await notificationSettingsOf(ctx);
  const problems: Record<string, string> = {};
  const changed: [SlotPlace, NotificationSlot][] = [];
  for (const place of slotPlaces) {
    const sent = input[place.key];
    if (!sent) continue;
    const slot = { ...before[place.key], ...sent } as NotificationSlot;
    for (const [field, problem] of Object.entries(slotProblems(place.channel, slot)))
      problems[`${place.key}.${field}`] = problem;
    if (JSON.stringify(slot) !== JSON.stringify(before[place.key])) changed.push([place, slot]);
  }
  if (Object.keys(problems).length > 0) throw badInput(problems);
  for (const [place, slot] of changed) await keep(ctx, place, slot);
  if (changed.length > 0) {
    const keys = changed.map(([{ key }]) => key);
    await ctx.audit({
      action: 'company.reminders_changed',
      entity: 'company',
      entity_id: ctx.subscriberId,
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: Object.fromEntries(changed.map(([{ key }, slot]) => [key, slot])),
    });
    await ctx.emit({ type: 'company.changed', fields: keys });
  }
  return notificationSettingsOf(ctx);
}

async function keep(ctx: WriteCtx, place: SlotPlace, slot: NotificationSlot): Promise<void> {
  const { audience, channel, index } = place;
  const values = { ...slot, updated_at: ctx.now };
  await ctx.db
    .insertInto('notification_slots')
    .values({ subscriber_id: ctx.subscriberId, audience, channel, index, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'audience', 'channel', 'index']).doUpdateSet(values))
    .execute();
}
