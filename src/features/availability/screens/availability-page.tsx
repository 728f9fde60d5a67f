import { useMemo } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useActor } from '#web/session.ts';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCalendarOff } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { listTeam } from '../contract.ts';
import classes from './availability.module.css';
import { AreasCard, LimitsCard, ServicesCard } from './lazy-cards.tsx';
import { LimitsProvider } from './limits-form.tsx';
import { OverridesCard } from './overrides-card.tsx';
import { TechnicianRail } from './technician-rail.tsx';
import { WeekCard } from './week-card.tsx';

/** When each technician can be booked: technicians see and edit their own week, administrators all of them. */
export function AvailabilityPage() {
  const t = useTranslation('availability');
  const actor = useActor();
  const { data, status, failure, retry } = useRead(
    listTeam,
    {},
    { log: 'The technicians could not be loaded' },
  );
  const [url, change] = useUrlState({ technician: '' });
  const seesAll = actor.userType !== 2 || allows(actor, 'full_company_admin');
  const shown = useMemo(
    () => (data?.technicians ?? []).filter((one) => seesAll || one.id === actor.userId),
    [data, seesAll, actor.userId],
  );
  if (status === 'loading') return <PageSkeleton />;
  if (!data) return <ErrorState failure={failure} onRetry={retry} />;
  const own = shown.find((one) => one.id === actor.userId);
  const chosen = shown.find((one) => one.id === url.technician) ?? own ?? shown[0];
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { zone: data.timezone.replaceAll('_', ' ') })} />
      {chosen === undefined ? (
        <EmptyState
          icon={<IconCalendarOff size={26} stroke={1.6} />}
          title={t('noTechnicians')}
          hint={t('noTechniciansHint')}
          action={
            allows(actor, 'manage_team') && (
              <LinkButton to="/people?tab=technicians&add=1">{t('addTechnician')}</LinkButton>
            )
          }
        />
      ) : (
        <div className={classes.page} data-alone={shown.length < 2 || undefined}>
          {shown.length > 1 && (
            <TechnicianRail
              technicians={shown}
              chosen={chosen.id}
              onChoose={(id) => change({ technician: id })}
            />
          )}
          <div className={classes.cards} key={chosen.id}>
            <SaveBarPage>
              <WeekCard technician={chosen} others={shown} timezone={data.timezone} />
              <OverridesCard technicianId={chosen.id} technicians={shown} />
              <LimitsProvider technicianId={chosen.id}>
                <LimitsCard />
                <ServicesCard isOptional />
                <AreasCard isOptional />
              </LimitsProvider>
            </SaveBarPage>
          </div>
        </div>
      )}
    </>
  );
}
