import { ActionIcon, Button, Menu } from '@mantine/core';
import { type ComponentPropsWithRef, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { showFailure } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useActor } from '#web/session.ts';
import {
  IconChevronDown,
  IconCopy,
  IconDotsVertical,
  IconDownload,
  IconUpload,
} from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { ListFilter } from './list-filter.ts';
import { contactRoutes, isTeamType, type PeopleTab, teamRoutes } from './person-types.ts';

/** Actions for the whole list: import, export, duplicates. Renders nothing if the user may do none of them. */
export function MoreMenu({ tab, filter }: { tab: PeopleTab; filter: ListFilter }) {
  const t = useTranslation('people');
  const actor = useActor();
  const { save, isSaving } = useExport(tab, filter);
  const mayExport = allows(actor, isTeamType(tab) ? 'manage_team' : 'export_people');
  const mayImport = (tab === 'clients' || tab === 'agents') && allows(actor, 'export_people');
  const mayMerge = !isTeamType(tab) && allows(actor, 'delete_contacts');
  if (!mayExport && !mayImport && !mayMerge) return null;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <MenuButton loading={isSaving} />
      </Menu.Target>
      <Menu.Dropdown>
        {mayImport && (
          <Menu.Item
            component={UnstyledLink}
            to={`/people/import?kind=${tab}`}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('importList')}
          </Menu.Item>
        )}
        {mayExport && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
            {t(filter.text || filter.status ? 'exportFound' : 'exportList')}
          </Menu.Item>
        )}
        {mayMerge && (
          <Menu.Item
            component={UnstyledLink}
            to={`/people/duplicates${tab === 'clients' ? '' : `?kind=${tab}`}`}
            leftSection={<IconCopy size={16} aria-hidden />}
          >
            {t('findDuplicates')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The menu's target: the props and the ref that the menu adds go to the button. */
function MenuButton({ loading, ...target }: { loading: boolean } & ComponentPropsWithRef<'button'>) {
  const t = useTranslation('people');
  return useIsPhone() ? (
    <ActionIcon {...target} size={44} variant="default" aria-label={t('more')} loading={loading}>
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      {...target}
      variant="default"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      loading={loading}
      loaderProps={{ type: 'dots' }}
    >
      {t('more')}
    </Button>
  );
}

/** Downloads the list as a file, with the current filter. */
function useExport(tab: PeopleTab, { text, status }: ListFilter) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const input = { ...(text ? { text } : {}), ...(status ? { status: Number(status) } : {}) };
    try {
      if (isTeamType(tab)) await downloadFile(teamRoutes[tab].exportFile, input);
      else await downloadFile(contactRoutes[tab].exportFile, input);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      showFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
