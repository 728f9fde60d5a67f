import type { DurationUnit } from '#domain/base/durations.ts';
import { completeSlots, textIn } from '#domain/company/default-slots.ts';
import {
  changeSlots,
  type NotificationSlot,
  type SlotChanges,
  type SlotKey,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import { badInput } from '#wire/errors.ts';

/**
 * The company's twenty reminders; an appointment copies them when it is booked. Texts that the company did not change are
 * in its language.
 */
export async function getNotificationSettings(
  ctx: ReadCtx | WriteCtx,
): Promise<Record<SlotKey, NotificationSlot>> {
  const rows = await mine(ctx, 'notification_slots').selectAll().execute();
  const lang = await companyLanguage(ctx);
  const own = slotPositions.flatMap((place): [string, NotificationSlot][] => {
    const { audience, channel, index } = place;
    const row = rows.find(
      (one) => one.audience === audience && one.channel === channel && one.index === index,
    );
    if (!row) return [];
    const { enabled, value } = row;
    const when = row.when === 'post' ? 'post' : 'pre';
    return [
      [place.key, { enabled, when, value, unit: row.unit as DurationUnit, ...textIn(lang, place, row) }],
    ];
  });
  return completeSlots(Object.fromEntries(own), lang);
}

async function companyLanguage(ctx: ReadCtx | WriteCtx) {
  return langOf((await getCompany(ctx)).settings.message_language);
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
    before ? completeSlots(before, await companyLanguage(ctx)) : await getNotificationSettings(ctx),
    sent,
  );
  const named = Object.entries(problems).map(([path, problem]) => [`notification_settings.${path}`, problem]);
  if (named.length > 0) throw badInput(Object.fromEntries(named));
  return slots;
}
