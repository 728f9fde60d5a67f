import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink, LinkButton } from '#web/navigation/link.tsx';
import { IconCheck, IconLock, IconReceipt, IconReport, IconSignature } from '#web/ui/layout/icons.ts';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';
import { agreementPagePath, filePath, invoicePagePath, payPagePath, reportPagePath } from './page-paths.ts';

type State = ClientView['steps']['sign']['state'];

/** Sign → Pay → View report: what is done, what is next, and whose turn it is. */
export function StepList({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
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
  const t = useTranslation('portal');
  const { state, done, total } = view.steps.sign;
  const next = view.agreements.find((each) => !each.signed && !each.signed_by_me && each.can_read);
  const awaited = [...new Set(view.agreements.flatMap((each) => each.waiting_for))];
  const text =
    total === 0
      ? t('nothingToSign')
      : state === 'done'
        ? t('allSigned')
        : state === 'waived'
          ? t('signWaived')
          : view.status === 'requested' && state === 'waiting'
            ? t('requested.sign')
            : state === 'waiting' && awaited.length > 0
              ? t('waitingFor', { names: awaited.join(', ') })
              : t('signedOf', { done, total });
  return (
    <Step state={state} icon={<IconSignature size={20} stroke={1.7} />} title={t('stepSign')} text={text}>
      {state === 'todo' && next && (
        <LinkButton to={agreementPagePath(view.public_id, next.public_id)} fullWidth>
          {view.viewer ? t('readAndSign') : t('readAgreement')}
        </LinkButton>
      )}
    </Step>
  );
}

function PayStep({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  const { invoice } = view;
  const { state, is_processing } = view.steps.pay;
  const owed = invoice ? format.money(invoice.outstanding, invoice.currency) : '';
  const text = payText();
  const isNext = state === 'todo' && view.steps.sign.state !== 'todo';
  return (
    <Step state={state} icon={<IconReceipt size={20} stroke={1.7} />} title={t('stepPay')} text={text}>
      {(state === 'todo' || (state === 'waived' && invoice?.can_pay_online)) && invoice && (
        <LinkButton
          to={invoice.can_pay_online ? payPagePath(view.public_id) : invoicePagePath(invoice.public_id)}
          fullWidth
          variant={isNext ? 'filled' : 'default'}
        >
          {t(invoice.can_pay_online ? 'pay' : 'viewInvoice')}
        </LinkButton>
      )}
    </Step>
  );

  function payText(): string {
    if (state === 'done') return invoice && invoice.total > 0 ? t('paidInFull') : t('nothingToPay');
    if (state === 'waived') return t('payWaived');
    if (!view.steps.pay.is_required && state === 'todo' && invoice) return t('payLater', { amount: owed });
    if (is_processing) return t('processing');
    if (view.status === 'requested' && state === 'waiting') return t('requested.pay');
    if (!invoice) return t('payByClient');
    if (invoice.status === 'void') return t('invoiceVoid');
    return invoice.payment_type === 1
      ? t('dueAtAppointment', { amount: owed })
      : t('amountDue', { amount: owed });
  }
}

function ReportStep({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const { state, reasons } = view.steps.view_report;
  const files = view.report_files;
  const isLocked = state === 'waiting' && view.reports.length + files.length > 0;
  const text = state === 'todo' ? t('reportReady') : isLocked ? t('lockedUntil') : t('reportLater');
  return (
    <Step
      state={state}
      stateText={state === 'todo' ? t('state.ready') : undefined}
      icon={isLocked ? <IconLock size={20} stroke={1.7} /> : <IconReport size={20} stroke={1.7} />}
      title={t('stepReport')}
      text={text}
      more={isLocked && <Missing view={view} reasons={reasons} />}
    >
      {state === 'todo' && <Openings view={view} />}
    </Step>
  );
}

/** A button for each report that can be read now. */
function Openings({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const files = view.report_files.filter((each) => each.is_open);
  const isOne = view.reports.length === 1 && files.length === 0;
  return (
    <>
      {view.reports.map((each) => (
        <Button key={each.public_id} component="a" href={reportPagePath(each.public_id)} fullWidth>
          {isOne ? t(each.is_summary_only ? 'viewSummary' : 'viewReport') : each.name}
        </Button>
      ))}
      {files.map((each) => (
        <Button
          key={each.key}
          component="a"
          variant="default"
          href={filePath(view.public_id, each.key)}
          download
          fullWidth
        >
          {each.name}
        </Button>
      ))}
    </>
  );
}

/** What keeps the report locked, each reason with a link to resolve it. */
function Missing({ view, reasons }: { view: ClientView; reasons: readonly string[] }) {
  const t = useTranslation('portal');
  const open = view.agreements.filter((each) => !each.signed);
  const { invoice } = view;
  return (
    <ul className={classes.missing}>
      {reasons.map((reason) => (
        <li key={reason}>
          {t(`reason.${reason === 'payment' && invoice?.status === 'void' ? 'invoiceVoid' : reason}`)}
          {reason === 'agreement' &&
            open
              .filter((each) => each.can_read)
              .map((each) => (
                <AppLink key={each.public_id} to={agreementPagePath(view.public_id, each.public_id)}>
                  {each.name}
                </AppLink>
              ))}
          {reason === 'payment' && invoice && (
            <AppLink to={invoicePagePath(invoice.public_id)}>
              {t('invoiceNumber', { number: invoice.number })}
            </AppLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function Step(props: {
  state: State;
  stateText?: string | undefined;
  icon: ReactNode;
  title: string;
  text: string;
  more?: ReactNode;
  children?: ReactNode;
}) {
  const t = useTranslation('portal');
  const { state, stateText, icon, title, text, more, children } = props;
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark} aria-hidden>
        {state === 'done' ? <IconCheck size={20} stroke={2.2} /> : icon}
      </span>
      <div className={classes.stepWords}>
        <h2 className={classes.stepTitle}>
          {title}
          <span className={classes.stepState}>{stateText ?? t(`state.${state}`)}</span>
        </h2>
        <p>{text}</p>
        {more}
      </div>
      {children && <div className={classes.stepAction}>{children}</div>}
    </li>
  );
}
