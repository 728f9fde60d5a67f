import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { IconCheck, IconLock, IconReceipt, IconReport, IconSignature } from '#web/ui/icons.ts';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';
import { agreementPage, invoicePage, reportPage } from './pages-of.ts';

type State = ClientView['steps']['sign']['state'];

/** Sign → Pay → View report: what is done, what is next, and who is waited for. */
export function Steps({ view }: { view: ClientView }) {
  const t = useText('portal');
  return (
    <section aria-label={t('steps')}>
      <ol className={classes.steps}>
        <SignStep view={view} />
        <PayStep view={view} />
        <ReportStep view={view} />
      </ol>
    </section>
  );
}

function SignStep({ view }: { view: ClientView }) {
  const t = useText('portal');
  const { state, done, total } = view.steps.sign;
  const next = view.agreements.find((each) => !each.signed && !each.signed_by_me);
  const awaited = [...new Set(view.agreements.flatMap((each) => each.waiting_for))];
  const words =
    total === 0
      ? t('nothingToSign')
      : state === 'done'
        ? t('allSigned')
        : state === 'waived'
          ? t('signWaived')
          : state === 'waiting' && awaited.length > 0
            ? t('waitingFor', { names: awaited.join(', ') })
            : t('signedOf', { done, total });
  return (
    <Step state={state} icon={<IconSignature size={20} stroke={1.7} />} title={t('stepSign')} words={words}>
      {state === 'todo' && next && (
        <LinkButton to={agreementPage(view.public_id, next.public_id)} fullWidth>
          {view.viewer ? t('readAndSign') : t('readAgreement')}
        </LinkButton>
      )}
    </Step>
  );
}

function PayStep({ view }: { view: ClientView }) {
  const t = useText('portal');
  const format = useFormat();
  const { invoice } = view;
  const { state, is_processing } = view.steps.pay;
  const owed = invoice ? format.money(invoice.outstanding, invoice.currency) : '';
  const words = payWords();
  const isNext = view.steps.sign.state !== 'todo';
  return (
    <Step state={state} icon={<IconReceipt size={20} stroke={1.7} />} title={t('stepPay')} words={words}>
      {state === 'todo' && invoice && (
        <LinkButton to={invoicePage(invoice.public_id)} fullWidth variant={isNext ? 'filled' : 'default'}>
          {t('viewInvoice')}
        </LinkButton>
      )}
    </Step>
  );

  function payWords(): string {
    if (state === 'done') return invoice && invoice.total > 0 ? t('paidInFull') : t('nothingToPay');
    if (state === 'waived') return t('payWaived');
    if (is_processing) return t('processing');
    if (!invoice) return t('payByClient');
    return invoice.payment_type === 1
      ? t('owedAtAppointment', { amount: owed })
      : t('owed', { amount: owed });
  }
}

function ReportStep({ view }: { view: ClientView }) {
  const t = useText('portal');
  const { state, reasons } = view.steps.view_report;
  const published = view.reports.filter((each) => each.published_at !== null);
  const isLocked = state === 'waiting' && published.length > 0;
  const words =
    state === 'todo'
      ? t('reportReady')
      : isLocked
        ? t('lockedBecause', { reasons: listOf(reasons) })
        : t('reportLater');
  return (
    <Step
      state={state}
      icon={isLocked ? <IconLock size={20} stroke={1.7} /> : <IconReport size={20} stroke={1.7} />}
      title={t('stepReport')}
      words={words}
    >
      {state === 'todo' &&
        published.map((each) => (
          <Button key={each.public_id} component="a" href={reportPage(each.public_id)} fullWidth>
            {published.length > 1 ? each.name : t('viewReport')}
          </Button>
        ))}
    </Step>
  );

  function listOf(all: readonly string[]): string {
    return all.map((reason) => t(`reason.${reason}`)).join(t('and'));
  }
}

function Step(props: { state: State; icon: ReactNode; title: string; words: string; children?: ReactNode }) {
  const t = useText('portal');
  const { state, icon, title, words, children } = props;
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark} aria-hidden>
        {state === 'done' ? <IconCheck size={20} stroke={2.2} /> : icon}
      </span>
      <div className={classes.stepWords}>
        <h2 className={classes.stepTitle}>
          {title}
          <span className={classes.stepState}>{t(`state.${state}`)}</span>
        </h2>
        <p>{words}</p>
      </div>
      {children && <div className={classes.stepAction}>{children}</div>}
    </li>
  );
}
