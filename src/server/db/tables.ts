// Written by scripts/table-types.mjs from migrations/. Do not edit.
import type { ColumnType } from 'kysely';

/** Read as it stands (parse it), written as text. */
export type Json = ColumnType<unknown, string, string>;

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface ActionGroups {
  appointment_id: string | null;
  created_at: string;
  enable: Generated<boolean>;
  id: string;
  is_default: Generated<boolean>;
  name: string;
  position: number;
  source_id: string | null;
  subscriber_id: string;
  updated_at: string;
}

export interface Actions {
  action_type: number;
  appointment_id: string | null;
  content: Json;
  created_at: string;
  deleted_at: string | null;
  enable: Generated<boolean>;
  event_type: number;
  group_id: string;
  id: string;
  position: number;
  source_id: string | null;
  subscriber_id: string;
  updated_at: string;
}

export interface AddOns {
  add_fee_cents: Generated<number>;
  add_minutes: Generated<number>;
  agreement_ids: Generated<string[]>;
  deleted_at: string | null;
  description: Generated<string>;
  id: string;
  name: string;
  position: number;
  service_id: string;
  status: Generated<number>;
  subscriber_id: string;
  template_ids: Generated<string[]>;
}

export interface AgreementEvidence {
  agreement_id: string;
  at: string;
  data: Json;
  hash: string;
  ip: string;
  prev_hash: string;
  seq: number;
  subscriber_id: string;
  user_agent: string;
  what: string;
}

export interface AgreementSignatures {
  agreement_id: string;
  appointment_person_id: string | null;
  consent_sha256: string;
  consent_text: string;
  content_hash: string;
  id: string;
  ip: string;
  language: string;
  method: string;
  on_behalf_of: Generated<string>;
  paper_file_id: string | null;
  paper_name: Generated<string>;
  paper_sha256: Generated<string>;
  person_id: string | null;
  recorded_by: string | null;
  role: string;
  shown_pdf_sha256: Generated<string>;
  signed_at: string;
  signed_on: string | null;
  signer_name: string;
  strokes: Json | null;
  subscriber_id: string;
  user_agent: string;
  viewed_at: string | null;
}

export interface AgreementTemplates {
  content: Json;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  id: string;
  is_default: Generated<boolean>;
  name: string;
  rev: Generated<number>;
  status: Generated<number>;
  subscriber_id: string;
  updated_at: string;
  version: Generated<number>;
}

export interface AgreementVersions {
  content: Json;
  name: string;
  replaced_at: string;
  replaced_by: string | null;
  subscriber_id: string;
  template_id: string;
  version: number;
}

export interface AppointmentAddons {
  add_on_id: string;
  appointment_id: string;
  name: string;
  position: number;
  service_id: string;
  subscriber_id: string;
}

export interface AppointmentAgreements {
  appointment_id: string;
  content: Json;
  content_hash: string | null;
  created_at: string;
  id: string;
  is_sealed_quietly: Generated<boolean>;
  name: string;
  placeholder_values: Json | null;
  position: number;
  public_id: string;
  real_content: Json | null;
  removed_at: string | null;
  replaces_id: string | null;
  seal_problem: string | null;
  sealed_file_id: string | null;
  sealed_sha256: string | null;
  signed: Generated<boolean>;
  signed_at: string | null;
  subscriber_id: string;
  template_id: string | null;
  template_version: number;
  void_reason: Generated<string>;
  voided_at: string | null;
}

export interface AppointmentAttachments {
  appointment_id: string;
  as_report: Generated<boolean>;
  created_at: string;
  file_id: string;
  id: string;
  name: string;
  subscriber_id: string;
  visible_to_client: Generated<boolean>;
}

export interface AppointmentEvents {
  appointment_id: string;
  description: Generated<string>;
  end_date: string;
  id: string;
  inspector_id: string | null;
  name: string;
  start_date: string;
  subscriber_id: string;
}

export interface AppointmentFees {
  add_on_id: string | null;
  appointment_id: string;
  discount_code_id: string | null;
  duration_minutes: Generated<number>;
  id: string;
  is_tax_manual: Generated<boolean>;
  kind: Generated<string>;
  line_item: string;
  notes_for_client_invoice: Generated<string>;
  position: number;
  pretax_cents: number;
  pricing_details: Generated<string>;
  service_id: string | null;
  subscriber_id: string;
  tax_cents: Generated<number>;
  tax_description: Generated<string>;
  taxes: Generated<Json>;
}

export interface AppointmentPeople {
  appointment_id: string;
  id: string;
  invisible: Generated<boolean>;
  link_expires_at: string | null;
  link_renewed_at: string | null;
  link_revoked_at: string | null;
  link_version: Generated<number>;
  person_id: string;
  position: number;
  rights: Generated<Json>;
  role: string;
  share_percent: number | null;
  subscriber_id: string;
}

export interface Appointments {
  action_groups: Generated<Json>;
  added_by: string | null;
  address: Generated<string>;
  agreement_signed: boolean;
  cancel_reason: Generated<string>;
  canceled_at: string | null;
  city: Generated<string>;
  confirm_inspection: boolean;
  country: Generated<string>;
  cover_file_id: string | null;
  created_at: string;
  date_time: string;
  deleted_at: string | null;
  disable_automated_notifications: boolean;
  discount_code_id: string | null;
  discount_snapshot: Json | null;
  duration_minutes: number;
  end_time: string;
  foundation: number | null;
  id: string;
  inspection_notes: Generated<string>;
  is_manual_edit: Generated<boolean>;
  lat: number | null;
  lng: number | null;
  location_precision: string | null;
  notification_settings: Generated<Json>;
  occupied: boolean;
  order_id: string;
  outstanding_cents: number;
  paid: boolean;
  payment_notes: Generated<string>;
  public_id: string;
  published: Generated<boolean>;
  require_payment: boolean;
  rev: Generated<number>;
  source: Generated<string>;
  square_feet: number | null;
  state: Generated<string>;
  status: string;
  subscriber_id: string;
  total_fee_cents: number;
  updated_at: string;
  utilities_on: boolean;
  year_built: number | null;
  zip_code: Generated<string>;
}

export interface AppointmentServices {
  appointment_id: string;
  name: string;
  position: number;
  service_id: string;
  subscriber_id: string;
}

export interface AppointmentTemplates {
  appointment_id: string;
  position: number;
  subscriber_id: string;
  template_id: string;
}

export interface AppointmentWords {
  appointment_id: string;
  subscriber_id: string;
  word: string;
}

export interface AuditLog {
  action: string;
  actor_id: string | null;
  actor_type: string;
  after: Json | null;
  at: string;
  before: Json | null;
  entity: string;
  entity_id: string | null;
  id: string;
  ip: string | null;
  subscriber_id: string;
}

export interface AuthCodes {
  code_hash: string;
  created_at: string;
  expires_at: string;
  id: string;
  purpose: string;
  subscriber_id: string;
  used_at: string | null;
  user_id: string;
}

export interface AutomationJobs {
  action_id: string | null;
  action_snapshot: Json | null;
  appointment_id: string;
  attempts: Generated<number>;
  created_at: string;
  dedupe_key: string;
  event_data: Generated<Json>;
  event_type: number;
  id: string;
  occurred_at: string;
  occurrence_id: string;
  outcome: Json | null;
  reason: string | null;
  retry_at: string | null;
  run_at: string;
  slot: string | null;
  source_id: string | null;
  status: string;
  subscriber_id: string;
  updated_at: string;
}

export interface AvailabilityOverrides {
  added_by: string | null;
  created_at: string;
  date_from: string;
  date_to: string;
  end_time: number | null;
  id: string;
  kind: string;
  reason: Generated<string>;
  rev: Generated<number>;
  start_time: number | null;
  step_minutes: Generated<number>;
  subscriber_id: string;
  team_id: string;
  updated_at: string;
}

export interface AvailabilitySlots {
  added_by: string | null;
  created_at: string;
  day: number;
  id: string;
  start_time: number;
  subscriber_id: string;
  team_id: string;
}

export interface AvailabilityWeeks {
  day: number;
  halves: number;
  subscriber_id: string;
  team_id: string;
}

export interface CalendarEvents {
  all_day: Generated<boolean>;
  busy: Generated<boolean>;
  created_at: string;
  created_by: string | null;
  deleted_at: string | null;
  description: Generated<string>;
  end_at: string;
  google_calendar_id: string | null;
  google_event_id: string | null;
  id: string;
  kind: string;
  rev: Generated<number>;
  start_at: string;
  subscriber_id: string;
  technician_id: string | null;
  timezone: string;
  title: string;
  updated_at: string;
}

export interface CalendarFeeds {
  created_at: string;
  id: string;
  kind: string;
  last_read_at: string | null;
  last_user_agent: Generated<string>;
  name: Generated<string>;
  revoked_at: string | null;
  subscriber_id: string;
  user_id: string;
}

export interface ChangeRequests {
  appointment_id: string;
  appointment_person_id: string | null;
  created_at: string;
  email: Generated<string>;
  handled_at: string | null;
  handled_by: string | null;
  id: string;
  message: string;
  name: string;
  subscriber_id: string;
  wish: string;
}

export interface Companies {
  address: Generated<string>;
  city: Generated<string>;
  company_email: Generated<string>;
  company_name: string;
  company_phone: Generated<string>;
  country_code: Generated<string>;
  created_at: string;
  currency: Generated<number>;
  date_format: Generated<string>;
  header_logo_file_id: string | null;
  lat: number | null;
  lng: number | null;
  logo_file_id: string | null;
  next_invoice_number: Generated<number>;
  next_order_number: Generated<number>;
  order_prefix: Generated<string>;
  public_slug: string;
  request_id: string;
  rev: Generated<number>;
  settings: Generated<Json>;
  signature_file_id: string | null;
  state: Generated<string>;
  status: Generated<number>;
  subscriber_id: string;
  timezone: string;
  updated_at: string;
  website: Generated<string>;
  zip_code: Generated<string>;
}

export interface CompanySecrets {
  locked: string;
  name: string;
  subscriber_id: string;
  updated_at: string;
}

export interface ConnectionTokens {
  connection: string;
  expires_at: string;
  lease_id: string | null;
  lease_until: string | null;
  locked: string;
  rejected_at: string | null;
  subscriber_id: string;
  version: Generated<number>;
}

export interface ContactMerges {
  created_at: string;
  created_by: string | null;
  id: string;
  keep_after_rev: number;
  keep_before: Json;
  keep_id: string;
  kind: string;
  merge_before: Json;
  merge_id: string;
  subscriber_id: string;
  undone_at: string | null;
}

export interface Contacts {
  address: Generated<string>;
  agency_name: Generated<string>;
  city: Generated<string>;
  company_name: Generated<string>;
  created_at: string;
  deleted_at: string | null;
  email: Generated<string>;
  email_cc: Generated<string>;
  first_name: Generated<string>;
  first_name_key: string;
  id: string;
  kind: string;
  language: Generated<string>;
  last_name: Generated<string>;
  last_name_key: string;
  notes: Generated<string>;
  phone: Generated<string>;
  profile_pic_file_id: string | null;
  public_id: string;
  rev: Generated<number>;
  search_text: Generated<string>;
  state: Generated<string>;
  status: Generated<number>;
  subscriber_id: string;
  tags: Generated<string[]>;
  updated_at: string;
  website: Generated<string>;
  zip_code: Generated<string>;
}

export interface ContactWords {
  contact_id: string;
  first_name_key: Generated<string>;
  head: Generated<string>;
  kind: string;
  last_name_key: Generated<string>;
  status: Generated<number>;
  subscriber_id: string;
  word: string;
}

export interface DiscountCodes {
  add_on_ids: Generated<string[]>;
  amount_cents: number | null;
  code: string;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  expires_on: string | null;
  id: string;
  max_uses: number | null;
  max_uses_per_client: number | null;
  min_total_cents: Generated<number>;
  notes: Generated<string>;
  online: Generated<boolean>;
  percent: number | null;
  rev: Generated<number>;
  service_ids: Generated<string[]>;
  starts_on: string | null;
  status: Generated<number>;
  subscriber_id: string;
  type: number;
  updated_at: string;
  used_count: Generated<number>;
}

export interface DistinctContacts {
  created_at: string;
  created_by: string | null;
  one_id: string;
  other_id: string;
  subscriber_id: string;
}

export interface Events {
  actor_id: string | null;
  actor_name: string | null;
  appointment_id: string | null;
  at: string;
  data: Json;
  id: string;
  subscriber_id: string;
  type: string;
}

export interface FavoriteComments {
  created_at: string;
  subscriber_id: string;
  template_comment_id: string;
  user_id: string;
}

export interface GateWaivers {
  appointment_id: string;
  id: string;
  reason: string;
  revoked_at: string | null;
  subscriber_id: string;
  until: string | null;
  waived_at: string;
  waived_by: string;
  what: string;
}

export interface GatewayComparisons {
  agreeing: Generated<number>;
  day: string;
  error: Generated<string>;
  finished_at: string | null;
  gateway: number;
  listed: Generated<number>;
  started_at: string;
  state: string;
  subscriber_id: string;
  tries: Generated<number>;
}

export interface GatewayConnections {
  account: Generated<string>;
  account_id: Generated<string>;
  checked_at: string;
  currencies: Generated<string>;
  error_code: Generated<string>;
  error_message: Generated<string>;
  fingerprint: string;
  locked_extra: string | null;
  payment_type: number;
  status: string;
  subscriber_id: string;
  updated_at: string;
  webhook_url: Generated<string>;
}

export interface GatewayDifferences {
  about: string;
  appointment_id: string | null;
  currency: Generated<string>;
  found_at: string;
  gateway: number;
  id: string;
  kind: string;
  ours_cents: Generated<number>;
  payment_id: string | null;
  resolve_reason: Generated<string>;
  resolved_at: string | null;
  resolved_by: string | null;
  subscriber_id: string;
  theirs_cents: Generated<number>;
}

export interface GatewayRegistrations {
  key: string;
  lease_id: string | null;
  lease_until: string | null;
  payment_type: number;
  subscriber_id: string;
}

export interface IdempotencyKeys {
  answer: Json | null;
  body_hash: string;
  caller: string;
  created_at: string;
  key: string;
  route: string;
  status: number | null;
  subscriber_id: string;
}

export interface ImportMappings {
  headers_hash: string;
  kind: string;
  mapping: Json;
  subscriber_id: string;
  updated_at: string;
}

export interface ImportRows {
  after_rev: number | null;
  before: Json | null;
  cells: Json;
  contact_id: string | null;
  given: Json | null;
  import_id: string;
  problems: Json | null;
  result: string | null;
  row_no: number;
  subscriber_id: string;
}

export interface Imports {
  created: Generated<number>;
  created_at: string;
  created_by: string | null;
  done: Generated<number>;
  failed: Generated<number>;
  file_name: string;
  finished_at: string | null;
  headers: string[];
  id: string;
  kind: string;
  mapping: Json;
  rows_deleted_at: string | null;
  skipped: Generated<number>;
  status: string;
  subscriber_id: string;
  total: number;
  undo: Json | null;
  undone_at: string | null;
  update_existing: boolean;
  updated: Generated<number>;
}

export interface InboundTexts {
  appointment_id: string | null;
  body: string;
  from_phone: string;
  id: string;
  kind: string;
  may_want_stop: Generated<boolean>;
  media: Generated<number>;
  person_id: string | null;
  provider_id: string;
  received_at: string;
  subscriber_id: string;
  to_phone: string;
}

export interface InternalNotes {
  appointment_id: string;
  created_at: string;
  created_by: string;
  id: string;
  is_edited: Generated<boolean>;
  subscriber_id: string;
  text: string;
}

export interface Invoices {
  appointment_id: string;
  created_at: string;
  credits_cents: Generated<number>;
  currency: number;
  due_date: string | null;
  id: string;
  notes: Generated<string>;
  number: string;
  outstanding_cents: number;
  paid_cents: Generated<number>;
  public_id: string;
  status: string;
  subscriber_id: string;
  total_cents: number;
  updated_at: string;
  void_reason: Generated<string>;
  voided_at: string | null;
  voided_by: string | null;
}

export interface Logins {
  created_at: string;
  email: string;
  password_changed_at: string;
  password_hash: string | null;
  subscriber_id: string;
  user_id: string;
}

export interface MerchantApplications {
  checks: Generated<number>;
  client_app_id: string;
  created_at: string;
  created_by: string | null;
  decided_at: string | null;
  decided_by: string | null;
  form: Generated<Json>;
  id: string;
  locked_link: string | null;
  mode: string | null;
  note: Generated<string>;
  opened_at: string | null;
  problem: Generated<string>;
  rev: Generated<number>;
  state: Generated<string>;
  submitted_at: string | null;
  subscriber_id: string;
  tried_at: string | null;
  updated_at: string;
}

export interface MergedReferences {
  dropped: Json | null;
  merge_id: string;
  row_id: string;
  subscriber_id: string;
  what: string;
}

export interface MessageEvents {
  at: string;
  closed_at: string | null;
  detail: Generated<Json>;
  id: string;
  kind: string;
  message_id: string;
  recipient: Generated<string>;
  subscriber_id: string;
}

export interface MessageSwitches {
  audiences: string[] | null;
  channel: string;
  enabled: boolean;
  key: string;
  rev: Generated<number>;
  subscriber_id: string;
  updated_at: string;
}

export interface MessageTemplates {
  action_label: string | null;
  body: string;
  channel: string;
  key: string;
  lang: string;
  subject: string;
  subscriber_id: string;
  updated_at: string;
}

export interface NotificationSlots {
  audience: string;
  body: Generated<string>;
  channel: string;
  enabled: boolean;
  index: number;
  rev: Generated<number>;
  subject: Generated<string>;
  subscriber_id: string;
  unit: number;
  updated_at: string;
  value: number;
  when: string;
}

export interface OnlineBookings {
  answers: Json;
  appointment_id: string | null;
  body_hash: string;
  confirm_until: string | null;
  confirmation_key: string | null;
  created_at: string;
  id: string;
  mails: Generated<number>;
  mode: string;
  recipient: string | null;
  sender: string;
  source: string;
  submission_key: string;
  subscriber_id: string;
  waiting: Json | null;
}

export interface OutboundMessages {
  appointment_id: string | null;
  attachments: Generated<Json>;
  attempts: Generated<number>;
  bcc_address: Generated<string>;
  body_html: Generated<string>;
  body_text: Generated<string>;
  cc_address: Generated<string>;
  channel: string;
  created_at: string;
  emptied_at: string | null;
  error: string | null;
  from_name: Generated<string>;
  held_until: string | null;
  id: string;
  is_counted: Generated<boolean>;
  is_doubtful: Generated<boolean>;
  key: string;
  lease_until: string | null;
  person_id: string | null;
  problem_closed_at: string | null;
  provider_id: string | null;
  reply_to: Generated<string>;
  resend_of: string | null;
  segments: number | null;
  sent_at: string | null;
  status: Generated<string>;
  stream: Generated<string>;
  subject: Generated<string>;
  subscriber_id: string;
  template_key: string;
  to_address: string;
  to_key: Generated<string>;
  tracked_links: Json | null;
  urgency: Generated<number>;
}

export interface PaymentAttempts {
  account_id: Generated<string>;
  amount_cents: number;
  appointment_id: string;
  checkout_style: Generated<string>;
  checks: Generated<number>;
  client_key: string | null;
  connection: Generated<string>;
  created_at: string;
  currency: string;
  decline_code: Generated<string>;
  decline_text: Generated<string>;
  gateway: number;
  gateway_ref: string | null;
  id: string;
  invoice_id: string;
  locked_page: string | null;
  locked_raw: string | null;
  mode: string;
  order_ref: Generated<string>;
  page_ref: Generated<string>;
  page_until: string | null;
  person_id: string | null;
  problem: Generated<string>;
  state: string;
  subscriber_id: string;
  tried_at: string | null;
  updated_at: string;
}

export interface PaymentRefunds {
  amount_cents: number;
  appointment_id: string;
  checks: Generated<number>;
  client_key: string | null;
  created_at: string;
  credit_cents: Generated<number>;
  failure_code: Generated<string>;
  failure_text: Generated<string>;
  gateway: number | null;
  gateway_ref: string | null;
  id: string;
  invoice_id: string;
  kind: string;
  payment_id: string;
  problem: Generated<string>;
  reason: string;
  refunded_by: string | null;
  state: string;
  subscriber_id: string;
  updated_at: string;
}

export interface Payments {
  amount_cents: number;
  appointment_id: string;
  attempt_id: string | null;
  card_brand: Generated<string>;
  card_last4: Generated<string>;
  compared_at: string | null;
  created_at: string;
  disputed_at: string | null;
  fee_cents: number | null;
  gateway: number | null;
  gateway_ref: string | null;
  id: string;
  idempotency_key: string;
  invoice_id: string;
  method: string;
  note: Generated<string>;
  received_at: string;
  recorded_by: string | null;
  refunded_cents: Generated<number>;
  status: string;
  subscriber_id: string;
  void_reason: Generated<string>;
  voided_at: string | null;
  voided_by: string | null;
}

export interface PlatformSettings {
  key: string;
  updated_at: string;
  value: Json;
}

export interface PublicLinks {
  created_at: string;
  kind: string;
  revoked_at: string | null;
  subscriber_id: string;
  target_id: string;
  token: string;
}

export interface RateLimits {
  bucket: string;
  hits: number;
  window_start: string;
}

export interface Reinspections {
  appointment_id: string;
  comment_ids: string[];
  created_at: string;
  of_appointment_id: string;
  repair_list_id: string | null;
  report_id: string;
  subscriber_id: string;
}

export interface RenderedDocuments {
  bytes: number;
  key: string;
  missing: Generated<string[]>;
  note: string | null;
  pages: number;
  sha256: string;
  storage_key: string;
  subscriber_id: string;
  used_at: string;
}

export interface RepairLists {
  addressees: Generated<string[]>;
  appointment_id: string;
  created_at: string;
  id: string;
  items: Json;
  maker_id: string | null;
  maker_name: Generated<string>;
  public_id: string;
  report_id: string;
  report_rev: number;
  rev: Generated<number>;
  role: string;
  subscriber_id: string;
  title: Generated<string>;
  updated_at: string;
}

export interface ReportComments {
  answer: Json | null;
  answer_type: Generated<string>;
  category: number | null;
  id: string;
  in_summary: boolean | null;
  included: Generated<boolean>;
  is_required: Generated<boolean>;
  item_id: string;
  kind: number;
  locations: Generated<string[]>;
  max_cost_cents: number | null;
  min_cost_cents: number | null;
  name: string;
  options: Generated<string[]>;
  position: number;
  public_id: string;
  recommendation: Generated<string>;
  report_id: string;
  rev: Generated<number>;
  subscriber_id: string;
  tags: Generated<string[]>;
  template_comment_id: string | null;
  text: Json | null;
  updated_at: string;
  updated_by: string | null;
}

export interface ReportItems {
  id: string;
  name: string;
  position: number;
  rating: string | null;
  report_id: string;
  rev: Generated<number>;
  section_id: string;
  show_ratings: Generated<boolean>;
  subscriber_id: string;
  template_item_id: string | null;
}

export interface ReportMedia {
  annotations: Generated<Json>;
  caption: Generated<string>;
  comment_id: string | null;
  created_at: string;
  deleted_at: string | null;
  duration_ms: number | null;
  edit: Json | null;
  height: number;
  id: string;
  is_before: Generated<boolean>;
  item_id: string | null;
  kind: string;
  large_file_id: string;
  location: Generated<string>;
  medium_file_id: string;
  position: number;
  public_id: string;
  report_id: string;
  sha256: string;
  subscriber_id: string;
  taken_at: string | null;
  thumb_file_id: string;
  time_source: string | null;
  width: number;
}

export interface ReportOps {
  actor_id: string | null;
  at: string;
  before: Json | null;
  op: Json;
  op_id: string;
  refused: string | null;
  report_id: string;
  rev: number;
  seq: Generated<number>;
  subscriber_id: string;
}

export interface ReportPhotoLooks {
  created_at: string;
  large_file_id: string;
  look: string;
  media_id: string;
  medium_file_id: string;
  subscriber_id: string;
  thumb_file_id: string;
}

export interface Reports {
  appointment_id: string;
  attached_by_hand: Generated<boolean>;
  content_rev: Generated<number>;
  copied_from: string | null;
  created_at: string;
  deleted_at: string | null;
  detached_at: string | null;
  detached_by: string | null;
  disclaimer: Json | null;
  first_published_at: string | null;
  header_text: Json | null;
  id: string;
  is_stamped: Generated<boolean>;
  name: string;
  pdf_full_file_id: string | null;
  pdf_problem: string | null;
  pdf_queued_at: string | null;
  pdf_rev: number | null;
  pdf_status: Generated<string>;
  pdf_summary_file_id: string | null;
  position: number;
  public_id: string;
  published_at: string | null;
  published_by: string | null;
  published_rev: number | null;
  ratings: Json;
  reinspects_report_id: string | null;
  reinspects_rev: number | null;
  return_note: Generated<string>;
  returned_at: string | null;
  returned_by: string | null;
  stamp_due_at: string | null;
  status: string;
  submitted_at: string | null;
  submitted_by: string | null;
  subscriber_id: string;
  template_id: string | null;
  template_version: number;
  updated_at: string;
}

export interface ReportSections {
  hidden: Generated<boolean>;
  id: string;
  is_repeatable: Generated<boolean>;
  name: string;
  position: number;
  report_id: string;
  standards_text: Json | null;
  subscriber_id: string;
  template_section_id: string | null;
}

export interface ReportSnapshots {
  content: Json;
  kept_media_ids: Generated<string[]>;
  media_ids: Generated<string[]>;
  published_at: string;
  published_by: string | null;
  report_id: string;
  rev: number;
  subscriber_id: string;
  withdrawn_at: string | null;
}

export interface ReportVideoParts {
  bytes: number;
  has_arrived: Generated<boolean>;
  start: number;
  storage_key: string;
  subscriber_id: string;
  video_id: string;
}

export interface ReportVideos {
  bytes: number;
  created_at: string;
  created_by: string;
  dropped_at: string | null;
  finished_at: string | null;
  id: string;
  received: Generated<number>;
  report_id: string;
  subscriber_id: string;
  touched_at: string;
  type: string | null;
}

export interface ReportViewLinks {
  created_at: string;
  id: string;
  person_id: string | null;
  report_id: string;
  role: string;
  subscriber_id: string;
  summary: string | null;
  view_id: string;
}

export interface ReportViews {
  at: string;
  id: string;
  ip: string;
  person_id: string | null;
  report_id: string;
  role: string;
  seconds: Generated<number>;
  subscriber_id: string;
  user_agent: string;
}

export interface SampleReportPhotos {
  large_file_id: string;
  medium_file_id: string;
  public_id: string;
  sample_id: string;
  subscriber_id: string;
  thumb_file_id: string;
}

export interface SampleReports {
  created_at: string;
  created_by: string | null;
  description: string;
  id: string;
  name: string;
  position: number;
  public_id: string;
  report_id: string;
  report_rev: number;
  snapshot: Json;
  subscriber_id: string;
  updated_at: string;
  visible: Generated<boolean>;
}

export interface SavedViews {
  address: Generated<string>;
  columns: Json | null;
  created_at: string;
  id: string;
  is_default: Generated<boolean>;
  list: string;
  name: string;
  name_key: string;
  subscriber_id: string;
  user_id: string;
}

export interface SealKeys {
  ca_pem: string;
  cert_pem: string;
  created_at: string;
  encrypted_key: string;
  id: string;
  retired_at: string | null;
}

export interface SendingFigures {
  email: number | null;
  invitation: number | null;
  rev: Generated<number>;
  stranger: number | null;
  subscriber_id: string;
  text: number | null;
  updated_at: string;
}

export interface SendingHours {
  kind: string;
  per_hour: number;
  read_at: string;
  starts_at: string;
  subscriber_id: string;
  used: Generated<number>;
}

export interface ServiceModifiers {
  add_fee_cents: Generated<number>;
  add_minutes: Generated<number>;
  greater_than: number | null;
  id: string;
  less_than_or_equal: number | null;
  position: number;
  service_id: string;
  subscriber_id: string;
  when: number;
}

export interface Services {
  agreement_ids: Generated<string[]>;
  base_cost_cents: number;
  base_duration_minutes: number;
  contractor_ids: Generated<string[]>;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  id: string;
  is_public: Generated<boolean>;
  name: string;
  position: number;
  report_needs_payment: Generated<boolean>;
  report_needs_signature: Generated<boolean>;
  rev: Generated<number>;
  status: Generated<number>;
  subscriber_id: string;
  template_ids: Generated<string[]>;
  updated_at: string;
}

export interface ServiceTaxes {
  add_percent: number;
  id: string;
  name: string;
  position: number;
  service_id: string;
  subscriber_id: string;
}

export interface Sessions {
  created_at: string;
  expires_at: string;
  family_id: string;
  family_started_at: string;
  id: string;
  identity_confirmed_at: string | null;
  ip: string;
  revoked_at: string | null;
  rotated_at: string | null;
  subscriber_id: string;
  token_hash: string;
  user_agent: string;
  user_id: string;
}

export interface ShortLinks {
  appointment_id: string | null;
  clicks: Generated<number>;
  created_at: string;
  expires_at: string;
  subscriber_id: string;
  target: string;
  uniq_id: string;
}

export interface StoredFiles {
  bytes: number;
  created_at: string;
  id: string;
  name: string;
  purpose: string;
  sha256: string;
  storage_key: string;
  subscriber_id: string;
  type: string;
}

export interface StoreTemplates {
  comments: number;
  content: Json;
  deleted_at: string | null;
  description: string;
  id: string;
  is_offered: Generated<boolean>;
  items: number;
  name: string;
  position: number;
  rev: Generated<number>;
  sections: number;
  shipped_hash: string | null;
  shipped_key: string | null;
  trade: string;
  updated_at: string;
}

export interface Subscriptions {
  created_at: string;
  max_appointments: number | null;
  past_due_since: string | null;
  period_end: string;
  period_start: string;
  status: string;
  subscriber_id: string;
  updated_at: string;
}

export interface Suppressions {
  address: string;
  created_at: string;
  detail: Generated<string>;
  id: string;
  message_id: string | null;
  reason: string;
  stream: string;
  subscriber_id: string;
}

export interface SyncCursors {
  connection: string;
  cursor: Generated<string>;
  due_at: string;
  failures: Generated<number>;
  job: string;
  lease_id: string | null;
  lease_until: string | null;
  stream: string;
  subscriber_id: string;
}

export interface Tallies {
  name: string;
  subscriber_id: string;
  total: Generated<number>;
}

export interface TechnicianAddOns {
  add_on_id: string;
  subscriber_id: string;
  technician_id: string;
}

export interface TechnicianAreas {
  subscriber_id: string;
  technician_id: string;
  zip: string;
  zip_to: Generated<string>;
}

export interface TechnicianBookings {
  appointment_event_id: string | null;
  appointment_id: string | null;
  during: string;
  exclusive: Generated<boolean>;
  expires_at: string | null;
  held_by: string | null;
  id: string;
  kind: Generated<string>;
  lat: number | null;
  lng: number | null;
  overrule_reason: Generated<string>;
  overruled_at: string | null;
  overruled_by: string | null;
  owner_id: Generated<string>;
  source_id: string | null;
  subscriber_id: string;
  technician_id: string;
  title: Generated<string>;
  visitor: string | null;
}

export interface TechnicianLimits {
  all_services: Generated<boolean>;
  buffer_minutes: number | null;
  home_address: Generated<string>;
  home_lat: number | null;
  home_lng: number | null;
  max_days_ahead: number | null;
  max_per_day: number | null;
  notice_hours: number | null;
  rev: Generated<number>;
  subscriber_id: string;
  technician_id: string;
  updated_at: string;
}

export interface TechnicianServices {
  service_id: string;
  subscriber_id: string;
  technician_id: string;
}

export interface TemplateComments {
  answer_type: Generated<string>;
  category: number | null;
  default_location: Generated<string>;
  default_text: Json | null;
  id: string;
  is_default: Generated<boolean>;
  is_required: Generated<boolean>;
  item_id: string;
  kind: number;
  max_cost_cents: number | null;
  min_cost_cents: number | null;
  name: string;
  options: Generated<string[]>;
  position: number;
  recommendation: Generated<string>;
  search_text: Generated<string>;
  subscriber_id: string;
  tags: Generated<string[]>;
  template_id: string;
}

export interface TemplateItems {
  id: string;
  name: string;
  position: number;
  section_id: string;
  show_ratings: Generated<boolean>;
  subscriber_id: string;
  template_id: string;
}

export interface TemplateOps {
  actor_id: string | null;
  at: string;
  before: Json | null;
  op: Json;
  op_id: string;
  refused: string | null;
  rev: number;
  seq: Generated<number>;
  subscriber_id: string;
  template_id: string;
}

export interface Templates {
  created_at: string;
  created_by: string | null;
  deleted_at: string | null;
  description: Generated<string>;
  disclaimer: Json | null;
  header_text: Json | null;
  id: string;
  name: string;
  ratings: Json;
  report_title: Generated<string>;
  rev: Generated<number>;
  source_template_id: string | null;
  status: Generated<number>;
  subscriber_id: string;
  updated_at: string;
  version: Generated<number>;
}

export interface TemplateSections {
  hidden: Generated<boolean>;
  id: string;
  is_repeatable: Generated<boolean>;
  name: string;
  position: number;
  standards_text: Json | null;
  subscriber_id: string;
  template_id: string;
}

export interface TemplateVersions {
  content: Json;
  created_at: string;
  subscriber_id: string;
  template_id: string;
  version: number;
}

export interface TextBalances {
  credits: number;
  subscriber_id: string;
  updated_at: string;
}

export interface TextCreditEntries {
  created_at: string;
  credits: number;
  credits_after: number;
  id: string;
  kind: string;
  message_id: string | null;
  note: Generated<string>;
  subscriber_id: string;
}

export interface TextOptOuts {
  created_at: string;
  phone: string;
  source: string;
  subscriber_id: string;
}

export interface TimeProposals {
  accepted: number | null;
  accepted_by: string | null;
  appointment_id: string;
  closed_at: string | null;
  created_at: string;
  expires_at: string;
  id: string;
  message: string;
  proposed_by: string | null;
  subscriber_id: string;
  times: Json;
}

export interface TravelTimes {
  from_place: string;
  measured_at: string;
  minutes: number;
  subscriber_id: string;
  to_place: string;
}

export interface Users {
  can_add_new_comment: Generated<boolean>;
  can_edit_schedule: Generated<boolean>;
  can_edit_template: Generated<boolean>;
  can_publish_report: Generated<boolean>;
  can_schedule_new: Generated<boolean>;
  color: Generated<string>;
  created_at: string;
  deleted_at: string | null;
  email: string;
  email_verified_at: string | null;
  first_name: string;
  full_company_admin: Generated<boolean>;
  id: string;
  invited_at: string | null;
  is_technician: Generated<boolean>;
  language: Generated<string>;
  last_name: string;
  must_reset_password: Generated<boolean>;
  notification_preferences: Generated<Json>;
  phone: Generated<string>;
  profile_pic_file_id: string | null;
  public_id: string;
  receive_communication: Generated<boolean>;
  rev: Generated<number>;
  role: string;
  saved_columns: Generated<Json>;
  show_appointment_price: Generated<boolean>;
  sidebar_nav_links: Generated<string[]>;
  signature: Json | null;
  status: Generated<number>;
  subscriber_id: string;
  terms_accepted_at: string | null;
  updated_at: string;
  user_type: number;
}

export interface WebhookAttempts {
  answer: string | null;
  delivery_id: string;
  duration_ms: number | null;
  ended_at: string | null;
  http_status: number | null;
  number: number;
  problem: string | null;
  request_headers: Json;
  started_at: string;
  subscriber_id: string;
}

export interface WebhookDeliveries {
  action_id: string | null;
  appointment_id: string | null;
  attempts: Generated<number>;
  body: string;
  created_at: string;
  due_at: string | null;
  endpoint_id: string | null;
  event_id: string;
  event_name: string;
  failures: Generated<number>;
  finished_at: string | null;
  host: string;
  http_status: number | null;
  id: string;
  is_replay: Generated<boolean>;
  key: string;
  locked_headers: string | null;
  problem: string | null;
  started_at: string | null;
  status: string;
  subscriber_id: string;
  url: string;
}

export interface WebhookEndpoints {
  created_at: string;
  host: string;
  id: string;
  last_success_at: string | null;
  off_at: string | null;
  off_reason: string | null;
  paused_until: string | null;
  subscriber_id: string;
  url: string;
}

export interface WebhookInbox {
  body_hash: string;
  data: Json;
  event_id: string;
  id: string;
  is_verified: boolean;
  outcome: Generated<string>;
  processed_at: string | null;
  received_at: string;
  source: string;
  subscriber_id: string;
  tries: Generated<number>;
  type: string;
}

export interface DB {
  action_groups: ActionGroups;
  actions: Actions;
  add_ons: AddOns;
  agreement_evidence: AgreementEvidence;
  agreement_signatures: AgreementSignatures;
  agreement_templates: AgreementTemplates;
  agreement_versions: AgreementVersions;
  appointment_addons: AppointmentAddons;
  appointment_agreements: AppointmentAgreements;
  appointment_attachments: AppointmentAttachments;
  appointment_events: AppointmentEvents;
  appointment_fees: AppointmentFees;
  appointment_people: AppointmentPeople;
  appointment_services: AppointmentServices;
  appointment_templates: AppointmentTemplates;
  appointment_words: AppointmentWords;
  appointments: Appointments;
  audit_log: AuditLog;
  auth_codes: AuthCodes;
  automation_jobs: AutomationJobs;
  availability_overrides: AvailabilityOverrides;
  availability_slots: AvailabilitySlots;
  availability_weeks: AvailabilityWeeks;
  calendar_events: CalendarEvents;
  calendar_feeds: CalendarFeeds;
  change_requests: ChangeRequests;
  companies: Companies;
  company_secrets: CompanySecrets;
  connection_tokens: ConnectionTokens;
  contact_merges: ContactMerges;
  contact_words: ContactWords;
  contacts: Contacts;
  discount_codes: DiscountCodes;
  distinct_contacts: DistinctContacts;
  events: Events;
  favorite_comments: FavoriteComments;
  gate_waivers: GateWaivers;
  gateway_comparisons: GatewayComparisons;
  gateway_connections: GatewayConnections;
  gateway_differences: GatewayDifferences;
  gateway_registrations: GatewayRegistrations;
  idempotency_keys: IdempotencyKeys;
  import_mappings: ImportMappings;
  import_rows: ImportRows;
  imports: Imports;
  inbound_texts: InboundTexts;
  internal_notes: InternalNotes;
  invoices: Invoices;
  logins: Logins;
  merchant_applications: MerchantApplications;
  merged_references: MergedReferences;
  message_events: MessageEvents;
  message_switches: MessageSwitches;
  message_templates: MessageTemplates;
  notification_slots: NotificationSlots;
  online_bookings: OnlineBookings;
  outbound_messages: OutboundMessages;
  payment_attempts: PaymentAttempts;
  payment_refunds: PaymentRefunds;
  payments: Payments;
  platform_settings: PlatformSettings;
  public_links: PublicLinks;
  rate_limits: RateLimits;
  reinspections: Reinspections;
  rendered_documents: RenderedDocuments;
  repair_lists: RepairLists;
  report_comments: ReportComments;
  report_items: ReportItems;
  report_media: ReportMedia;
  report_ops: ReportOps;
  report_photo_looks: ReportPhotoLooks;
  report_sections: ReportSections;
  report_snapshots: ReportSnapshots;
  report_video_parts: ReportVideoParts;
  report_videos: ReportVideos;
  report_view_links: ReportViewLinks;
  report_views: ReportViews;
  reports: Reports;
  sample_report_photos: SampleReportPhotos;
  sample_reports: SampleReports;
  saved_views: SavedViews;
  seal_keys: SealKeys;
  sending_figures: SendingFigures;
  sending_hours: SendingHours;
  service_modifiers: ServiceModifiers;
  service_taxes: ServiceTaxes;
  services: Services;
  sessions: Sessions;
  short_links: ShortLinks;
  store_templates: StoreTemplates;
  stored_files: StoredFiles;
  subscriptions: Subscriptions;
  suppressions: Suppressions;
  sync_cursors: SyncCursors;
  tallies: Tallies;
  technician_add_ons: TechnicianAddOns;
  technician_areas: TechnicianAreas;
  technician_bookings: TechnicianBookings;
  technician_limits: TechnicianLimits;
  technician_services: TechnicianServices;
  template_comments: TemplateComments;
  template_items: TemplateItems;
  template_ops: TemplateOps;
  template_sections: TemplateSections;
  template_versions: TemplateVersions;
  templates: Templates;
  text_balances: TextBalances;
  text_credit_entries: TextCreditEntries;
  text_opt_outs: TextOptOuts;
  time_proposals: TimeProposals;
  travel_times: TravelTimes;
  users: Users;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_inbox: WebhookInbox;
}
