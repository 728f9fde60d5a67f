import { Button, Select } from '@mantine/core';
import { addDays, asZone, localDate, parseLocalDate, type Zone } from '#domain/base/time.ts';
import { listTeam } from '#features/availability/contract.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { IconCalendarEvent, IconPrinter } from '#web/ui/layout/icons.ts';
import { PrintPage } from '#web/ui/layout/print-page.tsx';
import { daySheet } from '../../contract.ts';
import { PageArrows } from '../page-arrows.tsx';
import classes from './day-sheet.module.css';
import { DaySheet } from './day-sheet.tsx';

/** The day sheet of one technician, on letter or A4. */
export function DaySheetPage() {
  const t = useTranslation('calendar');
  const user = useUser();
  const zone = asZone(user.timezone);
  const { day, technicianId, technicians, team, read, setUrl } = useSheet(zone);
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
    <PrintPage
      country={user.country_code}
      back={{ to: `/calendar?date=${day}`, label: t('toCalendar') }}
      labels={{ paper: t('paper'), letter: t('paperLetter') }}
      choices={
        <>
          <span className={classes.pages}>
            <PageArrows onPage={(step) => setUrl({ date: addDays(day, step) })} />
          </span>
          <Select
            aria-label={t('technician')}
            value={technicianId}
            allowDeselect={false}
            w={190}
            onChange={(next) => next && setUrl({ technician: next })}
            data={personOptions(technicians)}
          />
        </>
      }
      tools={() => (
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!read.data}
          onClick={() => window.print()}
        >
          {t('printIt')}
        </Button>
      )}
    >
      {(paper) =>
        read.data ? (
          <DaySheet day={day} sheet={read.data} zone={zone} paper={paper} company={user.company_name} />
        ) : (
          <PageSkeleton />
        )
      }
    </PrintPage>
  );
}

/** Loads the sheet that the URL names, by default the user's own for today. */
function useSheet(zone: Zone) {
  const user = useUser();
  const [{ date, technician }, setUrl] = useUrlState({ date: '', technician: '' });
  const day = parseLocalDate(date) ?? localDate(now(), zone);
  const team = useRead(listTeam, {});
  const technicians = team.data?.technicians ?? [];
  const own = technicians.find((one) => one.id === user.id) ?? technicians[0];
  // The URL may name a technician who no longer exists: another one's sheet is better than none.
  const named = technicians.find((one) => one.id === technician);
  const technicianId = (named ?? own)?.id ?? '';
  const read = useRead(
    daySheet,
    { date: day, technicianId },
    { enabled: technicianId !== '', live: true, keep: true },
  );
  return { day, technicianId, technicians, team, read, setUrl };
}
