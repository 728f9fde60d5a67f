import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { hasCompleteAddress } from '#domain/scheduling/booking.ts';
import { geocodeAddress } from '#features/company/contract.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Appointment } from '../../../contract.ts';
import { mapsUrl } from '../../dialog/steps/maps-url.ts';
import { PropertyPicture } from '../../dialog/steps/property-preview.tsx';
import classes from '../details.module.css';
import { PropertyDialog } from '../dialogs/details-dialogs.tsx';

/** The property: its location and known details. */
export function PropertyCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const [isOpen, setOpen] = useState(false);
  const [view, setView] = useState<'map' | 'street'>('map');
  const address = [appointment.address, placeOf(appointment)].filter(Boolean).join(', ');
  const { at, precision } = usePlace(appointment);
  return (
    <Card
      title={t('property')}
      actions={
        <>
          {at && (
            <SegmentedControl
              size="xs"
              aria-label={t('preview')}
              value={view}
              onChange={(next) => setView(next as 'map' | 'street')}
              data={[
                { value: 'map', label: t('map') },
                { value: 'street', label: t('streetView') },
              ]}
            />
          )}
          {appointment.may.edit && (
            <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
              {t('edit')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.property}>
        <PropertyPicture view={view} coordinates={at} precision={precision} address={address} />
        <div className={classes.stack}>
          <div>
            <div className={classes.big}>{appointment.address || t('noAddress')}</div>
            <div>{placeOf(appointment)}</div>
            {at && precision === 'zip_estimate' && <div className={classes.faint}>{t('zipEstimate')}</div>}
            {at && (
              <a href={mapsUrl(at)} target="_blank" rel="noreferrer" className={classes.faint}>
                {t('openInMaps')}
              </a>
            )}
          </div>
          <PropertyFacts appointment={appointment} />
        </div>
      </div>
      <PropertyDialog appointment={appointment} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/**
 * Returns the location of the property; a manually typed address without coordinates is geocoded, at least by its
 * postal code.
 */
function usePlace(appointment: Appointment) {
  const { address, city, state, zip_code, address_lat_long, location_precision } = appointment;
  const isUnplaced =
    address_lat_long === null && hasCompleteAddress({ streetAndNumber: address, state, zipCode: zip_code });
  const { data } = useRead(geocodeAddress, { address, city, state, zip_code }, { enabled: isUnplaced });
  if (isUnplaced && data) return { at: data.coordinates, precision: data.precision };
  return { at: address_lat_long, precision: location_precision };
}

function PropertyFacts({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { square_feet, year_built, foundation, occupied, utilities_on } = appointment;
  const facts: [string, string][] = [
    [t('squareFeet'), square_feet === null ? t('unknown.value') : format.number(square_feet)],
    [t('yearBuilt'), year_built === null ? t('unknown.value') : String(year_built)],
    [t('foundationLabel'), foundation === null ? t('unknown.value') : t(`foundation.${foundation}`)],
    [t('occupied'), t(occupied ? 'yes' : 'no')],
    [t('utilitiesOn'), t(utilities_on ? 'yes' : 'no')],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function placeOf({ city, state, zip_code }: Appointment): string {
  return [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
