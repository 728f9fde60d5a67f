/** The reminders of a company that has not changed them. A text of the product follows its reader's language. */
import type { Lang } from '../base/date-formats.ts';
import {
  type NotificationSlot,
  type SlotKey,
  type SlotPosition,
  slotPositions,
} from './notification-slots.ts';
import { reminderTexts } from './reminder-texts.ts';

type Text = Pick<NotificationSlot, 'subject' | 'body'>;

/** The languages in which the product has texts. */
export const reminderLanguages = Object.keys(reminderTexts) as Lang[];

/** Returns the product's text of a slot in a language. */
export function defaultText({ audience, channel, index }: Omit<SlotPosition, 'key'>, lang: Lang): Text {
  const { afterSubject, thanks, [audience]: texts } = reminderTexts[lang];
  if (channel === 'text') return { subject: '', body: index === 1 ? texts.text : thanks };
  return index === 1
    ? { subject: texts.subject, body: texts.before }
    : { subject: afterSubject, body: texts.after };
}

/** Whether a text is the product's in any language, so that readers get it in their own. */
export function isDefaultText(place: SlotPosition, { subject, body }: Text): boolean {
  return reminderLanguages.some((lang) => {
    const text = defaultText(place, lang);
    return text.body === body && (place.channel === 'text' || text.subject === subject);
  });
}

/** Returns a text as its reader gets it: the product's in their language, the company's own as it was written. */
export function textIn(lang: Lang, place: SlotPosition, { subject, body }: Text): Text {
  return isDefaultText(place, { subject, body }) ? defaultText(place, lang) : { subject, body };
}

/** Returns all twenty slots: the company's own where changed, else the defaults with their text in a language. */
export function completeSlots(
  own: Partial<Record<SlotKey, NotificationSlot>> = {},
  lang: Lang = 'en',
): Record<SlotKey, NotificationSlot> {
  const slots = slotPositions.map((place) => [place.key, own[place.key] ?? defaultSlot(place, lang)]);
  return Object.fromEntries(slots) as Record<SlotKey, NotificationSlot>;
}

function defaultSlot(place: SlotPosition, lang: Lang): NotificationSlot {
  const { audience, channel, index } = place;
  const text = defaultText(place, lang);
  const isFirst = index === 1;
  if (channel === 'text')
    return isFirst
      ? { enabled: audience === 'client', when: 'pre', value: 2, unit: 1, ...text }
      : { enabled: false, when: 'post', value: 1, unit: 2, ...text };
  if (isFirst) return { enabled: audience !== 'listing_agent', when: 'pre', value: 24, unit: 1, ...text };
  return { enabled: false, when: 'post', value: index === 2 ? 1 : 7, unit: 2, ...text };
}
