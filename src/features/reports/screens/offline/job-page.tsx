import { phoneLink } from '#domain/people/phone-format.ts';
import type { Appointment } from '#features/appointments/contract.ts';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconPhone } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { placeOf, ReportLinks } from './job-days.tsx';
import classes from './offline.module.css';

/** A stored job: where, when, who with their phones, access and notes, and its reports. */
export function JobPage({ job, at }: { job: Appointment; at: string }) {
  const t = useTranslation('reports');
  const format = useFormat();
  return (
    <>
      <PageHeader
        title={job.address || job.order_id}
        purpose={t('offline.from', { time: format.dateTime(at, job.timezone) })}
        breadcrumbs={[{ label: t('offline.title'), to: '/appointments' }]}
      />
      <div className={classes.cards}>
        <Card title={t('offline.visit')}>
          <dl className={classes.facts}>
            <Fact name={t('offline.time')}>
              {format.day(job.date_time, job.timezone)},{' '}
              {format.timeRange(job.date_time, job.end_time, job.timezone)}
            </Fact>
            <Fact name={t('offline.address')}>{[job.address, placeOf(job)].filter(Boolean).join(', ')}</Fact>
            <Fact name={t('offline.services')}>{job.services.map((one) => one.name).join(', ')}</Fact>
            <Fact name={t('offline.access')}>
              {t(job.occupied ? 'offline.occupied' : 'offline.vacant')}
              {' · '}
              {t(job.utilities_on ? 'offline.utilitiesOn' : 'offline.utilitiesOff')}
            </Fact>
          </dl>
          <ReportLinks job={job} />
        </Card>
        <People job={job} />
        <Notes job={job} />
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function People({ job }: { job: Appointment }) {
  const t = useTranslation('reports');
  return (
    <Card title={t('offline.people')}>
      {job.people.length === 0 && <EmptyLine>{t('offline.noPeople')}</EmptyLine>}
      <ul className={classes.people}>
        {job.people.map((person) => (
          <li key={`${person.role}-${person.id}`}>
            <span>
              <strong>{fullName(person) || person.company_name}</strong>
              <span className={classes.role}>{t(`offline.role.${person.role}`)}</span>
            </span>
            {person.phone && (
              <a href={phoneLink(person.phone)} className={classes.phone}>
                <IconPhone size={16} stroke={1.8} aria-hidden />
                {formatPhone(person.phone)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Notes({ job }: { job: Appointment }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const hasNone = !job.inspection_notes && job.internal_notes.length === 0;
  return (
    <Card title={t('offline.notes')}>
      {hasNone && <EmptyLine>{t('offline.noNotes')}</EmptyLine>}
      {job.inspection_notes && <p className={classes.note}>{job.inspection_notes}</p>}
      {job.internal_notes.map((note) => (
        <p key={note.id} className={classes.note}>
          {note.text}
          <span className={classes.role}>
            {note.author}, {format.dateTime(note.createdAt, job.timezone)}
          </span>
        </p>
      ))}
    </Card>
  );
}
