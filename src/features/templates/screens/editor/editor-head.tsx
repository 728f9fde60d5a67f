import { ActionIcon, Button, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { SaveStatus } from '#web/editing/save-status.tsx';
import { UndoButtons } from '#web/editing/undo-buttons.tsx';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AppLink, LinkButton } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { AutosaveTextField } from '#web/ui/inputs/autosave-fields.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconDots, IconSettings } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { useTemplateActions } from '../use-template-actions.ts';
import type { TemplateEditorState } from '../work/template-editor-types.ts';
import classes from './editor.module.css';
import { useEditorTools } from './use-template-editor.ts';

const SettingsDialog = lazy(async () => ({
  default: (await import('./settings-dialog.tsx')).SettingsDialog,
}));

interface Props {
  state: TemplateEditorState;
  search: string;
  onSearch: (text: string) => void;
}

/** The name of the template, whether everything is saved, undo, the search and what can be done with it. */
export function EditorHead({ state, search, onSearch }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const [isOpen, setOpen] = useState(false);
  const { template, content } = state;
  const isPhone = useIsPhone();
  const openSettings = () => setOpen(true);
  return (
    <header className={classes.head}>
      <AppLink to="/templates" c="dimmed" fz="sm">
        {t('title')}
      </AppLink>
      <div className={classes.headLine}>
        <h1 className={classes.unseen}>{content.name}</h1>
        <div className={classes.headName}>
          <AutosaveTextField
            label={t('editor.templateName')}
            hideLabel
            value={content.name}
            maxLength={200}
            read={(text) =>
              text.trim() === '' ? { problem: t('editor.nameMissing') } : { value: text.trim() }
            }
            onCommit={(name) => editor.change({ type: 'update_template', changes: { name } })}
          />
        </div>
        {!isPhone && (
          <LinkButton variant="default" to={`/templates/preview/${template.id}`}>
            {t('editor.preview')}
          </LinkButton>
        )}
        {!isPhone && (
          <Button leftSection={<IconSettings size={16} />} variant="default" onClick={openSettings}>
            {t('editor.settings')}
          </Button>
        )}
        <TemplateMenu state={state} onSettings={isPhone ? openSettings : undefined} />
      </div>
      <div className={classes.headLine}>
        <div className={classes.headSearch}>
          <SearchBox
            value={search}
            onSearch={onSearch}
            label={t('editor.search')}
            placeholder={t('editor.search')}
          />
        </div>
        <StatusPill tone={template.status === 1 ? 'ok' : 'mute'}>
          {t(template.status === 1 ? 'active' : 'inactive')}
        </StatusPill>
        <SaveStatus saving={state.saving}>
          {state.saving === 'device'
            ? t('editor.onDevice', { count: state.waiting })
            : t(`editor.${state.saving}`)}
        </SaveStatus>
        <UndoButtons editor={editor} state={state} undo={t('editor.undo')} redo={t('editor.redo')} />
      </div>
      {isOpen && (
        <Suspense>
          <SettingsDialog content={content} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

function TemplateMenu({
  state,
  onSettings,
}: {
  state: TemplateEditorState;
  onSettings?: (() => void) | undefined;
}) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const { template, content } = state;
  const actions = useTemplateActions();
  const go = useNavigateTo();
  const row = { id: template.id, name: content.name, status: template.status };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={onSettings ? 44 : 36}
          aria-label={t('editor.actions', { name: content.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onSettings && <Menu.Item onClick={onSettings}>{t('editor.settings')}</Menu.Item>}
        {onSettings && (
          <Menu.Item onClick={() => go(`/templates/preview/${row.id}`)}>{t('editor.preview')}</Menu.Item>
        )}
        <Menu.Item onClick={() => void editor.flush().then(() => actions.duplicate(row))}>
          {t('editor.duplicate')}
        </Menu.Item>
        <Menu.Item onClick={() => void actions.switchStatus(row).then(() => editor.refresh())}>
          {t(template.status === 1 ? 'deactivate' : 'activate')}
        </Menu.Item>
        {(['json', 'csv'] as const).map((type) => (
          <Menu.Item
            key={type}
            onClick={() => void editor.flush().then(() => actions.exportAs(row.id, type))}
          >
            {t(type === 'json' ? 'exchange.exportJson' : 'exchange.exportCsv')}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => void actions.remove(row)}>
          {t('editor.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
