import type { DurationUnit } from '#domain/base/durations.ts';
import { completeSlots, textIn } from '#domain/company/default-slots.ts';
import {
  changeSlots,
  type NotificationSlot,
  type SlotChanges,
  type SlotKey,
  type SlotPosition,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import { badInput } from '#wire/errors.ts';

/** A reminder with the number of its saves. */
type VersionedSlot = NotificationSlot & { rev: number };

/**
 * The company's twenty reminders; an appointment copies them when it is booked. Texts that the company did not change are
 * in its language.
 */
async function getNotificationSettings(ctx: ReadCtx | WriteCtx): Promise<Record<SlotKey, NotificationSlot>> {
  const lang = await companyLanguage(ctx);
  const rows = await storedRows(ctx);
  const own = slotPositions.flatMap((place): [string, NotificationSlot][] => {
    const row = rowOf(rows, place);
    if (!row) return [];
    const { enabled, value } = row;
    const when = row.when === 'post' ? 'post' : 'pre';
    return [
      [place.key, { enabled, when, value, unit: row.unit as DurationUnit, ...textIn(lang, place, row) }],
    ];
  });
  return completeSlots(Object.fromEntries(own), lang);
}

/** The company's twenty reminders with their versions, for those who change them. */
export async function listReminders(ctx: ReadCtx | WriteCtx): Promise<Record<SlotKey, VersionedSlot>> {
  const slots = await getNotificationSettings(ctx);
  const rows = await storedRows(ctx);
  const listed = slotPositions.map((place) => [
    place.key,
    { ...slots[place.key], rev: rowOf(rows, place)?.rev ?? 0 },
  ]);
  return Object.fromEntries(listed) as Record<SlotKey, VersionedSlot>;
}

type Row = Awaited<ReturnType<typeof storedRows>>[number];

function storedRows(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'notification_slots').selectAll().execute();
}

function rowOf(rows: readonly Row[], { audience, channel, index }: SlotPosition): Row | undefined {
  return rows.find((one) => one.audience === audience && one.channel === channel && one.index === index);
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
