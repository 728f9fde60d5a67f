import { type ClientRole, isLinkExpired } from '#domain/people/client-rights.ts';
import { linkPeople } from '#features/agreements/link-holder.ts';
import type { Installation, ReadCtx } from '#server/context.ts';
import { secretsEqual } from '#server/tokens.ts';
import { AppError } from '#wire/errors.ts';
import type { OpenedReport } from '../access/view-gate.ts';
import type { RepairListRow } from './repair-store.ts';

/** Who makes a list: a person on the appointment, or a reader the company sent the report to. */
export interface RepairMaker {
  /** The row of appointment_people. */
  id: string | null;
  person_id: string | null;
  name: string;
  role: ClientRole | 'other';
  /** The edit key ends with it. */
  link_version: number;
}

/**
 * Returns the maker of a new list. Throws FORBIDDEN for the team, for readers who are not identified, and for those
 * without the right.
 */
export function requireMaker({ isTeam, reader }: OpenedReport): RepairMaker {
  if (isTeam || !reader)
    throw new AppError('FORBIDDEN', 'Repair lists are made by clients and agents with their own link');
  if (!reader.isKnown)
    throw new AppError('FORBIDDEN', 'Open the report with the link in your email to make a repair list');
  if (!reader.rights.repair_list) throw new AppError('FORBIDDEN', 'Your link doesn’t include repair lists');
  const { person } = reader;
  return person ?? { id: null, person_id: null, name: '', role: 'other', link_version: 0 };
}

/**
 * Creates the key with which its maker changes a list without a personal link. It ends with the personal link of the
 * maker, whose version is part of it.
 */
export function createEditKey(
  installation: Installation,
  of: { subscriberId: string; listId: string; linkVersion: number },
): string {
  return installation.sign('repair-list', `${of.subscriberId}:${of.listId}:${of.linkVersion}`).slice(0, 27);
}

/** Whether this reader may change the list: its maker, by personal link or key, as long as they have the right. */
export async function mayEditRepairList(
  ctx: ReadCtx,
  list: RepairListRow,
  { reader }: OpenedReport,
  key: string | undefined,
): Promise<boolean> {
  const keyFor = (linkVersion: number) =>
    createEditKey(ctx.installation, { subscriberId: ctx.subscriberId, listId: list.id, linkVersion });
  const has = (linkVersion: number) => key !== undefined && secretsEqual(key, keyFor(linkVersion));
  if (list.maker_id === null) return has(0);
  const people = await linkPeople(ctx, list.appointment_id);
  const maker = people.find((one) => one.id === list.maker_id);
  if (!maker?.rights.repair_list || isLinkExpired(maker.link_ends_at, ctx.now)) return false;
  return reader?.person?.id === maker.id || has(maker.link_version);
}
