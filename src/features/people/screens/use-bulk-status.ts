import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { type Contact, setStatusOfMany } from '../contract.ts';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import { teamRoutes } from './person-types.ts';
import type { ContactTab } from './use-contact-actions.ts';

/** The maximum a single request may change. */
const maxPerRequest = 100;

type Status = 0 | 1;
type Changeable = { id: string; status: number };
type Send = (ids: readonly string[], newStatus: Status) => Promise<boolean>;

/** True for the owner and the user's own row, whose status can't be changed; the server rejects both. */
export function isFixedMember(row: Pick<TeamRow, 'id' | 'user_type'>, ownId: string): boolean {
  return row.user_type === 1 || row.id === ownId;
}

/**
 * Changes the status of many clients, agents or contractors at once, with undo for those whose status was different.
 */
export function useContactBulkStatus(tab: ContactTab) {
  const write = useWrite(setStatusOfMany);
  const changeStatus = useStatusChange();
  const send: Send = (ids, newStatus) =>
    inBatches(ids, async (part) => (await write.send({ kind: tab, ids: part, newStatus })) !== null);
  const change = async (rows: readonly Pick<Contact, 'id' | 'status'>[], newStatus: Status) => {
    const changing = rows.filter((row) => row.status !== newStatus);
    return changeStatus(send, changing, newStatus);
  };
  return { change, pending: write.pending };
}

/**
 * Changes the status of many technicians or staff at once. Invited members become active only by accepting, and the
 * owner and the user themselves are skipped. Canceling an invitation can't be undone, because that would mail a new
 * one.
 */
export function useTeamBulkStatus(kind: TeamKind) {
  const t = useTranslation('people');
  const { userId } = useActor();
  const write = useWrite(teamRoutes[kind].setStatusOfMany);
  const changeStatus = useStatusChange();
  const send: Send = (ids, newStatus) =>
    inBatches(ids, async (part) => (await write.send({ ids: part, newStatus })) !== null);
  const change = async (rows: readonly TeamRow[], newStatus: Status) => {
    const free = rows.filter((row) => !isFixedMember(row, userId));
    if (free.length < rows.length && newStatus === 0) toast(t('teamStays'));
    if (free.length === 0) return false;
    const changing = free.filter((row) => (newStatus === 1 ? row.status === 0 : row.status !== 0));
    return changeStatus(send, changing, newStatus);
  };
  return { change, pending: write.pending };
}

async function inBatches(
  ids: readonly string[],
  send: (part: string[]) => Promise<boolean>,
): Promise<boolean> {
  for (let from = 0; from < ids.length; from += maxPerRequest)
    if (!(await send(ids.slice(from, from + maxPerRequest)))) return false;
  return true;
}

/** Returns a function that sends the change, shows the result as a toast and resolves to whether anything changed. */
function useStatusChange() {
  const t = useTranslation('people');
  return async (send: Send, rows: readonly Changeable[], newStatus: Status): Promise<boolean> => {
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) {
      toast(t(newStatus === 1 ? 'allActive' : 'allInactive'));
      return false;
    }
    if (!(await send(ids, newStatus))) return false;
    const undo = { label: t('undo'), run: () => void send(ids, newStatus === 1 ? 0 : 1) };
    toast(t(newStatus === 1 ? 'madeActive' : 'madeInactive', { count: ids.length }), {
      kind: 'success',
      milliseconds: 7000,
      ...(rows.some((row) => row.status === 2) ? {} : { action: undo }),
    });
    return true;
  };
}
