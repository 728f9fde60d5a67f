import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { AddressPicker } from '#features/company/screens/address-picker.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { NumberTextInput } from '#web/ui/inputs/number-text-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './availability.module.css';
import { type LimitField, type LimitsForm, LoadedLimits, limitFields } from './limits-form.tsx';

/** Buffers, limits and home base of a technician; an empty field uses the company's. */
export function LimitsCard() {
  const t = useTranslation('availability');
  return (
    <Card title={t('limits')}>
      <LoadedLimits height={150}>{(form) => <Fields form={form} />}</LoadedLimits>
    </Card>
  );
}

function Fields({ form: { limits, values, set, error } }: { form: LimitsForm }) {
  const t = useTranslation('availability');
  const mayEdit = allows(useActor(), 'edit_availability', { user_id: limits.technician_id });
  const inherited: Record<LimitField, string> = {
    buffer_minutes: t('companyValue', { value: limits.company.buffer_minutes }),
    max_per_day: t('noLimit'),
    notice_hours: t('companyValue', { value: limits.company.notice_hours }),
    max_days_ahead: t('companyValue', { value: limits.company.max_days_ahead }),
  };
  return (
    <div className={classes.limits}>
      {limitFields.map((name) => (
        <NumberTextInput
          key={name}
          label={t(`limit.${name}`)}
          description={t(`limitHint.${name}`)}
          placeholder={inherited[name]}
          value={values[name]}
          onChange={(value) => set({ [name]: value })}
          error={error(name)}
          readOnly={!mayEdit}
        />
      ))}
      {limits.company.road_aware_slots && mayEdit && (
        <HomeField home={values.home} company={limits.company.address} set={set} error={error('home')} />
      )}
    </div>
  );
}

interface HomeFieldProps extends Pick<LimitsForm, 'set'> {
  home: LimitsForm['values']['home'];
  /** The company's address. */
  company: string;
  error: string | undefined;
}

/** Where the technician's day starts and ends: an address of the list, because its position counts. */
function HomeField({ home, company, set, error }: HomeFieldProps) {
  const t = useTranslation('availability');
  const isOnlyTyped = typeof home === 'string';
  // What the field returns to when it is left with an unfinished text.
  const [chosen, setChosen] = useState(isOnlyTyped ? null : home);
  // A text is no mistake while it is still being typed.
  const [isTyping, setTyping] = useState(false);
  if (!isOnlyTyped && home !== chosen) setChosen(home);
  return (
    <div className={classes.home}>
      <AddressPicker
        label={t('homeBase')}
        description={t('homeBaseHint')}
        placeholder={company}
        value={chosen?.address ?? ''}
        onChoose={({ fullAddress, coordinates }) => set({ home: { address: fullAddress, ...coordinates } })}
        onTyped={(text) => set({ home: text.trim() === '' ? null : text })}
        onReset={() => set({ home: chosen })}
        onClear={() => set({ home: null })}
        onFocusChange={setTyping}
        centre={null}
        radius={searchMiles}
        error={isOnlyTyped && !isTyping ? t('chooseAddress') : error}
      />
    </div>
  );
}

/** Technicians may live far from the office. */
const searchMiles = 100;
