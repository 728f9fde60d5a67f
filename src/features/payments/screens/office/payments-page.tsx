import { Button } from '@mantine/core';
import { paymentMethods } from '#domain/payments/payments.ts';
import { SavedViews } from '#features/auth/screens/saved-views-picker.tsx';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton, UnstyledLink } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import type { Tone } from '#web/theme/colors.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconCalendarEvent, IconCash, IconReceipt } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { FilterDays, FilterMenu } from '#web/ui/table/filter-chips.tsx';
import { FilterRow } from '#web/ui/table/filter-row.tsx';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import { type ListedPayment, listPayments, paymentStates } from '../../contract.ts';
import { formatPaymentMethod } from '../parts/format-payment-method.ts';
import { PaymentTotals } from './payment-totals.tsx';
import classes from './payments-page.module.css';

const unnarrowed = { text: '', method: '', state: '', from: '', to: '' };

/** The company's payments, latest first, searchable by order, name, address or amount, each linked to its invoice. */
export function PaymentsPage() {
  const t = useTranslation('payments');
  const [{ text, method, state, ...days }, change] = useUrlState(unnarrowed);
  const [from, to] = [dayIn(days.from), dayIn(days.to)];
  const way = paymentMethods.find((one) => one === method);
  const kind = paymentStates.find((one) => one === state);
  const filter = {
    ...(text ? { text } : {}),
    ...(way ? { method: way } : {}),
    ...(kind ? { state: kind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const pages = usePagedRead(listPayments, { perPage: 25, ...filter }, { keep: true });
  return (
    <>
      <PageHeader
        title={t('list.title')}
        purpose={t('list.purpose')}
        actions={<SavedViews list="payments" />}
      />
      <PaymentTotals filter={filter} />
      <DataTable
        label={t('list.title')}
        of={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.order_id} ${row.paid_for}`.trim()}
        rowActions={useRowActions()}
        empty={{
          icon: <IconCash size={24} stroke={1.6} />,
          title: t('list.none'),
          hint: t('list.noneHint'),
          action: <LinkButton to="/settings?tab=payments">{t('list.setUp')}</LinkButton>,
        }}
        onClearSearch={text || way || kind || from || to ? () => change(unnarrowed) : undefined}
        hasFilters={Boolean(way || kind || from || to)}
        toolbar={<PaymentFilters {...{ text, way, kind, from, to }} onChange={change} />}
      />
    </>
  );
}

interface PaymentFiltersProps {
  text: string;
  way: string | undefined;
  kind: string | undefined;
  from: string;
  to: string;
  onChange: (next: Partial<typeof unnarrowed>) => void;
}

function PaymentFilters({ text, way, kind, from, to, onChange: change }: PaymentFiltersProps) {
  const t = useTranslation('payments');
  const web = useTranslation('web');
  const { text: _text, ...noFilter } = unnarrowed;
  return (
    <>
      <SearchBox
        value={text}
        onSearch={(next) => change({ text: next })}
        label={t('list.search')}
        placeholder={t('list.searchHint')}
      />
      <FilterRow label={t('list.filters')}>
        <FilterDays label={t('list.date')} from={from} to={to} onChange={change} />
        <FilterMenu
          label={t('list.method')}
          value={way ?? ''}
          options={paymentMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
          onChange={(method) => change({ method })}
        />
        <FilterMenu
          label={t('list.state')}
          value={kind ?? ''}
          options={paymentStates.map((value) => ({ value, label: t(`list.is.${value}`) }))}
          onChange={(state) => change({ state })}
        />
        {(way || kind || from || to) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => change(noFilter)}>
            {web('clearFilters')}
          </Button>
        )}
      </FilterRow>
    </>
  );
}

function useColumns(): Column<ListedPayment>[] {
  const t = useTranslation('payments');
  const format = useFormat();
  const { currency, timezone } = useUser();
  return [
    {
      key: 'for',
      header: t('list.client'),
      phone: 'title',
      render: (row) => (
        <span className={classes.what}>
          <UnstyledLink to={`/invoice/${row.invoice_public_id}`} className={classes.link}>
            {row.paid_for || row.order_id}
          </UnstyledLink>
          <span className={classes.where}>{[row.order_id, row.address].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'date',
      header: t('list.date'),
      width: 130,
      phone: 'sub',
      render: (row) => format.date(row.received_at, timezone),
    },
    {
      key: 'how',
      header: t('list.method'),
      phone: 'sub',
      render: (row) => formatPaymentMethod(row, t(`method.${row.method}`)),
    },
    {
      key: 'amount',
      header: t('amount'),
      width: 130,
      align: 'right',
      phone: 'side',
      render: (row) => format.money(row.amount, currency),
    },
    {
      key: 'state',
      header: t('list.state'),
      width: 190,
      phone: 'sub',
      render: (row) => {
        const { tone, word } = standing(row);
        const isPart = word === 'given_back' && row.refunded_amount < row.amount;
        return (
          <StatusPill tone={tone}>
            {isPart
              ? t('list.partlyRefunded', { amount: format.money(row.refunded_amount, currency) })
              : t(`list.is.${word}`)}
          </StatusPill>
        );
      },
    },
  ];
}

/** Reads a day from the address; empty if it is not valid. */
const dayIn = (text: string) => (/^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? text : '');

/** Returns the most important status of a payment. */
function standing(row: ListedPayment): { tone: Tone; word: (typeof paymentStates)[number] | 'pending' } {
  if (row.voided_at !== null) return { tone: 'mute', word: 'taken_back' };
  if (row.disputed_at !== null) return { tone: 'bad', word: 'disputed' };
  if (row.refunded_amount > 0) return { tone: 'warn', word: 'given_back' };
  return row.status === 'pending' ? { tone: 'info', word: 'pending' } : { tone: 'ok', word: 'received' };
}

function useRowActions(): (row: ListedPayment) => RowAction[] {
  const t = useTranslation('payments');
  return (row) => [
    {
      label: t('list.openInvoice'),
      icon: <IconReceipt size={16} aria-hidden />,
      to: `/invoice/${row.invoice_public_id}`,
    },
    {
      label: t('list.openAppointment'),
      icon: <IconCalendarEvent size={16} aria-hidden />,
      to: `/appointments/details/${row.appointment_id}`,
    },
  ];
}
