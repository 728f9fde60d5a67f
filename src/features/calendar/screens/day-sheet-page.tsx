import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { addDays, asZone, localDate, parseLocalDate } from '#domain/time.ts';
import { listTeam } from '#features/availability/contract.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useText } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { useUser } from '#web/session.ts';
import {
  IconArrowLeft,
  IconCalendarEvent,
  IconChevronLeft,
  IconChevronRight,
  IconPrinter,
} from '#web/ui/icons.ts';
import { fullName } from '#web/ui/person-badge.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { useUrl } from '#web/url.ts';
import { daySheet } from '../contract.ts';
import classes from './day-sheet.module.css';
import { DaySheet } from './day-sheet.tsx';

type Paper = 'letter' | 'a4';

/** The day of one technician as a sheet to take along, on letter or A4. */
export function DaySheetPage() {
  const t = useText('calendar');
  const user = useUser();
  const zone = asZone(user.timezone);
  const [{ date, technician }, setUrl] = useUrl({ date: '', technician: '' });
  const [chosen, setPaper] = useState<Paper | null>(null);
  const isAmerican = user.country_code === 'US' || user.country_code === 'CA';
  const paper = chosen ?? (isAmerican ? 'letter' : 'a4');
  const day = parseLocalDate(date) ?? localDate(now(), zone);
  const team = useRead(listTeam, {});
  const technicians = team.data?.technicians ?? [];
  const own = technicians.find((one) => one.id === user.id) ?? technicians[0];
  const technicianId = technician || own?.id || '';
  const read = useRead(
    daySheet,
    { date: day, technicianId },
    { enabled: technicianId !== '', live: true, keep: true },
  );
  const failed = [team, read].find((one) => one.status === 'failed');
  if (failed) return <ErrorState failure={failed.failure} onRetry={failed.retry} />;
  if (team.data && technicianId === '') {
    return (
      <EmptyState
        icon={<IconCalendarEvent size={26} stroke={1.6} />}
        title={t('daySheet')}
        hint={t('noTechnicians')}
      />
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <AppLink to={`/calendar?date=${day}`} className={classes.back ?? ''}>
          <IconArrowLeft size={16} aria-hidden /> {t('toCalendar')}
        </AppLink>
        <span className={classes.pages}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('previous')}
            onClick={() => setUrl({ date: addDays(day, -1) })}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('next')}
            onClick={() => setUrl({ date: addDays(day, 1) })}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </span>
        <Select
          aria-label={t('technician')}
          value={technicianId}
          allowDeselect={false}
          w={190}
          onChange={(next) => next && setUrl({ technician: next })}
          data={technicians.map((one) => ({ value: one.id, label: fullName(one) }))}
        />
        <SegmentedControl
          aria-label={t('paper')}
          value={paper}
          onChange={(next) => setPaper(next as Paper)}
          data={[
            { value: 'letter', label: t('paperLetter') },
            { value: 'a4', label: 'A4' },
          ]}
        />
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!read.data}
          onClick={() => window.print()}
        >
          {t('printIt')}
        </Button>
      </div>
      {read.data ? (
        <DaySheet day={day} sheet={read.data} zone={zone} paper={paper} company={user.company_name} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  );
}
