import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import { staticMap, streetView } from '#features/company/contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePicture } from '#web/pictures.ts';
import { IconMap, IconMapPin } from '#web/ui/layout/icons.ts';
import { mapsUrl } from './maps-url.ts';
import classes from './property-preview.module.css';

type Precision = 'rooftop' | 'interpolated' | 'street' | 'zip_estimate';

interface Props {
  coordinates: DraftLocation['coordinates'];
  precision: string | null;
  /** The address in one line. */
  address: string;
}

/** Map and street view of the property, 350 by 350, with a link to the map. */
export function PropertyPreview({ coordinates, precision, address }: Props) {
  const t = useTranslation('appointments');
  const [view, setView] = useState<'map' | 'street'>('map');
  return (
    <figure className={classes.figure} aria-label={t('preview')}>
      <SegmentedControl
        fullWidth
        value={view}
        onChange={(next) => setView(next as 'map' | 'street')}
        aria-label={t('preview')}
        disabled={coordinates === null}
        data={[
          { value: 'map', label: t('map') },
          { value: 'street', label: t('streetView') },
        ]}
      />
      <PropertyPicture view={view} coordinates={coordinates} precision={precision} address={address} />
      {coordinates && precision === 'zip_estimate' && <p className={classes.estimate}>{t('zipEstimate')}</p>}
      {coordinates && (
        <figcaption className={classes.caption}>
          <span className={classes.address}>{address}</span>
          <a href={mapsUrl(coordinates)} target="_blank" rel="noreferrer" className={classes.link}>
            {t('openInMaps')}
          </a>
        </figcaption>
      )}
    </figure>
  );
}

/** The picture itself, also used on the details page. */
export function PropertyPicture({
  view,
  coordinates,
  precision,
  address,
}: Props & { view: 'map' | 'street' }) {
  const t = useTranslation('appointments');
  const at = coordinates ? { ...coordinates, ...precisionOf(precision) } : null;
  const map = usePicture(staticMap, at && view === 'map' ? { ...at, size: '350x350' } : null);
  const street = usePicture(streetView, at && view === 'street' ? { ...at, address, size: '600x600' } : null);
  const picture = view === 'map' ? map : street;
  return (
    <div className={classes.frame} data-view={view} data-status={picture.status}>
      {picture.status === 'none' && (
        <div className={classes.empty}>
          <IconMapPin size={28} stroke={1.4} aria-hidden />
          {t(address === '' ? 'searchLocation' : 'noPlace')}
        </div>
      )}
      {picture.status === 'failed' && (
        <div className={classes.empty}>
          <IconMap size={28} stroke={1.4} aria-hidden />
          {t('noPicture')}
        </div>
      )}
      {picture.url && (
        <img
          src={picture.url}
          width={350}
          height={350}
          alt={t(view === 'map' ? 'mapOf' : 'streetViewOf', { address })}
        />
      )}
    </div>
  );
}

function precisionOf(precision: string | null): { precision?: Precision } {
  const known: readonly string[] = ['rooftop', 'interpolated', 'street', 'zip_estimate'];
  return precision && known.includes(precision) ? { precision: precision as Precision } : {};
}
