import { ActionIcon, Menu } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation.tsx';
import { PageSlot, useIsSlotFilled } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { NotFoundPage } from '#web/shell/message-pages.tsx';
import { CardSkeleton, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { IconDotsVertical, IconSend, IconTrash, IconUserCircle } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import type { TeamKind, TeamRecord } from '../../team-contract.ts';
import { PersonStatus } from '../list-columns.tsx';
import { personName, teamRoutes } from '../person-types.ts';
import { useTeamActions } from '../use-contact-actions.ts';
import { DetailsTab } from './details-tab.tsx';
import classes from './team.module.css';
import { TeamNotices } from './team-notices.tsx';

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
  const [isDirty, setDirty] = useState(false);
  useUnsavedGuard(isDirty);
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
          member.user_type !== 1 && !isMine && <PageMenu kind={kind} member={member} back={listPath} />
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
        {active === 'details' && (
          <DetailsTab key={member.id} kind={kind} member={member} onDirty={setDirty} />
        )}
        {active === 'permissions' && (
          <Suspense fallback={<CardSkeleton height={320} />}>
            <PermissionsTab kind={kind} member={member} onDirty={setDirty} />
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

function PageMenu({ kind, member, back }: { kind: TeamKind; member: TeamRecord; back: string }) {
  const t = useTranslation('people');
  const go = useNavigateTo();
  const actions = useTeamActions(kind, () => go(back));
  const isOn = member.status !== 0;
  const statusLabel = member.status === 2 ? 'cancelInvitation' : isOn ? 'makeInactive' : 'makeActive';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.dots ?? ''}
          aria-label={t('moreAbout', { name: personName(member) })}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {member.status === 2 && (
          <Menu.Item
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => void actions.resend(member)}
          >
            {t('resend')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => void actions.setStatus(member, isOn ? 0 : 1)}
        >
          {t(statusLabel)}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void actions.remove(member)}
        >
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
