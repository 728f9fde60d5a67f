import { useMemo } from 'react';
import { dateFormats } from '#domain/base/date-formats.ts';
import { createFormatter } from '#domain/base/formatter.ts';
import { countryCodes, defaultCompanyColor } from '#domain/settings/company.ts';
import { now } from '#web/clock.ts';
import { currencyName } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { NumberField, PhoneField, SelectField, SettingColorField, ZipField } from './kit/fields.tsx';
import { TextField } from './kit/text-fields.tsx';
import { useSettingsForm } from './kit/use-settings-form.ts';
import { PicturesCard } from './pictures-card.tsx';
import { SocialLinksCard } from './social-links-card.tsx';
import { useTimeZones } from './use-time-zones.ts';

/** The company's name, address, contact data and formats for times, dates and amounts. */
export function GeneralTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const zones = useTimeZones(settings.timezone);
  const { lang } = useLanguage();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([lang], { type: 'region' });
    return countryCodes.map((value) => ({ value, label: names.of(value) ?? value }));
  }, [lang]);
  const today = now();
  const formats = dateFormats.map((value) => ({
    value,
    label: `${value} · ${createFormatter(lang, value).date(today, settings.timezone)}`,
  }));
  const currencies = [1, 2, 3, 4].map((code) => ({
    value: String(code),
    label: `${currencyName(code)} (${t(`currency.${code}`)})`,
  }));
  return (
    <SaveBarForm form={form} label={t('tab.general')}>
      <Card title={t('s.company')}>
        <FieldGrid>
          <TextField form={form} k="company_name" wide />
          <PhoneField form={form} k="company_phone" />
          <TextField form={form} k="company_email" type="email" />
          <TextField form={form} k="website" type="url" placeholder="https://" wide />
          <TextField form={form} k="address" wide />
          <TextField form={form} k="city" />
          <TextField form={form} k="state" />
          <ZipField form={form} k="zip_code" />
          <SelectField form={form} k="country_code" data={countries} hint />
          <NumberField form={form} k="service_radius" hint unit="miles" placeholder="100" />
          <SettingColorField form={form} k="company_color" first={defaultCompanyColor} hint />
        </FieldGrid>
      </Card>
      <Card title={t('s.formats')}>
        <FieldGrid>
          <SelectField form={form} k="timezone" data={zones} searchable hint wide />
          <SelectField form={form} k="date_format" data={formats} />
          <SelectField
            form={form}
            k="currency"
            data={currencies}
            asNumber
            hint={settings.currency_is_fixed ? t('currencyFixed') : false}
            disabled={settings.currency_is_fixed}
          />
        </FieldGrid>
      </Card>
      <PicturesCard form={form} names={['logo', 'header_logo', 'signature']} />
      <SocialLinksCard form={form} />
    </SaveBarForm>
  );
}
