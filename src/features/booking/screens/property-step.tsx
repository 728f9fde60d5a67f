import type { PropertyAnswers } from '#domain/booking/booking-form.ts';
import { sanitizeZipInput } from '#domain/people/zips.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './booking.module.css';
import { Field, TextField } from './form-fields.tsx';
import { useProblemText } from './problem-text.ts';
import type { StepProps } from './step-props.ts';

const digits = (text: string) => text.replace(/[^\d.,]/g, '');

/** Where the inspection takes place, and what decides its price. */
export function PropertyStep({ page, mode, answers, change, problems }: StepProps) {
  const t = useTranslation('booking');
  const localize = useProblemText();
  const { property } = answers;
  const set = (more: Partial<PropertyAnswers>) => change({ property: { ...property, ...more } });
  const error = (field: keyof PropertyAnswers) => localize(problems[`location.${field}`]);
  const country = page.company.country_code;
  const isSizeOptional = mode === 'request' || !page.facts.square_feet;
  return (
    <div className={classes.grid}>
      <TextField
        label={t('property.address')}
        value={property.address}
        onChange={(address) => set({ address })}
        error={error('address')}
        autoComplete="street-address"
        maxLength={200}
        isWide
      />
      <TextField
        label={t('optional', { label: t('property.city') })}
        value={property.city}
        onChange={(city) => set({ city })}
        error={error('city')}
        autoComplete="address-level2"
        maxLength={120}
        isWide
      />
      <TextField
        label={t('property.state')}
        value={property.state}
        onChange={(state) => set({ state })}
        error={error('state')}
        autoComplete="address-level1"
        maxLength={60}
      />
      <TextField
        label={t('property.zip')}
        value={property.zip_code}
        onChange={(zip) => set({ zip_code: sanitizeZipInput(zip, country) })}
        error={error('zip_code')}
        autoComplete="postal-code"
        inputMode={country === 'US' ? 'numeric' : 'text'}
      />
      <TextField
        label={isSizeOptional ? t('optional', { label: t('property.size') }) : t('property.size')}
        value={property.square_feet}
        onChange={(size) => set({ square_feet: digits(size) })}
        error={error('square_feet')}
        autoComplete="off"
        inputMode="decimal"
        maxLength={12}
      />
      <TextField
        label={t('optional', { label: t('property.year') })}
        value={property.year_built}
        onChange={(year) => set({ year_built: year.replace(/\D/g, '') })}
        error={error('year_built')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={4}
      />
      {page.facts.foundation && (
        <Field label={t('optional', { label: t('property.foundation') })} error={error('foundation')} isWide>
          {(attributes) => (
            <select
              {...attributes}
              value={property.foundation}
              onChange={(event) => set({ foundation: event.currentTarget.value })}
            >
              <option value="">{t('property.unknown')}</option>
              {[1, 2, 3].map((one) => (
                <option key={one} value={one}>
                  {t(`foundation.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
