import { Button } from '@mantine/core';
import type { PersonOption } from '#features/people/contract.ts';
import { PersonPicker, type PickedType } from '#features/people/screens/person-picker.tsx';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import type { Appointment } from '../../../contract.ts';
import classes from '../../dialog.module.css';
import { StaleFormNotice } from './stale-notice.tsx';
import { useAppointmentForm } from './use-appointment-form.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

type Role = 'clients' | 'agents' | 'listing_agents' | 'contractors';
type Chosen = Record<Role, PersonOption[]>;
const pickers: readonly { field: Role; type: Exclude<PickedType, 'technicians'> }[] = [
  { field: 'clients', type: 'clients' },
  { field: 'agents', type: 'agents' },
  { field: 'listing_agents', type: 'listingAgents' },
  { field: 'contractors', type: 'contractors' },
];

/** Adds people to an appointment and removes them. */
export function PeopleDialog({ appointment, opened, onClose }: Props) {
  const t = useTranslation('appointments');
  const edit = useAppointmentForm({
    appointment,
    opened,
    onClose,
    toast: t('saved'),
    valuesOf: chosenOf,
    payloadOf: idsOf,
  });
  const { values: chosen, pending, theirs } = edit;
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      isDirty={Object.keys(edit.changed).length > 0}
      title={t('people')}
      width={640}
      locked={pending}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button onClick={() => void edit.save()} loading={pending} disabled={theirs !== null}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <StaleFormNotice edit={edit} />
        {pickers.map(({ field, type }) => (
          <PersonPicker
            key={field}
            type={type}
            value={chosen[field]}
            onChange={(people) => edit.patch({ [field]: people })}
            error={edit.fieldErrors[field]}
          />
        ))}
      </div>
    </GuardedDialog>
  );
}

function chosenOf(appointment: Appointment): Chosen {
  const of = (role: Appointment['people'][number]['role']) =>
    appointment.people
      .filter((one) => one.role === role)
      .map((one) => ({ ...one, first_name: one.first_name || one.company_name }));
  return {
    clients: of('client'),
    agents: of('agent'),
    listing_agents: of('listing_agent'),
    contractors: of('contractor'),
  };
}

function idsOf(chosen: Chosen) {
  return Object.fromEntries(pickers.map(({ field }) => [field, chosen[field].map((one) => one.id)]));
}
