import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import type { RouteOutput } from '#wire/route.ts';
import { testWebhook } from '../../webhooks-contract.ts';
import { Exchange } from './exchange.tsx';
import { LongText } from './long-text.tsx';
import classes from './webhooks.module.css';

/** Sends one sample webhook to an address and shows the request and the response. The address is nothing to save. */
export function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('automations');
  const [result, setResult] = useState<RouteOutput<typeof testWebhook> | null>(null);
  const write = useWrite(testWebhook, { onDone: setResult });
  const form = useRouteForm({ initialValues: { url: '' }, write });
  return (
    <Dialog opened onClose={onClose} title={t('hooks.test')} locked={form.pending} width={640}>
      <Form of={form} label={t('hooks.test')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('hooks.testHint')}</Text>
          <TextInput
            key={form.key('url')}
            {...form.getInputProps('url')}
            label={t('hooks.address')}
            type="url"
            placeholder="https://"
            required
            data-autofocus
          />
          <Button type="submit" loading={form.pending}>
            {t('hooks.send')}
          </Button>
        </Stack>
      </Form>
      {result && (
        <div role="status" className={classes.tested}>
          <Exchange {...result} />
          <LongText label={t('hooks.body')} text={result.body} />
        </div>
      )}
    </Dialog>
  );
}
