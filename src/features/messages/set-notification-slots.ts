import {
  changeSlots,
  type NotificationSlot,
  type SlotPosition,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { getNotificationSettings } from './notification-settings.ts';
import type * as contract from './notification-slots-contract.ts';

/** Updates reminders; if any field is invalid, reports it by name (`client_email_1.subject`) and changes nothing. */
export async function setNotificationSlots(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.setNotificationSlots>,
): Promise<HandlerOutput<typeof contract.setNotificationSlots>> {
  const before = await getNotificationSettings(ctx);
  const { slots, problems } = changeSlots(before, input);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  const changed = slotPositions.filter(
    ({ key }) => JSON.stringify(slots[key]) !== JSON.stringify(before[key]),
  );
  for (const place of changed) await keep(ctx, place, slots[place.key]);
  if (changed.length > 0) {
    const keys = changed.map(({ key }) => key);
    await ctx.audit({
      action: 'company.reminders_changed',
      entity: 'company',
      entity_id: ctx.subscriberId,
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: Object.fromEntries(keys.map((key) => [key, slots[key]])),
    });
    await ctx.emit({ type: 'company.changed', fields: keys });
  }
  return getNotificationSettings(ctx);
}

async function keep(ctx: WriteCtx, place: SlotPosition, slot: NotificationSlot): Promise<void> {
  const { audience, channel, index } = place;
  const values = { ...slot, updated_at: ctx.now };
  await insertMine(ctx, 'notification_slots', { audience, channel, index, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'audience', 'channel', 'index']).doUpdateSet(values))
    .execute();
}
