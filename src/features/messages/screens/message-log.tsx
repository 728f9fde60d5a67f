import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { usePagedRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconMail } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import { type LoggedMessage, listMessageLog, messageStates } from '../contract.ts';
import { messageTones } from './kit/message-tones.ts';
import { useFailureText } from './kit/use-failure-text.ts';
import { SuppressionsDialog } from './suppressions-dialog.tsx';
import { TimelineDialog } from './timeline-dialog.tsx';

const unfiltered = { to: '', state: '' };
/** Every message of the company with its delivery, newest first; failures say why. */
export function MessageLog() {
  const t = useTranslation('messages');
  const web = useTranslation('web');
  const maySchedule = useCanSchedule();
  const [{ to, state: asked }, change] = useUrlState(unfiltered);
  const state = messageStates.find((one) => one === asked);
  const pages = usePagedRead(
    listMessageLog,
    { perPage: 25, ...(to ? { to } : {}), ...(state ? { state } : {}) },
    { keep: true },
  );
  const [shown, show] = useState<LoggedMessage | null>(null);
  const [seesSuppressions, setSeesSuppressions] = useState(false);
  return (
    <>
      <SuppressionsDialog opened={seesSuppressions} onClose={() => setSeesSuppressions(false)} />
      <TimelineDialog message={shown} onClose={() => show(null)} />
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
        onClearSearch={to || state ? () => change(unfiltered) : undefined}
        hasFilters={state !== undefined}
        toolbar={
          <>
            <SearchBox
              value={to}
              onSearch={(next) => change({ to: next })}
              label={t('log.search')}
              placeholder={t('log.search')}
            />
            <SegmentedControl
              aria-label={t('log.status')}
              value={state ?? ''}
              onChange={(next) => change({ state: next })}
              data={['', ...messageStates].map((value) => ({ value, label: t(`log.is.${value || 'all'}`) }))}
            />
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
  const format = useFormat();
  const { timezone } = useUser();
  const reasonText = useFailureText();
  return [
    {
      key: 'subject',
      header: t('log.subject'),
      phone: 'title',
      render: (row) => row.subject || t(`log.channel.${row.channel}`),
    },
    { key: 'to', header: t('log.to'), phone: 'sub', render: (row) => row.to_address },
    {
      key: 'order',
      header: t('log.order'),
      width: 150,
      phone: 'hide',
      render: (row) =>
        row.appointment_id && (
          <AppLink to={`/appointments/details/${row.appointment_id}`}>
            {row.order_id || t('log.open')}
          </AppLink>
        ),
    },
    {
      key: 'date',
      header: t('log.date'),
      width: 190,
      phone: 'sub',
      render: (row) => format.dateTime(row.sent_at ?? row.created_at, timezone),
    },
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
          {row.error && <div style={{ fontSize: 12, overflowWrap: 'anywhere' }}>{reasonText(row.error)}</div>}
        </>
      ),
    },
  ];
}
