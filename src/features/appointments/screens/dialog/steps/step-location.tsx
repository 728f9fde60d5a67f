import { Suspense, useEffect, useRef } from 'react';
import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import { hasCompleteAddress, hasSquareFeet } from '#domain/scheduling/booking.ts';
import { AddressPicker } from '#features/company/screens/address-picker.tsx';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { fullAddressOf, isAddressDifferent } from '../../draft/draft-location.ts';
import { PropertyFields } from './property-fields.tsx';
import preview from './property-preview.module.css';

// Loaded while the dialog opens: most addresses are found by search.
const AddressFields = lazyComponent(async () => (await import('./address-fields.tsx')).AddressFields);
// The fields render first; the picture follows without a layout shift.
const PropertyPreview = lazy(async () => ({
  default: (await import('./property-preview.tsx')).PropertyPreview,
}));

/** Search radius in miles if the company has set none. */
const radiusWithoutCompany = 100;

const noAddress = {
  fullAddress: '',
  streetAndNumber: '',
  city: '',
  state: '',
  zipCode: '',
  coordinates: null,
};

/** The property's location and details. */
export function StepLocation() {
  const t = useTranslation('appointments');
  const { state, dispatch } = useAppointmentDialog();
  const { location } = state.draft;
  const change: ChangeLocation = (patch) => dispatch({ type: 'location', patch });
  const address = location.fullAddress || fullAddressOf(location);
  useEffect(() => {
    void AddressFields.fetch().catch(() => undefined);
  }, []);
  return (
    <div className={classes.location}>
      <div className={classes.stack} data-enter-next>
        {state.isManualAddress ? (
          <ManualAddress change={change} />
        ) : (
          <AddressSearch address={address} change={change} />
        )}
        <h3 className={classes.heading}>{t('property')}</h3>
        <PropertyFields location={location} onChange={change} errors={state.errors} />
        <Hint />
      </div>
      <Suspense fallback={<PreviewPlaceholder isEmpty={location.coordinates === null && address === ''} />}>
        <PropertyPreview
          coordinates={location.coordinates}
          precision={state.locationPrecision}
          address={address}
        />
      </Suspense>
    </div>
  );
}

type ChangeLocation = (patch: Partial<DraftLocation>) => void;

function ManualAddress({ change }: { change: ChangeLocation }) {
  const t = useTranslation('appointments');
  const { state, dispatch, defaults } = useAppointmentDialog();
  const { location } = state.draft;
  return (
    <>
      <Suspense fallback={<LinesSkeleton />}>
        <AddressFields.Shown
          location={location}
          onChange={change}
          onPlace={(coordinates, precision) => dispatch({ type: 'place', coordinates, precision })}
          isMoved={!state.editing || isAddressDifferent(state.editing.first.draft.location, location)}
          errors={state.errors}
          countryCode={defaults.country_code}
        />
      </Suspense>
      <button
        type="button"
        className={classes.textLink}
        onClick={() => dispatch({ type: 'manualAddress', isOn: false })}
      >
        {t('searchInstead')}
      </button>
    </>
  );
}

function AddressSearch({ address, change }: { address: string; change: ChangeLocation }) {
  const t = useTranslation('appointments');
  const { state, dispatch, defaults } = useAppointmentDialog();
  const typed = useRef('');
  const searchErrors = useSearchErrors();
  const toManual = () => {
    // Text searched in vain becomes the start of the address.
    if (state.draft.location.streetAndNumber === '' && typed.current.trim() !== '')
      change({ streetAndNumber: typed.current.trim() });
    dispatch({ type: 'manualAddress', isOn: true });
  };
  return (
    <div className={classes.searchHead}>
      <AddressPicker
        label={t('addressSearch')}
        placeholder={t('addressPlaceholder')}
        value={address}
        onChoose={(found) => dispatch({ type: 'address', found })}
        centre={defaults.coordinates}
        radius={defaults.service_radius ?? radiusWithoutCompany}
        onUseTyped={(text) => {
          typed.current = text;
          change({ ...noAddress, streetAndNumber: text });
          dispatch({ type: 'manualAddress', isOn: true });
        }}
        onTyped={(text) => {
          typed.current = text;
        }}
        onClear={() => change(noAddress)}
        error={searchErrors}
        autoFocus
      />
      <button type="button" className={`${classes.textLink} ${classes.cantFind}`} onClick={toManual}>
        {t('cantFind')}
      </button>
    </div>
  );
}

function PreviewPlaceholder({ isEmpty }: { isEmpty: boolean }) {
  const t = useTranslation('appointments');
  return (
    <figure className={preview.figure} aria-label={t('preview')}>
      <div className={preview.placeholder} />
      <div className={preview.frame} data-status="none">
        {isEmpty && <div className={preview.empty}>{t('searchLocation')}</div>}
      </div>
    </figure>
  );
}

// The search replaces three fields with one, which shows the messages of all three.
function useSearchErrors() {
  const localize = useLocalizeMessage();
  const { errors } = useAppointmentDialog().state;
  const messages = [errors.address, errors.city, errors.state, errors.zip_code].filter(
    (one) => one !== undefined,
  );
  if (messages.length === 0) return undefined;
  return messages.map((message) => (
    <span key={message} style={{ display: 'block' }}>
      {localize(message)}
    </span>
  ));
}

/** Explains incomplete input: without a size no size-based prices, without an address agreements and messages wait. */
function Hint() {
  const t = useTranslation('appointments');
  const { location } = useAppointmentDialog().state.draft;
  const [hasAddress, hasSize] = [hasCompleteAddress(location), hasSquareFeet(location.square_feet)];
  if (hasAddress && !hasSize) return <Notice tone="info">{t('noSizeHint')}</Notice>;
  if (!hasAddress && hasSize) return <Notice tone="warn">{t('noAddressHint')}</Notice>;
  return null;
}
