import { useState } from 'react';
import { outsideAreaProblem } from '#domain/booking/booking-form.ts';
import { readAddressLine, readContactLine } from '#domain/booking/rebook.ts';
import { useTranslation } from '#web/i18n.ts';
import type { AddressSuggestion } from '../../places-contract.ts';
import { AddressField } from '../address-field.tsx';
import classes from '../booking.module.css';
import { isOutside } from '../booking-answers.ts';
import { TextField } from '../form-fields.tsx';
import { useProblemText } from '../problem-text.ts';
import { PropertyFacts, RequestInstead } from '../property-step.tsx';
import type { StepProps } from '../step-props.ts';

/** Two lines to type or paste: the address of the property, and the client's name with email address. */
export function RebookFields(props: StepProps & { hasUsualSize: boolean }) {
  const { page, mode, answers, change, problems, toRequest, hasUsualSize } = props;
  const t = useTranslation('booking');
  const localize = useProblemText();
  const [address, setAddress] = useState('');
  const [client, setClient] = useState('');
  const { property } = answers;
  const type = (text: string) => {
    setAddress(text);
    const read = readAddressLine(text, page.company.country_code);
    change({ property: { ...property, ...read }, place: '' });
  };
  const choose = ({ place, ...known }: AddressSuggestion) => {
    setAddress(
      `${known.address}, ${known.city}, ${known.state} ${known.zip_code}`.replace(/(, )+/g, ', ').trim(),
    );
    change({ property: { ...property, ...known }, place });
  };
  const first = (...fields: string[]) => localize(fields.map((one) => problems[one]).find(Boolean));
  const isRefused = mode === 'schedule' && isOutside(answers);
  const ofAddress = ['address', 'state', 'zip_code', 'city'].map((one) => `location.${one}`);
  const ofClient = ['first_name', 'last_name', 'email', 'phone'].map((one) => `people.client.${one}`);
  return (
    <div className={classes.grid}>
      <AddressField
        label={t('rebook.address')}
        requestId={page.request_id}
        value={address}
        onChange={type}
        onChoose={choose}
        error={first(...ofAddress) ?? (isRefused ? localize(outsideAreaProblem) : undefined)}
        hint={t(mode === 'request' && isOutside(answers) ? 'property.outsideHint' : 'rebook.addressHint')}
      />
      {isRefused && <RequestInstead onClick={toRequest} />}
      <PropertyFacts {...props} />
      {hasUsualSize && (
        <div className={classes.field} data-wide>
          <p className={classes.hint}>{t('rebook.usualSize')}</p>
        </div>
      )}
      <TextField
        label={t('rebook.client')}
        value={client}
        onChange={(text) => {
          setClient(text);
          change({ client: { ...readContactLine(text), phone: '' } });
        }}
        error={first(...ofClient)}
        hint={t('rebook.clientHint')}
        autoComplete="off"
        inputMode="email"
        isWide
      />
    </div>
  );
}
