import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ContactField, contactFields } from '#domain/people/contact-fields.ts';
import { splitEmails } from '#domain/people/people.ts';
import { phoneLink } from '#domain/people/phone-format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { languageName, useTranslation } from '#web/i18n.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  IconBriefcase,
  IconInfoCircle,
  IconMail,
  IconMapPin,
  IconPhone,
  IconUsers,
  IconWorld,
} from '#web/ui/layout/icons.ts';
import type { Contact } from '../contract.ts';
import { RowAvatar } from './list-columns.tsx';
import classes from './person-page.module.css';
import { personName } from './person-types.ts';
import type { ContactTab } from './use-contact-actions.ts';

interface Fact {
  key: string;
  icon: typeof IconMail;
  label: string;
  value: ReactNode;
}

/** Contact details; phone, e-mail, address and website are links. */
export function ContactCard({ contact, tab }: { contact: Contact; tab: ContactTab }) {
  const t = useTranslation('people');
  const facts = useFacts(contact);
  return (
    <Card title={t('contactFacts')}>
      <div className={classes.who}>
        <RowAvatar row={contact} size={56} />
        <div className={classes.whoWords}>
          <span className={classes.whoName}>{personName(contact)}</span>
          <span className={classes.faint}>{t(`title.${tab}`)}</span>
        </div>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ key, icon: Icon, label, value }) => (
          <div key={key} className={classes.fact}>
            <dt>
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={classes.hidden}>{label}</span>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {facts.length === 0 && <EmptyLine>{t('noContactFacts')}</EmptyLine>}
      {contact.tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('tags')}>
          {contact.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Fields that the card arranges; all others follow as plain text. */
const arranged: ReadonlySet<ContactField> = new Set([
  'first_name',
  'last_name',
  'phone',
  'email',
  'email_cc',
  'agency_name',
  'company_name',
  'website',
  'address',
  'city',
  'state',
  'zip_code',
]);

function useFacts(contact: Contact): Fact[] {
  const t = useTranslation('people');
  const company = contact.agency_name || contact.company_name;
  const facts: (Fact | null | '')[] = [
    contact.phone && {
      key: 'phone',
      icon: IconPhone,
      label: t('fields.phone'),
      value: <Anchor href={phoneLink(contact.phone)}>{formatPhone(contact.phone)}</Anchor>,
    },
    contact.email && {
      key: 'email',
      icon: IconMail,
      label: t('fields.email'),
      value: <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>,
    },
    contact.email_cc && copiesFact(t('fields.email_cc'), contact.email_cc),
    company && {
      key: 'company',
      icon: IconBriefcase,
      label: t(contact.agency_name ? 'fields.agency_name' : 'fields.company_name'),
      value: company,
    },
    contact.website && websiteFact(t('fields.website'), contact.website),
    addressFact(t('fields.address'), contact),
  ];
  const others = contactFields.filter((field) => !arranged.has(field) && contact[field] !== '');
  return [
    ...facts.filter((fact): fact is Fact => Boolean(fact)),
    ...others.map((field) => ({
      key: field,
      icon: IconInfoCircle,
      label: t(`fields.${field}`),
      value: field === 'language' ? languageName(contact.language) : contact[field],
    })),
  ];
}

function copiesFact(label: string, addresses: string): Fact {
  const links = splitEmails(addresses).map((one) => (
    <Anchor key={one} href={`mailto:${one}`} display="block">
      {one}
    </Anchor>
  ));
  return { key: 'email_cc', icon: IconUsers, label, value: links };
}

function websiteFact(label: string, website: string): Fact {
  const link = (
    <Anchor href={website} target="_blank" rel="noreferrer">
      {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </Anchor>
  );
  return { key: 'website', icon: IconWorld, label, value: link };
}

function addressFact(label: string, { address, city, state, zip_code }: Contact): Fact | null {
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  if (!address && !place) return null;
  const value = (
    <>
      {address}
      {address && place && <br />}
      {place}
    </>
  );
  return { key: 'address', icon: IconMapPin, label, value };
}
