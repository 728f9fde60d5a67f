import { z } from 'zod/mini';
import { asText, id, instant, optionalText, queryRev, revNumber, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

/** What looks like a placeholder but is none, with the one that was probably meant. */
const mistypedPlaceholder = z.object({
  typed: z.string(),
  nearest: z.nullable(z.string()),
  /** Unknown to the fill-in of agreements: it blocks every signature. The others are shown as typed. */
  blocks: z.boolean(),
});

/** An agreement template of the company, as lists show it. */
export const agreementTemplate = z.object({
  id,
  name: z.string(),
  /** Internal, never shown to clients. */
  description: z.string(),
  version: z.number(),
  /** Added to new appointments by default. */
  is_default: z.boolean(),
  /** 1 active, 0 inactive. */
  status: z.number(),
  rev: z.number(),
  updated_at: instant,
});
export type AgreementTemplate = z.infer<typeof agreementTemplate>;

/** A former version of a text, which earlier appointments still use. */
const formerVersion = z.object({
  version: z.number(),
  name: z.string(),
  /** When the next version replaced it. */
  replaced_at: instant,
  replaced_by: z.string(),
  /** The number of appointments with this version. */
  copies: z.number(),
});
export type PreviousVersion = z.infer<typeof formerVersion>;

/** An agreement template in the editor. */
export const editedAgreement = z.extend(agreementTemplate, {
  /** Sanitized HTML with the placeholders as `{{NAME}}`. */
  content: z.string(),
  /** Placeholders that do not exist; they would block every signature. */
  unknown_placeholders: z.array(z.string()),
  mistyped_placeholders: z.array(mistypedPlaceholder),
  /** The number of appointments with the current version. If there are any, the next change creates a new version. */
  copies: z.number(),
  versions: z.array(formerVersion),
  /** Names of the services and add-ons that include it. */
  used_by: z.array(z.string()),
});
export type EditedAgreement = z.infer<typeof editedAgreement>;

export const listAgreements = read('GET /v2/agreements', {
  access: 'member',
  capability: 'view_appointments',
  summary: "The company's agreement templates, newest first; only active ones by default.",
  input: z.object({
    ...pageQuery,
    text: optionalText(60),
    status: z.optional(z.enum(['active', 'inactive', 'all'], 'Status must be active, inactive or all')),
    subscriberId: optionalText(60),
  }),
  output: pageSchema(agreementTemplate),
  invalidates: ['agreements'],
});

const needs = { access: 'member', capability: 'manage_agreements' } as const;

export const getAgreement = read('GET /v2/agreements/{id}', {
  ...needs,
  summary: 'An agreement template with its former versions and the services that include it.',
  input: z.object({ id }),
  output: editedAgreement,
  invalidates: ['agreements', 'services', 'company'],
});

export const getAgreementVersion = read('GET /v2/agreements/{id}/versions/{version}', {
  ...needs,
  summary: 'The text of one version, current or former.',
  input: z.object({ id, version: queryRev }),
  output: z.object({ version: z.number(), name: z.string(), content: z.string() }),
  invalidates: ['agreements'],
});

/** The maximum length of a text, in characters of HTML. */
export const maxAgreementLength = 200_000;

const name = text('Name is required', 120);
const description = optionalText(1000);
const content = z
  .string('The text is required')
  .check(asText, z.maxLength(maxAgreementLength, `At most ${maxAgreementLength} characters`));
const status = z.literal([0, 1], 'Status must be 0 or 1');
const stale = ['agreements', 'services', 'company', 'appointments'];

export const createAgreement = write('POST /v2/agreements', {
  ...needs,
  summary:
    'Creates an agreement template. HTML is sanitized to paragraphs, headings, lists, bold, italic, links and `{{NAME}}`.',
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
    'Changes the sent fields of an agreement template. A text used by appointments becomes a new version; theirs does not change.',
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
    'Deletes an agreement template; appointments that use it keep it. Refused while services include it.',
  input: z.object({ id, rev: z.optional(queryRev) }),
  output: z.null(),
  invalidates: stale,
});

export const previewAgreement = read('POST /v2/agreements/preview', {
  ...needs,
  summary: 'A text as a client would read it, filled with sample data.',
  input: z.object({ content }),
  output: z.object({
    real_content: z.string(),
    unknown_placeholders: z.array(z.string()),
    mistyped_placeholders: z.array(mistypedPlaceholder),
  }),
});
