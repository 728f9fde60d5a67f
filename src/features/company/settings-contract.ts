import { z } from 'zod/mini';
import { id, revNumber } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

const point = z.object({ lat: z.number(), lng: z.number() });
const socialLinks = {
  facebook: z.optional(z.string()),
  instagram: z.optional(z.string()),
  linkedin: z.optional(z.string()),
  youtube: z.optional(z.string()),
  x: z.optional(z.string()),
  google: z.optional(z.string()),
  yelp: z.optional(z.string()),
};
const requestForm = {
  default_name: z.string(),
  price: z.number(),
  /** hhmm */
  start_time: z.number(),
  /** Hours. */
  duration: z.number(),
  agreement_id: z.nullable(id),
  note: z.string(),
  /** HTML. */
  received_text: z.string(),
  notify_email: z.boolean(),
  notify_phone: z.boolean(),
  notify_emails: z.array(z.string()),
  notify_phones: z.array(z.string()),
};

/** All settings by name (decision G-SET-2). Rules beyond the types are in `domain/company-settings.ts`. */
const plain = {
  company_name: z.string(),
  company_phone: z.string(),
  company_email: z.string(),
  website: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  address_lat_long: z.nullable(point),
  timezone: z.string(),
  /** 1 USD, 2 CAD, 3 AUD, 4 NZD. */
  currency: z.number(),
  date_format: z.string(),
  country_code: z.string(),
  /** Miles. */
  service_radius: z.nullable(z.number()),
  /** `#rrggbb`: used for time slots with several technicians available. */
  company_color: z.string(),
  order_prefix: z.string(),
  next_order_number: z.number(),
  /** hhmm */
  default_start_time: z.number(),
  /** Hours. */
  default_duration: z.number(),
  default_price: z.number(),
  default_agreement_id: z.nullable(id),
  default_confirm: z.boolean(),
  /** 1 none, 2 offline, 3 Authorize.net, 4 Square, 5 Stripe, 6 PayPal, 7 Fortis. */
  payment_type: z.number(),
  payment_instructions: z.string(),
  external_payment_url: z.nullable(z.string()),
  allow_partial_payments: z.boolean(),
  require_payment_default: z.boolean(),
  /** Canceling costs the fee from this many hours before the start; null: free of charge. */
  cancellation_hours: z.nullable(z.number()),
  /** 1 percent of the total, 2 a fixed amount. */
  cancellation_fee_type: z.number(),
  cancellation_fee: z.number(),
  /** Charged when the technician arrives but the inspection can't take place. */
  trip_fee: z.number(),
  /** Uses the gateway's sandbox: nothing is really charged. */
  gateway_sandbox: z.boolean(),
  /** Where clients enter their card: on our pages or on the gateway's. */
  checkout_style: z.enum(['embedded', 'redirect']),
  enable_online_scheduling: z.boolean(),
  /** Hours. */
  dont_allow_scheduling_within: z.number(),
  max_days_ahead: z.number(),
  buffer_minutes: z.number(),
  allow_choice_of_technicians: z.boolean(),
  show_client_pricing_details: z.boolean(),
  require_confirmation: z.boolean(),
  /** HTML. */
  confirmation_text: z.string(),
  conversion_url: z.nullable(z.string()),
  google_analytics_number: z.nullable(z.string()),
  location_tags: z.array(z.string()),
  template_recommendations: z.array(z.string()),
  photo_quality: z.number(),
  cost_estimator: z.boolean(),
  require_completion_to_publish: z.boolean(),
  sample_reports: z.boolean(),
  show_client: z.boolean(),
  show_listing_agent: z.boolean(),
  show_contractor: z.boolean(),
  google_calendar_id: z.nullable(z.string()),
  calendar_text: z.nullable(z.string()),
  advanced_metrics: z.boolean(),
  pay_splits: z.boolean(),
  hourly_tracking: z.boolean(),
  service_limitations: z.boolean(),
  service_areas: z.boolean(),
  point_of_contact_name: z.string(),
  point_of_contact_email: z.string(),
  bcc_address: z.nullable(z.string()),
  /** 0 none, 1 the company's logo and address, 2 the custom text. */
  email_header_type: z.number(),
  email_footer_type: z.number(),
  /** HTML. */
  email_header_text: z.string(),
  email_footer_text: z.string(),
  agreement_signers: z.string(),
  agents_can_sign: z.boolean(),
  agents_can_pay: z.boolean(),
  /** By role (client, agent, listing_agent), the rights of personal links that differ from the rules. */
  link_rights: z.record(z.string(), z.record(z.string(), z.boolean())),
  /** Days after the appointment until personal links expire; null: never. */
  personal_link_days: z.nullable(z.number()),
  automations_enabled: z.boolean(),
  public_slug: z.string(),
  /** HTML. */
  about_company: z.string(),
  service_area: z.string(),
  video_url: z.string(),
};

/** The settings as readable by all members. Of secrets only whether they are set. */
const companySettings = z.object({
  subscriber_id: id,
  rev: z.number(),
  request_id: z.string(),
  currencySymbol: z.string(),
  ...plain,
  /** URL paths (below /api), or null. */
  logo: z.nullable(z.string()),
  header_logo: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  social_links: z.object(socialLinks),
  request_form: z.object(requestForm),
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

const nothing = z.optional(z.null('Upload the picture as a file'));
const nullableText = z.optional(z.nullable(z.string()));

const patch = z.partial(z.strictObject(plain));
export const updateSettings = write('PATCH /v2/company/{subscriberId}/settings', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Updates the sent settings, all or none. For credentials and webhook_secret, an empty string keeps the stored value and null deletes it. null removes a picture; new pictures are sent to …/files.',
  input: z.extend(patch, {
    subscriberId: id,
    /** The rev of the settings as read; throws CONFLICT if it is outdated. */
    rev: z.optional(revNumber),
    // An empty string also means "none".
    default_agreement_id: z.optional(z.nullable(z.union([id, z.literal('')]))),
    logo: nothing,
    header_logo: nothing,
    signature: nothing,
    social_links: z.optional(z.partial(z.strictObject(socialLinks))),
    request_form: z.optional(
      z.extend(z.partial(z.strictObject(requestForm)), {
        agreement_id: z.optional(z.nullable(z.union([id, z.literal('')]))),
      }),
    ),
    /** For the payment type that is sent, or else the stored one. */
    credentials: z.optional(z.record(z.string(), z.nullable(z.string()))),
    webhook_secret: nullableText,
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
