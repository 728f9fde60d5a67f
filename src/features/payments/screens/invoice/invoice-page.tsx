import { useState } from 'react';
import type { LinkState } from '#domain/people/client-rights.ts';
import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { personalLinkToken, withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconArrowLeft } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getPublicInvoice, type PublicInvoice } from '../../contract.ts';
import { returnedAttemptId } from '../paying/gateway-return.ts';
import { PayPanel } from '../paying/pay-panel.tsx';
import { usePaymentFlow } from '../paying/use-payment-flow.ts';
import classes from './invoice.module.css';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { PersonalLinkRequired } from './personal-link-required.tsx';

/** The invoice as its client opens it; `id` is the public id of the invoice or the appointment. */
export function InvoicePage({ id }: { id: string }) {
  return <Page id={id} startsWithPaying={false} />;
}

/** The same invoice, starting with the payment form. */
export function CreatePaymentPage({ appointmentId }: { appointmentId: string }) {
  return <Page id={appointmentId} startsWithPaying />;
}

function Page({ id, startsWithPaying }: { id: string; startsWithPaying: boolean }) {
  const t = useTranslation('payments');
  const { invoice: data, content } = useInvoiceByLink(id, startsWithPaying);
  const brand = data ? <CompanyHeader name={data.company.company_name} logo={data.company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      {data ? (
        <div className={classes.page}>
          <UnstyledLink
            className={classes.back}
            to={withPersonalLinkToken(`/client-view/${data.appointment_public_id}`)}
          >
            <IconArrowLeft size={18} stroke={1.8} aria-hidden />
            {t('back')}
          </UnstyledLink>
          {content}
        </div>
      ) : (
        content
      )}
    </PublicLayout>
  );
}

/** Loads the invoice of the link in the address, with its payment flow and the return from the gateway's page. */
export function useInvoiceByLink(id: string, startsWithPaying: boolean) {
  const t = useTranslation('payments');
  const p = personalLinkToken();
  const shown = useRead(getPublicInvoice, { publicId: id, ...(p ? { p } : {}) }, { live: true });
  const invoice = shown.data;
  usePageTitle(invoice ? t('invoiceNumber', { number: invoice.number }) : '');
  const [attempt] = useState(returnedAttemptId);
  const content = invoice ? (
    <CompanyDateFormat format={invoice.company.date_format}>
      <PayableInvoice invoice={invoice} startsWithPaying={startsWithPaying} />
    </CompanyDateFormat>
  ) : (
    <>
      {isNotShown(shown) && attempt && <ReturnWithoutLink id={id} />}
      <InvoicePlaceholder invoice={shown} />
    </>
  );
  return { invoice, content };
}

function PayableInvoice({
  invoice,
  startsWithPaying,
}: {
  invoice: PublicInvoice;
  startsWithPaying: boolean;
}) {
  const paying = usePaymentFlow(invoice.public_id);
  return (
    <InvoiceSheet
      invoice={invoice}
      startsWithPaying={startsWithPaying}
      isJustPaid={paying.result?.state === 'paid'}
      payPanel={<PayPanel invoice={invoice} paying={paying} startsAtOnce={startsWithPaying} />}
    />
  );
}

/**
 * Shows the result to a payer who returns from the gateway's page in a browser that does not have their personal link.
 */
export function ReturnWithoutLink({ id }: { id: string }) {
  const t = useTranslation('payments');
  const { result, failure, askAgain } = usePaymentFlow(id);
  if (askAgain) return <ErrorState failure={failure} onRetry={askAgain} />;
  if (!result) return null;
  if (result.state === 'paid')
    return (
      <Notice tone="ok" isNews>
        {t('backPaid')}
      </Notice>
    );
  const isProcessing = result.state === 'processing';
  return (
    <Notice tone={isProcessing ? 'info' : 'warn'} isNews>
      {t(isProcessing ? 'isProcessing' : 'notCompleted')}
    </Notice>
  );
}

function isNotShown({ failure }: Pick<ReturnType<typeof useRead>, 'failure'>): boolean {
  return typeof failure?.details?.appointment_public_id === 'string';
}

/** Shown in place of an invoice: it is loading, the link is unknown, or the server cannot be reached. */
export function InvoicePlaceholder({
  invoice,
}: {
  invoice: Pick<ReturnType<typeof useRead>, 'status' | 'failure' | 'retry'>;
}) {
  if (isInvalidLink(invoice.failure)) return <InvalidLinkPage />;
  const { appointment_public_id: appointment, link_state } = invoice.failure?.details ?? {};
  if (typeof appointment === 'string')
    return <PersonalLinkRequired to="view" appointment={appointment} link={link_state as LinkState} />;
  if (invoice.status === 'failed') return <ErrorState failure={invoice.failure} onRetry={invoice.retry} />;
  return <LinesSkeleton lines={14} height={20} />;
}
