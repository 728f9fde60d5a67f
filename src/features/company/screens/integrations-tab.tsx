import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { SwitchField } from './kit/fields.tsx';
import classes from './kit/settings.module.css';
import { useSettingsForm } from './kit/use-settings-form.ts';

/** Integrations with other software: where webhooks are set up, and the switch of all automations. */
export function IntegrationsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  return (
    <SaveBarForm form={form} label={t('tab.integrations')}>
      <Card
        title={t('s.webhooks')}
        actions={
          <LinkButton to="/settings/automations" variant="default" size="compact-md">
            {t('webhookSettings')}
          </LinkButton>
        }
      >
        <p className={classes.intro}>{t('webhookHint')}</p>
        <div className={classes.switches}>
          <SwitchField form={form} k="automations_enabled" />
        </div>
      </Card>
    </SaveBarForm>
  );
}
