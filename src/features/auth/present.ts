import type { SessionUser } from './contract.ts';

interface SessionRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  profile_pic_file_id: string | null;
  role: string;
  user_type: number;
  subscriber_id: string;
  sidebar_nav_links: string[];
  saved_columns: unknown;
  language: string;
  can_schedule_new: boolean;
  can_edit_schedule: boolean;
  can_publish_report: boolean;
  can_edit_template: boolean;
  can_add_new_comment: boolean;
  full_company_admin: boolean;
  show_appointment_price: boolean;
  company_name: string | null;
  timezone: string | null;
  currency: number | null;
  date_format: string | null;
  country_code: string | null;
  settings: unknown;
}

/** Presents the signed-in user; the platform administrator has no company and gets neutral values. */
export function presentSession(row: SessionRow): SessionUser {
  const settings = (row.settings ?? {}) as { enable_online_scheduling?: boolean };
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    profile_pic: row.profile_pic_file_id ? `/api/v2/files/${row.profile_pic_file_id}` : null,
    role: row.role,
    user_type: row.user_type,
    subscriber_id: row.subscriber_id,
    sidebar_nav_links: row.sidebar_nav_links,
    saved_columns: (row.saved_columns ?? {}) as Record<string, string[]>,
    language: row.language,
    can_schedule_new: row.can_schedule_new,
    can_edit_schedule: row.can_edit_schedule,
    can_publish_report: row.can_publish_report,
    can_edit_template: row.can_edit_template,
    can_add_new_comment: row.can_add_new_comment,
    full_company_admin: row.full_company_admin,
    show_appointment_price: row.show_appointment_price,
    enable_online_scheduling: settings.enable_online_scheduling ?? false,
    company_name: row.company_name ?? '',
    timezone: row.timezone ?? 'UTC',
    currency: row.currency ?? 1,
    date_format: row.date_format ?? 'MM/DD/YYYY',
    country_code: row.country_code ?? 'US',
  };
}
