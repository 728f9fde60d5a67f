import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Suspense, useState } from 'react';
import { phoneLink } from '#domain/people/phone-format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconLink } from '#web/ui/layout/icons.ts';
import { fullName, PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';
import { PeopleDialog } from '../dialogs/details-dialogs.tsx';

const ContactLinks = lazy(async () => ({ default: (await import('./phone-links.tsx')).ContactLinks }));

type Person = Appointment['people'][number];

const roles = ['client', 'agent', 'listing_agent', 'contractor'] as const;

/** The people on the appointment other than technicians, each with the link to their personal page. */
export function PeopleCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const [isOpen, setOpen] = useState(false);
  const groups = roles
    .map((role) => ({ role, people: appointment.people.filter((one) => one.role === role) }))
    .filter((group) => group.people.length > 0);
  return (
    <Card
      title={t('people')}
      actions={
        appointment.may.edit && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {groups.length === 0 && <EmptyLine>{t('noPeople')}</EmptyLine>}
      {groups.map(({ role, people }) => (
        <div key={role} className={classes.group}>
          <h3 className={classes.groupName}>{t(`role.${role}`)}</h3>
          <ul className={classes.list}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        </div>
      ))}
      <PeopleDialog appointment={appointment} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** A person with contact details. */
export function PersonRow({ person }: { person: Person }) {
  const t = useTranslation('appointments');
  const isPhone = useIsPhone();
  const name = fullName(person) || person.company_name || person.email;
  return (
    <li className={classes.person}>
      <PersonAvatar {...person} />
      <div className={classes.text}>
        {name}
        {!person.is_active && (
          <>
            {' '}
            <StatusPill tone="warn">{t('inactive')}</StatusPill>
          </>
        )}
        {person.invisible && <div className={classes.faint}>{t('invisible')}</div>}
        <div className={classes.faint}>
          {person.email && <a href={`mailto:${person.email}`}>{person.email}</a>}
          {person.email && person.phone && ' · '}
          {person.phone && <a href={phoneLink(person.phone)}>{formatPhone(person.phone)}</a>}
        </div>
      </div>
      {person.phone && isPhone && (
        <Suspense>
          <ContactLinks name={name} phone={person.phone} />
        </Suspense>
      )}
      {person.link && <CopyLink link={person.link} name={name} />}
    </li>
  );
}

function CopyLink({ link, name }: { link: string; name: string }) {
  const t = useTranslation('appointments');
  const label = t('copyLink', { name });
  const copy = async () => {
    const address = new URL(link, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      toast(t('linkCopied', { name }), { kind: 'success' });
    } catch {
      // Without clipboard permission the link itself is shown for manual copying.
      toast(address, { milliseconds: 15_000 });
    }
  };
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={() => void copy()}>
        <IconLink size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
