import { z } from 'zod/mini';
import { id, instant, text } from '#wire/fields.ts';
import { read } from '#wire/route.ts';

/** The most characters a search may have. */
export const longestQuery = 100;

const place = {
  appointment_id: id,
  order_id: z.string(),
  address: z.string(),
  city: z.string(),
  /** Names of the clients. */
  clients: z.array(z.string()),
};

const foundAppointment = z.object({
  ...place,
  state: z.string(),
  zip_code: z.string(),
  date_time: instant,
  status: z.string(),
});

const foundPerson = z.object({
  id,
  kind: z.enum(['clients', 'agents', 'contractors', 'technicians', 'staffs']),
  first_name: z.string(),
  last_name: z.string(),
  /** The company of a contractor, the agency of an agent. */
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  active: z.boolean(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

const foundInvoice = z.object({
  ...place,
  public_id: z.string(),
  number: z.string(),
  status: z.string(),
  total: z.number(),
});

const foundPayment = z.object({
  ...place,
  id,
  invoice_public_id: z.string(),
  amount: z.number(),
  method: z.string(),
  received_at: instant,
});

export const search = read('GET /v2/search', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Finds up to 6 appointments, people, invoices and payments each: by the words of the appointment list and of the people lists, phone number, invoice number or amount. Invoices require the permission to see prices, payments the one to see payments, staff the one to manage the team.',
  input: z.object({ q: text('Enter a search text', longestQuery) }),
  output: z.object({
    appointments: z.array(foundAppointment),
    people: z.array(foundPerson),
    invoices: z.array(foundInvoice),
    payments: z.array(foundPayment),
  }),
  invalidates: ['appointments', 'people', 'payments'],
});
