import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { SelectField } from './fields.tsx';
import { HtmlField, TextField } from './text-fields.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** Sender, BCC, header and footer of the company's e-mails. */
export function EmailTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const kinds = (part: string) =>
    [0, 1, 2].map((each) => ({ value: String(each), label: t(`${part}.${each}`) }));
  return (
    <SaveBarForm form={form} label={t('tab.email')}>
      <Card title={t('s.contact')}>
        <FieldGrid>
          <TextField form={form} k="point_of_contact_name" hint />
          <TextField form={form} k="point_of_contact_email" type="email" hint />
          <TextField form={form} k="bcc_address" type="email" hint wide />
        </FieldGrid>
      </Card>
      <Card title={t('s.header')}>
        <FieldGrid>
          <SelectField form={form} k="email_header_type" data={kinds('headerKind')} asNumber wide />
          {form.get('email_header_type') === 2 && <HtmlField form={form} k="email_header_text" minRows={3} />}
        </FieldGrid>
      </Card>
      <Card title={t('s.footer')}>
        <FieldGrid>
          <SelectField form={form} k="email_footer_type" data={kinds('footerKind')} asNumber wide />
          {form.get('email_footer_type') === 2 && <HtmlField form={form} k="email_footer_text" minRows={3} />}
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
