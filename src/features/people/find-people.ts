import { sql } from 'kysely';
import { rankMatches } from '#domain/base/match-text.ts';
import { parseSearchQuery, type SearchQuery } from '#domain/people/people-search.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { searchContacts } from './contacts/search-contacts.ts';
import { type ContactKind, type ContactRouteKind, type ContactRow, contactKindByRoute } from './present.ts';
import { filterMembers, type MemberRow } from './team.ts';
import type { TeamKind } from './team-contract.ts';

/** A contact or team member that a text matches. */
export interface MatchingPerson {
  id: string;
  kind: ContactRouteKind | TeamKind;
  first_name: string;
  last_name: string;
  company: string;
  email: string;
  phone: string;
  active: boolean;
}

const contactKinds = Object.entries(contactKindByRoute) as [ContactRouteKind, ContactKind][];

/**
 * Finds the contacts and team members that a text matches as in their lists, those that have its words in full first.
 * Only those who manage the team find staff, as in the lists.
 */
export async function findPeople(ctx: ReadCtx, text: string, limit: number): Promise<MatchingPerson[]> {
  const query = parseSearchQuery(text);
  if (query.words.length === 0) return [];
  const teamKinds: TeamKind[] = allows(ctx.requireUser(), 'manage_team')
    ? ['technicians', 'staffs']
    : ['technicians'];
  const [exact, contacts, members] = await Promise.all([
    withWholeWord(ctx, query, limit),
    Promise.all(contactKinds.map(([, kind]) => beginningWith(ctx, query, kind, limit))),
    Promise.all(
      teamKinds.map(async (kind) =>
        (await filterMembers(ctx, kind, { text })).map((row) => presentMember(kind, row)),
      ),
    ),
  ]);
  const all = [...members.flat(), ...exact.map(presentContact), ...contacts.flat().map(presentContact)];
  const once = [...new Map(all.map((person) => [person.id, person])).values()];
  const ranked = rankMatches(once, text, (person) => [
    `${person.first_name} ${person.last_name}`,
    person.company,
    person.email,
    person.phone,
  ]);
  return ranked.slice(0, limit);
}

async function beginningWith(ctx: ReadCtx, query: SearchQuery, kind: ContactKind, limit: number) {
  const { rows } = await searchContacts(ctx, {
    ...query,
    kind,
    status: undefined,
    after: null,
    limit,
    isPreview: true,
  });
  return rows;
}

/** Of a frequent word's matches the list order begins with others: those who have it in full are asked for as well. */
async function withWholeWord(ctx: ReadCtx, { words, parts }: SearchQuery, limit: number) {
  const [word] = words;
  if (words.length !== 1 || parts.length > 0 || word === undefined) return [];
  const each = contactKinds.map(
    ([, kind]) => sql`(select contact_id from contact_words where subscriber_id = ${ctx.subscriberId}::uuid
      and kind = ${kind} and word = ${word} limit ${limit})`,
  );
  const { rows } = await sql<ContactRow>`select person.* from (${sql.join(each, sql` union all `)}) as hit
    cross join lateral (select * from contacts c where c.subscriber_id = ${ctx.subscriberId}::uuid
      and c.id = hit.contact_id limit 1) as person`.execute(ctx.db);
  return rows;
}

function presentContact(row: ContactRow): MatchingPerson {
  const [kind] = contactKinds.find(([, stored]) => stored === row.kind) ?? ['clients' as const];
  const { id, first_name, last_name, email, phone } = row;
  const company = row.company_name || row.agency_name;
  return { id, kind, first_name, last_name, company, email, phone, active: row.status === 1 };
}

function presentMember(kind: TeamKind, row: MemberRow): MatchingPerson {
  const { id, first_name, last_name, email, phone } = row;
  return { id, kind, first_name, last_name, company: '', email, phone, active: row.status === 1 };
}
