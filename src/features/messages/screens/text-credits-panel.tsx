import { usePagedRead, useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconMessage } from '#web/ui/layout/icons.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { listTextCredits, type TextCreditEntry } from '../replies-contract.ts';

/** The balance of text credits and what changed it. */
export function TextCreditsPanel() {
  const t = useTranslation('messages');
  const pages = usePagedRead(listTextCredits, { perPage: 25 }, { keep: true });
  return (
    <>
      <Balance />
      <DataTable
        label={t('credits.entries')}
        of={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => t(`credits.kind.${row.kind}`)}
        empty={{
          icon: <IconMessage size={24} stroke={1.6} />,
          title: t('credits.none'),
          hint: t('credits.noneHint'),
        }}
      />
    </>
  );
}

function Balance() {
  const t = useTranslation('messages');
  const format = useFormat();
  const read = useRead(listTextCredits, { perPage: 1 });
  return (
    <Card title={t('credits.title')}>
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {read.status === 'loading' && <LinesSkeleton lines={2} />}
      {read.data && (
        <>
          <p style={{ fontSize: 28, fontVariantNumeric: 'tabular-nums', fontWeight: 600, margin: 0 }}>
            {format.number(read.data.balance)}
          </p>
          <p style={{ color: 'var(--mantine-color-dimmed)', margin: 0 }}>{t('credits.hint')}</p>
        </>
      )}
    </Card>
  );
}

function useColumns(): Column<TextCreditEntry>[] {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const signed = (credits: number) => (credits > 0 ? `+${format.number(credits)}` : format.number(credits));
  return [
    {
      key: 'kind',
      header: t('credits.what'),
      phone: 'title',
      render: (row) => t(`credits.kind.${row.kind}`),
    },
    { key: 'about', header: t('log.to'), phone: 'sub', render: (row) => row.to_address ?? row.note },
    {
      key: 'date',
      header: t('log.date'),
      width: 190,
      phone: 'sub',
      render: (row) => format.dateTime(row.created_at, timezone),
    },
    {
      key: 'credits',
      header: t('credits.change'),
      width: 110,
      align: 'right',
      phone: 'side',
      render: (row) => signed(row.credits),
    },
    {
      key: 'after',
      header: t('credits.after'),
      width: 110,
      align: 'right',
      phone: 'hide',
      render: (row) => format.number(row.credits_after),
    },
  ];
}
