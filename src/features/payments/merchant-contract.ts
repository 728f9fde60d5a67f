import { z } from 'zod/mini';
import { asLine, instant, revNumber } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

const short = (max: number) =>
  z._default(z.string().check(asLine, z.maxLength(max, `At most ${max} characters`)), '');

/**
 * What a letterhead shows of a business. Tax ids, dates of birth and bank data have no field: they are entered at
 * Fortis.
 */
const merchantForm = z.object({
  legal_name: short(100),
  dba_name: short(100),
  email: short(254),
  phone: short(40),
  website: short(500),
  business_description: short(200),
  address: short(100),
  city: short(100),
  state: short(50),
  zip_code: short(20),
  principal_first_name: short(50),
  principal_last_name: short(50),
  principal_title: short(50),
  principal_phone: short(40),
  /** The highest single payment, in whole currency units. */
  high_ticket: z._default(z.nullable(z.number().check(z.int('Must be a whole number'))), null),
});

/** The state of an application. `sending` and `unknown`: it may have arrived at Fortis, and is looked up. */
const merchantApplication = z.object({
  id: z.string(),
  state: z.enum(['draft', 'sending', 'unknown', 'submitted', 'approved', 'declined']),
  mode: z.nullable(z.enum(['simulator', 'test', 'live'])),
  /** `not_arrived`, `never_known`, `refused`, or the Fortis message with fields in braces: `{legal_name} is …`. */
  problem: z.string(),
  /** The platform's note on the decision. */
  note: z.string(),
  /** Where the company continues at Fortis, while the application is submitted. */
  app_link: z.nullable(z.string()),
  opened_at: z.nullable(instant),
  submitted_at: z.nullable(instant),
  decided_at: z.nullable(instant),
  rev: z.number(),
});
export type MerchantApplication = z.infer<typeof merchantApplication>;

const merchantState = z.object({
  /** Where applications are sent; null if the platform opens no accounts. */
  onboarding: z.nullable(z.enum(['simulator', 'test', 'live'])),
  country_code: z.string(),
  currency: z.number(),
  application: z.nullable(merchantApplication),
  /** The draft; without one, a form prefilled from the company's settings. */
  form: merchantForm,
});
export type MerchantState = z.infer<typeof merchantState>;

const changed = ['payments'] as const;
const limit = { by: 'account', max: 20, minutes: 10 } as const;
/** The revision of the draft that was edited; 0 if none existed. */
const withRev = { rev: z.optional(revNumber) };

export const getMerchantApplication = read('GET /v2/merchant-application', {
  access: 'member',
  capability: 'edit_settings',
  summary: 'Returns the company’s application for a merchant account, or the form to start one.',
  output: merchantState,
  invalidates: changed,
});

export const saveMerchantApplication = write('PUT /v2/merchant-application', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Saves the form as a draft, complete or not. Starts a new application if none exists or the last one was declined. Returns CONFLICT if the application was already submitted.',
  input: z.extend(merchantForm, withRev),
  output: merchantState,
  invalidates: changed,
});

export const submitMerchantApplication = action('POST /v2/merchant-application', {
  access: 'member',
  capability: 'edit_settings',
  identity: 'always',
  summary:
    'Saves the form and submits the application to Fortis. Submitting twice creates one application; if the answer is lost, it is looked up.',
  input: z.extend(merchantForm, withRev),
  output: merchantState,
  invalidates: changed,
  limit,
});

export const checkMerchantApplication = action('POST /v2/merchant-application/check', {
  access: 'member',
  capability: 'edit_settings',
  summary: 'Asks Fortis for the state of the application.',
  output: merchantState,
  invalidates: changed,
  limit,
});

export const openMerchantApplication = write('POST /v2/merchant-application/opened', {
  access: 'member',
  capability: 'edit_settings',
  summary: 'Records that the link to Fortis was opened.',
  output: merchantState,
  invalidates: changed,
});

export const withdrawMerchantApplication = write('DELETE /v2/merchant-application', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Withdraws a draft or an undecided application, so that another can be started. An unfinished form at Fortis has no effect.',
  input: z.object(withRev),
  output: merchantState,
  invalidates: changed,
});
