/**
 * The fields of people: for which kinds each exists, its rule, and how the form, the search and the import treat it. A
 * field of contacts is added here, in a migration and in the texts; contract, storage, merging and export follow.
 */

import { foldText } from '../base/names.ts';
import { cleanEmail, cleanLine } from '../text/clean.ts';
import {
  companyNameProblem,
  defaultColor,
  emailCcProblem,
  emailProblem,
  nameProblem,
  splitEmails,
  websiteProblem,
} from './people.ts';
import { phoneProblem, readPhone } from './phones.ts';
import { isNumericZip, zipProblem } from './zips.ts';

export type PersonKind = 'clients' | 'agents' | 'contractors' | 'technicians' | 'staffs';

/** What the rule of a field needs to know about the rest of the person. */
interface RuleContext {
  country: string;
  /** A first or last name was given. */
  hasName: boolean;
  /** A contractor without any name: the company's name suffices, and only that is asked for. */
  isNameless: boolean;
  hasCompany: boolean;
}

interface FieldDefinition {
  /** The kinds of people that have the field. */
  kinds: readonly PersonKind[];
  /** Normalizes a trimmed text; omitted: stored as typed. */
  clean?: (text: string, country: string) => string;
  /** Returns what is wrong with a cleaned value, or null; omitted: at most 120 characters. */
  problem?: (text: string, context: RuleContext) => string | null;
  /** The control of the form. */
  input: 'text' | 'email' | 'emails' | 'phone' | 'zip' | 'url' | 'color' | 'language';
  /** Position in the form: own row, in the row of city and state, or next to the phone number. */
  placement?: 'wide' | 'place' | 'afterPhone';
  /** Contacts are found by the words of the field. Email and phone are indexed separately. */
  isSearched?: true;
  /** Headers of imported columns, folded and without punctuation, and the value in the sample file. */
  import?: { headers: string; example: string };
}

const everyone: readonly PersonKind[] = ['clients', 'agents', 'contractors', 'technicians', 'staffs'];
const contacts: readonly PersonKind[] = ['clients', 'agents', 'contractors'];
const withAddress: readonly PersonKind[] = ['clients', 'agents'];

const languageNames: Readonly<Record<string, string>> = {
  english: 'en',
  englisch: 'en',
  anglais: 'en',
  german: 'de',
  deutsch: 'de',
  allemand: 'de',
  french: 'fr',
  franzosisch: 'fr',
  francais: 'fr',
};

/** Returns the code of a language that was given by code (`de`, `fr-CA`) or name (`Deutsch`). */
function languageOf(text: string): string {
  const folded = foldText(text);
  return languageNames[folded] ?? folded.replace(/^([a-z]{2})[-_].*$/, '$1');
}

const atMost = (max: number) => (text: string) => (text.length > max ? `At most ${max} characters` : null);

/** The text fields of contacts, in the order of the form, the export and the wire. Each is a column of `contacts`. */
const contactDefinitions = {
  first_name: {
    kinds: everyone,
    problem: (text, { hasCompany, isNameless }) => nameProblem(text, 'First name', hasCompany || isNameless),
    input: 'text',
    isSearched: true,
    import: { headers: 'firstname|first|givenname|forename|vorname|rufname|prenom', example: 'Ann' },
  },
  last_name: {
    kinds: everyone,
    problem: (text, { hasCompany, isNameless }) => nameProblem(text, 'Last name', hasCompany || isNameless),
    input: 'text',
    isSearched: true,
    import: {
      headers: 'lastname|last|surname|familyname|nachname|familienname|zuname|nom|nomdefamille',
      example: 'Lee',
    },
  },
  email: {
    kinds: everyone,
    clean: cleanEmail,
    problem: emailProblem,
    input: 'email',
    import: {
      headers:
        'email|mail|emailaddress|emailadresse|courriel|adresseemail|adressemail|email1|email1value|primaryemail|clientemail|agentemail',
      example: 'ann.lee@example.com',
    },
  },
  email_cc: {
    kinds: contacts,
    clean: (text) => splitEmails(text).join(', '),
    problem: emailCcProblem,
    input: 'emails',
    import: { headers: 'emailcc|cc|ccemail|secondaryemail|email2|email2value|kopie|copie', example: '' },
  },
  phone: {
    kinds: everyone,
    // What is not a number stays as typed, and is refused by the rule.
    clean: (text, country) => readPhone(text, country) ?? text,
    problem: (text, { country }) => phoneProblem(text, country),
    input: 'phone',
    import: {
      headers:
        'phone|phonenumber|telephone|tel|mobile|mobilephone|cell|cellphone|phone1|phone1value|primaryphone|telefon|telefonnummer|handy|mobil|telephoneportable|portable|clientphone|agentphone',
      example: '(555) 010-1234',
    },
  },
  address: {
    kinds: withAddress,
    problem: atMost(200),
    input: 'text',
    placement: 'wide',
    import: {
      headers:
        'address|address1|street|streetaddress|addressline1|adresse|strasse|rue|mailingaddress|anschrift',
      example: '12 Orchard Lane',
    },
  },
  city: {
    kinds: withAddress,
    input: 'text',
    placement: 'place',
    import: { headers: 'city|town|ort|stadt|ville|mailingcity', example: 'Summit' },
  },
  state: {
    kinds: withAddress,
    input: 'text',
    placement: 'place',
    import: { headers: 'state|province|region|bundesland|kanton|etat|st|mailingstate', example: 'NJ' },
  },
  zip_code: {
    kinds: withAddress,
    clean: (text, country) => (isNumericZip(country) ? text : text.toUpperCase()),
    problem: (text, { country }) => zipProblem(text, country),
    input: 'zip',
    placement: 'place',
    import: {
      headers: 'zipcode|zip|postalcode|postcode|plz|postleitzahl|codepostal|mailingzip',
      example: '07901',
    },
  },
  agency_name: {
    kinds: ['agents'],
    input: 'text',
    placement: 'afterPhone',
    isSearched: true,
    import: {
      headers:
        'agencyname|agency|brokerage|broker|office|company|companyname|organization|organization1name|organisation|agentur|firma|unternehmen|agence|societe|entreprise',
      example: 'Best Homes',
    },
  },
  company_name: {
    kinds: ['contractors'],
    problem: (text, { hasName }) => companyNameProblem(text, hasName),
    input: 'text',
    placement: 'afterPhone',
    isSearched: true,
  },
  website: {
    kinds: ['contractors'],
    clean: (text) => (text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`),
    problem: websiteProblem,
    input: 'url',
    placement: 'wide',
  },
  /** Of messages and pages; empty: the company's. */
  language: {
    kinds: contacts,
    clean: languageOf,
    problem: (text) => (['', 'en', 'de', 'fr'].includes(text) ? null : 'Unknown language'),
    input: 'language',
    import: { headers: 'language|lang|sprache|langue', example: 'en' },
  },
} satisfies Record<string, FieldDefinition>;

export type ContactField = keyof typeof contactDefinitions;
export type PersonField = ContactField | 'color';
export type PersonValues = Partial<Record<PersonField, string>>;

/** The definition of each field of people, in the order of the form. */
export const fieldDefinitions: Readonly<Record<PersonField, FieldDefinition>> = {
  ...contactDefinitions,
  color: {
    kinds: ['technicians'],
    clean: (text) => (text === '' ? defaultColor : text.toLowerCase()),
    problem: (text) => (/^#[\da-f]{6}$/.test(text) ? null : 'Color is not valid'),
    input: 'color',
  },
};

/** The text fields of contacts, in order. */
export const contactFields = Object.keys(contactDefinitions) as readonly ContactField[];
const allFields = Object.keys(fieldDefinitions) as readonly PersonField[];

/** Returns the fields of a kind of people, in the order of its form. */
export function fieldsOf(kind: PersonKind): readonly PersonField[] {
  return allFields.filter((field) => fieldDefinitions[field].kinds.includes(kind));
}

/** Returns the text fields of a kind of contact, in order. */
export function contactFieldsOf(kind: PersonKind): readonly ContactField[] {
  return contactFields.filter((field) => fieldDefinitions[field].kinds.includes(kind));
}

/** Returns a value for each text field of contacts. */
export function forContactFields<T>(make: (field: ContactField) => T): Record<ContactField, T> {
  return Object.fromEntries(contactFields.map((field) => [field, make(field)])) as Record<ContactField, T>;
}

/**
 * Returns the person's fields, cleaned (trimmed, email in lower case, phone digits only, website with scheme), and what
 * is wrong with them, by field. Fields that the kind does not have are dropped; missing ones are an empty text.
 */
export function checkPerson(
  kind: PersonKind,
  given: Readonly<Record<string, unknown>>,
  country = 'US',
): { values: PersonValues; problems: Partial<Record<PersonField, string>> } {
  const values: PersonValues = {};
  const fields = fieldsOf(kind);
  for (const field of fields) {
    const sent = given[field];
    const text = typeof sent === 'string' ? cleanLine(sent) : '';
    values[field] = fieldDefinitions[field].clean?.(text, country) ?? text;
  }
  const context: RuleContext = {
    country,
    hasName: Boolean(values.first_name) || Boolean(values.last_name),
    isNameless: kind === 'contractors' && !values.first_name && !values.last_name,
    hasCompany: Boolean(values.company_name),
  };
  const problems: Partial<Record<PersonField, string>> = {};
  for (const field of fields) {
    const { problem = atMost(120) } = fieldDefinitions[field];
    const found = problem(values[field] ?? '', context);
    if (found) problems[field] = found;
  }
  return { values, problems };
}

/** Valid values of all fields that a rule may ask for. */
const complete: PersonValues = { first_name: 'A', last_name: 'B', company_name: 'C', email: 'a@b.example' };

/**
 * Returns what the form of a kind marks as required, derived from `checkPerson`: the fields that no person may leave
 * empty, and those that some may, because others suffice.
 */
export function requiredFields(kind: PersonKind): { always: PersonField[]; sometimes: PersonField[] } {
  const offered = fieldsOf(kind);
  const names = (Object.keys(complete) as PersonField[]).filter((field) => offered.includes(field));
  const subsets: PersonValues[] = [{}];
  for (const field of names) subsets.push(...subsets.map((some) => ({ ...some, [field]: complete[field] })));
  const isMissing = (field: PersonField) => (some: PersonValues) =>
    checkPerson(kind, some).problems[field] !== undefined;
  const without = (field: PersonField) => subsets.filter((some) => !some[field]);
  const always = names.filter((field) => without(field).every(isMissing(field)));
  const sometimes = names.filter((field) => !always.includes(field) && without(field).some(isMissing(field)));
  return { always, sometimes };
}
