import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { TextAreaField, TextField } from './text-fields.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** Which external calendar receives the appointments, and with which text. */
export function CalendarTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  return (
    <SaveBarForm form={form} label={t('tab.calendar')}>
      <Notice tone="info">{t('calendarLater')}</Notice>
      <Card title={t('s.googleCalendar')}>
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
