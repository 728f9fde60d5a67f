import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { TeamKind, TeamRecord } from '../../team-contract.ts';
import { personName, teamRoutes } from '../person-types.ts';
import classes from './team.module.css';

/** Notices at the top of the page: an open or expired invitation, appointments assigned to an inactive member. */
export function TeamNotices({ kind, member }: { kind: TeamKind; member: TeamRecord }) {
  const t = useTranslation('people');
  const format = useFormat();
  const name = personName(member);
  const count = member.future_appointments;
  const isPhone = useIsPhone();
  const resend = <Resend kind={kind} member={member} />;
  return (
    <>
      {member.invitation && (
        <div className={classes.notice}>
          <Notice
            tone={member.invitation.is_expired ? 'warn' : 'info'}
            title={t(member.invitation.is_expired ? 'team.expired' : 'team.invited', { name })}
            action={!isPhone && resend}
          >
            {t(member.invitation.is_expired ? 'team.expiredHint' : 'team.invitedHint', {
              email: member.email,
              sent: format.dateTime(member.invitation.sent_at),
              until: format.dateTime(member.invitation.expires_at),
            })}
            {isPhone && <div className={classes.below}>{resend}</div>}
          </Notice>
        </div>
      )}
      {member.status === 0 && count > 0 && (
        <div className={classes.notice}>
          <Notice tone="warn" title={t('team.stillBooked', { count })}>
            {t('team.stillBookedHint', { name })}
          </Notice>
        </div>
      )}
    </>
  );
}

function Resend({ kind, member }: { kind: TeamKind; member: TeamRecord }) {
  const t = useTranslation('people');
  const write = useWrite(teamRoutes[kind].resendInvitation, {
    toast: (row) => t('invitationSent', { email: row.email }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={write.pending}
      onClick={() => void write.send({ id: member.id })}
    >
      {t('resend')}
    </Button>
  );
}
