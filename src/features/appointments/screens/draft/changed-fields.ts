import type { Appointment } from '../../contract.ts';

const groups: Readonly<Record<string, string>> = {
  address: 'address',
  city: 'address',
  state: 'address',
  zip_code: 'address',
  country: 'address',
  address_lat_long: 'address',
  location_precision: 'address',
  square_feet: 'property',
  year_built: 'property',
  foundation: 'property',
  date_time: 'time',
  duration: 'time',
  services: 'services',
  fees: 'services',
  is_manual_edit: 'services',
  recalculate: 'services',
  discount_code: 'services',
  templates: 'documents',
  agreements: 'documents',
  inspectors: 'technicians',
  invisible_inspectors: 'technicians',
  clients: 'people',
  agents: 'people',
  listing_agents: 'people',
  contractors: 'people',
  require_payment: 'payment',
  payment_notes: 'payment',
  paid: 'payment',
  inspection_events: 'subEvents',
  status: 'status',
};

const more: readonly (keyof Appointment)[] = [
  'order_id',
  'confirm_inspection',
  'occupied',
  'utilities_on',
  'disable_automated_notifications',
  'inspection_notes',
  'action_groups',
];

/** Returns the translation key below `changedField` that groups fields users know by one name. */
export function groupOf(field: string): string {
  return groups[field] ?? 'information';
}

/** Returns the groups in which two versions of an appointment differ. */
export function changedGroups(before: Appointment, now: Appointment): string[] {
  const fields = [...Object.keys(groups), ...more] as (keyof Appointment)[];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]));
  return [...new Set(changed.map(groupOf))];
}
