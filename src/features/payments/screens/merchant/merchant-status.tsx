import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import type { Tone } from '#web/theme/colors.ts';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconExternalLink } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import {
  checkMerchantApplication,
  type MerchantApplication,
  type MerchantState,
  openMerchantApplication,
  submitMerchantApplication,
  withdrawMerchantApplication,
} from '../../merchant-contract.ts';
import classes from './merchant.module.css';

const tones: Record<string, Tone> = {
  draft: 'mute',
  sending: 'info',
  unknown: 'warn',
  submitted: 'info',
  opened: 'info',
  approved: 'ok',
  declined: 'bad',
};

interface Props {
  state: MerchantState;
  application: MerchantApplication;
  /** null: no other application can be started. */
  onAgain: (() => void) | null;
}

/** Shows the state of a submitted application and the next step. */
export function MerchantStatus({ state, application, onAgain }: Props) {
  const t = useTranslation('payments');
  const format = useFormat();
  const is = application.state === 'submitted' && application.opened_at ? 'opened' : application.state;
  const date = (instant: string) => ({ date: format.dateTime(instant) });
  return (
    <Card
      title={state.form.dba_name || t('merchant.title')}
      actions={<StatusPill tone={tones[is] ?? 'mute'}>{t(`merchant.state.${is}`)}</StatusPill>}
    >
      <p className={classes.text} role="status">
        {t(`merchant.stateHint.${is}`)}
      </p>
      {application.problem === 'never_known' && <Notice tone="warn">{t('merchant.neverKnown')}</Notice>}
      {application.note && <p className={classes.text}>{t('merchant.note', { note: application.note })}</p>}
      <ul className={classes.facts}>
        {application.submitted_at && <li>{t('merchant.sentOn', date(application.submitted_at))}</li>}
        {application.opened_at && <li>{t('merchant.openedOn', date(application.opened_at))}</li>}
        {application.decided_at && <li>{t('merchant.decidedOn', date(application.decided_at))}</li>}
      </ul>
      <Steps state={state} application={application} onAgain={onAgain} />
    </Card>
  );
}

function Steps({ state, application, onAgain }: Props) {
  const t = useTranslation('payments');
  const opening = useWrite(openMerchantApplication, { errorToast: false });
  const checking = useWrite(checkMerchantApplication);
  const { app_link, rev } = application;
  const isOpen = application.state === 'submitted' || application.state === 'unknown';
  // Approved in test mode, so it does not block a live application.
  const isTrial =
    application.state === 'approved' && state.onboarding !== null && application.mode !== state.onboarding;
  return (
    <>
      {app_link && <p className={classes.hint}>{t('merchant.goesOn')}</p>}
      <div className={classes.buttons}>
        {app_link && (
          <Button
            component="a"
            href={app_link}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => void opening.send({})}
            rightSection={<IconExternalLink size={16} stroke={1.8} aria-hidden />}
          >
            {t('merchant.openLink')}
          </Button>
        )}
        {application.state === 'approved' && (
          <LinkButton to="/settings?tab=payments">{t('merchant.toKeys')}</LinkButton>
        )}
        {isOpen && (
          <Button variant="default" loading={checking.pending} onClick={() => void checking.send({})}>
            {t('merchant.check')}
          </Button>
        )}
        {application.state === 'unknown' && <SendAgain state={state} />}
        {(isOpen || isTrial) && <Withdraw rev={rev} />}
        {application.state === 'declined' && onAgain && (
          <Button onClick={onAgain}>{t('merchant.applyAgain')}</Button>
        )}
      </div>
    </>
  );
}

/** Submits the same application again; with the same id it stays one application. */
function SendAgain({ state }: { state: MerchantState }) {
  const t = useTranslation('payments');
  const write = useWrite(submitMerchantApplication);
  return (
    <Button variant="default" loading={write.pending} onClick={() => void write.send(state.form)}>
      {t('merchant.again')}
    </Button>
  );
}

function Withdraw({ rev }: { rev: number }) {
  const t = useTranslation('payments');
  const write = useWrite(withdrawMerchantApplication, {
    onDone: () => toast(t('merchant.withdrawnToast'), { kind: 'success' }),
  });
  async function ask() {
    const isSure = await confirm({
      title: t('merchant.withdrawTitle'),
      text: t('merchant.withdrawText'),
      yes: t('merchant.withdraw'),
      destroys: true,
    });
    if (isSure) await write.send({ rev });
  }
  return (
    <Button variant="subtle" color="red" loading={write.pending} onClick={() => void ask()}>
      {t('merchant.withdraw')}
    </Button>
  );
}
