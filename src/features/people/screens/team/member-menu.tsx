import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { IconDotsVertical, IconSend, IconTrash, IconUserCircle } from '#web/ui/layout/icons.ts';
import type { TeamKind, TeamRecord } from '../../team-contract.ts';
import { personName } from '../person-types.ts';
import { useTeamActions } from '../use-contact-actions.ts';
import classes from './team.module.css';

/** Resends the invitation, changes the status or removes the member. */
export function MemberMenu({ kind, member, back }: { kind: TeamKind; member: TeamRecord; back: string }) {
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
