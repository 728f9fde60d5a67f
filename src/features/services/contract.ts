import { z } from 'zod/mini';
import { asCode, asLine, asText, id, optionalText, queryNumber } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read } from '#wire/route.ts';

const modifier = z.object({
  id,
  when: z.number(),
  greater_than: z.nullable(z.number()),
  less_than_or_equal: z.nullable(z.number()),
  add_fee: z.number(),
  add_hours: z.number(),
});

export const addOn = z.object({
  id,
  name: z.string(),
  description: z.string(),
  add_fee: z.number(),
  add_hours: z.number(),
  status: z.number(),
  templates: z.array(id),
  agreements: z.array(id),
});
export type AddOn = z.infer<typeof addOn>;

/** A service with its price table; amounts in the company's currency, durations in hours. */
export const service = z.object({
  id,
  name: z.string(),
  description: z.string(),
  base_cost: z.number(),
  base_duration: z.number(),
  status: z.number(),
  position: z.number(),
  is_public: z.boolean(),
  modifiers: z.array(modifier),
  taxes: z.array(z.object({ id, name: z.string(), add_percent: z.number() })),
  add_ons: z.array(addOn),
  templates: z.array(id),
  agreements: z.array(id),
  rev: z.number(),
});
export type Service = z.infer<typeof service>;

export const listServices = read('GET /v2/services', {
  access: 'member',
  summary: 'Lists services in their order, with modifiers, taxes and add-ons.',
  input: z.object({ ...pageQuery, subscriberId: optionalText(60), status: z.optional(queryNumber) }),
  output: pageSchema(service),
  invalidates: ['services'],
});

/** One component of a line's price; the amounts of all parts add up to the line's pretax amount. */
const linePart = z.object({
  kind: z.enum(['base', 'modifier', 'add_on', 'discount', 'manual', 'note']),
  text: z.string(),
  /** Describes the part in a sentence, with the value that triggered it. */
  explanation: z.string(),
  amount: z.number(),
  hours: z.number(),
});

/** A fee line in wire format (specification section 3, "Fee line"). */
export const feeLine = z.object({
  id: z.optional(z.string()),
  serviceId: z.nullable(id),
  addOnId: z.nullable(id),
  discountCodeId: z.nullable(id),
  line_item: z.string(),
  pricing_details: z.string(),
  pretax_amount: z.number(),
  tax_amount: z.number(),
  tax_description: z.string(),
  is_tax_manual: z.boolean(),
  notes_for_client_invoice: z.string(),
  duration: z.number(),
});
export type FeeLineOnWire = z.infer<typeof feeLine>;

/** A fee line as clients send it; missing fields are empty. */
export const feeInput = z.object({
  id: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60)))),
  serviceId: z.optional(z.nullable(id)),
  addOnId: z.optional(z.nullable(id)),
  discountCodeId: z.optional(z.nullable(id)),
  line_item: z._default(z.string().check(asLine, z.maxLength(500, 'At most 120 characters')), ''),
  pricing_details: z.optional(z.string().check(asText, z.maxLength(4000, 'At most 4000 characters'))),
  pretax_amount: z.number('Amount must be a number'),
  tax_amount: z.optional(z.number('Amount must be a number')),
  tax_description: z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters'))),
  is_tax_manual: z.optional(z.boolean()),
  notes_for_client_invoice: z.optional(
    z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')),
  ),
  duration: z._default(z.number('Duration must be a number'), 0),
});

/** An option of a select. */
export const option = z.object({ value: z.string(), label: z.string() });

/** A number, or the text of a form field; empty means unknown. */
export const looseNumber = z.optional(
  z.nullable(z.union([z.number(), z.string().check(asCode, z.maxLength(30))])),
);
/** A chosen service; add-ons as ids or as {id, name}. */
export const chosenService = z.object({
  id,
  name: z.optional(z.string().check(asLine)),
  add_ons: z.optional(
    z
      .array(z.union([id, z.object({ id, name: z.optional(z.string().check(asLine)) })]))
      .check(z.maxLength(100)),
  ),
});
export type ChosenService = z.infer<typeof chosenService>;

export const quotePrice = read('POST /v2/pricing/quote', {
  access: 'member',
  summary:
    'Calculates the price and duration of chosen services and explains each amount. Manually edited fees are summed up.',
  input: z.object({
    /** The appointment being edited: what it already has stays, even if it is no longer offered. */
    appointment_id: z.optional(z.nullable(id)),
    location: z.optional(
      z.object({
        square_feet: looseNumber,
        year_built: looseNumber,
        foundation: looseNumber,
        zipCode: optionalText(12),
        zip_code: optionalText(12),
      }),
    ),
    services: z.array(chosenService).check(z.maxLength(100, 'At most 100 services')),
    /** The id or text of a code. */
    discount_code: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60)))),
    /** Client ids, if known: their previous uses of the code count. */
    clients: z.optional(z.nullable(z.array(id).check(z.maxLength(200)))),
    date_time: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60)))),
    /** Manually edited lines, which replace the calculated ones. */
    fees: z.optional(z.nullable(z.array(feeInput).check(z.maxLength(200, 'At most 200 lines')))),
  }),
  output: z.object({
    fees: z.array(z.extend(feeLine, { parts: z.array(linePart) })),
    subtotal: z.number(),
    tax: z.number(),
    discount: z.number(),
    total: z.number(),
    duration: z.number(),
    templates: z.array(option),
    agreements: z.array(option),
    /** Notes for the buyer, such as `size unknown, size steps not applied`. */
    notes: z.array(z.string()),
    /** Why the discount code was not applied; null if it was, or if none was sent. */
    discount_problem: z.nullable(z.string()),
    /** True for users who may not see prices: fees are empty and amounts 0, but the duration is correct. */
    prices_hidden: z.boolean(),
  }),
  invalidates: ['services', 'appointments'],
});
