import { Stack } from '@mantine/core';
import { SelectField, SwitchField, TagsField } from '#features/company/screens/kit/fields.tsx';
import classes from '#features/company/screens/kit/settings.module.css';
import { useSettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { SamplesCard } from '../samples/samples-card.tsx';

/** How reports are written and what they show. */
export function SettingsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('reports');
  const form = useSettingsForm(settings, { id: 'reports', texts: 'reports' });
  const qualities = [1, 2, 3].map((each) => ({ value: String(each), label: t(`settings.quality.${each}`) }));
  const summaries = (['automatic', 'hand_picked', 'off'] as const).map((mode) => ({
    value: mode,
    label: t(`summary.${mode}`),
  }));
  return (
    <Stack gap={16}>
      <SaveBarForm form={form} label={form.label}>
        <Card title={t('settings.s.publishing')}>
          <div className={classes.switches}>
            <SwitchField form={form} k="require_completion_to_publish" />
            <SwitchField form={form} k="cost_estimator" />
            <SwitchField form={form} k="sample_reports" />
          </div>
          <FieldGrid>
            <SelectField form={form} k="photo_quality" data={qualities} asNumber hint />
            <SelectField form={form} k="report_summary" data={summaries} hint />
          </FieldGrid>
        </Card>
        <Card title={t('settings.s.namesOnReports')}>
          <div className={classes.switches}>
            <SwitchField form={form} k="show_client" />
            <SwitchField form={form} k="show_listing_agent" />
            <SwitchField form={form} k="show_contractor" />
          </div>
        </Card>
        <Card title={t('settings.s.suggestionLists')}>
          <FieldGrid>
            <TagsField form={form} k="location_tags" hint wide placeholder={t('settings.addSuggestion')} />
            <TagsField
              form={form}
              k="template_recommendations"
              hint
              wide
              placeholder={t('settings.addSuggestion')}
            />
          </FieldGrid>
        </Card>
      </SaveBarForm>
      <SamplesCard isShown={settings.sample_reports} />
    </Stack>
  );
}
