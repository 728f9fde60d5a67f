import type { MailTopic } from '#domain/company/mail-topics.ts';
import type { PersonRole } from '#domain/events/events.ts';
import { type ClientRight, isClientRole } from '#domain/people/client-rights.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import { hasCompleteAddress } from '#domain/scheduling/booking.ts';
import type en from './templates/en.json';

/** Name of a message, and of its text. */
export type MessageKey = keyof typeof en;

/**
 * Who gets a message: people of the appointment by role, the company's administrators, the office (the point of
 * contact), one account of the team, or people or addresses that the caller chooses.
 */
export type Audience = PersonRole | 'admins' | 'office' | 'account' | 'chosen';

/** Everything about a message that is the same each time. */
export interface MessageType {
  audiences: readonly Audience[];
  /** The people of the appointment that the company may add; by default they do not get it. */
  optional?: readonly PersonRole[];
  /** The same message in another wording for other people of the appointment. */
  variants?: readonly MessageKey[];
  /** Another wording of this message. */
  variantOf?: MessageKey;
  channels: readonly ('email' | 'text')[];
  /** A company's message has its name, header, footer, BCC and reply-to; the platform's has none of them. */
  sender: 'company' | 'platform';
  /** What completes the key of a message, and so limits how often the same occasion reaches the same recipient. */
  once: 'per_appointment_role' | 'per_person' | 'per_occasion';
  /** Clients and agents need one of these rights on the appointment. */
  rights?: readonly ClientRight[];
  /** Not sent to people who were deactivated or deleted. */
  activeOnly?: true;
  /** Not copied to the person's other addresses. */
  withoutCc?: true;
  /** Team members can turn off this topic. */
  topic?: MailTopic;
  /** The switch of the appointment that stops the message, unless a user asked for it. */
  stoppedBy?: 'send_notifications' | 'disable_automated_notifications';
  /** The company may switch it off. Never for what someone waits for or sent by hand. */
  canBeDisabled?: true;
  /** Someone waits for it: it leaves before others if the company has reached its limit of an hour. */
  urgent?: true;
  /** It has links with which clients and agents add the appointment to a calendar on the web. */
  hasCalendarLinks?: true;
  /** Opens and clicks are never counted: it is about money. */
  isPrivate?: true;
  /** Sent only while the appointment has this status and a complete address. */
  status?: AppointmentStatus;
}

const company = { channels: ['email'], sender: 'company' } as const;
const account = {
  audiences: ['account'],
  channels: ['email'],
  sender: 'platform',
  once: 'per_occasion',
} as const;
const booking = {
  ...company,
  audiences: ['client'],
  once: 'per_appointment_role',
  activeOnly: true,
  stoppedBy: 'send_notifications',
  canBeDisabled: true,
  urgent: true,
} as const;
/** The wording for agents. */
const forAgents = { ...booking, audiences: ['agent', 'listing_agent'] } as const;
/** The wording for those who do the work: contractors see date, place and scope, and have no page. */
const forCrew = { ...booking, audiences: ['inspector', 'contractor'], topic: 'own_appointments' } as const;
const withText = { channels: ['email', 'text'] } as const;
const money = {
  ...company,
  audiences: ['client'],
  once: 'per_person',
  rights: ['view_invoice'],
  isPrivate: true,
} as const;
const admins = { ...company, audiences: ['admins'], once: 'per_person', topic: 'payments' } as const;
const chosen = { ...company, audiences: ['chosen'], once: 'per_occasion' } as const;
const office = { ...company, audiences: ['office'], once: 'per_occasion' } as const;

/** Every message of the product. Sending one to more people is a change of its audiences here. */
export const catalogue: Readonly<Record<MessageKey, MessageType>> = {
  verify_email: account,
  forgot_password: account,
  password_changed: account,
  password_guessed: account,
  team_invite: { ...account, sender: 'company' },
  email_changed: { ...account, audiences: ['chosen'] },

  booking_confirmation: { ...chosen, withoutCc: true, urgent: true },

  appointment_requested: {
    ...booking,
    audiences: ['client', 'agent'],
    optional: ['listing_agent'],
    status: 'requested',
  },
  appointment_scheduled: {
    ...booking,
    ...withText,
    variants: ['appointment_scheduled_agent', 'appointment_scheduled_crew'],
    hasCalendarLinks: true,
    status: 'scheduled',
  },
  appointment_scheduled_agent: {
    ...forAgents,
    hasCalendarLinks: true,
    variantOf: 'appointment_scheduled',
    status: 'scheduled',
  },
  appointment_scheduled_crew: { ...forCrew, variantOf: 'appointment_scheduled', status: 'scheduled' },
  appointment_rescheduled: {
    ...booking,
    ...withText,
    variants: ['appointment_rescheduled_agent', 'appointment_rescheduled_crew'],
    hasCalendarLinks: true,
    status: 'scheduled',
  },
  appointment_rescheduled_agent: {
    ...forAgents,
    hasCalendarLinks: true,
    variantOf: 'appointment_rescheduled',
    status: 'scheduled',
  },
  appointment_rescheduled_crew: { ...forCrew, variantOf: 'appointment_rescheduled', status: 'scheduled' },
  appointment_canceled: {
    ...booking,
    ...withText,
    variants: ['appointment_canceled_agent', 'appointment_canceled_crew'],
    status: 'canceled',
  },
  appointment_canceled_agent: { ...forAgents, variantOf: 'appointment_canceled', status: 'canceled' },
  appointment_canceled_crew: { ...forCrew, variantOf: 'appointment_canceled', status: 'canceled' },
  request_received_admin: {
    ...company,
    ...withText,
    audiences: ['admins'],
    once: 'per_person',
    topic: 'requests',
    canBeDisabled: true,
    status: 'requested',
  },
  times_proposed: {
    ...company,
    urgent: true,
    ...withText,
    audiences: ['client', 'agent'],
    once: 'per_appointment_role',
    activeOnly: true,
    status: 'requested',
  },
  request_declined: {
    ...company,
    urgent: true,
    ...withText,
    audiences: ['client', 'agent'],
    once: 'per_appointment_role',
    activeOnly: true,
    status: 'canceled',
  },
  time_accepted: {
    ...company,
    audiences: ['admins'],
    once: 'per_person',
    topic: 'requests',
    canBeDisabled: true,
  },
  appointment_message: { ...chosen, ...withText, once: 'per_appointment_role' },
  change_requested: office,
  changed_by_client: office,
  personal_link: { ...chosen, withoutCc: true, urgent: true },
  calendar_share: chosen,

  agreement_request: {
    ...company,
    audiences: ['client'],
    once: 'per_occasion',
    rights: ['sign'],
    stoppedBy: 'send_notifications',
  },
  agreement_signed_copy: {
    ...company,
    urgent: true,
    audiences: ['client', 'office'],
    once: 'per_person',
    // An agreement's text includes the price.
    rights: ['sign', 'view_invoice'],
    canBeDisabled: true,
  },
  agreement_voided: {
    ...company,
    audiences: ['client', 'agent', 'listing_agent'],
    once: 'per_appointment_role',
    stoppedBy: 'send_notifications',
  },
  agreement_declined: office,

  invoice_sent: money,
  payment_receipt: { ...money, urgent: true, canBeDisabled: true },
  payment_receipt_void: { ...money, urgent: true },
  payment_refunded: { ...money, urgent: true, canBeDisabled: true },
  payment_received_admin: { ...admins, canBeDisabled: true },
  payment_disputed: admins,
  refund_failed: admins,
  refund_returned: admins,
  money_for_deleted: admins,
  money_for_void: admins,
  gateway_needs_attention: admins,
  gateway_differences: admins,
  webhook_conflict: admins,
  webhook_failed: { ...company, audiences: ['admins'], once: 'per_person' },
  webhook_gone: { ...company, audiences: ['admins'], once: 'per_person' },

  report_published: {
    ...company,
    ...withText,
    audiences: ['client', 'agent'],
    optional: ['listing_agent'],
    once: 'per_appointment_role',
    activeOnly: true,
    stoppedBy: 'disable_automated_notifications',
    canBeDisabled: true,
  },
  report_submitted_for_approval: { ...admins, topic: 'report_approvals', canBeDisabled: true },
  report_share: chosen,
  repair_list_created: { ...office, canBeDisabled: true },
  repair_list_share: chosen,

  text_credits_low: { ...company, audiences: ['admins'], once: 'per_person' },
  sending_limit_reached: { ...company, audiences: ['admins'], once: 'per_person' },
};

/** Returns whether opens and clicks may be counted: in mails to clients, agents and others outside the company. */
export function isTrackable(key: MessageKey, audience: Audience): boolean {
  const { sender, isPrivate } = catalogue[key];
  const isOutside = isClientRole(audience) || audience === 'contractor' || audience === 'chosen';
  return sender === 'company' && isOutside && isPrivate !== true;
}

/** Returns whether the message still matches the appointment's current state. */
export function isMessageApplicable(
  key: MessageKey,
  row: { status: string; address: string; state: string; zip_code: string },
): boolean {
  const { status } = catalogue[key];
  if (!status) return true;
  const { address: streetAndNumber, state, zip_code: zipCode } = row;
  return row.status === status && hasCompleteAddress({ streetAndNumber, state, zipCode });
}
