import type { Contact, ContactListRow, PersonOption, Technician } from './contract.ts';

/** The tables' word for each kind of contact route. */
export const contactKindByRoute = { clients: 'client', agents: 'agent', contractors: 'contractor' } as const;
export type ContactRouteKind = keyof typeof contactKindByRoute;
export type ContactKind = (typeof contactKindByRoute)[ContactRouteKind];

export interface ContactRow {
  id: string;
  subscriber_id: string;
  kind: string;
  first_name: string;
  last_name: string;
  email: string;
  email_cc: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  agency_name: string;
  company_name: string;
  website: string;
  profile_pic_file_id: string | null;
  notes: string;
  tags: string[];
  language: string;
  status: number;
  rev: number;
  last_name_key: string;
  first_name_key: string;
  created_at: string;
  updated_at: string;
}

/** On how many appointments an agent is the buyer's and the listing agent. */
export interface AgentCounts {
  buyer_count: number;
  listing_count: number;
}

/** A row of a list; agents with their counts. */
export function presentRow(row: ContactRow, counts: AgentCounts | undefined): ContactListRow {
  return { ...presentContact(row), ...counts };
}

/** A contact's row as it crosses the wire. */
export function presentContact(row: ContactRow): Contact {
  return {
    id: row.id,
    subscriber_id: row.subscriber_id,
    kind: row.kind as ContactKind,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_cc: row.email_cc,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    agency_name: row.agency_name,
    company_name: row.company_name,
    website: row.website,
    profile_pic: pictureUrl(row.profile_pic_file_id),
    notes: row.notes,
    tags: row.tags,
    language: row.language as Contact['language'],
    status: row.status,
    rev: row.rev,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

interface OptionRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  profile_pic_file_id: string | null;
  company_name?: string;
}

/** What a picker shows; a contractor without a name of its own goes by the company's. */
export function presentOption(row: OptionRow): PersonOption {
  const isNameless = row.first_name === '' && row.last_name === '';
  return {
    id: row.id,
    first_name: isNameless ? (row.company_name ?? '') : row.first_name,
    last_name: row.last_name,
    email: row.email,
    profile_pic: pictureUrl(row.profile_pic_file_id),
  };
}

/** A technician's row as it crosses the wire. */
export function presentTechnician(
  row: OptionRow & { phone: string; color: string; status: number; user_type: number },
): Technician {
  return {
    ...presentOption(row),
    phone: row.phone,
    color: row.color,
    status: row.status,
    user_type: row.user_type,
  };
}

/** Address below /api of a person's picture, or null. */
export function pictureUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v2/files/${fileId}`;
}
