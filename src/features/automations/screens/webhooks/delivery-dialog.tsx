import { Button, Stack, Text } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getWebhook, type WebhookAttempt } from '../../webhooks-contract.ts';
import { Exchange } from './exchange.tsx';
import { LongText } from './long-text.tsx';
import classes from './webhooks.module.css';

interface Props {
  id: string;
  onClose: () => void;
  onReplay: (ids: string[]) => void;
}

/** One webhook: its body, and every attempt with what was sent and what came back. */
export function DeliveryDialog({ id, onClose, onReplay }: Props) {
  const t = useTranslation('automations');
  const found = useRead(getWebhook, { id }, { live: true });
  const { data } = found;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={760}
      title={data?.event_name ?? t('hooks.details')}
      footer={
        data?.endpoint_id && (
          <Button disabled={data.status === 'sending'} onClick={() => onReplay([id])}>
            {t('hooks.sendAgain')}
          </Button>
        )
      }
    >
      {found.failure && <ErrorState failure={found.failure} onRetry={found.retry} />}
      {found.status === 'loading' && <LinesSkeleton lines={6} />}
      {data && (
        <Stack gap={10}>
          <p className={classes.url}>{data.url}</p>
          <Text size="sm" c="dimmed">
            {t('hooks.ids', { webhook: data.webhook_id, event: data.event_id })}
          </Text>
          <LongText label={t('hooks.body')} text={data.body} />
          <h3 className={classes.attempts}>
            {data.log.length === 0 ? t('hooks.noAttempt') : t('hooks.attempts', { count: data.log.length })}
          </h3>
          {data.log.toReversed().map((each) => (
            <Attempt key={each.number} of={each} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function Attempt({ of }: { of: WebhookAttempt }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  return (
    <details className={classes.attempt}>
      <summary>
        {t('hooks.attempt', { number: of.number, at: format.dateTime(of.started_at, timezone) })}
      </summary>
      <Exchange {...of} />
    </details>
  );
}
