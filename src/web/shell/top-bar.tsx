import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { openNewAppointment } from '../appointment-dialog-state.ts';
import { useTranslation } from '../i18n.ts';
import { UnstyledLink } from '../navigation/link.tsx';
import { useActor, useUser } from '../session.ts';
import { toast } from '../toast.ts';
import { GableWordmark } from '../ui/layout/gable-logo.tsx';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMaximize,
  IconMenu2,
  IconMinimize,
  IconPlus,
} from '../ui/layout/icons.ts';
import { fullName, PersonAvatar } from '../ui/layout/person-avatar.tsx';
import { useIsPhone } from '../ui/layout/use-is-phone.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import { useCanSchedule } from './can-schedule.ts';
import { SearchButton } from './search-overlays.tsx';
import classes from './shell.module.css';

export interface ProfileEntry {
  id: 'profile' | 'settings' | 'support';
  to: string;
  icon: ReactNode;
}

interface Props {
  isCompact: boolean;
  drawerOpen: boolean;
  onToggle: () => void;
  profile: readonly ProfileEntry[];
  onLogout: () => Promise<void>;
  onLanguage?: (lang: string) => void;
}

/** The bar at the top: menu toggle, New Appointment, fullscreen, appearance, profile. */
export function TopBar(props: Props) {
  const user = useUser();
  const isPhone = useIsPhone();
  return (
    <header className={classes.bar}>
      <MenuToggle {...props} isPhone={isPhone} />
      <UnstyledLink to="/" className={classes.brand}>
        <GableWordmark />
      </UnstyledLink>
      {user.company_name && <span className={classes.company}>{user.company_name}</span>}
      <span className={classes.grow} />
      <SearchButton isPhone={isPhone} />
      <NewAppointmentButton isPhone={isPhone} />
      <FullscreenToggle />
      <AppearanceMenu {...(props.onLanguage ? { onLanguage: props.onLanguage } : {})} />
      <ProfileMenu {...props} />
    </header>
  );
}

function MenuToggle(props: Props & { isPhone: boolean }) {
  const t = useTranslation('web');
  if (props.isPhone) {
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t(props.drawerOpen ? 'closeMenu' : 'openMenu')}
        aria-expanded={props.drawerOpen}
        onClick={props.onToggle}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
    );
  }
  const Icon = props.isCompact ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = t(props.isCompact ? 'fullMenu' : 'compactMenu');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={props.onToggle}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Not filled: the filled button of a view is the next step of its page. */
function NewAppointmentButton({ isPhone }: { isPhone: boolean }) {
  const t = useTranslation('web');
  if (!useCanSchedule()) return null;
  if (isPhone) {
    return (
      <ActionIcon
        variant="light"
        size={40}
        aria-label={t('newAppointment')}
        onClick={() => openNewAppointment()}
      >
        <IconPlus size={20} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openNewAppointment()}
      mr={4}
    >
      {t('newAppointment')}
    </Button>
  );
}

function onFullscreen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

function FullscreenToggle() {
  const t = useTranslation('web');
  const isFull = useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);
  // Some phones do not support it, and a page in a frame may not be allowed to use it.
  if (!document.fullscreenEnabled) return null;
  const label = t(isFull ? 'fullscreenOff' : 'fullscreenOn');
  const Icon = isFull ? IconMinimize : IconMaximize;
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        onClick={() => void toggle().catch(() => {})}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function ProfileMenu({ profile, onLogout }: Props) {
  const t = useTranslation('web');
  const user = useUser();
  const isAdmin = isPlatformAdmin(useActor());
  const logout = () => {
    onLogout().catch(() => toast(t('unableToLogout'), { kind: 'error' }));
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.avatarButton} aria-label={t('profileMenu')}>
          <PersonAvatar {...user} size={34} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label role="group" aria-label={fullName(user)}>
          <Text fw={600} fz="md" c="var(--mantine-color-text)" truncate>
            {fullName(user)}
          </Text>
          {!isAdmin && (
            <Text fz="sm" c="dimmed" truncate>
              {user.email}
            </Text>
          )}
        </Menu.Label>
        <Menu.Divider />
        {!isAdmin &&
          profile.map((entry) => (
            <Menu.Item key={entry.id} component={UnstyledLink} to={entry.to} leftSection={entry.icon}>
              {t(entry.id)}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
