import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ReportItem } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconCopyPlus, IconDots, IconHistory, IconPencil } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { focusItem } from '../writing/use-writing-keys.ts';
import { TextPromptDialog } from './text-prompt-dialog.tsx';

const HistoryDialog = lazy(async () => ({
  default: (await import('../history/history-dialog.tsx')).HistoryDialog,
}));
const CopyDialog = lazy(async () => ({ default: (await import('../writing/copy-dialog.tsx')).CopyDialog }));

/** What can be done with an item of the report as a whole. */
export function ItemMenu({ item }: { item: ReportItem }) {
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  const [dialog, setDialog] = useState<'rename' | 'copy' | 'history' | null>(null);
  const close = () => setDialog(null);
  if (!canEdit) return null;
  const siblings = () =>
    editor.state()?.content.sections.find((section) => section.id === item.section_id)?.items ?? [];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('edit.more', { name: item.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('rename')}>
            {t('edit.renameItem')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={() => setDialog('copy')}>
            {t('edit.copyItem')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setDialog('history')}>
            {t('history.menu')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && (
        <TextPromptDialog
          title={t('edit.renameItem')}
          label={t('edit.name')}
          initial={item.name}
          onName={(name) => {
            editor.change({ type: 'update_item', item_id: item.id, changes: { name } });
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'history' && (
        <Suspense>
          <HistoryDialog part={{ what: 'item', ...item }} onClose={close} />
        </Suspense>
      )}
      {dialog === 'copy' && (
        <Suspense>
          <CopyDialog
            original={item}
            siblings={siblings()}
            extent="answers"
            onCopied={(id) => setTimeout(() => focusItem(id), 350)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
