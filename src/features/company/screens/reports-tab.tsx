import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { SelectField, SwitchField, TagsField } from './fields.tsx';
import classes from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';

/** How reports are written and what they show. */
export function ReportsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const qualities = [1, 2, 3].map((each) => ({ value: String(each), label: t(`quality.${each}`) }));
  return (
    <SaveBarForm form={form} label={t('tab.reports')}>
      <Card title={t('s.publishing')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="require_completion_to_publish" />
          <SwitchField form={form} k="cost_estimator" />
          <SwitchField form={form} k="sample_reports" />
        </div>
        <FieldGrid>
          <SelectField form={form} k="photo_quality" data={qualities} asNumber hint />
        </FieldGrid>
      </Card>
      <Card title={t('s.namesOnReports')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="show_client" />
          <SwitchField form={form} k="show_listing_agent" />
          <SwitchField form={form} k="show_contractor" />
        </div>
      </Card>
      <Card title={t('s.suggestionLists')}>
        <FieldGrid>
          <TagsField form={form} k="location_tags" hint wide placeholder={t('addSuggestion')} />
          <TagsField form={form} k="template_recommendations" hint wide placeholder={t('addSuggestion')} />
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
