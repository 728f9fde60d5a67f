import {
  completeSlots,
  type DurationUnit,
  type NotificationSlot,
  type SlotKey,
} from '#domain/company/notification-slots.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

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

/** The reminders of a new appointment: the company's, with its own overrides. */
export async function initialReminders(
  ctx: ReadCtx | WriteCtx,
  chosen: Readonly<Record<string, unknown>> | null | undefined,
): Promise<Record<string, unknown>> {
  const copies: Record<string, unknown> = await getNotificationSettings(ctx);
  for (const [key, value] of Object.entries(chosen ?? {})) {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    copies[key] = isPart ? { ...(copies[key] as object | undefined), ...value } : value;
  }
  return copies;
}
