import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import type { ReportSection } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { useShortcuts } from '#web/shortcuts.ts';
import { IconDots, IconEye, IconEyeOff, IconPencil, IconPlus } from '#web/ui/layout/icons.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';
import { ItemEditor } from './item-editor.tsx';
import { TextPromptDialog } from './text-prompt-dialog.tsx';
import { useItemKeys } from './use-item-keys.ts';

/** One section with its items. */
export function SectionEditor(props: { section: ReportSection; numbers: ReadonlyMap<string, string> }) {
  const { section, numbers } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const keys = useItemKeys(section);
  const items = sortByPosition(section.items);
  const group = t('edit.shortcuts.group');
  useShortcuts([
    { group, keys: ['1–9'], label: t('edit.shortcuts.rate') },
    { group, keys: ['0'], label: t('edit.shortcuts.clear') },
    { group, keys: ['J'], label: t('edit.shortcuts.next') },
    { group, keys: ['K'], label: t('edit.shortcuts.previous') },
  ]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every action also has a button
    <div onKeyDown={keys}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>
          <span className={classes.number}>{numbers.get(section.id)}</span> {section.name}
        </h2>
        {section.hidden && <span className={classes.hiddenNote}>{t('edit.hidden')}</span>}
        <span className={classes.keyHint}>{t('edit.keys')}</span>
        {canEdit && <SectionMenu section={section} />}
      </div>
      <fieldset className={classes.items} disabled={!canEdit}>
        {items.map((item) => (
          <ItemEditor key={item.id} item={item} number={numbers.get(item.id) ?? ''} />
        ))}
      </fieldset>
    </div>
  );
}

type Prompt = 'rename' | 'item';

function SectionMenu({ section }: { section: ReportSection }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const toggleHidden = () =>
    editor.change({
      type: 'update_section',
      section_id: section.id,
      changes: { hidden: !section.hidden },
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('edit.more', { name: section.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setPrompt('item')}>
            {t('edit.addItem')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setPrompt('rename')}>
            {t('edit.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={section.hidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            onClick={toggleHidden}
          >
            {t(section.hidden ? 'edit.show' : 'edit.hide')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {prompt && <SectionPrompt section={section} prompt={prompt} onClose={() => setPrompt(null)} />}
    </>
  );
}

/** Asks for a new name of the section, or for the name of a new item at its end. */
function SectionPrompt(props: { section: ReportSection; prompt: Prompt; onClose: () => void }) {
  const { section, prompt, onClose } = props;
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  function save(name: string) {
    if (prompt === 'rename')
      editor.change({ type: 'update_section', section_id: section.id, changes: { name } });
    else
      editor.change({
        type: 'add_item',
        item: { id: newRecordId(), section_id: section.id, name },
        after_id: sortByPosition(section.items).at(-1)?.id ?? null,
      });
    onClose();
  }
  return (
    <TextPromptDialog
      title={t(prompt === 'rename' ? 'edit.rename' : 'edit.addItem')}
      label={t('edit.name')}
      initial={prompt === 'rename' ? section.name : ''}
      onName={save}
      onClose={onClose}
    />
  );
}
