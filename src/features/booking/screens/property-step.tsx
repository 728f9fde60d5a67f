import { Button } from '@mantine/core';
import { outsideAreaProblem, type PropertyAnswers } from '#domain/booking/booking-form.ts';
import { typedZip } from '#domain/people/zips.ts';
import { useTranslation } from '#web/i18n.ts';
import type { AddressSuggestion } from '../places-contract.ts';
import { AddressField } from './address-field.tsx';
import classes from './booking.module.css';
import { isOutside } from './booking-answers.ts';
import { Field, TextField } from './form-fields.tsx';
import { useProblemText } from './problem-text.ts';
import type { StepProps } from './step-props.ts';

/** Where the inspection takes place, and what decides its price. */
export function PropertyStep({ page, mode, answers, change, problems, toRequest }: StepProps) {
  const t = useTranslation('booking');
  const localize = useProblemText();
  const { property } = answers;
  const error = (field: keyof PropertyAnswers) => localize(problems[`location.${field}`]);
  const country = page.company.country_code;
  // A changed address is somewhere else.
  const move = (more: Partial<PropertyAnswers>) => change({ property: { ...property, ...more }, place: '' });
  const choose = ({ place, ...chosen }: AddressSuggestion) => {
    // What the provider does not know stays as it was typed.
    const known = Object.fromEntries(Object.entries(chosen).filter(([, text]) => text !== ''));
    change({ property: { ...property, ...known }, place });
  };
  const isRefused = mode === 'schedule' && isOutside(answers);
  return (
    <div className={classes.grid}>
      <AddressField
        label={t('property.address')}
        requestId={page.request_id}
        value={property.address}
        onChange={(address) => move({ address })}
        onChoose={choose}
        error={error('address') ?? (isRefused ? localize(outsideAreaProblem) : undefined)}
        hint={mode === 'request' && isOutside(answers) ? t('property.outsideHint') : undefined}
      />
      {isRefused && <RequestInstead onClick={toRequest} />}
      <TextField
        label={t('optional', { label: t('property.city') })}
        value={property.city}
        onChange={(city) => move({ city })}
        error={error('city')}
        autoComplete="address-level2"
        autoCapitalize="words"
        isWide
      />
      <TextField
        label={t('property.state')}
        value={property.state}
        onChange={(state) => move({ state })}
        error={error('state')}
        autoComplete="address-level1"
        autoCapitalize={country === 'US' ? 'characters' : 'words'}
      />
      <TextField
        label={t('property.zip')}
        value={property.zip_code}
        onChange={(zip) => move({ zip_code: typedZip(zip, country) })}
        error={error('zip_code')}
        autoComplete="postal-code"
        inputMode={country === 'US' ? 'numeric' : 'text'}
      />
      <PropertyFacts page={page} mode={mode} answers={answers} change={change} problems={problems} />
    </div>
  );
}

/** What a visitor can do whose property is outside the service area: the answers stay. */
export function RequestInstead({ onClick }: { onClick: () => void }) {
  const t = useTranslation('booking');
  return (
    <div className={classes.field} data-wide>
      <Button variant="default" onClick={onClick}>
        {t('time.requestInstead')}
      </Button>
    </div>
  );
}

/** Size, year and foundation, on which prices may depend. */
export function PropertyFacts(props: Pick<StepProps, 'page' | 'mode' | 'answers' | 'change' | 'problems'>) {
  const { page, mode, answers, change, problems } = props;
  const t = useTranslation('booking');
  const localize = useProblemText();
  const { property } = answers;
  const set = (more: Partial<PropertyAnswers>) => change({ property: { ...property, ...more } });
  const error = (field: keyof PropertyAnswers) => localize(problems[`location.${field}`]);
  const isSizeOptional = mode === 'request' || !page.facts.square_feet;
  return (
    <>
      <TextField
        label={isSizeOptional ? t('optional', { label: t('property.size') }) : t('property.size')}
        value={property.square_feet}
        onChange={(size) => set({ square_feet: size })}
        error={error('square_feet')}
        autoComplete="off"
        inputMode="decimal"
      />
      <TextField
        label={t('optional', { label: t('property.year') })}
        value={property.year_built}
        onChange={(year) => set({ year_built: year })}
        error={error('year_built')}
        autoComplete="off"
        inputMode="numeric"
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
    </>
  );
}
