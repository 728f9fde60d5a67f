import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { loadMessages, useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useActor, useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  closeDeliveryProblem,
  type DeliveryProblem,
  listDeliveryProblems,
  resendMissed,
} from '../delivery-contract.ts';
import { ResendButton } from './kit/resend-button.tsx';
import { useFailureText } from './kit/use-failure-text.ts';

/** On the dashboard only the newest; the log has all. */
const mostOnDashboard = 3;

/** Dashboard block: whose mail did not arrive, newest first. */
export function DashboardDeliveryProblems() {
  return <DeliveryProblems most={mostOnDashboard} />;
}

/** Details page and person page slot: mail about this appointment, or to this person, that did not arrive. */
export function DeliveryProblems(props: { appointmentId?: string; personId?: string; most?: number }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void loadMessages('messages').then(() => setReady(true));
  }, []);
  const maySee = allows(useActor(), 'see_communication');
  return isReady && maySee ? <Problems {...props} /> : null;
}

function Problems({
  appointmentId,
  personId,
  most,
}: {
  appointmentId?: string;
  personId?: string;
  most?: number;
}) {
  const read = useRead(
    listDeliveryProblems,
    {
      ...(appointmentId ? { appointment_id: appointmentId } : {}),
      ...(personId ? { person_id: personId } : {}),
    },
    { live: true },
  );
  const problems = (read.data ?? []).slice(0, most);
  if (problems.length === 0) return null;
  return (
    <Stack gap="sm" mb={most === undefined ? 'md' : 0}>
      {problems.map((problem) => (
        <Problem
          key={`${problem.person_id} ${problem.address} ${problem.is_copy}`}
          problem={problem}
          isOnPerson={personId !== undefined}
        />
      ))}
    </Stack>
  );
}

function Problem({ problem, isOnPerson }: { problem: DeliveryProblem; isOnPerson: boolean }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const reason = useFailureText()(problem.reason);
  const { name, address, suggestion, status } = problem;
  const title = `problem.${problem.is_copy ? 'copy.' : ''}${status}${name ? 'To' : ''}`;
  return (
    <Notice
      tone={status === 'uncertain' ? 'warn' : 'bad'}
      title={t(title, { name, address })}
      action={<Actions problem={problem} isOnPerson={isOnPerson} />}
    >
      <div style={{ overflowWrap: 'anywhere' }}>
        {format.dateTime(problem.at, timezone)}
        {reason && ` · ${reason}`}
      </div>
      {suggestion && <div>{t('problem.meant', { address: suggestion })}</div>}
    </Notice>
  );
}

function Actions({ problem, isOnPerson }: { problem: DeliveryProblem; isOnPerson: boolean }) {
  const t = useTranslation('messages');
  const { person_id, kind, missed, can_resend: canResend, address, suggestion } = problem;
  const canTake = suggestion && !problem.is_copy && person_id && kind && kind !== 'team';
  const resend = useWrite(resendMissed, { toast: ({ sent }) => t('problem.sent', { count: sent }) });
  const close = useWrite(closeDeliveryProblem, { toast: t('problem.closed') });
  const page = kind === 'team' ? null : `/people/${kind}/${person_id}`;
  return (
    <Group gap="xs">
      {canTake && <PageSlot name="delivery.correct" kind={kind} personId={person_id} address={suggestion} />}
      {problem.status === 'uncertain' && <ResendButton id={problem.message_id} to={address} isUncertain />}
      {canResend && person_id && (
        <Button
          size="xs"
          variant="default"
          loading={resend.pending}
          onClick={() => void resend.send({ person_id })}
        >
          {t('problem.resend', { count: missed })}
        </Button>
      )}
      {!canResend && !canTake && problem.status !== 'uncertain' && !isOnPerson && person_id && page && (
        <AppLink to={page} fz="sm">
          {t('problem.correct')}
        </AppLink>
      )}
      <Button size="xs" variant="subtle" loading={close.pending} onClick={() => void close.send({ address })}>
        {t('problem.close')}
      </Button>
    </Group>
  );
}
