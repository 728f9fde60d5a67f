import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCopy } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { SwitchField } from './kit/fields.tsx';
import classes from './kit/settings.module.css';
import { useSettingsForm } from './kit/use-settings-form.ts';

/** Integrations with other software: the secret that signs webhooks, and the switch of all automations. */
export function IntegrationsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const fresh = String(
    form.get('webhook_secret') && typeof form.get('webhook_secret') === 'string'
      ? form.get('webhook_secret')
      : '',
  );
  const isSet = form.saved.webhook_secret.is_set;
  const problem = form.error('webhook_secret');
  return (
    <SaveBarForm form={form} label={t('tab.integrations')}>
      <Card title={t('s.webhooks')}>
        <p className={classes.intro}>{t('webhookHint')}</p>
        <div className={classes.secret}>
          <span className={classes.secretName}>{t('f.webhook_secret')}</span>
          <StatusPill tone={isSet ? 'ok' : 'mute'}>{t(isSet ? 'isSet' : 'isNotSet')}</StatusPill>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => form.set('webhook_secret', fresh ? '' : newSecret())}
          >
            {t(fresh ? (isSet ? 'keep' : 'discard') : 'makeNew')}
          </Button>
        </div>
        {fresh && (
          <div className={classes.generated}>
            <code className={classes.code}>{fresh}</code>
            <CopyButton value={fresh}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
                  {t(copied ? 'copied' : 'copy')}
                </Button>
              )}
            </CopyButton>
            <span className={classes.dim}>{t('copyNow')}</span>
          </div>
        )}
        {problem && <div role="alert">{problem}</div>}
        <div className={classes.switches}>
          <SwitchField form={form} k="automations_enabled" />
        </div>
      </Card>
    </SaveBarForm>
  );
}

/** 32 random bytes as text. Generated in the browser, so that the server never returns the secret. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`;
}
