import type { useTranslation } from '#web/i18n.ts';

/** Maps the domain's error messages for rows to their i18n keys. */
const names: Record<string, string> = {
  'First name is required': 'firstName',
  'Last name is required': 'lastName',
  'Email is required': 'email',
  'Email is not valid': 'emailWrong',
  'Email CC is not valid': 'emailCcWrong',
  'Phone must have 10 digits': 'phone',
  'Phone must have 6 to 15 digits': 'phoneAbroad',
  'Zip code must have 5 digits': 'zip5',
  'Zip code must have 4 digits': 'zip4',
  'Postal code must look like A1A 1A1': 'zipCa',
  'Postal code must look like SW1A 1AA': 'zipGb',
  'Unknown language': 'language',
  'At most 20 tags': 'tags',
  'This email is already in use': 'emailUsed',
  'This row has an unclosed quotation mark': 'quote',
  'The file is empty': 'empty',
  'The first row must contain the column names': 'header',
  'The file has no rows below the header': 'noRows',
  'The file has more than 5,000 rows. Split it into smaller files.': 'tooMany',
  'Choose the column with the email address': 'noEmail',
  'Choose the columns with the name': 'noName',
};

/** Translates a row error; maximum lengths are passed as a parameter. */
export function problemText(t: ReturnType<typeof useTranslation>, message: string): string {
  const name = names[message];
  if (name) return t(`import.problems.${name}`);
  const [, most] = /^At most (\d+) characters$/.exec(message) ?? [];
  return most ? t('import.problems.length', { most }) : message;
}
