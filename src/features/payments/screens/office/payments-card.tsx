import { Button, Text } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useSession } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { getInvoice, type Invoice } from '../../contract.ts';
import classes from '../invoice/invoice.module.css';
import { PaymentRecords } from '../invoice/payment-records.tsx';
import { VoidNotice } from '../invoice/void-notice.tsx';
import { DueRow } from '../parts/due-row.tsx';

// Loaded on demand: most visitors never open it.
const InvoiceMenu = lazy(async () => ({
  default: (await import('../invoice/invoice-menu.tsx')).InvoiceMenu,
}));
const RecordPaymentDialog = lazy(async () => ({
  default: (await import('../invoice/record-payment-dialog.tsx')).RecordPaymentDialog,
}));

/**
 * Appointment page card: what is due and paid, and recording a payment. Hidden from members who may not see prices.
 */
export function PaymentsCard({ appointmentId }: { appointmentId: string }) {
  const { actor } = useSession();
  if (actor === null || !allows(actor, 'see_prices')) return null;
  return <Card appointmentId={appointmentId} mayRecord={allows(actor, 'record_payments')} />;
}

function Card({ appointmentId, mayRecord }: { appointmentId: string; mayRecord: boolean }) {
  const t = useTranslation('payments');
  const invoice = useRead(getInvoice, { id: appointmentId });
  return (
    <section className={classes.card} aria-labelledby="payments-card">
      <div className={classes.cardHead}>
        <h2 id="payments-card" className={classes.cardTitle}>
          {t('cardTitle')}
          {invoice.data && (
            <StatusPill tone={toneOf(invoice.data)}>{t(`status.${invoice.data.status}`)}</StatusPill>
          )}
        </h2>
        {invoice.data && (
          <div className={classes.cardActs}>
            <LinkButton to={`/invoice/${invoice.data.public_id}`} variant="subtle" size="compact-sm">
              {t('open')}
            </LinkButton>
            <Suspense>
              {mayRecord && invoice.data.status !== 'void' && <InvoiceMenu invoice={invoice.data} />}
            </Suspense>
          </div>
        )}
      </div>
      {invoice.data ? (
        <Content invoice={invoice.data} mayRecord={mayRecord} />
      ) : invoice.status === 'failed' ? (
        <ErrorState failure={invoice.failure} onRetry={invoice.retry} />
      ) : (
        <LinesSkeleton lines={3} />
      )}
    </section>
  );
}

function toneOf({ status, paid }: Invoice) {
  if (status === 'void') return 'mute';
  return paid ? 'ok' : 'warn';
}

function Content({ invoice, mayRecord }: { invoice: Invoice; mayRecord: boolean }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const [isRecording, setRecording] = useRecording(mayRecord && invoice.status !== 'void');
  const money = (amount: number) => format.money(amount, invoice.currency);
  return (
    <>
      <VoidNotice invoice={invoice} mayRestore={mayRecord} />
      <dl className={classes.sums}>
        <div>
          <dt>{t('total')}</dt>
          <dd>{money(invoice.total)}</dd>
        </div>
        <div>
          <dt>{t('paid')}</dt>
          <dd>{money(invoice.paid_amount)}</dd>
        </div>
        <DueRow invoice={invoice} className={classes.total} />
      </dl>
      {invoice.payment_notes && <Text c="dimmed">{invoice.payment_notes}</Text>}
      <PaymentRecords invoice={invoice} mayVoid={mayRecord} />
      {mayRecord && invoice.status !== 'void' && (
        <Button variant="default" mt={12} onClick={() => setRecording(true)}>
          {t('record')}
        </Button>
      )}
      <Suspense>
        {isRecording && <RecordPaymentDialog invoice={invoice} onClose={() => setRecording(false)} />}
      </Suspense>
    </>
  );
}

/** Whether the dialog is open: by its button, or by an address with `?open=payment`, which is used up by that. */
function useRecording(isAllowed: boolean) {
  const [{ open }, change] = useUrlState({ open: '' });
  const [isRecording, setRecording] = useState(false);
  const isAsked = open === 'payment' && isAllowed;
  useEffect(() => {
    if (!isAsked) return;
    setRecording(true);
    change({ open: '' });
  }, [isAsked, change]);
  return [isRecording, setRecording] as const;
}
