import { Stack } from '@mantine/core';
import { usePagedRead, useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { IconMessage } from '#web/ui/layout/icons.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { listTextCredits, type TextCreditEntry } from '../replies-contract.ts';
import classes from './kit/reminders.module.css';
import { shownAddress } from './kit/shown-address.ts';

/** The balance of text credits and what changed it. */
export function CreditsTab() {
  const t = useTranslation('messages');
  const format = useFormat();
  const pages = usePagedRead(listTextCredits, { perPage: 25 }, { keep: true });
  const balance = useRead(listTextCredits, { perPage: 1 }).data?.balance;
  return (
    <Stack gap="md">
      <Card title={t('credits.balance')}>
        <p className={classes.balance}>{balance === undefined ? '–' : format.number(balance)}</p>
        <p className={classes.hint}>{t('credits.hint')}</p>
      </Card>
      <DataTable
        label={t('credits.changes')}
        of={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.note || t(`credits.kind.${row.kind}`)}
        empty={{
          icon: <IconMessage size={24} stroke={1.6} />,
          title: t('credits.none'),
          hint: t('credits.noneHint'),
        }}
      />
    </Stack>
  );
}

function useColumns(): Column<TextCreditEntry>[] {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  return [
    {
      key: 'reason',
      header: t('credits.what'),
      phone: 'title',
      render: (row) =>
        [t(`credits.kind.${row.kind}`), row.to_address ? shownAddress(row.to_address) : row.note]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'credits',
      header: t('credits.delta'),
      width: 120,
      align: 'right',
      phone: 'side',
      render: (row) => `${row.credits > 0 ? '+' : ''}${format.number(row.credits)}`,
    },
    {
      key: 'date',
      header: t('log.date'),
      width: 190,
      phone: 'sub',
      render: (row) => format.dateTime(row.created_at, timezone),
    },
  ];
}
