import { isBuilt } from '#domain/base/built-features.ts';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { MoneyField, NumberField, SwitchField, TimeOfDayField } from './kit/fields.tsx';
import classes from './kit/settings.module.css';
import { TextField } from './kit/text-fields.tsx';
import { useSettingsForm } from './kit/use-settings-form.ts';

const flags = ['advanced_metrics', 'pay_splits', 'hourly_tracking', 'service_limitations', 'service_areas'];

/** Defaults and numbering of new appointments, and which features are enabled. */
export function AdvancedTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  return (
    <SaveBarForm form={form} label={t('tab.advanced')}>
      <Card title={t('s.newAppointments')}>
        <FieldGrid>
          <TimeOfDayField form={form} k="default_start_time" />
          <NumberField form={form} k="default_duration" unit="hours" />
          <MoneyField form={form} k="default_price" />
        </FieldGrid>
        <div className={classes.switches}>
          <SwitchField form={form} k="default_confirm" />
        </div>
      </Card>
      <Card title={t('s.numbers')}>
        <FieldGrid>
          <TextField form={form} k="order_prefix" hint />
          <NumberField form={form} k="next_order_number" hint />
        </FieldGrid>
      </Card>
      <Card title={t('s.publicName')}>
        <FieldGrid>
          <TextField form={form} k="public_slug" hint wide />
        </FieldGrid>
      </Card>
      <Card title={t('s.features')}>
        <p className={classes.intro}>{t('featuresHint')}</p>
        <div className={classes.switches}>
          {flags.filter(isBuilt).map((flag) => (
            <SwitchField key={flag} form={form} k={flag} />
          ))}
        </div>
      </Card>
    </SaveBarForm>
  );
}
