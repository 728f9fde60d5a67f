import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DraftLocation } from '#domain/appointment-draft.ts';
import { useText } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Appointment } from '../contract.ts';
import classes from './dialog.module.css';
import { AddressFields, PropertyFields } from './location-fields.tsx';
import { useChange } from './use-acts.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Changes the address and what is known of the house. Prices stay as they are until they are calculated anew. */
export function PropertyDialog({ appointment, opened, onClose }: Props) {
  const t = useText('appointments');
  const { country_code } = useUser();
  const [location, setLocation] = useState(() => locationOf(appointment));
  const [precision, setPrecision] = useState(appointment.location_precision);
  const change = useChange(appointment, { toast: t('saved'), onDone: onClose });
  const { reset } = change;
  useEffect(() => {
    if (!opened) return;
    setLocation(locationOf(appointment));
    reset();
  }, [opened]);
  const save = () =>
    change.send({
      address: location.streetAndNumber.trim(),
      city: location.city.trim(),
      state: location.state.trim(),
      zip_code: location.zipCode.trim(),
      square_feet: location.square_feet,
      year_built: location.year_built,
      foundation: location.foundation,
      address_lat_long: location.coordinates,
      location_precision: precision,
    });
  const patch = (next: Partial<DraftLocation>) => setLocation((was) => ({ ...was, ...next }));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('editProperty')}
      width={640}
      locked={change.pending}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={change.pending}>
            {t('cancel')}
          </Button>
          <Button onClick={() => void save()} loading={change.pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <AddressFields
          location={location}
          onChange={patch}
          onPlace={(coordinates, found) => {
            patch({ coordinates });
            setPrecision(found);
          }}
          errors={change.fieldErrors}
          countryCode={country_code}
        />
        <PropertyFields location={location} onChange={patch} errors={change.fieldErrors} />
      </div>
    </Dialog>
  );
}

function locationOf(appointment: Appointment): DraftLocation {
  return {
    fullAddress: '',
    streetAndNumber: appointment.address,
    city: appointment.city,
    state: appointment.state,
    zipCode: appointment.zip_code,
    square_feet: appointment.square_feet,
    year_built: appointment.year_built,
    foundation: appointment.foundation,
    coordinates: appointment.address_lat_long,
  };
}
