import {
  changeSlots,
  type NotificationSlot,
  type SlotPosition,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { listReminders } from './notification-settings.ts';
import type * as contract from './notification-slots-contract.ts';

/**
 * Updates reminders; if any field is invalid, reports it by name (`client_email_1.subject`) and changes nothing. Throws CONFLICT
 * with the current reminders if one that changes was saved since the version that was sent.
 */
export async function setNotificationSlots(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.setNotificationSlots>,
): Promise<HandlerOutput<typeof contract.setNotificationSlots>> {
  const before = await listReminders(ctx);
  const { slots, problems } = changeSlots(before, input);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  const changed = slotPositions.filter(
    ({ key }) => JSON.stringify(asSlot(slots[key])) !== JSON.stringify(asSlot(before[key])),
  );
  for (const place of changed) {
    const { rev } = before[place.key];
    const isCurrent = (input[place.key]?.rev ?? rev) === rev;
    if (!isCurrent || !(await save(ctx, place, asSlot(slots[place.key]), rev)))
      throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
        current: await listReminders(ctx),
      });
  }
  if (changed.length > 0) {
    const keys = changed.map(({ key }) => key);
    await ctx.audit({
      action: 'company.reminders_changed',
      entity: 'company',
      entity_id: ctx.subscriberId,
      before: Object.fromEntries(keys.map((key) => [key, asSlot(before[key])])),
      after: Object.fromEntries(keys.map((key) => [key, asSlot(slots[key])])),
    });
    await ctx.emit({ type: 'company.changed', fields: keys });
  }
  return listReminders(ctx);
}

/** Stores a reminder as the next version; false if it was saved since `rev`. */
async function save(
  ctx: WriteCtx,
  { audience, channel, index }: SlotPosition,
  slot: NotificationSlot,
  rev: number,
): Promise<boolean> {
  const values = { ...slot, rev: rev + 1, updated_at: ctx.now };
  const saved = await insertMine(ctx, 'notification_slots', { audience, channel, index, ...values })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'audience', 'channel', 'index'])
        .doUpdateSet(values)
        .where('notification_slots.rev', '=', rev),
    )
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function asSlot({ enabled, when, value, unit, subject, body }: NotificationSlot): NotificationSlot {
  return { enabled, when, value, unit, subject, body };
}
