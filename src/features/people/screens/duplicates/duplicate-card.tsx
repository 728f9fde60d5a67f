import { Button } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { IconUsers } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { DuplicateGroup } from '../../merge-contract.ts';
import { RowAvatar } from '../list-columns.tsx';
import { personName } from '../person-types.ts';
import type { ContactTab } from '../use-contact-actions.ts';
import classes from './duplicates.module.css';

interface Props {
  group: DuplicateGroup;
  kind: ContactTab;
  onMerge: () => void;
  onDismiss: () => void;
  pending: boolean;
}

type Member = DuplicateGroup['people'][number];

/** A group of probable duplicates, the evidence, and the actions "merge" and "different people". */
export function DuplicateCard({ group, kind, onMerge, onDismiss, pending }: Props) {
  const t = useTranslation('people');
  const names = group.people.map(personName).join(', ');
  return (
    <section className={classes.card} aria-label={names}>
      <div className={classes.head}>
        <div className={classes.reasons}>
          {group.reasons.map((reason) => (
            <StatusPill key={reason} tone="warn">
              {t(`duplicates.reason.${reason}`)}
            </StatusPill>
          ))}
        </div>
        <div className={classes.answers}>
          <Button variant="subtle" color="gray" onClick={onDismiss} disabled={pending}>
            {t('duplicates.different')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUsers size={16} aria-hidden />}
            onClick={onMerge}
            aria-label={t('duplicates.mergeThese', { names })}
          >
            {t('duplicates.merge')}
          </Button>
        </div>
      </div>
      <ul className={classes.members}>
        {group.people.map((one) => (
          <MemberRow key={one.id} person={one} kind={kind} />
        ))}
      </ul>
    </section>
  );
}

function MemberRow({ person, kind }: { person: Member; kind: ContactTab }) {
  const t = useTranslation('people');
  const format = useFormat();
  const { timezone } = useUser();
  const facts = [
    person.email,
    formatPhone(person.phone),
    person.agency_name || person.company_name,
    [person.city, person.state].filter(Boolean).join(', '),
  ].filter(Boolean);
  return (
    <li className={classes.member}>
      <RowAvatar row={person} size={36} />
      <div className={classes.words}>
        <UnstyledLink to={`/people/${kind}/${person.id}`} className={classes.memberName}>
          {personName(person)}
        </UnstyledLink>
        <div className={classes.facts}>{facts.join(' · ')}</div>
      </div>
      <div className={classes.weight}>
        <span>{t('duplicates.appointments', { count: person.appointment_count })}</span>
        <span className={classes.faint}>
          {t('addedAt', { date: format.date(person.created_at, timezone) })}
        </span>
      </div>
    </li>
  );
}
