import { z } from 'zod/mini';
import { passwordMessages, passwordProblem } from '#domain/base/passwords.ts';
import { readPhoneOfAnyCountry } from '#domain/people/phones.ts';
import { areSavedColumns } from '#domain/people/saved-columns.ts';
import { asCode, asLine, email, id, instant, optionalText, queryBool, text } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

/** The signed-in user as all screens receive it (specification section 3, "User session"). */
const sessionUser = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  profile_pic: z.nullable(z.string()),
  role: z.string(),
  user_type: z.number(),
  subscriber_id: id,
  sidebar_nav_links: z.array(z.string()),
  /** Selected columns per list: `{ 'people.clients': ['name', 'phone'] }`. */
  saved_columns: z.record(z.string(), z.array(z.string())),
  language: z.string(),
  can_schedule_new: z.boolean(),
  can_edit_schedule: z.boolean(),
  can_publish_report: z.boolean(),
  can_edit_template: z.boolean(),
  can_add_new_comment: z.boolean(),
  full_company_admin: z.boolean(),
  show_appointment_price: z.boolean(),
  enable_online_scheduling: z.boolean(),
  company_name: z.string(),
  timezone: z.string(),
  currency: z.number(),
  date_format: z.string(),
  country_code: z.string(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const done = z.null();
/** Accepts any text: a wrong password is INVALID_CREDENTIALS, not a form error. */
const anyPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(500, 'At most 500 characters'));

export const login = action('POST /v2/auth/login', {
  access: 'public',
  scope: 'platform',
  summary:
    'Signs in and sets the refresh token as a cookie. With mustReset, the token is valid for change-password only.',
  input: z.object({ email, password: anyPassword }),
  output: z.object({
    accessToken: z.string(),
    user: z.nullable(sessionUser),
    mustReset: z.optional(z.boolean()),
  }),
});

export const me = read('GET /v2/auth/me', {
  access: 'user',
  summary: 'Returns the signed-in user.',
  output: sessionUser,
});

export const refreshToken = action('POST /v2/auth/refresh-token', {
  access: 'public',
  scope: 'platform',
  summary: 'Exchanges the refresh cookie for a new access token and a new cookie.',
  output: z.object({ accessToken: z.string() }),
  mirrors: ['accessToken'],
});

export const logout = action('POST /v2/auth/logout', {
  access: 'public',
  scope: 'platform',
  summary: 'Ends the session of the refresh cookie.',
  output: done,
  isNeverShed: true,
});

export const changePassword = action('POST /v2/auth/change-password', {
  access: 'user',
  scope: 'platform',
  token: 'change-password',
  summary: 'Changes the password and ends all other sessions.',
  input: z.object({
    current_password: z.optional(z.string().check(z.maxLength(500))),
    new_password: z.string(),
  }),
  output: done,
  limit: { by: 'account', max: 10, minutes: 15 },
});

export const confirmIdentity = action('POST /v2/auth/confirm-identity', {
  access: 'user',
  scope: 'platform',
  summary:
    'Confirms with the password who uses the session. For 10 minutes it may then do what answers IDENTITY_REQUIRED otherwise. Wrong passwords count as failed logins.',
  input: z.object({ password: anyPassword }),
  output: z.object({ confirmed_until: instant }),
});

export const signUp = action('POST /v2/auth/sign-up', {
  access: 'public',
  scope: 'platform',
  summary:
    'Creates a company with its owner, defaults and starter content, and emails the verification link.',
  input: z.object({
    first_name: text('First name is required', 80),
    last_name: text('Last name is required', 80),
    company_name: text('Company name is required', 120),
    email,
    password: z.string('Password is required').check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.refine((typed) => passwordProblem(typed) === null, {
        error: ({ input }) => passwordMessages[passwordProblem(String(input)) ?? 'missing'],
      }),
    ),
    phone: text('Phone is required', 30).check(
      // The country of the company is not known yet: a number of any country is read.
      z.refine((typed) => readPhoneOfAnyCountry(typed) !== null, 'Phone must have 10 digits'),
    ),
    terms_of_policy: z
      ._default(queryBool, false)
      .check(z.refine((accepted) => accepted === true, 'You must accept the terms')),
    receive_communication: z._default(queryBool, false),
    timezone: optionalText(60),
    language: z.optional(z.enum(['en', 'de', 'fr'])),
  }),
  output: z.object({ email: z.string(), verification_required: z.boolean() }),
  limit: { by: 'ip', max: 20, minutes: 60 },
});

export const forgotPassword = action('POST /v2/auth/forgot-password', {
  access: 'public',
  scope: 'platform',
  summary: 'Emails a link to set a new password. The answer is the same whether or not the address is known.',
  input: z.object({ email }),
  output: done,
  limit: { by: 'ip', max: 60, minutes: 60 },
});

export const resetPassword = action('POST /v2/auth/reset-password', {
  access: 'public',
  scope: 'platform',
  summary:
    'Sets a new password with the code from the email (valid once, for 60 minutes) and ends all sessions.',
  input: z.object({
    email,
    password: z.string(),
    code: z.string().check(asCode, z.minLength(1), z.maxLength(100)),
  }),
  output: done,
  limit: { by: 'ip', max: 60, minutes: 60 },
});

const verificationToken = z.string().check(asCode, z.maxLength(100));

export const openVerification = action('GET /v2/auth/verify-email', {
  access: 'public',
  scope: 'platform',
  summary:
    'The link of the verification email: redirects to the page whose button verifies the address. Changes nothing.',
  input: z.object({ token: z.optional(verificationToken) }),
  output: done,
});

export const verifyEmail = write('POST /v2/auth/verify-email', {
  access: 'public',
  scope: 'platform',
  summary: 'Verifies the address with the token of the verification email (valid for 24 hours).',
  input: z.object({ token: verificationToken }),
  output: z.object({ verified: z.boolean() }),
  limit: { by: 'ip', max: 60, minutes: 60 },
});

export const resendVerification = action('POST /v2/auth/resend-verification', {
  access: 'public',
  scope: 'platform',
  summary: 'Resends the verification link. Always answers with success.',
  input: z.object({ email }),
  output: done,
  limit: { by: 'ip', max: 60, minutes: 60 },
});

export const session = z.object({
  id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** When the session ends, however much it is used. Unused for 30 days, it ends before. */
  ends_at: instant,
  is_current: z.boolean(),
});

export const listSessions = read('GET /v2/users/me/sessions', {
  access: 'user',
  scope: 'platform',
  summary: 'Lists the user’s sessions.',
  output: z.array(session),
  invalidates: ['auth'],
});

export const revokeSession = write('DELETE /v2/users/me/sessions/{id}', {
  access: 'user',
  scope: 'platform',
  summary: 'Ends one of the user’s sessions.',
  input: z.object({ id }),
  output: done,
  invalidates: ['auth'],
});

export const updatePreferences = write('PUT /v2/users/me/preferences', {
  access: 'user',
  summary: 'Saves the sidebar order, the language and the list columns. Omitted settings stay unchanged.',
  input: z.object({
    sidebar_nav_links: z.optional(z.array(z.string().check(asCode, z.maxLength(40))).check(z.maxLength(30))),
    language: z.optional(z.enum(['en', 'de', 'fr'], 'Unknown language')),
    /** Per list; lists that are not named stay unchanged. */
    saved_columns: z.optional(
      z
        .record(z.string().check(asLine), z.array(z.string().check(asLine)))
        .check(z.refine(areSavedColumns, 'This list or column is unknown')),
    ),
  }),
  output: done,
  invalidates: ['auth'],
});
