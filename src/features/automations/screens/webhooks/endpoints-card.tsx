import { Switch } from '@mantine/core';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  listWebhookEndpoints,
  switchWebhookEndpoint,
  type WebhookEndpoint,
} from '../../webhooks-contract.ts';
import classes from './webhooks.module.css';

/** The addresses that webhooks call. One that is off receives nothing; its webhooks wait. */
export function EndpointsCard() {
  const t = useTranslation('automations');
  const list = useRead(listWebhookEndpoints, {}, { live: true });
  if (list.data?.length === 0) return null;
  return (
    <Card title={t('hooks.addresses')}>
      {list.failure && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.status === 'loading' && <LinesSkeleton lines={2} />}
      <ul className={classes.list}>
        {list.data?.map((each) => (
          <Address key={each.id} of={each} />
        ))}
      </ul>
    </Card>
  );
}

function Address({ of: { id, url, is_on, off_reason, open, dead, ...times } }: { of: WebhookEndpoint }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const write = useWrite(switchWebhookEndpoint);
  const { last_success_at, paused_until, off_at } = times;
  const at = (when: string) => format.dateTime(when, timezone);
  const facts = [
    off_reason && off_at && t(`hooks.off.${off_reason}`, { at: at(off_at) }),
    is_on && paused_until && t('hooks.pausedUntil', { at: at(paused_until) }),
    last_success_at ? t('hooks.lastSuccess', { at: at(last_success_at) }) : t('hooks.noSuccess'),
    open > 0 && t('hooks.open', { count: open }),
    dead > 0 && t('hooks.dead', { count: dead }),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.text}>
        <span>{url}</span>
        <span className={classes.dim}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Switch
        aria-label={t('hooks.switch', { url })}
        checked={is_on}
        disabled={write.pending}
        onChange={(event) => void write.send({ id, is_on: event.currentTarget.checked })}
      />
    </li>
  );
}
