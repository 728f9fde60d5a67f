import { Button } from '@mantine/core';
import { useId } from 'react';
import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import type { Appointment } from '../../../contract.ts';
import { AddressFields } from '../../dialog/steps/address-fields.tsx';
import { PropertyFields } from '../../dialog/steps/property-fields.tsx';
import classes from '../../dialog.module.css';
import { type GeocodedLocation, isAddressDifferent, updateLocation } from '../../draft/draft-location.ts';
import { StaleFormNotice } from './stale-notice.tsx';
import { useAppointmentForm } from './use-appointment-form.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Changes the address and the property details. Prices stay unchanged until they are recalculated. */
export function PropertyDialog({ appointment, opened, onClose }: Props) {
  const t = useTranslation('appointments');
  const { country_code } = useUser();
  const formId = useId();
  const edit = useAppointmentForm({
    appointment,
    opened,
    onClose,
    toast: t('saved'),
    valuesOf: propertyOf,
    payloadOf,
  });
  const { values, base, pending, theirs } = edit;
  const { location, precision } = placeIn(values);
  const known = placeIn(propertyOf(base));
  const change = (patch: Partial<DraftLocation>) =>
    edit.patch(toPropertyValues(updateLocation({ location, precision }, patch, known)));
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      isDirty={Object.keys(edit.changed).length > 0}
      title={t('editProperty')}
      width={640}
      locked={pending}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button type="submit" form={formId} loading={pending} disabled={theirs !== null}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (theirs === null) void edit.save();
        }}
      >
        <StaleFormNotice edit={edit} />
        <AddressFields
          location={location}
          onChange={change}
          onPlace={(coordinates, found) =>
            edit.patch(toPropertyValues({ location: { ...location, coordinates }, precision: found }))
          }
          isMoved={isAddressDifferent(known.location, location)}
          errors={edit.fieldErrors}
          countryCode={country_code}
        />
        <PropertyFields location={location} onChange={change} errors={edit.fieldErrors} />
      </form>
    </GuardedDialog>
  );
}

/** The form's values. The address is one value, because mixing parts of two addresses yields neither. */
interface PropertyValues extends Pick<DraftLocation, 'square_feet' | 'year_built' | 'foundation'> {
  at: Omit<DraftLocation, keyof Omit<PropertyValues, 'at'> | 'fullAddress'> & { precision: string | null };
}

function propertyOf(appointment: Appointment): PropertyValues {
  return {
    at: {
      streetAndNumber: appointment.address,
      city: appointment.city,
      state: appointment.state,
      zipCode: appointment.zip_code,
      coordinates: appointment.address_lat_long,
      precision: appointment.location_precision,
    },
    square_feet: appointment.square_feet,
    year_built: appointment.year_built,
    foundation: appointment.foundation,
  };
}

function placeIn({ at: { precision, ...address }, ...facts }: PropertyValues): GeocodedLocation {
  return { location: { fullAddress: '', ...address, ...facts }, precision };
}

function toPropertyValues({ location, precision }: GeocodedLocation): PropertyValues {
  const { square_feet, year_built, foundation, fullAddress, ...address } = location;
  return { at: { ...address, precision }, square_feet, year_built, foundation };
}

function payloadOf({ at, square_feet, year_built, foundation }: PropertyValues) {
  return {
    address: at.streetAndNumber.trim(),
    city: at.city.trim(),
    state: at.state.trim(),
    zip_code: at.zipCode.trim(),
    address_lat_long: at.coordinates,
    location_precision: at.precision,
    square_feet,
    year_built,
    foundation,
  };
}
