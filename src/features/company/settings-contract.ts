import { z } from 'zod/mini';
import { id, revNumber } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';
import { answeredSchemas, sentSchemas } from '#wire/setting-schemas.ts';

/** The settings as readable by all members. Of secrets only whether they are set. */
const companySettings = z.object({
  subscriber_id: id,
  rev: z.number(),
  request_id: z.string(),
  currencySymbol: z.string(),
  ...answeredSchemas(),
  /** By payment type and credential: whether it is set. */
  credentials: z.record(z.string(), z.record(z.string(), z.boolean())),
  webhook_secret: z.object({ is_set: z.boolean() }),
  /** True once a payment was received: the currency can't be changed any more. */
  currency_is_fixed: z.boolean(),
});
export type CompanySettingsAnswer = z.infer<typeof companySettings>;

export const getSettings = read('GET /v2/company/{subscriberId}/settings', {
  access: 'member',
  capability: 'view_company',
  summary: 'Returns all settings of the company. Secrets show only whether they are set.',
  input: z.object({ subscriberId: id }),
  output: companySettings,
  invalidates: ['company'],
});

export const getSettingOptions = read('GET /v2/company/{subscriberId}/settings/options', {
  access: 'member',
  capability: 'edit_settings',
  summary: 'Lists the options for settings: the company’s active agreements.',
  input: z.object({ subscriberId: id }),
  output: z.object({ agreements: z.array(z.object({ id, name: z.string() })) }),
  invalidates: ['agreements'],
});

/** Rules beyond the types are in `domain/settings`. */
const patch = z.partial(z.strictObject(sentSchemas()));
export const updateSettings = write('PATCH /v2/company/{subscriberId}/settings', {
  access: 'member',
  capability: 'edit_settings',
  identity: 'sometimes',
  summary:
    'Updates the sent settings, all or none. For credentials, an empty string keeps the stored value and null deletes it. null removes a picture; new pictures are sent to …/files.',
  input: z.extend(patch, {
    subscriberId: id,
    /** The rev of the settings as read; throws CONFLICT if it is outdated. */
    rev: z.optional(revNumber),
    /** For the payment type that is sent, or else the stored one. */
    credentials: z.optional(z.record(z.string(), z.nullable(z.string()))),
  }),
  output: companySettings,
  invalidates: ['company', 'appointments', 'services'],
});

const picture = z.optional(z.union([z.file(), z.literal('')]));
export const uploadFiles = action('POST /v2/company/{subscriberId}/files', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Uploads pictures of the company: logo, header_logo, signature (PNG, JPEG, GIF or WebP, at most 5 MB each).',
  form: { maxBytes: 8_388_608, files: 3 },
  input: z.object({ subscriberId: id, logo: picture, header_logo: picture, signature: picture }),
  output: companySettings,
  invalidates: ['company'],
});
