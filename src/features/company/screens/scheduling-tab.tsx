import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { EmbedCard } from './embed-card.tsx';
import { NumberField, SwitchField } from './kit/fields.tsx';
import classes from './kit/settings.module.css';
import { HtmlField, TextField } from './kit/text-fields.tsx';
import { useSettingsForm } from './kit/use-settings-form.ts';

/** What clients can book online, and the texts they see. */
export function SchedulingTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  return (
    <SaveBarForm form={form} label={t('tab.scheduling')}>
      <Card title={t('s.booking')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="enable_online_scheduling" />
          <SwitchField form={form} k="require_confirmation" />
          <SwitchField form={form} k="confirm_by_email" />
          <SwitchField form={form} k="allow_choice_of_technicians" />
          <SwitchField form={form} k="show_client_pricing_details" />
        </div>
      </Card>
      <Card title={t('s.times')}>
        <FieldGrid>
          <NumberField form={form} k="dont_allow_scheduling_within" unit="hours" hint />
          <NumberField form={form} k="max_days_ahead" unit="days" hint />
          <NumberField form={form} k="buffer_minutes" unit="minutes" hint />
        </FieldGrid>
        <div className={classes.switches}>
          <SwitchField form={form} k="road_aware_slots" />
        </div>
      </Card>
      <Card title={t('s.clientChanges')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="client_may_reschedule" />
          <SwitchField form={form} k="client_may_cancel" />
        </div>
        <FieldGrid>
          <NumberField form={form} k="change_deadline_hours" unit="hours" hint />
        </FieldGrid>
      </Card>
      <Card title={t('s.afterBooking')}>
        <FieldGrid>
          <HtmlField form={form} k="confirmation_text" hint />
          <TextField form={form} k="conversion_url" type="url" placeholder="https://" hint wide />
          <TextField form={form} k="google_analytics_number" placeholder="G-…" hint wide />
        </FieldGrid>
      </Card>
      <EmbedCard settings={settings} />
    </SaveBarForm>
  );
}
