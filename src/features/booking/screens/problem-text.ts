import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';

/** The messages of domain/booking are in English; these are the keys of their translations. */
const keys: Readonly<Record<string, string>> = {
  'Please enter the street and number': 'street',
  'This address is outside the service area': 'area',
  'State is required': 'state',
  'Enter the state by its name or code, such as TX': 'unknownState',
  'Enter the province by its name or code, such as ON': 'unknownProvince',
  'Postal Code is required': 'zip',
  'Zip code must have 5 digits': 'zip5',
  'Zip code must have 4 digits': 'zip4',
  'Square Feet is required': 'sizeMissing',
  'Enter the square feet as a number above 0': 'size',
  'Enter the year built as four digits, not in the future': 'year',
  'Choose at least one service': 'services',
  'Choose a time': 'time',
  'Date & time are required': 'date',
  'Date needs to be valid': 'date',
  'Date & Time needs to be future date': 'future',
  'Choose a date within the next two years': 'farDate',
  'First name is required': 'firstName',
  'Last name is required': 'lastName',
  'Enter a name with letters': 'letters',
  'Email is required': 'email',
  'Email is not valid': 'emailForm',
  'Phone is required': 'phone',
  'Phone must have 10 digits': 'phone10',
  'Phone must have 6 to 15 digits': 'phone15',
  'Please accept the terms': 'terms',
  'size unknown, size steps not applied': 'unknownSize',
  'year built unknown, age steps not applied': 'unknownYear',
  'year built unknown, year steps not applied': 'unknownYear',
  'zip code unknown, zip steps not applied': 'unknownZip',
  'foundation unknown, foundation steps not applied': 'unknownFoundation',
};

/** Returns the translation of a message of the domain; messages of the server are translated already. */
export function useProblemText(): (message: string | undefined) => string | undefined {
  const t = useTranslation('booking');
  const format = useFormat();
  return (message) => {
    const most = /^At most (\d+) characters$/.exec(message ?? '')?.[1];
    if (most) return t('problem.tooLong', { most: format.number(Number(most)) });
    const key = message === undefined ? undefined : keys[message];
    return key ? t(`problem.${key}`) : message;
  };
}
