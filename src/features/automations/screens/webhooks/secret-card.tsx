import { Button, CopyButton, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCopy } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { getWebhookSecret, rotateWebhookSecret } from '../../webhooks-contract.ts';
import { TestDialog } from './sample-dialog.tsx';
import classes from './webhooks.module.css';

/** The secret that signs webhooks: a new one is shown once, the old one signs as well for a day. */
export function SecretCard() {
  const t = useTranslation('automations');
  const [isTesting, setTesting] = useState(false);
  return (
    <Card
      title={t('hooks.title')}
      actions={
        <Button variant="default" size="compact-md" onClick={() => setTesting(true)}>
          {t('hooks.test')}
        </Button>
      }
    >
      <Text c="dimmed">{t('hooks.purpose')}</Text>
      <Secret />
      {isTesting && <TestDialog onClose={() => setTesting(false)} />}
    </Card>
  );
}

function Secret() {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const stored = useRead(getWebhookSecret, {});
  const [fresh, setFresh] = useState('');
  const rotate = useWrite(rotateWebhookSecret, { onDone: ({ secret }) => setFresh(secret) });
  if (stored.failure) return <ErrorState failure={stored.failure} onRetry={stored.retry} />;
  if (!stored.data) return <LinesSkeleton lines={2} />;
  const { is_set, last4, previous_until } = stored.data;
  const change = async () => {
    const isSure =
      !is_set ||
      (await confirm({
        title: t('hooks.secret.askTitle'),
        text: t('hooks.secret.askText'),
        yes: t('hooks.secret.rotate'),
      }));
    if (isSure) await rotate.send({});
  };
  return (
    <>
      <div className={classes.row}>
        <span className={classes.name}>{t('hooks.secret.name')}</span>
        <StatusPill tone={is_set ? 'ok' : 'mute'}>
          {is_set ? t('hooks.secret.endsIn', { last4: last4 ?? '' }) : t('hooks.secret.notSet')}
        </StatusPill>
        <Button variant="default" size="compact-md" loading={rotate.pending} onClick={() => void change()}>
          {t(is_set ? 'hooks.secret.rotate' : 'hooks.secret.create')}
        </Button>
      </div>
      {fresh && (
        <Notice tone="info" isNews>
          <div>{t('hooks.secret.copyNow')}</div>
          <div className={classes.fresh}>
            <code className={classes.code}>{fresh}</code>
            <CopyButton value={fresh}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconCopy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {t(copied ? 'hooks.copied' : 'hooks.copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        </Notice>
      )}
      {previous_until && (
        <Text size="sm" c="dimmed">
          {t('hooks.secret.previous', { at: format.dateTime(previous_until, timezone) })}
        </Text>
      )}
    </>
  );
}
