import { useState } from 'react';
import { offeredFlags } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { session, useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { Perms, TeamKind, TeamRecord } from '../../team-contract.ts';
import { PermissionToggles } from '../permission-toggles.tsx';
import { personName, teamRoutes } from '../person-types.ts';
import classes from './team.module.css';

interface Props {
  kind: TeamKind;
  member: TeamRecord;
}

/** The permissions of a member as switches; saved changes take effect immediately. */
export function PermissionsTab({ kind, member }: Props) {
  const perms = useRead(teamRoutes[kind].getPerms, { id: member.id });
  if (perms.status === 'failed') return <ErrorState failure={perms.failure} onRetry={perms.retry} />;
  if (!perms.data) return <CardSkeleton height={420} />;
  return <Toggles kind={kind} member={member} stored={perms.data} />;
}

function Toggles({ kind, member, stored }: Props & { stored: Perms }) {
  const t = useTranslation('people');
  const isMine = member.id === useActor().userId;
  const isOwner = member.user_type === 1;
  const { value, isChanged, change, discard, accept } = useSwitches(kind, stored);
  const write = useWrite(teamRoutes[kind].updatePerms, {
    toast: t('team.permsSaved', { name: personName(member) }),
    onDone: (perms) => {
      accept(perms);
      if (isMine) void session.reload();
    },
  });
  useSaveable({
    isDirty: isChanged,
    pending: write.pending,
    save: async () => {
      await write.send({ id: member.id, ...value });
    },
    discard,
    others: () => [],
  });
  return (
    <Card title={t('team.permsTitle', { name: personName(member) })} flush>
      <div className={classes.inCard}>
        {isOwner && <Notice tone="info" title={t('team.ownerPerms')} />}
        {isMine && !isOwner && <Notice tone="info" title={t('team.ownPerms')} />}
        {value.full_company_admin && !isOwner && (
          <Notice tone="warn" title={t('team.adminPerms', { name: member.first_name })} />
        )}
        <PermissionToggles kind={kind} value={value} onChange={change} disabled={isOwner || write.pending} />
      </div>
    </Card>
  );
}

/** The stored permissions with unsaved changes on top: colleagues' changes show up without losing unsaved ones. */
function useSwitches(kind: TeamKind, read: Perms) {
  // What saving returned, until it is read again.
  const [answer, setAnswer] = useState({ perms: read, before: read });
  const stored = answer.before === read ? answer.perms : read;
  const differing = (next: Perms) =>
    Object.fromEntries(
      offeredFlags[kind].filter((flag) => next[flag] !== stored[flag]).map((flag) => [flag, next[flag]]),
    );
  const [unsaved, setUnsaved] = useState<Partial<Perms>>({});
  const [lastStored, setLastStored] = useState(stored);
  const value = { ...stored, ...unsaved };
  if (lastStored !== stored) {
    setLastStored(stored);
    // A change that is now stored is no longer unsaved, even if a colleague reverts it later.
    setUnsaved(differing(value));
  }
  return {
    value,
    isChanged: Object.keys(differing(value)).length > 0,
    change: (next: Perms) => setUnsaved(differing(next)),
    discard: () => setUnsaved({}),
    accept: (perms: Perms) => setAnswer({ perms, before: read }),
  };
}
