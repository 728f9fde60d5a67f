import { z } from 'zod/mini';
import { id, instant, optionalText, queryRev, revNumber, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

/** An agreement text of the company, as lists show it. */
export const agreementTemplate = z.object({
  id,
  name: z.string(),
  /** For the office only. */
  description: z.string(),
  version: z.number(),
  /** New appointments get it by themselves. */
  is_default: z.boolean(),
  /** 1 is offered, 0 is not. */
  status: z.number(),
  rev: z.number(),
  updated_at: instant,
});
export type AgreementTemplate = z.infer<typeof agreementTemplate>;

/** A text that was used and then changed: what appointments of that time have. */
const formerVersion = z.object({
  version: z.number(),
  name: z.string(),
  /** When the next version took its place. */
  replaced_at: instant,
  replaced_by: z.string(),
  /** Appointments that have this version. */
  copies: z.number(),
});
export type PreviousVersion = z.infer<typeof formerVersion>;

/** An agreement text in its editor. */
export const editedAgreement = z.extend(agreementTemplate, {
  /** Cleaned HTML with the placeholders as `{{NAME}}`. */
  content: z.string(),
  /** Placeholders in it that the product does not know: they would hold back every signature. */
  unknown_placeholders: z.array(z.string()),
  /** Appointments that have the present version: the next change of the text makes a new one. */
  copies: z.number(),
  versions: z.array(formerVersion),
  /** Names of the services and add-ons that bring it along. */
  used_by: z.array(z.string()),
});
export type EditedAgreement = z.infer<typeof editedAgreement>;

export const listAgreements = read('GET /v2/agreements', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    "The company's agreement texts, newest first; only those that are offered, unless asked otherwise.",
  input: z.object({
    ...pageQuery,
    text: optionalText(60),
    status: z.optional(z.enum(['active', 'inactive', 'all'], 'Status must be active, inactive or all')),
    subscriberId: z.optional(z.string()),
  }),
  output: pageSchema(agreementTemplate),
  invalidates: ['agreements'],
});

const needs = { access: 'member', capability: 'manage_agreements' } as const;

export const getAgreement = read('GET /v2/agreements/{id}', {
  ...needs,
  summary: 'An agreement text with its former versions and what brings it along.',
  input: z.object({ id }),
  output: editedAgreement,
  invalidates: ['agreements', 'services', 'company'],
});

export const getAgreementVersion = read('GET /v2/agreements/{id}/versions/{version}', {
  ...needs,
  summary: 'The text of one version, the present one or a former.',
  input: z.object({ id, version: queryRev }),
  output: z.object({ version: z.number(), name: z.string(), content: z.string() }),
  invalidates: ['agreements'],
});

/** The longest text, in characters of HTML. */
export const maxAgreementLength = 200_000;

const name = text('Name is required', 120);
const description = optionalText(1000);
const content = z
  .string('The text is required')
  .check(z.maxLength(maxAgreementLength, `At most ${maxAgreementLength} characters`));
const status = z.literal([0, 1], 'Status must be 0 or 1');
const stale = ['agreements', 'services', 'company', 'appointments'];

export const createAgreement = write('POST /v2/agreements', {
  ...needs,
  summary:
    'A new agreement text. HTML is cleaned: paragraphs, headings, lists, bold, italic, links, `{{NAME}}`.',
  input: z.object({
    name,
    description,
    content,
    status: z.optional(status),
    is_default: z.optional(z.boolean()),
  }),
  output: editedAgreement,
  invalidates: stale,
});

export const updateAgreement = write('PUT /v2/agreements/{id}', {
  ...needs,
  summary:
    'Changes what is sent of an agreement text. A text that appointments have becomes a new version; theirs stays as it is.',
  input: z.object({
    id,
    rev: z.optional(revNumber),
    name: z.optional(name),
    description,
    content: z.optional(content),
    status: z.optional(status),
    is_default: z.optional(z.boolean()),
  }),
  output: editedAgreement,
  invalidates: stale,
});

export const deleteAgreement = write('DELETE /v2/agreements/{id}', {
  ...needs,
  summary:
    'Deletes an agreement text; appointments that have it keep it. Refused while services bring it along.',
  input: z.object({ id, rev: z.optional(queryRev) }),
  output: z.null(),
  invalidates: stale,
});

export const previewAgreement = read('POST /v2/agreements/preview', {
  ...needs,
  summary: 'A text as a client would read it, filled with the facts of a made-up appointment.',
  input: z.object({ content }),
  output: z.object({ real_content: z.string(), unknown_placeholders: z.array(z.string()) }),
});
