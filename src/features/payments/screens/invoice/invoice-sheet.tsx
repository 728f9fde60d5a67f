import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { localizeDetails, localizeLineItem } from '#domain/pricing/localize-details.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconDownload, IconExternalLink, IconPrinter } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { PublicInvoice } from '../../contract.ts';
import { DueRow } from '../parts/due-row.tsx';
import classes from './invoice.module.css';
import { PersonalLinkRequired } from './personal-link-required.tsx';

const tones = { open: 'warn', partial: 'warn', paid: 'ok', void: 'mute', refunded: 'mute' } as const;

interface Props {
  invoice: PublicInvoice;
  startsWithPaying: boolean;
  /** The online payment form, for visitors who may pay here. */
  payPanel?: ReactNode;
  /** The payment panel already confirms the payment. */
  isJustPaid?: boolean;
  /** False if the page already has an h1. */
  isPage?: boolean;
}

/** The invoice: parties, lines, totals, payments, the balance due, and how to pay it. Prints as one page. */
export function InvoiceSheet(props: Props) {
  const { invoice, startsWithPaying, payPanel, isJustPaid = false, isPage = true } = props;
  const how = !(isJustPaid && invoice.outstanding <= 0) && (
    <HowToPay invoice={invoice} hasPanel={payPanel !== undefined} />
  );
  return (
    <>
      {startsWithPaying && payPanel}
      {startsWithPaying && how}
      <article className={classes.sheet}>
        <Head invoice={invoice} isPage={isPage} />
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
        <Sums invoice={invoice} />
        <Payments invoice={invoice} />
      </article>
      {!startsWithPaying && payPanel}
      {!startsWithPaying && how}
      <Downloads invoice={invoice} />
    </>
  );
}

function Head({ invoice, isPage }: { invoice: PublicInvoice; isPage: boolean }) {
  const Title = isPage ? 'h1' : 'h2';
  const t = useTranslation('payments');
  const format = useFormat();
  return (
    <header className={classes.head}>
      <div>
        <Title className={classes.title}>{t('invoiceNumber', { number: invoice.number })}</Title>
        <p className={classes.dim}>
          {t('issuedOn', { date: format.date(`${invoice.issued_on}T12:00:00Z`, 'UTC') })}
          {invoice.due_date &&
            ` · ${t('dueOn', { date: format.date(`${invoice.due_date}T12:00:00Z`, 'UTC') })}`}
          {invoice.voided_on &&
            ` · ${t('voidedOn', { date: format.date(`${invoice.voided_on}T12:00:00Z`, 'UTC') })}`}
        </p>
      </div>
      <StatusPill tone={tones[invoice.status]}>{t(`status.${invoice.status}`)}</StatusPill>
    </header>
  );
}

function Parties({ invoice }: { invoice: PublicInvoice }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { company } = invoice;
  return (
    <div className={classes.parties}>
      <section>
        <h2 className={classes.label}>{t('from')}</h2>
        <strong>{company.company_name}</strong>
        <CompanyContact
          phone={company.company_phone}
          email={company.company_email}
          website={company.website}
          addressLines={company.address_lines}
        />
      </section>
      <section>
        <h2 className={classes.label}>{t('billTo')}</h2>
        {invoice.bill_to.map((line, i) => (
          <div key={i}>{line}</div>
        ))}
      </section>
      <section>
        <h2 className={classes.label}>{t('for')}</h2>
        <div>{invoice.property_address}</div>
        <div>{format.day(invoice.date_time, company.timezone)}</div>
        <div className={classes.dim}>{t('order', { order: invoice.order_id })}</div>
      </section>
    </div>
  );
}

function Lines({ invoice }: { invoice: PublicInvoice }) {
  const t = useTranslation('payments');
  const format = useFormat();
  return (
    <table className={classes.lines}>
      <caption className={classes.hidden}>{t('lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('description')}</th>
          <th scope="col" className={classes.amount}>
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td>
              <span className={classes.item}>{localizeLineItem(line.line_item, format.lang)}</span>
              {line.pricing_details && (
                <span className={classes.detail}>
                  {localizeDetails(line.pricing_details, format, invoice.currency)}
                </span>
              )}
              {line.notes_for_client_invoice && (
                <span className={classes.detail}>{line.notes_for_client_invoice}</span>
              )}
            </td>
            <td className={classes.amount}>{format.money(line.pretax_amount, invoice.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ invoice }: { invoice: PublicInvoice }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const rows: [string, number][] = [
    [t('subtotal'), invoice.subtotal],
    ...invoice.taxes.map((tax): [string, number] => [tax.name || t('tax'), tax.amount]),
  ];
  return (
    <dl className={classes.sums}>
      {rows.map(([label, amount], i) => (
        <div key={i} className={classes.dim}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t('total')}</dt>
        <dd>{money(invoice.total)}</dd>
      </div>
      {invoice.credit_lines.map((line) => (
        <div key={line.at} className={classes.dim}>
          <dt>{t('refundOf', { date: format.date(line.at, invoice.company.timezone) })}</dt>
          <dd>{money(-line.amount)}</dd>
        </div>
      ))}
      {invoice.paid_amount > 0 && (
        <div className={classes.dim}>
          <dt>{t('paid')}</dt>
          <dd>{money(-invoice.paid_amount)}</dd>
        </div>
      )}
      <DueRow invoice={invoice} className={classes.due} />
    </dl>
  );
}

function Payments({ invoice }: { invoice: PublicInvoice }) {
  const t = useTranslation('payments');
  const format = useFormat();
  if (invoice.payments.length === 0) return null;
  return (
    <section>
      <h2 className={classes.label}>{t('payments')}</h2>
      <ul className={classes.payments}>
        {invoice.payments.map((payment) => (
          <li key={`${payment.received_at}-${payment.amount}-${payment.method}`}>
            <span>{format.date(payment.received_at, invoice.company.timezone)}</span>
            <span className={classes.method}>
              {t(`method.${payment.method}`)}
              {payment.status === 'pending' && ` · ${t('processing')}`}
            </span>
            <span className={classes.amount}>
              {format.money(payment.amount - payment.refunded_amount, invoice.currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowToPay({ invoice, hasPanel }: { invoice: PublicInvoice; hasPanel: boolean }) {
  const t = useTranslation('payments');
  const format = useFormat();
  if (invoice.status === 'void') return <Notice tone="mute">{t('isVoid')}</Notice>;
  if (invoice.is_canceled && invoice.outstanding > 0) return <Notice tone="mute">{t('isCanceled')}</Notice>;
  if (invoice.outstanding <= 0) return <Notice tone="ok">{t('isPaid')}</Notice>;
  const { payment_type, payment_instructions, external_payment_url, online, needs_personal_link } = invoice;
  // Online payment comes first; other payment instructions of the company follow below it, if there are any.
  const isOnlineHere = hasPanel && (online !== null || invoice.is_processing);
  if (isOnlineHere && !payment_instructions && !external_payment_url) return null;
  const isSaid = isOnlineHere || needs_personal_link || payment_instructions || external_payment_url;
  const isLeftOpen = payment_type !== 1 && !isSaid;
  return (
    <section className={classes.pay} data-secondary={isOnlineHere || undefined} aria-labelledby="pay">
      <h2 id="pay" className={classes.payTitle}>
        {isOnlineHere
          ? t('otherWays')
          : t('toPay', { amount: format.money(invoice.outstanding, invoice.currency) })}
      </h2>
      {invoice.is_processing && !isOnlineHere && <Notice tone="info">{t('isProcessing')}</Notice>}
      {needs_personal_link && (
        <PersonalLinkRequired
          to="pay"
          appointment={invoice.appointment_public_id}
          link={invoice.link_state}
        />
      )}
      {payment_type === 1 && <p>{t('atAppointment')}</p>}
      {isLeftOpen && <p>{t(online ? 'clientsPayOnline' : 'askCompany')}</p>}
      {payment_instructions && <p className={classes.instructions}>{payment_instructions}</p>}
      {external_payment_url && (
        <Button
          component="a"
          href={external_payment_url}
          rel="noreferrer"
          leftSection={<IconExternalLink size={18} stroke={1.7} aria-hidden />}
        >
          {t('payOnline')}
        </Button>
      )}
    </section>
  );
}

function Downloads({ invoice }: { invoice: PublicInvoice }) {
  const t = useTranslation('payments');
  return (
    <div className={classes.downloads}>
      <Button
        component="a"
        variant="default"
        href={withPersonalLinkToken(`/api/v2/public/invoices/${invoice.public_id}/pdf`)}
        download
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
      >
        {t('download')}
      </Button>
      <Button
        variant="default"
        onClick={() => window.print()}
        leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
      >
        {t('print')}
      </Button>
    </div>
  );
}
