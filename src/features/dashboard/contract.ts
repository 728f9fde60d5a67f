import { z } from 'zod/mini';
import { setupKeys } from '#domain/company/setup-steps.ts';
import { id, instant } from '#wire/fields.ts';
import { read } from '#wire/route.ts';

/** An appointment of today as the person on the way needs it. */
const stop = z.object({
  id,
  order_id: z.string(),
  display_status: z.string(),
  date_time: instant,
  end_time: instant,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  clients: z.array(z.object({ id, first_name: z.string(), last_name: z.string(), phone: z.string() })),
  technicians: z.array(z.object({ id, first_name: z.string(), last_name: z.string(), color: z.string() })),
  services: z.array(z.string()),
  inspection_notes: z.string(),
  occupied: z.boolean(),
  utilities_on: z.boolean(),
  agreement_signed: z.boolean(),
});
export type Stop = z.infer<typeof stop>;

const day = z.object({
  day: z.string(),
  /** Of all appointments of the day that are not canceled. */
  count: z.number(),
  stops: z.array(stop),
});
export type DashboardDay = z.infer<typeof day>;

const few = z.object({ count: z.number(), isCapped: z.boolean() });

/** What someone in the office has to look at; null if the user may not see it. */
const attention = z.object({
  requests: few,
  unsigned: few,
  overdueReports: few,
  /** Reports submitted for approval, only for users who may publish. */
  approvals: z.nullable(few),
  unpaid: z.nullable(z.extend(few, { amount: z.number() })),
  failedMessages: z.nullable(few),
  paymentProblems: z.nullable(few),
});
export type Attention = z.infer<typeof attention>;

export const getDashboard = read('GET /v2/dashboard', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Returns the appointments of today and the next six days in the company’s time zone. Technicians get their own only; the office also gets what needs attention, with amounts only for users who see payments.',
  output: z.object({
    isOwn: z.boolean(),
    /** The first appointment of today that is not over. */
    nextId: z.nullable(id),
    days: z.array(day),
    attention: z.nullable(attention),
  }),
  invalidates: ['appointments', 'payments', 'reports', 'messages'],
});

const setupStep = z.object({
  key: z.enum(setupKeys),
  isDone: z.boolean(),
  /** The page that does it. */
  path: z.string(),
});
export type SetupStep = z.infer<typeof setupStep>;

export const getSetup = read('GET /v2/dashboard/setup', {
  access: 'member',
  capability: 'view_company',
  summary:
    'Returns the steps that set up the company and that the caller may do, each with whether it is done. Empty if none of them is open.',
  output: z.object({
    steps: z.array(setupStep),
  }),
  invalidates: ['company', 'services', 'availability', 'agreements', 'templates', 'people', 'appointments'],
});
