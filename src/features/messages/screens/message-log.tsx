import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { usePagedRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { IconMail } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { type LoggedMessage, listMessageLog } from '../contract.ts';
import { messageTones } from './kit/message-tones.ts';
import { shownAddress } from './kit/shown-address.ts';
import { useFailureText } from './kit/use-failure-text.ts';
import { useLogColumns } from './log-columns.tsx';
import { LogFilters } from './log-filters.tsx';
import classes from './message-log.module.css';
import { SendingUsage } from './sending-usage.tsx';
import { unfiltered, useLogFilter } from './use-log-filter.ts';

const SuppressionsDialog = lazy(async () => ({
  default: (await import('./suppressions-dialog.tsx')).SuppressionsDialog,
}));
const TimelineDialog = lazy(async () => ({
  default: (await import('./timeline-dialog.tsx')).TimelineDialog,
}));

/** Every message of the company with its delivery, newest first; failures say why. */
export function MessageLog() {
  const t = useTranslation('messages');
  const web = useTranslation('web');
  const maySchedule = useCanSchedule();
  const { filter, change, input } = useLogFilter();
  const pages = usePagedRead(listMessageLog, { perPage: 25, ...input }, { keep: true });
  const [shown, show] = useState<LoggedMessage | null>(null);
  const [seesSuppressions, setSeesSuppressions] = useState(false);
  // Loaded when one of them is first opened.
  const [hasDialogs, setHasDialogs] = useState(false);
  if ((shown || seesSuppressions) && !hasDialogs) setHasDialogs(true);
  return (
    <>
      <Suspense fallback={null}>
        {hasDialogs && (
          <>
            <SuppressionsDialog opened={seesSuppressions} onClose={() => setSeesSuppressions(false)} />
            <TimelineDialog message={shown} onClose={() => show(null)} />
          </>
        )}
      </Suspense>
      <SendingUsage />
      <DataTable
        label={t('log.title')}
        of={pages}
        columns={useColumns()}
        rowActions={(row) => [
          { label: t('timeline.title'), icon: <IconMail size={16} />, run: () => show(row) },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.subject || row.to_address}
        empty={{
          icon: <IconMail size={24} stroke={1.6} />,
          title: t('log.none'),
          hint: t('log.noneHint'),
          action: maySchedule && (
            <Button onClick={() => openNewAppointment()}>{web('newAppointment')}</Button>
          ),
        }}
        onClearSearch={Object.keys(input).length > 0 ? () => change(unfiltered) : undefined}
        hasFilters={Object.keys(input).some((name) => name !== 'to')}
        toolbar={
          <>
            <LogFilters filter={filter} onChange={change} />
            <Button variant="default" onClick={() => setSeesSuppressions(true)}>
              {t('suppressions.title')}
            </Button>
          </>
        }
      />
    </>
  );
}

function useColumns(): Column<LoggedMessage>[] {
  const t = useTranslation('messages');
  const shared = useLogColumns<LoggedMessage>((row) => row.sent_at ?? row.created_at);
  const reasonText = useFailureText();
  const isPhone = useIsPhone();
  const reason = (row: LoggedMessage) =>
    row.error && (
      <div className={classes.reason} data-tone={messageTones[row.status] ?? 'mute'}>
        {reasonText(row.error, row.waits_until)}
      </div>
    );
  return [
    {
      key: 'subject',
      header: t('log.subject'),
      phone: 'title',
      render: (row) => row.subject || t(`log.channel.${row.channel}`),
    },
    {
      key: 'to',
      header: t('log.to'),
      width: 230,
      phone: 'sub',
      render: (row) => shownAddress(row.to_address),
    },
    ...shared,
    {
      key: 'status',
      header: t('log.status'),
      width: 180,
      phone: 'side',
      render: (row) => (
        <>
          <StatusPill tone={messageTones[row.status] ?? 'mute'}>
            {t(`log.status_of.${row.status}`)}
          </StatusPill>
          {!isPhone && reason(row)}
        </>
      ),
    },
    // Next to the subject, a sentence would leave no room for it.
    ...(isPhone ? [{ key: 'reason', header: '', phone: 'sub' as const, render: reason }] : []),
  ];
}
