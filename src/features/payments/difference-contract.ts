import { z } from 'zod/mini';
import { id, instant, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { payment } from './contract.ts';

/** A mismatch between our ledger and the gateway's list, or money that no page shows. */
const difference = z.object({
  id,
  gateway: z.number(),
  kind: z.enum(['not_here', 'not_there', 'amount', 'refunded', 'foreign', 'deleted', 'void']),
  /** The gateway's reference of the payment, to look it up there. */
  about: z.string(),
  ours: z.number(),
  theirs: z.number(),
  currency: z.string(),
  /** Set while the invoice can still be opened. */
  invoice_public_id: z.nullable(z.string()),
  invoice_number: z.string(),
  payment: z.nullable(payment),
  found_at: instant,
});
export type Difference = z.infer<typeof difference>;

/** The latest comparison of the company's gateway; null before the first. */
const comparison = z.object({
  gateway: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  listed: z.number(),
  agreeing: z.number(),
  started_at: instant,
});
export type Comparison = z.infer<typeof comparison>;

export const listDifferences = read('GET /v2/payment-differences', {
  access: 'member',
  capability: 'see_payments',
  summary: 'Lists unresolved differences between our payments and the gateway, newest first.',
  input: z.object({ ...pageQuery }),
  output: z.object({
    ...pageSchema(difference).shape,
    comparison: z.nullable(comparison),
    /** Whether the company has a gateway to compare with. */
    can_compare: z.boolean(),
  }),
  invalidates: ['payments'],
});

export const resolveDifference = write('POST /v2/payment-differences/{id}/resolve', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Marks a difference as resolved, with the reason. Nothing else changes.',
  input: z.object({ id, reason: text('Please give a reason', 500) }),
  output: z.object({ id }),
  invalidates: ['payments'],
});

export const comparePayments = write('POST /v2/payment-differences/compare', {
  access: 'member',
  capability: 'record_payments',
  summary: 'Compares the payments of the last days with the gateway now. This also runs every night.',
  input: z.object({}),
  output: z.object({ gateway: z.number() }),
  invalidates: ['payments'],
  limit: { by: 'account', max: 20, minutes: 60 },
});
