import { SelectField, SwitchField } from '#features/company/screens/kit/fields.tsx';
import { HtmlField, TextField } from '#features/company/screens/kit/text-fields.tsx';
import { useSettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { languages, useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { LayoutPreview } from './layout-preview.tsx';

/** Sender, BCC, header and footer of the company's e-mails. */
export function SettingsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('messages');
  const form = useSettingsForm(settings, { id: 'email', texts: 'messages' });
  const kinds = (part: string) =>
    [0, 1, 2].map((each) => ({ value: String(each), label: t(`settings.${part}.${each}`) }));
  return (
    <SaveBarForm form={form} label={form.label}>
      <Card title={t('settings.s.contact')}>
        <FieldGrid>
          <TextField form={form} k="point_of_contact_name" hint />
          <TextField form={form} k="point_of_contact_email" type="email" hint />
          <TextField form={form} k="bcc_address" type="email" hint />
          <SelectField
            form={form}
            k="message_language"
            data={languages.map(({ id, name }) => ({ value: id, label: name }))}
            hint
          />
        </FieldGrid>
      </Card>
      <Card title={t('settings.s.header')}>
        <FieldGrid>
          <SelectField form={form} k="email_header_type" data={kinds('headerKind')} asNumber wide />
          {form.get('email_header_type') === 2 && <HtmlField form={form} k="email_header_text" minRows={3} />}
        </FieldGrid>
      </Card>
      <Card title={t('settings.s.footer')}>
        <FieldGrid>
          <SelectField form={form} k="email_footer_type" data={kinds('footerKind')} asNumber wide />
          {form.get('email_footer_type') === 2 && <HtmlField form={form} k="email_footer_text" minRows={3} />}
        </FieldGrid>
      </Card>
      <Card title={t('settings.s.tracking')}>
        <FieldGrid>
          <SwitchField form={form} k="track_emails" />
        </FieldGrid>
      </Card>
      <LayoutPreview form={form} />
    </SaveBarForm>
  );
}
