import { type ContactField, forContactFields } from '#domain/people/contact-fields.ts';
import type { Contact, ContactListRow, PersonOption, Technician } from './contract.ts';

/** The stored kind for each contact route. */
export const contactKindByRoute = { clients: 'client', agents: 'agent', contractors: 'contractor' } as const;
export type ContactRouteKind = keyof typeof contactKindByRoute;
export type ContactKind = (typeof contactKindByRoute)[ContactRouteKind];

/** A contact as stored. */
export interface ContactRow extends Record<ContactField, string> {
  id: string;
  subscriber_id: string;
  kind: string;
  profile_pic_file_id: string | null;
  notes: string;
  tags: string[];
  status: number;
  rev: number;
  last_name_key: string;
  first_name_key: string;
  created_at: string;
  updated_at: string;
}

/** The number of appointments of an agent as buyer's agent and as listing agent. */
export interface AgentCounts {
  buyer_count: number;
  listing_count: number;
}

/** Presents a list row; agents with their counts. */
export function presentRow(row: ContactRow, counts: AgentCounts | undefined): ContactListRow {
  return { ...presentContact(row), ...counts };
}

/** Presents a contact for the wire. */
export function presentContact(row: ContactRow): Contact {
  return {
    id: row.id,
    subscriber_id: row.subscriber_id,
    kind: row.kind as ContactKind,
    ...forContactFields((field) => row[field]),
    profile_pic: pictureUrl(row.profile_pic_file_id),
    notes: row.notes,
    tags: row.tags,
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

/** Presents a contact for a picker; a contractor without a name is shown by company. */
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

/** Presents a technician for the wire. */
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

/** URL path (below /api) of a profile picture, or null. */
export function pictureUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v2/files/${fileId}`;
}
