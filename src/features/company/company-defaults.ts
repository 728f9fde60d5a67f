import { defaultCompanyColor } from '#domain/company/company-settings.ts';
import type { CheckoutStyle } from '#domain/payments/gateways.ts';
import type { RoleRights } from '#domain/people/client-rights.ts';
import { escapeHtml } from '#domain/text/rich-text.ts';
import {
  type StarterDefectCategory,
  starterDefectCategories,
  starterLocationTags,
  starterRecommendations,
} from './starter-lists.ts';

/** Links to the company's pages on other sites; absent where it has none. */
type SocialLinks = Partial<
  Record<'facebook' | 'instagram' | 'linkedin' | 'youtube' | 'x' | 'google' | 'yelp', string>
>;

/** Initial values of a visitor's request, and who is notified about it. */
interface RequestFormSettings {
  default_name: string;
  price: number;
  start_time: number;
  duration: number;
  agreement_id: string | null;
  note: string;
  received_text: string;
  notify_email: boolean;
  notify_phone: boolean;
  notify_emails: readonly string[];
  notify_phones: readonly string[];
}

/**
 * All settings of a company by wire name, in wire units: money in dollars, durations in hours, times of day as hhmm
 * numbers, distances in miles. Pictures, credentials and secrets are stored separately.
 */
export interface CompanySettings {
  company_name: string;
  company_phone: string;
  company_email: string;
  website: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  address_lat_long: { lat: number; lng: number } | null;
  logo: string | null;
  header_logo: string | null;
  signature: string | null;
  timezone: string;
  currency: 1 | 2 | 3 | 4;
  date_format: 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'YYYY-MM-DD' | 'DD.MM.YYYY';
  country_code: string;
  social_links: SocialLinks;
  service_radius: number | null;
  /** `#rrggbb`: used for time slots with several technicians available. */
  company_color: string;
  order_prefix: string;
  next_order_number: number;
  default_start_time: number;
  default_duration: number;
  default_price: number;
  default_agreement_id: string | null;
  default_confirm: boolean;
  payment_type: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  payment_instructions: string;
  external_payment_url: string | null;
  allow_partial_payments: boolean;
  require_payment_default: boolean;
  cancellation_hours: number | null;
  cancellation_fee_type: 1 | 2;
  cancellation_fee: number;
  trip_fee: number;
  gateway_sandbox: boolean;
  checkout_style: CheckoutStyle;
  enable_online_scheduling: boolean;
  dont_allow_scheduling_within: number;
  max_days_ahead: number;
  buffer_minutes: number;
  allow_choice_of_technicians: boolean;
  show_client_pricing_details: boolean;
  require_confirmation: boolean;
  confirmation_text: string;
  conversion_url: string | null;
  google_analytics_number: string | null;
  request_form: RequestFormSettings;
  location_tags: readonly string[];
  template_recommendations: readonly string[];
  defect_categories: readonly StarterDefectCategory[];
  photo_quality: 1 | 2 | 3;
  cost_estimator: boolean;
  require_completion_to_publish: boolean;
  sample_reports: boolean;
  show_client: boolean;
  show_listing_agent: boolean;
  show_contractor: boolean;
  google_calendar_id: string | null;
  calendar_text: string | null;
  advanced_metrics: boolean;
  pay_splits: boolean;
  hourly_tracking: boolean;
  service_limitations: boolean;
  service_areas: boolean;
  point_of_contact_name: string;
  point_of_contact_email: string;
  bcc_address: string | null;
  /** 0 none, 1 the company's logo and address, 2 custom text. */
  email_header_type: 0 | 1 | 2;
  email_footer_type: 0 | 1 | 2;
  email_header_text: string;
  email_footer_text: string;
  agreement_signers: 'any' | 'all';
  agents_can_sign: boolean;
  agents_can_pay: boolean;
  /** What a role's personal links may do, where it differs from the rules (domain/client-rights.ts). */
  link_rights: RoleRights;
  /** Days after the appointment until personal links expire; null: never. */
  personal_link_days: number | null;
  owner_is_technician: boolean;
  automations_enabled: boolean;
  /** The preferred slug; a number is appended if another company has it. */
  public_slug: string;
  about_company: string;
  service_area: string;
  video_url: string;
}

/** The company and owner data given at sign-up. */
export interface CompanyOwner {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company_name: string;
}

const START_TIME = 900;
const DURATION_HOURS = 3;

/** The initial settings of a company. @param timezone the browser's at sign-up; null if unknown or not sent. */
export function companyDefaults(timezone: string | null, owner: CompanyOwner): CompanySettings {
  return {
    ...identity(timezone, owner),
    ...appointmentDefaults(),
    ...schedulingDefaults(owner),
    ...reportDefaults(),
    ...mailDefaults(owner),
    google_calendar_id: null,
    calendar_text: null,
    advanced_metrics: false,
    pay_splits: false,
    hourly_tracking: false,
    service_limitations: false,
    service_areas: false,
    agreement_signers: 'all',
    agents_can_sign: true,
    agents_can_pay: true,
    link_rights: {},
    personal_link_days: null,
    owner_is_technician: true,
    automations_enabled: true,
  };
}

/** Converts a name to a URL slug: 3 to 40 characters of a-z, 0-9 and hyphen. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug.length >= 3 ? slug : `company${slug === '' ? '' : `-${slug}`}`;
}

function identity(timezone: string | null, owner: CompanyOwner) {
  return {
    company_name: owner.company_name,
    company_phone: owner.phone,
    company_email: owner.email,
    website: '',
    address: '',
    city: '',
    state: '',
    zip_code: '',
    address_lat_long: null,
    logo: null,
    header_logo: null,
    signature: null,
    timezone: timezone ?? 'America/New_York',
    currency: 1,
    date_format: 'MM/DD/YYYY',
    country_code: 'US',
    social_links: {},
    service_radius: null,
    company_color: defaultCompanyColor,
    public_slug: toSlug(owner.company_name),
    about_company: '',
    service_area: '',
    video_url: '',
  } as const;
}

function appointmentDefaults() {
  return {
    order_prefix: '',
    next_order_number: 1001,
    default_start_time: START_TIME,
    default_duration: DURATION_HOURS,
    default_price: 0,
    default_agreement_id: null,
    default_confirm: true,
    payment_type: 1,
    payment_instructions: '',
    external_payment_url: null,
    allow_partial_payments: false,
    require_payment_default: true,
    cancellation_hours: null,
    cancellation_fee_type: 1,
    cancellation_fee: 0,
    trip_fee: 0,
    gateway_sandbox: false,
    checkout_style: 'embedded',
  } as const;
}

function schedulingDefaults(owner: CompanyOwner) {
  const name = escapeHtml(owner.company_name);
  return {
    enable_online_scheduling: false,
    dont_allow_scheduling_within: 24,
    max_days_ahead: 90,
    buffer_minutes: 0,
    allow_choice_of_technicians: true,
    show_client_pricing_details: true,
    require_confirmation: true,
    confirmation_text: `<p>Thank you for booking with ${name}. We have received your appointment and will confirm it by e-mail shortly. It contains your personal link, where you can sign the agreement, pay, and later read your report.</p><p>If anything changes, please let us know at least 24 hours before the appointment.</p>`,
    conversion_url: null,
    google_analytics_number: null,
    request_form: {
      default_name: '',
      price: 0,
      start_time: START_TIME,
      duration: DURATION_HOURS,
      agreement_id: null,
      note: '',
      received_text: `<p>Thank you. Your request has reached ${name}. We will contact you to confirm the date and price. Nothing is booked until then.</p>`,
      notify_email: true,
      notify_phone: false,
      notify_emails: [],
      notify_phones: [],
    },
  } as const;
}

function reportDefaults() {
  return {
    location_tags: starterLocationTags,
    template_recommendations: starterRecommendations,
    defect_categories: starterDefectCategories,
    photo_quality: 2,
    cost_estimator: false,
    require_completion_to_publish: false,
    sample_reports: true,
    show_client: true,
    show_listing_agent: false,
    show_contractor: false,
  } as const;
}

function mailDefaults(owner: CompanyOwner) {
  return {
    point_of_contact_name: `${owner.first_name} ${owner.last_name}`.trim(),
    point_of_contact_email: owner.email,
    bcc_address: null,
    email_header_type: 1,
    email_footer_type: 1,
    email_header_text: '',
    email_footer_text: '',
  } as const;
}
