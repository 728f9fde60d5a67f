import { allows } from '#domain/people/permissions.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { NumberTextInput } from '#web/ui/inputs/number-text-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './availability.module.css';
import { type LimitField, type LimitsForm, LoadedLimits, limitFields } from './limits-form.tsx';

/** Buffers and limits of a technician; an empty field uses the company's. */
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
    </div>
  );
}
