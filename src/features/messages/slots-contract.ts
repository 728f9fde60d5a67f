import { z } from 'zod/mini';
import { type SlotKey, slotPlaces } from '#domain/company/notification-slots.ts';
import { optionalText } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const slot = {
  enabled: z.boolean(),
  when: z.enum(['pre', 'post']),
  value: z.number(),
  /** 0 minutes, 1 hours, 2 days, 3 weeks, 4 months. */
  unit: z.literal([0, 1, 2, 3, 4]),
  subject: z.string(),
  /** With placeholders as `{{property.address}}`. */
  body: z.string(),
};

/** The same under each of the twenty names `client_email_1` … `contractor_text_2`. */
function forEachSlot<T>(one: T): Record<SlotKey, T> {
  return Object.fromEntries(slotPlaces.map(({ key }) => [key, one])) as Record<SlotKey, T>;
}

export const notificationSlots = z.object(forEachSlot(z.object(slot)));
export type NotificationSlots = z.infer<typeof notificationSlots>;

export const getNotificationSlots = read('GET /v2/notification-slots', {
  who: 'member',
  needs: 'view_company',
  about: 'The reminders that new appointments begin with: five for each audience, before or after.',
  takes: z.object({ subscriberId: optionalText(60) }),
  gives: notificationSlots,
  refreshes: ['messages'],
});

export const setNotificationSlots = write('PUT /v2/notification-slots', {
  who: 'member',
  needs: 'edit_settings',
  about:
    'Changes any of the reminders; what is not sent stays. Appointments keep those they were booked with.',
  takes: z.extend(z.strictObject(forEachSlot(z.optional(z.partial(z.strictObject(slot))))), {
    subscriberId: optionalText(60),
  }),
  gives: notificationSlots,
  refreshes: ['messages'],
});
