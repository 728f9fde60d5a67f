import { TextAreaField, TextField } from '#features/company/screens/kit/text-fields.tsx';
import { useSettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** Which external calendar receives the appointments, and with which text. */
export function SettingsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('calendar');
  const form = useSettingsForm(settings, { id: 'calendar', texts: 'calendar' });
  return (
    <SaveBarForm form={form} label={form.label}>
      <Card title={t('settings.s.googleCalendar')}>
        <FieldGrid>
          <TextField form={form} k="google_calendar_id" placeholder="…@group.calendar.google.com" hint wide />
          <TextAreaField
            form={form}
            k="calendar_text"
            minRows={4}
            hint
            wide
            placeholder="{{property.full_address}}"
          />
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
