import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import type { Tone } from '#web/theme/colors.ts';
import { IconPlug } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import {
  listWebhooks,
  replayWebhooks,
  type WebhookDelivery,
  webhookStates,
} from '../../webhooks-contract.ts';
import { LogToolbar } from '../log-toolbar.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { useProblemText } from './use-problem-text.ts';
import classes from './webhooks.module.css';

const tones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  queued: 'info',
  sending: 'info',
  delivered: 'ok',
  dead: 'bad',
};

/** All webhooks, newest first: what became of each, and sending them again, one or many. */
export function DeliveryList() {
  const t = useTranslation('automations');
  const [{ state: asked, webhook }, change] = useUrlState({ state: '', webhook: '' });
  const state = webhookStates.find((one) => one === asked);
  const pages = usePagedRead(
    listWebhooks,
    { perPage: 25, ...(state ? { state } : {}) },
    { keep: true, live: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const replay = useReplay(() => setChosen(new Set()));
  const send = (ids: string[]) => void replay.send({ ids });
  return (
    <>
      <DataTable
        label={t('hooks.deliveries')}
        of={pages}
        columns={useColumns((row) => change({ webhook: row.id }))}
        rowKey={(row) => row.id}
        rowName={(row) => row.event_name}
        rowActions={(row) => [
          { label: t('hooks.details'), run: () => change({ webhook: row.id }) },
          {
            label: t('hooks.sendAgain'),
            run: () => send([row.id]),
            disabled: row.endpoint_id === null || row.status === 'sending',
          },
        ]}
        selection={{
          chosen,
          onChange: setChosen,
          actions: (
            <Button
              variant="default"
              size="compact-md"
              loading={replay.pending}
              disabled={chosen.size > 100}
              onClick={() => send([...chosen])}
            >
              {t('hooks.sendAgain')}
            </Button>
          ),
        }}
        empty={{
          icon: <IconPlug size={24} stroke={1.6} />,
          title: t('hooks.none'),
          hint: t('hooks.noneHint'),
        }}
        onClearSearch={state ? () => change({ state: '' }) : undefined}
        hasFilters={state !== undefined}
        toolbar={
          <LogToolbar
            title={t('hooks.deliveries')}
            state={state}
            states={webhookStates}
            labelOf={(one) => t(`hooks.is.${one}`)}
            onChange={(next) => change({ state: next })}
          />
        }
      />
      {webhook && <DeliveryDialog id={webhook} onClose={() => change({ webhook: '' })} onReplay={send} />}
    </>
  );
}

function useReplay(onDone: () => void) {
  const t = useTranslation('automations');
  return useWrite(replayWebhooks, {
    onDone,
    toast: ({ replayed }) => t('hooks.replayed', { count: replayed.length }),
  });
}

function useColumns(onOpen: (row: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const problemText = useProblemText();
  return [
    {
      key: 'event',
      header: t('hooks.event'),
      phone: 'title',
      render: (row) => (
        <Anchor component="button" type="button" ta="left" onClick={() => onOpen(row)}>
          {row.event_name}
        </Anchor>
      ),
    },
    {
      key: 'url',
      header: t('hooks.address'),
      phone: 'hide',
      render: (row) => <span className={classes.url}>{row.url}</span>,
    },
    {
      key: 'order',
      header: t('hooks.order'),
      width: 130,
      phone: 'hide',
      render: (row) =>
        row.appointment_id && (
          <AppLink to={`/appointments/details/${row.appointment_id}`}>
            {row.order_id || t('hooks.openOrder')}
          </AppLink>
        ),
    },
    {
      key: 'date',
      header: t('hooks.created'),
      width: 180,
      phone: 'sub',
      render: (row) => format.dateTime(row.created_at, timezone),
    },
    {
      key: 'status',
      header: t('hooks.status'),
      width: 120,
      phone: 'side',
      render: (row) => (
        <StatusPill tone={row.is_on_hold ? 'mute' : tones[row.status]}>
          {t(`hooks.statusOf.${row.is_on_hold ? 'hold' : row.status}`)}
        </StatusPill>
      ),
    },
    {
      key: 'result',
      header: t('hooks.result'),
      width: 260,
      phone: 'sub',
      render: (row) => {
        const parts = [
          row.problem && problemText(row.problem, row.http_status),
          row.next_attempt_at &&
            row.attempts > 0 &&
            t('hooks.nextAttempt', { at: format.dateTime(row.next_attempt_at, timezone) }),
        ].filter(Boolean);
        return parts.length > 0 && <span className={classes.dim}>{parts.join(' ')}</span>;
      },
    },
  ];
}
