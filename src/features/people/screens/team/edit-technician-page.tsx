import { Suspense, useId } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { PageSlot, useIsSlotFilled } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { NotFoundPage } from '#web/shell/message-pages.tsx';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import { CardSkeleton, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import type { TeamKind, TeamRecord } from '../../team-contract.ts';
import { PersonStatus } from '../list-columns.tsx';
import { personName, teamRoutes } from '../person-types.ts';
import { DetailsTab } from './details-tab.tsx';
import classes from './team.module.css';
import { TeamNotices } from './team-notices.tsx';

const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }));
const PermissionsTab = lazy(async () => ({
  default: (await import('./permissions-tab.tsx')).PermissionsTab,
}));

const kinds: readonly TeamKind[] = ['technicians', 'staffs'];

/** The page of a team member: details, permissions, and the tabs that other features contribute. */
export function EditTechnicianPage({ type, id }: { type: string; id: string }) {
  const kind = kinds.find((one) => one === type);
  return kind ? <MemberPage key={id} kind={kind} id={id} /> : <NotFoundPage />;
}

function MemberPage({ kind, id }: { kind: TeamKind; id: string }) {
  const record = useRead(teamRoutes[kind].get, { id });
  if (record.status === 'loading') return <PageSkeleton />;
  const isGone = record.failure?.status === 404 || record.failure?.type === 'BAD_USER_INPUT';
  if (isGone) return <NotFoundPage />;
  if (!record.data) return <ErrorState failure={record.failure} onRetry={record.retry} />;
  return <Loaded kind={kind} member={record.data} />;
}

function Loaded({ kind, member }: { kind: TeamKind; member: TeamRecord }) {
  const t = useTranslation('people');
  const [{ tab }, change] = useUrlState({ tab: 'details' });
  const panelId = useId();
  const tabs = useTabs(kind);
  const active = tabs.find((one) => one.id === tab)?.id ?? 'details';
  const isMine = member.id === useActor().userId;
  const listPath = `/people?tab=${kind}`;
  return (
    <>
      <PageHeader
        title={personName(member)}
        purpose={member.user_type === 1 ? t('owner') : t(`title.${kind}`)}
        titleExtra={<PersonStatus status={member.status} />}
        breadcrumbs={[
          { label: t('pageTitle'), to: '/people' },
          { label: t(`many.${kind}`), to: listPath },
        ]}
        actions={
          member.user_type !== 1 &&
          !isMine && (
            <Suspense>
              <MemberMenu kind={kind} member={member} back={listPath} />
            </Suspense>
          )
        }
      />
      <TeamNotices kind={kind} member={member} />
      <ListTabs
        label={t('team.tabs')}
        tabs={tabs}
        active={active}
        onChange={(next) => change({ tab: next })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${active}`} className={classes.panel}>
        <SaveBarPage>
          {active === 'details' && <DetailsTab key={member.id} kind={kind} member={member} />}
          {active === 'permissions' && (
            <Suspense fallback={<CardSkeleton height={320} />}>
              <PermissionsTab kind={kind} member={member} />
            </Suspense>
          )}
          {slotTabs.map(
            (name) =>
              active === name && (
                <PageSlot
                  key={name}
                  name={`team.${name}`}
                  kind={kind}
                  memberId={member.id}
                  fallback={<CardSkeleton height={240} />}
                />
              ),
          )}
        </SaveBarPage>
      </div>
    </>
  );
}

const slotTabs = ['availability', 'services', 'areas', 'pay-splits'] as const;

/** Details and permissions always; for those who inspect also the tabs that other features provide. */
function useTabs(kind: TeamKind) {
  const t = useTranslation('people');
  const filled = {
    availability: useIsSlotFilled('team.availability'),
    services: useIsSlotFilled('team.services'),
    areas: useIsSlotFilled('team.areas'),
    'pay-splits': useIsSlotFilled('team.pay-splits'),
  };
  const names = [
    'details',
    'permissions',
    ...slotTabs.filter((name) => kind === 'technicians' && filled[name]),
  ] as const;
  return names.map((id) => ({ id, label: t(`team.tab.${id}`) }));
}
