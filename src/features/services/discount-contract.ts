import { z } from 'zod/mini';
import { asCode, asText, id, optionalText, queryNumber, queryRev, revNumber } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { chosenService, looseNumber } from './contract.ts';

/** The current state of a code. */
export const discountStates = ['active', 'scheduled', 'expired', 'used_up', 'off'] as const;

/** A discount code; `value` is a percentage (type 1) or an amount (type 2). */
const discountCode = z.object({
  id,
  code: z.string(),
  type: z.number(),
  value: z.number(),
  /** Shown to the client. */
  description: z.string(),
  /** For the office only. */
  notes: z.string(),
  /** If both lists are empty, the code applies to everything. */
  service_ids: z.array(id),
  add_on_ids: z.array(id),
  min_total: z.number(),
  max_uses: z.nullable(z.number()),
  max_uses_per_client: z.nullable(z.number()),
  used_count: z.number(),
  starts_on: z.nullable(z.string()),
  expires_on: z.nullable(z.string()),
  online: z.boolean(),
  status: z.number(),
  state: z.enum(discountStates),
  rev: z.number(),
  created_at: z.string(),
});
export type DiscountCode = z.infer<typeof discountCode>;

/** An appointment that uses a code. */
const discountUse = z.object({
  appointment_id: id,
  order_id: z.string(),
  date_time: z.string(),
  address: z.string(),
  status: z.string(),
  /** The discount given, tax included. */
  amount: z.number(),
});
export type DiscountUse = z.infer<typeof discountUse>;

const needs = { access: 'member', capability: 'manage_discounts' } as const;

export const listDiscounts = read('GET /v2/discount-codes', {
  ...needs,
  summary: 'Lists discount codes, newest first, with their current state.',
  input: z.object({
    ...pageQuery,
    text: optionalText(60),
    state: z.optional(z.enum(discountStates)),
    status: z.optional(queryNumber),
    subscriberId: optionalText(60),
  }),
  output: pageSchema(discountCode),
  invalidates: ['services'],
});

export const getDiscount = read('GET /v2/discount-codes/{id}', {
  ...needs,
  summary: 'Returns a discount code with the latest appointments that use it.',
  input: z.object({ id }),
  output: z.extend(discountCode, { uses: z.array(discountUse) }),
  invalidates: ['services', 'appointments'],
});

const count = z.optional(z.nullable(z.number('Enter a whole number above 0')));
const day = z.optional(
  z.nullable(z.union([z.iso.date('Date needs to be valid'), z.literal('')], 'Date needs to be valid')),
);
const ids = z.optional(z.array(id).check(z.maxLength(500, 'At most 500 services')));
const code = z.string('Code is required').check(asCode, z.maxLength(60, 'At most 30 characters'));
const value = z.number('Value is required');
const type = z.literal([1, 2], 'Type must be 1 or 2');
const rest = {
  description: z.optional(z.string().check(asText, z.maxLength(500, 'At most 500 characters'))),
  notes: z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters'))),
  service_ids: ids,
  add_on_ids: ids,
  min_total: z.optional(z.number('Amount must be a number')),
  max_uses: count,
  max_uses_per_client: count,
  starts_on: day,
  expires_on: day,
  online: z.optional(z.boolean()),
  status: z.optional(z.literal([0, 1], 'Status must be 0 or 1')),
};

const stale = ['services', 'appointments'];

export const createDiscount = write('POST /v2/discount-codes', {
  ...needs,
  summary: 'Creates a discount code. Codes are not case-sensitive and are unique within a company.',
  input: z.object({ code, type, value, ...rest }),
  output: discountCode,
  invalidates: stale,
});

export const updateDiscount = write('PUT /v2/discount-codes/{id}', {
  ...needs,
  summary: 'Updates the sent fields of a discount code. Existing appointments keep their discount.',
  input: z.object({
    id,
    rev: z.optional(revNumber),
    code: z.optional(code),
    type: z.optional(type),
    value: z.optional(value),
    ...rest,
  }),
  output: discountCode,
  invalidates: stale,
});

export const deleteDiscount = write('DELETE /v2/discount-codes/{id}', {
  ...needs,
  summary: 'Deletes a discount code. Appointments that use it keep their discount.',
  input: z.object({ id, rev: z.optional(queryRev) }),
  output: z.null(),
  invalidates: stale,
});

export const validateDiscount = read('POST /v2/discount-codes/validate', {
  access: 'member',
  summary:
    'Checks whether a code applies to the chosen services, and returns the discount or the reason why it does not apply.',
  input: z.object({
    code: z.string('Code is required').check(asCode, z.maxLength(60, 'At most 30 characters')),
    services: z._default(z.array(chosenService).check(z.maxLength(100, 'At most 100 services')), []),
    location: z.optional(
      z.object({
        square_feet: looseNumber,
        year_built: looseNumber,
        foundation: looseNumber,
        zipCode: optionalText(12),
        zip_code: optionalText(12),
      }),
    ),
    date_time: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60)))),
    clients: z.optional(z.array(id).check(z.maxLength(100))),
  }),
  output: z.object({
    valid: z.boolean(),
    /** Null if the code may be used. */
    problem: z.nullable(z.string()),
    reason: z.nullable(
      z.enum([
        'unknown',
        'off',
        'not_online',
        'not_yet',
        'expired',
        'used_up',
        'used_up_by_client',
        'services',
        'min_total',
      ]),
    ),
    id: z.nullable(id),
    code: z.string(),
    description: z.string(),
    /** The discount before tax; 0 for users who may not see prices. */
    discount: z.number(),
  }),
  invalidates: ['services'],
});
