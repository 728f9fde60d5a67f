/** The recipients of an action: groups of people and literal addresses, each once. */
import { isEmail } from '../people/people.ts';
import { type Action, type RecipientGroup, recipientGroups } from './action-types.ts';
import type { AutomationFacts, Occurrence, Reachable } from './decision-types.ts';

/** One message of an action: each person gets an own one. */
export interface Addressee {
  /** An email address or, of a text, a phone number. */
  address: string;
  /** Null for a literal address. */
  person: Reachable | null;
  /** Copies of an email to this person's other addresses. */
  cc: string[];
}

/** All recipients of an action. */
export interface Recipients {
  to: Addressee[];
  /** Further copies, without the addresses in `to`. */
  cc: string[];
  bcc: string[];
  /** People who have no address for this kind of message. */
  unreachable: Reachable[];
}

/**
 * Returns the recipients of an email or a text. For events 9–12, contractors or technicians mean only the person that the
 * event is about. Addresses that are not of the message's kind are ignored.
 */
export function recipientsOf(
  action: Pick<Action, 'action_type' | 'to_address' | 'cc_address' | 'bcc_address'>,
  people: AutomationFacts['people'],
  occurrence: Pick<Occurrence, 'event_type' | 'data'>,
): Recipients {
  if (action.action_type === 3) return { to: [], cc: [], bcc: [], unreachable: [] };
  const isText = action.action_type === 2;
  const seen = new Set<string>();
  const list = (entries: readonly string[]) =>
    entries.flatMap((entry) => entriesOf(entry, people, occurrence, isText));
  const take = (entries: readonly Entry[]) =>
    entries.filter(({ address }) => {
      const key = address.toLowerCase();
      if (address === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  const all = list(action.to_address);
  const to = take(all);
  const copies = isText ? [] : take(list(action.cc_address));
  const blind = isText ? [] : take(list(action.bcc_address));
  return {
    to: to.map((one) => ({ ...one, cc: isText ? [] : copiesOf(one) })),
    cc: copies.map((one) => one.address),
    bcc: blind.map((one) => one.address),
    unreachable: all.flatMap(({ address, person }) => (address === '' && person ? [person] : [])),
  };
}

interface Entry {
  address: string;
  person: Reachable | null;
}

function entriesOf(
  entry: string,
  people: AutomationFacts['people'],
  occurrence: Pick<Occurrence, 'event_type' | 'data'>,
  isText: boolean,
): Entry[] {
  const group = recipientGroups.find((one) => one === entry);
  if (group === undefined) return isEmail(entry) === isText ? [] : [{ address: entry, person: null }];
  return membersOf(group, people, occurrence).map((person) => ({
    address: isText ? person.phone : person.email,
    person,
  }));
}

function membersOf(
  group: RecipientGroup,
  people: AutomationFacts['people'],
  { event_type: event, data }: Pick<Occurrence, 'event_type' | 'data'>,
): readonly Reachable[] {
  const isAbout =
    group === 'contractors'
      ? event === 9 || event === 10
      : group === 'technicians' && (event === 11 || event === 12);
  return isAbout && data.person ? [data.person] : people[group];
}

function copiesOf({ address, person }: Entry): string[] {
  return (person?.email_cc ?? []).filter((one) => one.toLowerCase() !== address.toLowerCase());
}
