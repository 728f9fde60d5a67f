import type { PersonRole } from '#domain/events/events.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';

/** A person on an appointment, joined with the person's details. */
export interface PersonRow {
  row_id: string;
  role: PersonRole;
  person_id: string;
  invisible: boolean;
  link_version: number;
  first_name: string;
  last_name: string;
  company_name: string;
  email: string;
  phone: string;
  color: string;
  profile_pic_file_id: string | null;
  is_active: boolean;
}

export interface FeeRow {
  id: string;
  service_id: string | null;
  add_on_id: string | null;
  discount_code_id: string | null;
  line_item: string;
  pricing_details: string;
  pretax_cents: number;
  tax_cents: number;
  taxes: unknown;
  tax_description: string;
  notes_for_client_invoice: string;
  duration_minutes: number;
  is_tax_manual: boolean;
  /** Set for lines added by a cancellation; empty for ordered ones. */
  kind: string;
}

export interface SubEventRow {
  id: string;
  name: string;
  description: string;
  inspector_id: string | null;
  start_date: string;
  end_date: string;
}

export interface NoteRow {
  id: string;
  text: string;
  is_edited: boolean;
  created_by: string;
  author: string;
  created_at: string;
}

/** An appointment with all related rows. */
export interface LoadedAppointment {
  id: string;
  subscriber_id: string;
  public_id: string;
  order_id: string;
  source: string;
  status: AppointmentStatus;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
  square_feet: number | null;
  year_built: number | null;
  foundation: number | null;
  lat: number | null;
  lng: number | null;
  location_precision: string | null;
  date_time: string;
  duration_minutes: number;
  end_time: string;
  confirm_inspection: boolean;
  occupied: boolean;
  utilities_on: boolean;
  disable_automated_notifications: boolean;
  require_payment: boolean;
  payment_notes: string;
  inspection_notes: string;
  discount_code_id: string | null;
  discount_snapshot: unknown;
  is_manual_edit: boolean;
  total_fee_cents: number;
  outstanding_cents: number;
  paid: boolean;
  agreement_signed: boolean;
  published: boolean;
  notification_settings: unknown;
  action_groups: unknown;
  canceled_at: string | null;
  cancel_reason: string;
  rev: number;
  added_by: string | null;
  created_at: string;
  updated_at: string;
  people: PersonRow[];
  services: { service_id: string; name: string }[];
  addons: { service_id: string; add_on_id: string; name: string }[];
  fees: FeeRow[];
  templates: { template_id: string; name: string }[];
  agreements: { id: string; template_id: string | null; signed: boolean; voided_at: string | null }[];
  attachments: { id: string; name: string; as_report: boolean; visible_to_client: boolean }[];
  sub_events: SubEventRow[];
  notes: NoteRow[];
  reports: { id: string; public_id: string; name: string; status: string }[];
  overruled: {
    technician_id: string;
    overruled_by: string | null;
    overruled_by_name: string | null;
    overruled_at: string | null;
    overrule_reason: string;
  }[];
  payments: number;
}
