import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import type { Contact } from '../contract.ts';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import { contactRoutes, type PeopleTab, personName, teamRoutes } from './person-types.ts';

export type ContactTab = Exclude<PeopleTab, TeamKind>;

/** The actions for a client, agent or contractor, in lists and on the person page. */
export function useContactActions(tab: ContactTab, onRemoved?: () => void) {
  const t = useTranslation('people');
  const actor = useActor();
  const routes = contactRoutes[tab];
  const setStatus = useWrite(routes.setStatus, {
    toast: (row) => t('statusChanged', { name: personName(row) }),
  });
  const remove = useWrite(routes.remove, {
    toast: t('removed'),
    ...(onRemoved ? { onDone: onRemoved } : {}),
  });
  const ask = useAskToRemove();
  return {
    toggleStatus: (row: Contact) => setStatus.send({ id: row.id, newStatus: row.status === 1 ? 0 : 1 }),
    remove: async (row: Contact) => {
      if (await ask(personName(row), t('removeText'))) await remove.send({ id: row.id });
    },
    mayRemove: allows(actor, 'delete_contacts'),
    pending: setStatus.pending || remove.pending,
  };
}

/** The actions for a team member, for users with permission. */
export function useTeamActions(kind: TeamKind, onRemoved?: () => void) {
  const t = useTranslation('people');
  const routes = teamRoutes[kind];
  const setStatus = useWrite(routes.setStatus, {
    toast: (row) => t('statusChanged', { name: personName(row) }),
  });
  const remove = useWrite(routes.remove, {
    toast: t('removed'),
    ...(onRemoved ? { onDone: onRemoved } : {}),
  });
  const resend = useWrite(routes.resendInvitation, {
    toast: (row) => t('invitationSent', { email: row.email }),
  });
  const ask = useAskToRemove();
  return {
    setStatus: (row: TeamRow, newStatus: 0 | 1) => setStatus.send({ id: row.id, newStatus }),
    resend: (row: TeamRow) => resend.send({ id: row.id }),
    remove: async (row: TeamRow) => {
      if (await ask(personName(row), t('removeTeamText'))) await remove.send({ id: row.id });
    },
  };
}

function useAskToRemove() {
  const t = useTranslation('people');
  return (name: string, text: string) =>
    confirm({ title: t('removeTitle', { name }), text, yes: t('remove'), destroys: true });
}
