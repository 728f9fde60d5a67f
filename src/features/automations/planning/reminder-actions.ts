import { newAction } from '#domain/automations/action-types.ts';
import type { GroupedAction } from '#domain/automations/decision-types.ts';
import { completeSlots, defaultText, reminderLanguages } from '#domain/company/default-slots.ts';
import {
  type NotificationSlot,
  type SlotKey,
  type SlotPosition,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { fromPlainText, toHtml } from '#domain/text/rich-text.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { PlanningAction } from './planning-action.ts';

type Text = Pick<NotificationSlot, 'subject' | 'body'>;

const groupOfAudience = {
  client: 'clients',
  agent: 'agents',
  listing_agent: 'listing_agents',
  contractor: 'contractors',
} as const;

/** Returns a reminder as the action that it is: before the start or after the end of the appointment. */
function actionOfSlot({ key, audience, channel }: SlotPosition, slot: NotificationSlot): GroupedAction {
  return {
    ...newAction(key),
    group_enable: true,
    enable: slot.enabled,
    action_type: channel === 'email' ? 1 : 2,
    event_type: slot.when === 'pre' ? 18 : 19,
    trigger_type: slot.when === 'pre' ? 'before' : 'after',
    duration: slot.value,
    duration_type: slot.unit,
    trigger_once: true,
    to_address: [groupOfAudience[audience]],
    ...contentOf(channel, slot),
  };
}

function contentOf(channel: SlotPosition['channel'], { subject, body }: Text) {
  return { subject, body_content: channel === 'email' ? toHtml(fromPlainText(body)) : body };
}

/** Returns an action as a reader gets it: of reminders, the product's text is in their language, the company's own as written. */
export function inReadersLanguage(action: GroupedAction, slot: string | null, lang: Lang): GroupedAction {
  const place = slotPositions.find(({ key }) => key === slot);
  if (!place) return action;
  const contentIn = (one: Lang) => contentOf(place.channel, defaultText(place, one));
  const isDefault = reminderLanguages.some((one) => {
    const { subject, body_content } = contentIn(one);
    return subject === action.subject && body_content === action.body_content;
  });
  return isDefault ? { ...action, ...contentIn(lang) } : action;
}

/** The reminders of an appointment, as it was booked with or edited since. */
export async function reminderActions(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
): Promise<PlanningAction[]> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select('notification_settings')
    .executeTakeFirst();
  const own = (row?.notification_settings ?? {}) as Partial<Record<SlotKey, NotificationSlot>>;
  const slots = completeSlots(own);
  return slotPositions
    .filter(({ key }) => own[key] !== undefined)
    .map((position) => ({
      action: actionOfSlot(position, slots[position.key]),
      action_id: null,
      slot: position.key,
      source_id: null,
    }));
}
