import { Button } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { NumberTextInput, type TypedNumber } from '#web/ui/inputs/number-text-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { changeLimits, getLimits, type Limits } from '../contract.ts';
import classes from './availability.module.css';

const fields = ['buffer_minutes', 'max_per_day', 'notice_hours', 'max_days_ahead'] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, TypedNumber>;
type Numbers = Record<Field, number | null>;

/** Buffers and limits of a technician; an empty field uses the company's. */
export function LimitsCard({ technicianId }: { technicianId: string }) {
  const t = useTranslation('availability');
  const { data, status, failure, retry } = useRead(
    getLimits,
    { id: technicianId },
    { log: 'The limits could not be loaded' },
  );
  return (
    <Card title={t('limits')}>
      {status === 'loading' && <CardSkeleton height={150} />}
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {data && <Form key={data.rev} limits={data} />}
    </Card>
  );
}

function Form({ limits }: { limits: Limits }) {
  const t = useTranslation('availability');
  const actor = useActor();
  const mayEdit = allows(actor, 'edit_availability', { user_id: limits.technician_id });
  const before: Values = {
    buffer_minutes: limits.buffer_minutes,
    max_per_day: limits.max_per_day,
    notice_hours: limits.notice_hours,
    max_days_ahead: limits.max_days_ahead,
  };
  const [values, setValues] = useState(before);
  const write = useWrite(changeLimits, { toast: t('saved') });
  const isChanged = fields.some((name) => values[name] !== before[name]);
  const inherited: Record<Field, string> = {
    buffer_minutes: t('companyValue', { value: limits.company.buffer_minutes }),
    max_per_day: t('noLimit'),
    notice_hours: t('companyValue', { value: limits.company.notice_hours }),
    max_days_ahead: t('companyValue', { value: limits.company.max_days_ahead }),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (areNumbers(values)) void write.send({ id: limits.technician_id, rev: limits.rev, ...values });
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      }}
    >
      <div className={classes.limits}>
        {fields.map((name) => (
          <NumberTextInput
            key={name}
            label={t(`limit.${name}`)}
            description={t(`limitHint.${name}`)}
            placeholder={inherited[name]}
            value={values[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
            error={write.fieldErrors[name]}
            readOnly={!mayEdit}
          />
        ))}
      </div>
      {mayEdit && (
        <div className={classes.save}>
          <Button type="submit" loading={write.pending} disabled={!isChanged}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Invalid numbers already have a message below their field. */
function areNumbers(values: Values): values is Numbers {
  return fields.every((name) => typeof values[name] !== 'string');
}
