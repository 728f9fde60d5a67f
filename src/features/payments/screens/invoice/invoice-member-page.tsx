import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useSession } from '#web/session.ts';
import { IconPencil, IconPlus, IconSend } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getInvoice, type Invoice, sendInvoice } from '../../contract.ts';
import { returnedAttemptId } from '../paying/gateway-return.ts';
import { AttemptList } from './attempt-list.tsx';
import classes from './invoice.module.css';
import { InvoicePlaceholder, ReturnWithoutLink, useInvoiceByLink } from './invoice-page.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { PaymentRecords } from './payment-records.tsx';
import { VoidNotice } from './void-notice.tsx';

// Loaded on demand: most visitors never open it.
const InvoiceMenu = lazy(async () => ({ default: (await import('./invoice-menu.tsx')).InvoiceMenu }));
const RecordPaymentDialog = lazy(async () => ({
  default: (await import('./record-payment-dialog.tsx')).RecordPaymentDialog,
}));

/**
 * The invoice inside the app shell, with its payment records, recording and sending. An invoice of another company is
 * shown as to any visitor: with the personal link in the address it can be paid.
 */
export function InvoiceMemberPage({ id }: { id: string }) {
  const { invoice, content } = useInvoiceByLink(id, false);
  const [attempt] = useState(returnedAttemptId);
  const appointmentId = invoice?.appointment_id ?? null;
  const own = useRead(getInvoice, { id: appointmentId ?? '' }, { enabled: appointmentId !== null });
  if (!invoice || appointmentId === null) return <div className={classes.page}>{content}</div>;
  if (!own.data) return <InvoicePlaceholder invoice={own} />;
  return (
    <>
      {attempt && <ReturnWithoutLink id={id} />}
      <OwnInvoice invoice={own.data} />
    </>
  );
}

function OwnInvoice({ invoice }: { invoice: Invoice }) {
  const t = useTranslation('payments');
  const { actor } = useSession();
  const [isRecording, setRecording] = useState(false);
  const mayChange = actor !== null && allows(actor, 'record_payments');
  const mayRecord = mayChange && invoice.status !== 'void';
  // Lines are edited in the appointment, and the invoice follows.
  const mayEditFees = mayRecord && !invoice.is_canceled && allows(actor, 'edit_appointment');
  return (
    <>
      <PageHeader
        title={t('invoiceNumber', { number: invoice.number })}
        purpose={invoice.property_address}
        breadcrumbs={[
          {
            label: t('appointment', { order: invoice.order_id }),
            to: `/appointments/details/${invoice.appointment_id}`,
          },
        ]}
        actions={mayRecord && <InvoiceActions invoice={invoice} mayEditFees={mayEditFees} />}
        primary={
          mayRecord
            ? {
                label: t('record'),
                icon: <IconPlus size={18} />,
                onClick: () => setRecording(true),
                isQuiet: invoice.outstanding <= 0,
              }
            : undefined
        }
      />
      <div className={classes.page}>
        <VoidNotice invoice={invoice} mayRestore={mayChange} />
        <InvoiceSheet invoice={invoice} startsWithPaying={false} isPage={false} />
        {invoice.attempts.length > 0 && <AttemptList invoice={invoice} mayClose={mayRecord} />}
        {invoice.records.length > 0 && (
          <section className={classes.card} aria-labelledby="records">
            <h2 id="records" className={classes.cardTitle}>
              {t('records')}
            </h2>
            <PaymentRecords invoice={invoice} mayVoid={mayRecord} />
          </section>
        )}
      </div>
      <Suspense>
        {isRecording && <RecordPaymentDialog invoice={invoice} onClose={() => setRecording(false)} />}
      </Suspense>
    </>
  );
}

function InvoiceActions({ invoice, mayEditFees }: { invoice: Invoice; mayEditFees: boolean }) {
  const t = useTranslation('payments');
  const send = useWrite(sendInvoice, { toast: ({ recipients }) => t('sent', { count: recipients }) });
  return (
    <>
      <Suspense>
        <InvoiceMenu invoice={invoice} />
      </Suspense>
      {mayEditFees && (
        <LinkButton
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.7} />}
          to={`/appointments/details/${invoice.appointment_id}?edit=fees`}
        >
          {t('editFees')}
        </LinkButton>
      )}
      <Button
        variant="default"
        leftSection={<IconSend size={18} stroke={1.7} />}
        loading={send.pending}
        onClick={() => void send.send({ id: invoice.appointment_id })}
      >
        {t('send')}
      </Button>
    </>
  );
}
