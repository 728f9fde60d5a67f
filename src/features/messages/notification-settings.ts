import type { DurationUnit } from '#domain/base/durations.ts';
import {
  changeSlots,
  completeSlots,
  type NotificationSlot,
  type SlotChanges,
  type SlotKey,
} from '#domain/company/notification-slots.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';

/** The company's twenty reminders; an appointment copies them when it is booked. */
export async function getNotificationSettings(
  ctx: ReadCtx | WriteCtx,
): Promise<Record<SlotKey, NotificationSlot>> {
  const rows = await mine(ctx, 'notification_slots').selectAll().execute();
  const own = rows.map((row): [string, NotificationSlot] => [
    `${row.audience}_${row.channel}_${row.index}`,
    {
      enabled: row.enabled,
      when: row.when === 'post' ? 'post' : 'pre',
      value: row.value,
      unit: row.unit as DurationUnit,
      subject: row.subject,
      body: row.body,
    },
  ]);
  return completeSlots(Object.fromEntries(own));
}

/**
 * The reminders of an appointment with the sent fields changed; without `before`, those of a new one: the company's.
 * Throws BAD_USER_INPUT naming each invalid field.
 */
export async function remindersOf(
  ctx: ReadCtx | WriteCtx,
  sent: SlotChanges,
  before?: Partial<Record<SlotKey, NotificationSlot>>,
): Promise<Record<SlotKey, NotificationSlot>> {
  const { slots, problems } = changeSlots(
    before ? completeSlots(before) : await getNotificationSettings(ctx),
    sent,
  );
  const named = Object.entries(problems).map(([path, problem]) => [`notification_settings.${path}`, problem]);
  if (named.length > 0) throw badInput(Object.fromEntries(named));
  return slots;
}
