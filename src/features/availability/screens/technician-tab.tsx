import { useRead } from '#web/api.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { listTeam } from '../contract.ts';
import classes from './availability.module.css';
import { AreasCard, LimitsCard, ServicesCard } from './lazy-cards.tsx';
import { LimitsProvider } from './limits-form.tsx';
import { OverridesCard } from './overrides-card.tsx';
import { WeekCard } from './week-card.tsx';

interface Props {
  kind: string;
  memberId: string;
}

/** The tab of a technician's page with week, days off and limits. */
export function TechnicianTab({ memberId }: Props) {
  const { data, status, failure, retry } = useRead(
    listTeam,
    {},
    { log: 'The technicians could not be loaded' },
  );
  if (status === 'loading') return <CardSkeleton height={480} />;
  const technician = data?.technicians.find((one) => one.id === memberId);
  if (!data || !technician) return <ErrorState failure={failure} onRetry={retry} />;
  return (
    <div className={classes.cards}>
      <WeekCard technician={technician} others={data.technicians} timezone={data.timezone} />
      <OverridesCard technicianId={memberId} technicians={[technician]} />
      <LimitsProvider technicianId={memberId}>
        <LimitsCard />
      </LimitsProvider>
    </div>
  );
}

/** The tab with a technician's services. */
export function TechnicianServicesTab({ memberId }: Props) {
  return (
    <LimitsProvider technicianId={memberId}>
      <ServicesCard />
    </LimitsProvider>
  );
}

/** The tab with a technician's service areas. */
export function TechnicianAreasTab({ memberId }: Props) {
  return (
    <LimitsProvider technicianId={memberId}>
      <AreasCard />
    </LimitsProvider>
  );
}
