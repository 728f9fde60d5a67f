import { z } from 'zod/mini';
import { sendingState } from '#features/messages/sending-contract.ts';
import { id, instant, optionalText, queryRev } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

const forAdministrators = { access: 'admin', capability: 'platform_admin', scope: 'platform' } as const;

const range = 'Enter a whole number from 1 to 100,000';
/** Null: what the rule gives. */
const figure = z.nullable(z.number(range).check(z.int(range), z.gte(1, range), z.lte(100_000, range)));
const figures = { email: figure, text: figure, stranger: figure, invitation: figure };

const sender = z.object({
  id,
  company_name: z.string(),
  created_at: instant,
  ...sendingState,
  /** What an administrator has set. */
  set: z.object(figures),
  rev: z.number(),
});
export type SendingCompany = z.infer<typeof sender>;

export const listSendingCompanies = read('GET /v2/admin/sending-limits', {
  ...forAdministrators,
  summary:
    'Lists the companies by name with what they have sent in the current hour and may send; `q` is a part of the name.',
  input: z.object({ ...pageQuery, q: optionalText(200) }),
  output: pageSchema(sender),
  invalidates: ['admin'],
});

export const setSendingLimits = write('PUT /v2/admin/sending-limits/{id}', {
  ...forAdministrators,
  identity: 'always',
  summary:
    'Sets what a company may send in an hour, from now on; null lets the rule decide. It is written to the company’s audit log.',
  input: z.object({ id, ...figures, rev: queryRev }),
  output: sender,
  invalidates: ['admin', 'messages'],
});
