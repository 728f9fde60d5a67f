import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';

interface WithTechnician {
  technician_id: string | null;
  first_name: string | null;
  last_name: string | null;
  color: string | null;
  profile_pic_file_id: string | null;
  overruled: { by: string; reason: string } | null;
}

interface OfAppointment extends WithTechnician {
  id: string;
  order_id: string;
  status: AppointmentStatus;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  lat: number | null;
  lng: number | null;
  paid: boolean;
  agreement_signed: boolean;
  has_agreements: boolean;
  published: boolean;
  occupied: boolean;
  utilities_on: boolean;
  rev: number;
  updated_at: string;
  /** All technicians of the appointment. */
  assigned: string[];
}

/** An appointment joined with one of its technicians. */
export interface InspectionRow extends OfAppointment {
  date_time: string;
  end_time: string;
  clients: string;
  services: string;
}

/** A sub-event with its appointment. */
export interface CalendarSubEventRow extends OfAppointment {
  appointment_id: string;
  name: string;
  description: string;
  start_date: string;
  end_date: string;
}

/** A regular or imported entry. */
export interface EntryRow extends WithTechnician {
  id: string;
  kind: 'regular' | 'external';
  title: string;
  description: string;
  start_at: string;
  end_at: string;
  all_day: boolean;
  timezone: string;
  busy: boolean;
  google_event_id: string | null;
  created_by: string | null;
  rev: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}
