import { addDays, asInstant, asLocalDate, asZone, localDate } from '#domain/base/time.ts';
import type { Appointment } from '#features/appointments/contract.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton, UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { IconChevronRight, IconPencil } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { StoredJobs } from '../work/stored-jobs.ts';
import classes from './offline.module.css';

/** The stored jobs by day. A list stored yesterday still has the jobs of today. */
export function JobDays({ stored: { from, jobs } }: { stored: StoredJobs }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  const zone = asZone(timezone);
  const today = localDate(now(), zone);
  const first = asLocalDate(from);
  const days = [first, addDays(first, 1)].filter((day) => day >= today);
  const names = new Map([
    [today, t('offline.today')],
    [addDays(today, 1), t('offline.tomorrow')],
  ]);
  if (days.length === 0) return <EmptyLine>{t('offline.old')}</EmptyLine>;
  return days.map((day) => {
    const own = jobs.filter((job) => localDate(asInstant(job.date_time), zone) === day);
    return (
      <section key={day} className={classes.day} aria-labelledby={`day-${day}`}>
        <h2 id={`day-${day}`} className={classes.dayName}>
          {names.get(day)} <span>{format.shortDay(`${day}T12:00:00Z`, 'UTC')}</span>
        </h2>
        {own.length === 0 && <EmptyLine>{t('offline.none')}</EmptyLine>}
        <ol className={classes.jobs}>
          {own.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </ol>
      </section>
    );
  });
}

function JobCard({ job }: { job: Appointment }) {
  const format = useFormat();
  const clients = job.people.filter(({ role }) => role === 'client').map(fullName);
  return (
    <li className={classes.job}>
      <UnstyledLink to={`/appointments/details/${job.id}`} className={classes.jobLink}>
        <span className={classes.time}>{format.timeRange(job.date_time, job.end_time, job.timezone)}</span>
        <span className={classes.what}>
          <strong>{job.address || job.order_id}</strong>
          <span>{[placeOf(job), clients.join(', ')].filter(Boolean).join(' · ')}</span>
          <span>{job.services.map((service) => service.name).join(', ')}</span>
        </span>
        <IconChevronRight size={18} aria-hidden />
      </UnstyledLink>
      <ReportLinks job={job} />
    </li>
  );
}

/** Opens the reports of a job, which this device has stored. */
export function ReportLinks({ job }: { job: Appointment }) {
  const t = useTranslation('reports');
  if (job.reports.length === 0) return null;
  return (
    <div className={classes.reports}>
      {job.reports.map(({ id, name }) => (
        <LinkButton
          key={id}
          to={`/edit-report/${id}`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('offline.write', { name })}
        </LinkButton>
      ))}
    </div>
  );
}

/** City, state and ZIP code of a job. */
export function placeOf({ city, state, zip_code }: Appointment): string {
  return [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
