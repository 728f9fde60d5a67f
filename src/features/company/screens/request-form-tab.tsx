import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import {
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TagsField,
  TimeOfDayField,
} from './kit/fields.tsx';
import classes from './kit/settings.module.css';
import { HtmlField, TextAreaField, TextField } from './kit/text-fields.tsx';
import { useAgreementChoices } from './kit/use-agreement-choices.ts';
import { useSettingsForm } from './kit/use-settings-form.ts';

/** The defaults of a visitor's request, the confirmation shown afterwards, and who is notified. */
export function RequestFormTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const agreements = useAgreementChoices(settings.subscriber_id);
  return (
    <SaveBarForm form={form} label={t('tab.request-form')}>
      <Card title={t('s.requestDefaults')}>
        <FieldGrid>
          <TextField form={form} k="request_form.default_name" hint wide />
          <TimeOfDayField form={form} k="request_form.start_time" hint />
          <NumberField form={form} k="request_form.duration" unit="hours" hint />
          <MoneyField form={form} k="request_form.price" hint />
          <SelectField
            form={form}
            k="request_form.agreement_id"
            data={agreements}
            hint
            clearable
            searchable
            placeholder={t('none')}
          />
          <TextAreaField form={form} k="request_form.note" hint wide />
          <HtmlField form={form} k="request_form.received_text" hint />
        </FieldGrid>
      </Card>
      <Card title={t('s.whoHears')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="request_form.notify_email" />
          <SwitchField form={form} k="request_form.notify_phone" />
        </div>
        <FieldGrid>
          <TagsField form={form} k="request_form.notify_emails" hint placeholder={t('addEmail')} />
          <TagsField form={form} k="request_form.notify_phones" hint placeholder={t('addPhone')} />
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
