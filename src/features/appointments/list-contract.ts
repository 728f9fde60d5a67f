import { z } from 'zod/mini';
import { calendarDay, id, instant, optionalText, queryBool } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { action, type HandlerInput, read } from '#wire/route.ts';

const named = z.object({ id, first_name: z.string(), last_name: z.string() });

/** A row of the appointments list. */
const appointmentRow = z.object({
  _id: id,
  id,
  public_id: z.string(),
  order_id: z.string(),
  status: z.string(),
  display_status: z.string(),
  date_time: instant,
  end_time: instant,
  duration: z.number(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  clients: z.array(named),
  agents: z.array(named),
  technicians: z.array(z.extend(named, { color: z.string(), invisible: z.boolean() })),
  services: z.array(z.string()),
  paid: z.boolean(),
  /** True if the invoice is void: nothing is due. */
  invoice_void: z.boolean(),
  /** True as well if there are no agreements. */
  agreement_signed: z.boolean(),
  has_agreements: z.boolean(),
  published: z.boolean(),
  require_payment: z.boolean(),
  /** True if automated notifications are off. */
  disable_automated_notifications: z.boolean(),
  utilities_on: z.boolean(),
  total_fee: z.nullable(z.number()),
  outstanding: z.nullable(z.number()),
  rev: z.number(),
});

export type AppointmentRow = z.infer<typeof appointmentRow>;

/** The tabs of the list. */
const tabs = ['upcoming', 'requested', 'past', 'unpaid', 'unpublished', 'canceled', 'all'] as const;

export type Tab = (typeof tabs)[number];

const filter = {
  subscriberId: optionalText(60),
  tab: z.optional(z.enum(tabs, 'Unknown tab')),
  status: z.optional(z.enum(['requested', 'scheduled', 'completed', 'canceled'], 'Unknown status')),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  technicianId: z.optional(id),
  clientId: z.optional(id),
  agentId: z.optional(id),
  contractorId: z.optional(id),
  paid: z.optional(queryBool),
  signed: z.optional(queryBool),
  published: z.optional(queryBool),
  /** Only appointments with a void invoice. */
  voided: z.optional(queryBool),
  /** Only appointments with automated notifications off. */
  silent: z.optional(queryBool),
  /** Only appointments with a report that waits for approval. */
  waiting: z.optional(queryBool),
  text: optionalText(200),
  /** By appointment time or creation time; a minus reverses the order. */
  sort: z.optional(z.enum(['date_time', '-date_time', 'created_at', '-created_at'], 'Unknown sort order')),
};

export const listAppointments = read('GET /v2/appointments', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Returns a page of appointments. `tab` presets filters; from and to are days in the company’s time zone. Newest first, except upcoming.',
  input: z.object({ ...pageQuery, ...filter }),
  output: pageSchema(appointmentRow),
  invalidates: ['appointments'],
});

/** The filter of an appointments list. */
export type ListFilter = Omit<HandlerInput<typeof listAppointments>, 'cursor' | 'perPage' | 'limit'>;

export const exportAppointments = action('GET /v2/appointments/export-file', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Exports filtered appointments as CSV, in list order. Amounts are included only for users who can see prices.',
  download: true,
  input: z.object(filter),
});

export const totalAppointments = read('GET /v2/appointments/totals', {
  access: 'member',
  capability: 'see_payments',
  summary:
    'Adds up the prices of a filtered list and what is still due; null for lists longer than the limit. Void invoices do not count.',
  input: z.object(filter),
  output: z.object({
    isCapped: z.boolean(),
    total: z.nullable(z.number()),
    outstanding: z.nullable(z.number()),
  }),
  invalidates: ['appointments', 'payments'],
});

const few = z.object({ count: z.number(), isCapped: z.boolean() });

export const countAppointments = read('GET /v2/appointments/counts', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Counts the open appointments of each work tab, up to 99.',
  input: z.object({ subscriberId: optionalText(60) }),
  output: z.object({ requested: few, unpaid: few, unpublished: few }),
  invalidates: ['appointments', 'payments', 'reports'],
});
