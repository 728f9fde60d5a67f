import { z } from 'zod/mini';
import { asText, id, optionalText, queryBool, queryRev } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';

/** A stored signature: a drawing, a typed name or an uploaded picture (drawn and uploaded ones have an image). */
const ownSignature = z.object({
  kind: z.enum(['drawn', 'typed', 'uploaded']),
  text: z.string(),
  image: z.nullable(z.string()),
});
export type OwnSignature = z.infer<typeof ownSignature>;

const topics = z.object({
  own_appointments: z.boolean(),
  requests: z.boolean(),
  payments: z.boolean(),
  report_approvals: z.boolean(),
});

/** The profile of the signed-in user. */
const profile = z.object({
  id,
  subscriber_id: id,
  user_type: z.number(),
  role: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  color: z.string(),
  language: z.enum(['en', 'de', 'fr']),
  profile_pic: z.nullable(z.string()),
  signature: z.nullable(ownSignature),
  notification_preferences: topics,
  receive_communication: z.boolean(),
  rev: z.number(),
});
export type Profile = z.infer<typeof profile>;

// Field rules are in domain/people.ts, as for all other people.
const field = z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')));
const picture = z.optional(z.union([z.file(), z.literal('')]));
const maybe = z.optional(queryBool);

export const getProfile = read('GET /v2/users/me', {
  access: 'user',
  summary: 'Returns the caller’s profile: name, picture, signature, color, language and email preferences.',
  output: profile,
  invalidates: ['people'],
});

export const updateProfile = action('PUT /v2/users/me', {
  access: 'user',
  scope: 'platform',
  summary:
    'Updates the sent fields of the caller’s profile (multipart form). Changing the email requires current_password. signature_kind none removes the signature; drawn and uploaded require signature_image, typed requires signature_text.',
  form: { maxBytes: 8_388_608, files: 2 },
  input: z.object({
    subscriberId: optionalText(60),
    first_name: field,
    last_name: field,
    email: field,
    current_password: z.optional(z.string().check(z.maxLength(500))),
    phone: field,
    color: field,
    language: z.optional(z.enum(['en', 'de', 'fr'], 'Unknown language')),
    receive_communication: maybe,
    own_appointments: maybe,
    requests: maybe,
    payments: maybe,
    report_approvals: maybe,
    /** PNG, JPEG, GIF or WebP, up to 5 MB. */
    profile_pic: picture,
    signature_kind: z.optional(z.enum(['drawn', 'typed', 'uploaded', 'none'], 'Choose one of the options')),
    signature_text: optionalText(120),
    /** The drawing or picture: PNG, JPEG, GIF or WebP, up to 5 MB. */
    signature_image: picture,
    rev: z.optional(queryRev),
  }),
  output: profile,
  invalidates: ['people', 'auth', 'appointments'],
  limit: { by: 'account', max: 60, minutes: 15 },
});
