import { Button } from '@mantine/core';
import { useState } from 'react';
import { flagsOf } from '#domain/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { session, useActor } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/states.tsx';
import type { Perms, TeamKind, TeamRecord } from '../../team-contract.ts';
import { PermissionToggles } from '../permission-toggles.tsx';
import { personName, teamRoutes } from '../person-types.ts';
import classes from './team.module.css';

interface Props {
  kind: TeamKind;
  member: TeamRecord;
  onDirty: (isDirty: boolean) => void;
}

/** The rights of a member as switches; they hold at once when saved. */
export function PermissionsTab({ kind, member, onDirty }: Props) {
  const perms = useRead(teamRoutes[kind].getPerms, { id: member.id });
  if (perms.status === 'failed') return <ErrorState failure={perms.failure} onRetry={perms.retry} />;
  if (!perms.data) return <CardSkeleton height={420} />;
  return (
    <Toggles
      key={JSON.stringify(perms.data)}
      kind={kind}
      member={member}
      stored={perms.data}
      onDirty={onDirty}
    />
  );
}

function Toggles({ kind, member, stored, onDirty }: Props & { stored: Perms }) {
  const t = useText('people');
  const isMine = member.id === useActor().userId;
  const isOwner = member.user_type === 1;
  const [value, setValue] = useState<Perms>(stored);
  const isChanged = (next: Perms) => flagsOf[kind].some((flag) => next[flag] !== stored[flag]);
  const change = (next: Perms) => {
    setValue(next);
    onDirty(isChanged(next));
  };
  const write = useWrite(teamRoutes[kind].updatePerms, {
    toast: t('team.permsSaved', { name: personName(member) }),
    onDone: () => {
      onDirty(false);
      if (isMine) void session.reload();
    },
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
      {!isOwner && (
        <div className={classes.foot}>
          <Button
            variant="default"
            disabled={!isChanged(value) || write.pending}
            onClick={() => change(stored)}
          >
            {t('undo')}
          </Button>
          <Button
            loading={write.pending}
            disabled={!isChanged(value)}
            onClick={() => void write.send({ id: member.id, ...value })}
          >
            {t('save')}
          </Button>
        </div>
      )}
    </Card>
  );
}
