import { z } from 'zod/mini';
import { type SlotKey, slotPositions } from '#domain/company/notification-slots.ts';
import { asLine, asText, optionalText } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const slot = {
  enabled: z.boolean(),
  when: z.enum(['pre', 'post']),
  value: z.number(),
  /** 0 minutes, 1 hours, 2 days, 3 weeks, 4 months. */
  unit: z.literal([0, 1, 2, 3, 4]),
  subject: z.string().check(asLine),
  /** With placeholders like `{{property.address}}`. */
  body: z.string().check(asText),
};

/** The same value for each of the twenty names `client_email_1` … `contractor_text_2`. */
function forEachSlot<T>(one: T): Record<SlotKey, T> {
  return Object.fromEntries(slotPositions.map(({ key }) => [key, one])) as Record<SlotKey, T>;
}

/** Each save of a slot raises its `rev`; 0 until the first. */
const versioned = { ...slot, rev: z.int() };

const notificationSlots = z.object(forEachSlot(z.object(versioned)));
export type NotificationSlots = z.infer<typeof notificationSlots>;

/** Fields of some of the slots. Other names are refused. */
export const slotChanges = z.strictObject(forEachSlot(z.optional(z.partial(z.strictObject(slot)))));

export const getNotificationSlots = read('GET /v2/notification-slots', {
  access: 'member',
  capability: 'view_company',
  summary:
    'Returns the default reminders of new appointments: five per audience, each before or after the appointment.',
  input: z.object({ subscriberId: optionalText(60) }),
  output: notificationSlots,
  invalidates: ['messages'],
});

export const setNotificationSlots = write('PUT /v2/notification-slots', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Updates the sent reminders and their sent fields. A reminder that is sent with an older rev than the stored one is refused with the current reminders. Existing appointments keep the reminders they were booked with.',
  input: z.strictObject({
    ...forEachSlot(z.optional(z.partial(z.strictObject(versioned)))),
    subscriberId: optionalText(60),
  }),
  output: notificationSlots,
  invalidates: ['messages'],
});
