import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { listPublicSlots } from '../contract.ts';
import classes from './booking.module.css';
import { RadioCards } from './form-fields.tsx';
import type { StepProps } from './step-props.ts';

/** Shown at a time in an embed (specification section 9). */
const fewest = 4;

/** Who comes at the chosen time, if the company leaves the choice and several are free. */
export function TechnicianChoice({
  page,
  answers,
  isEmbedded,
  slots,
  onChoose,
}: StepProps & { slots: RouteOutput<typeof listPublicSlots>; onChoose: (id: string | null) => void }) {
  const t = useTranslation('booking');
  const [shown, setShown] = useState(isEmbedded ? fewest : 12);
  const start = slots.days.flatMap((day) => day.starts).find((one) => one.at === answers.at);
  const free = (start?.technicians ?? []).flatMap((number) => slots.technicians[number] ?? []);
  if (!page.allows_choice || free.length < 2) return null;
  const options = free.slice(0, shown).map(({ id, name, picture }) => ({
    value: id,
    label: name,
    picture: picture ? <img className={classes.face} src={picture} alt="" width={36} height={36} /> : null,
  }));
  return (
    <>
      <RadioCards
        label={t('technician.label')}
        value={answers.technicianId ?? ''}
        options={[{ value: '', label: t('technician.any') }, ...options]}
        onChange={(id) => onChoose(id || null)}
      />
      {free.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + fewest)}>
          {t('technician.more')}
        </Button>
      )}
    </>
  );
}
