import { z } from 'zod/mini';
import { strokeLimits } from '#domain/agreements/agreements.ts';
import { linkStates } from '#domain/people/client-rights.ts';
import { asCode, id, instant, publicId, text } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

/** The company as a public page shows it: header and contact details. `logo` is an address below /api, or null. */
export const companyBranding = z.object({
  company_name: z.string(),
  company_phone: z.string(),
  company_email: z.string(),
  website: z.string(),
  address_lines: z.array(z.string()),
  logo: z.nullable(z.string()),
  timezone: z.string(),
  currency: z.number(),
  date_format: z.string(),
});
export type CompanyBranding = z.infer<typeof companyBranding>;

/** The personal part of a client's link (`?p=`). */
export const personalLinkParam = z.optional(z.string().check(asCode, z.maxLength(200)));

/** A person who must sign or has signed. `link` opens the agreement as this person. */
const signer = z.object({
  person_id: z.nullable(id),
  name: z.string(),
  role: z.string(),
  email: z.string(),
  signer_name: z.nullable(z.string()),
  method: z.nullable(z.enum(['typed', 'drawn', 'paper'])),
  on_behalf_of: z.string(),
  /** The mails that carried the link, oldest first, with their delivery status. */
  deliveries: z.array(z.object({ to: z.string(), status: z.string(), at: instant })),
  viewed_at: z.nullable(instant),
  signed_at: z.nullable(instant),
  /** Set if this person declined to sign. */
  declined: z.nullable(z.object({ reason: z.string(), at: instant })),
  link: z.nullable(z.string()),
});

/** An agreement of an appointment as the company sees it. `real_content` is live until the first signature. */
const appointmentAgreement = z.object({
  id,
  agreementId: id,
  public_id: publicId,
  template_id: z.nullable(id),
  template_version: z.number(),
  /** The currently offered version; null if the template is no longer offered. */
  offered_version: z.nullable(z.number()),
  name: z.string(),
  content: z.string(),
  real_content: z.string(),
  unresolved: z.array(z.string()),
  signed: z.boolean(),
  signed_at: z.nullable(instant),
  voided_at: z.nullable(instant),
  void_reason: z.string(),
  content_hash: z.nullable(z.string()),
  sealed_sha256: z.nullable(z.string()),
  /** Why the sealed PDF could not be created; null once it exists. */
  seal_problem: z.nullable(z.enum(['too_long', 'stopped', 'no_font', 'unexpected'])),
  /** The void agreement that this one replaces. */
  replaces_id: z.nullable(id),
  /** The signature on paper and who recorded it. */
  paper: z.nullable(
    z.object({ name: z.string(), sha256: z.string(), signed_on: z.string(), recorded_by: z.string() }),
  ),
  link: z.string(),
  signers: z.array(signer),
  created_at: instant,
});
export type AppointmentAgreement = z.infer<typeof appointmentAgreement>;

export const listAppointmentAgreements = read('GET /v2/appointments/{id}/agreements', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The agreements of an appointment with their signers and personal links.',
  input: z.object({ id }),
  output: z.array(appointmentAgreement),
  invalidates: ['agreements', 'appointments'],
});

const changed = ['agreements', 'appointments', 'portal'] as const;

export const addAgreement = write('POST /v2/appointments/{id}/agreements', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Adds a copy of an agreement template to an appointment.',
  input: z.object({ id, template_id: id }),
  output: z.object({ id, agreementId: id, public_id: publicId }),
  invalidates: changed,
});

export const removeAgreement = write('DELETE /v2/appointments/{id}/agreements/{agreementId}', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Removes an agreement without signatures from the appointment.',
  input: z.object({ id, agreementId: id }),
  output: z.null(),
  invalidates: changed,
});

export const voidAgreement = write('POST /v2/appointments/{id}/agreements/{agreementId}/void', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Declares an agreement void. A signed text never changes: void it and add a new one.',
  input: z.object({ id, agreementId: id, reason: text('Please give a reason', 500) }),
  output: z.null(),
  invalidates: changed,
});

export const reissueAgreement = write('POST /v2/appointments/{id}/agreements/{agreementId}/reissue', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Replaces an agreement with a new copy of the currently offered text and declares the old one void if necessary. Idempotent: a repeat returns the same copy.',
  input: z.object({ id, agreementId: id, reason: text('Please give a reason', 500) }),
  output: z.object({ id, agreementId: id, public_id: publicId }),
  invalidates: changed,
});

export const sendAgreement = write('POST /v2/appointments/{id}/agreements/{agreementId}/send', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Mails everyone who still has to sign their personal link. Refused while values are missing in the text (`unresolved` names them). At most one mail in five minutes per person.',
  input: z.object({ id, agreementId: id }),
  output: z.object({ sent_to: z.array(z.string()) }),
  invalidates: [...changed, 'messages'],
});

/** The maximum size of a scan of a signed agreement. */
export const maxScanBytes = 25 * 1024 * 1024;
/** Accepted file types of a scan. */
export const scanTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', '.pdf'] as const;

export const recordPaperSignature = action('POST /v2/appointments/{id}/agreements/{agreementId}/paper', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Records that an agreement was signed on paper, with the scan (pdf, png, jpeg or webp, at most 25 MB). It counts for all clients. Location data is removed from pictures.',
  form: { maxBytes: maxScanBytes },
  input: z.object({
    id,
    agreementId: id,
    signer_name: text('Enter who signed', 160),
    signed_on: z.iso.date('Date needs to be valid'),
    file: z.instanceof(File, { error: 'Choose a file' }),
  }),
  output: z.null(),
  invalidates: changed,
});

export const downloadSignedScan = action('GET /v2/appointments/{id}/agreements/{agreementId}/paper', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The scan of an agreement signed on paper.',
  input: z.object({ id, agreementId: id }),
  download: true,
});

const evidenceRow = z.object({
  seq: z.number(),
  what: z.string(),
  data: z.record(z.string(), z.unknown()),
  at: instant,
  ip: z.string(),
  user_agent: z.string(),
  hash: z.string(),
});

export const getEvidence = read('GET /v2/appointments/{id}/agreements/{agreementId}/evidence', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'The evidence trail of one agreement, each row covering the previous one, and whether the chain is intact.',
  input: z.object({ id, agreementId: id }),
  output: z.object({ is_whole: z.boolean(), rows: z.array(evidenceRow) }),
  invalidates: ['agreements'],
});

export const downloadAgreement = action('GET /v2/appointments/{id}/agreements/{agreementId}/pdf', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The agreement as a PDF: sealed with its certificate once signed, before that the current text.',
  input: z.object({ id, agreementId: id }),
  download: true,
});

const appointmentLink = { param: 'appointmentPublicId', kind: 'appointment' } as const;
const onLink = { appointmentPublicId: publicId, agreementPublicId: publicId, p: personalLinkParam };

/** The page where a client reads and signs. `refusal` is why this visitor cannot sign; null if they can. */
const publicAgreement = z.object({
  public_id: publicId,
  appointment_public_id: publicId,
  name: z.string(),
  real_content: z.string(),
  content_hash: z.string(),
  signed: z.boolean(),
  signed_at: z.nullable(instant),
  voided_at: z.nullable(instant),
  property_address: z.string(),
  date_time: instant,
  company: companyBranding,
  viewer: z.nullable(z.object({ name: z.string(), role: z.string(), on_behalf_of: z.string() })),
  is_team: z.boolean(),
  my_signature: z.nullable(z.object({ signer_name: z.string(), signed_at: instant })),
  /** Set if this visitor declined to sign; null after signing or when the agreement was sent again. */
  my_decline: z.nullable(z.object({ reason: z.string(), at: instant })),
  signers: z.array(z.object({ name: z.string(), role: z.string(), signed_at: z.nullable(instant) })),
  refusal: z.nullable(
    z.enum(['withdrawn', 'canceled', 'signed', 'no_link', 'not_allowed', 'incomplete', 'team', 'hidden']),
  ),
  /** The state of the personal part of the address. */
  link_state: z.enum(linkStates),
  consent: z.object({ label: z.string(), disclosure: z.string(), sha256: z.string() }),
});
export type PublicAgreement = z.infer<typeof publicAgreement>;

const publicPath = '/v2/public/agreements/{appointmentPublicId}/{agreementPublicId}';

export const getPublicAgreement = read(`GET ${publicPath}`, {
  access: 'link',
  link: appointmentLink,
  summary:
    'The agreement of a link; with the personal part `p`, also whether this person may sign. Never signs.',
  input: z.object(onLink),
  output: publicAgreement,
  invalidates: ['agreements'],
});

export const viewAgreement = write(`POST ${publicPath}/view`, {
  access: 'link',
  link: appointmentLink,
  summary: 'Records in the evidence trail that the agreement was opened.',
  input: z.object(onLink),
  output: z.null(),
  limit: { by: 'ip', max: 240, minutes: 60 },
});

const point = z.tuple([z.number(), z.number()]);
/** A drawn signature: strokes of points as fractions 0..1 of a box three times as wide as high. */
const strokes = z
  .array(
    z
      .array(point)
      .check(
        z.maxLength(strokeLimits.points, 'This signature has too many strokes. Clear it and try again.'),
      ),
  )
  .check(z.maxLength(strokeLimits.strokes, 'This signature has too many strokes. Clear it and try again.'));

/** The hash of what the page showed, as sent with the agreement. */
const shownHash = z
  .string('Reload the agreement and sign the version shown')
  .check(z.regex(/^[0-9a-f]{64}$/, 'Reload the agreement and sign the version shown'));

export const signAgreement = action(`POST ${publicPath}/sign`, {
  access: 'link',
  link: appointmentLink,
  summary:
    'Signs as the person of the link, with a typed name or a drawing. `has_read` confirms that the text was read. `content_hash` and `consent_sha256` are those shown: CONFLICT if the text has changed since. The hash of the PDF offered on the page is stored as well. Signing twice is not an error.',
  input: z.object({
    ...onLink,
    signer_name: z.string('Enter your full name').check(z.trim()),
    strokes: z.optional(strokes),
    consent: z._default(z.boolean(), false),
    has_read: z.boolean('Read the agreement to the end'),
    content_hash: shownHash,
    consent_sha256: shownHash,
  }),
  output: publicAgreement,
  invalidates: ['agreements', 'portal', 'appointments'],
  limit: { by: 'ip', max: 60, minutes: 60 },
});

export const declineAgreement = write(`POST ${publicPath}/decline`, {
  access: 'link',
  link: appointmentLink,
  summary:
    'Declines to sign as the person of the link, with a reason. The company is notified; signing later is possible. Declining twice is not an error.',
  input: z.object({ ...onLink, reason: text('Please give a reason', 500) }),
  output: publicAgreement,
  invalidates: ['agreements', 'portal', 'appointments'],
  limit: { by: 'ip', max: 60, minutes: 60 },
});

export const downloadPublicAgreement = action(`GET ${publicPath}/pdf`, {
  access: 'link',
  link: appointmentLink,
  summary: 'The agreement as a PDF: sealed with its certificate once signed, before that the current text.',
  input: z.object(onLink),
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
});

export const getAgreementSignature = action(`GET ${publicPath}/signature`, {
  access: 'link',
  link: appointmentLink,
  summary: "The image of the technician's signature in the text.",
  input: z.object(onLink),
  download: true,
});
