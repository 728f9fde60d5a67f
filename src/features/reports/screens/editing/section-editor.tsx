import { ActionIcon, Button, Menu } from '@mantine/core';
import { memo, Suspense, useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import { type CopyExtent, stemOf } from '#domain/reports/operations/copy-ops.ts';
import type { ReportSection } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconCopyPlus, IconDots, IconEye, IconEyeOff, IconPencil, IconPlus } from '#web/ui/layout/icons.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { NameField } from '../writing/name-field.tsx';
import { useItemKeys } from '../writing/use-writing-keys.ts';
import classes from './editor.module.css';
import { ItemEditor } from './item-editor.tsx';
import { TextPromptDialog } from './text-prompt-dialog.tsx';

const CopyDialog = lazy(async () => ({ default: (await import('../writing/copy-dialog.tsx')).CopyDialog }));

/** One section with its items. Saving alone does not render it again. */
export const SectionEditor = memo(function SectionEditor(props: {
  section: ReportSection;
  numbers: ReadonlyMap<string, string>;
  onCopied: (sectionId: string) => void;
}) {
  const { section, numbers } = props;
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  const [copying, setCopying] = useState<CopyExtent | null>(null);
  const keys = useItemKeys(section);
  const items = sortByPosition(section.items);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every action also has a button
    <div onKeyDown={keys}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>
          <span className={classes.number}>{numbers.get(section.id)}</span>{' '}
          <NameField
            name={section.name}
            label={t('edit.sectionName')}
            onName={(name) =>
              editor.change({ type: 'update_section', section_id: section.id, changes: { name } })
            }
          />
        </h2>
        {section.hidden && <span className={classes.hiddenNote}>{t('edit.hidden')}</span>}
        <span className={classes.keyHint}>{t('edit.keys')}</span>
        {canEdit && <SectionMenu section={section} onCopy={() => setCopying('answers')} />}
      </div>
      <fieldset className={classes.items} disabled={!canEdit}>
        {items.map((item) => (
          <ItemEditor key={item.id} item={item} number={numbers.get(item.id) ?? ''} />
        ))}
      </fieldset>
      {canEdit && section.is_repeatable && (
        <Button
          variant="default"
          className={classes.another}
          leftSection={<IconCopyPlus size={16} />}
          onClick={() => setCopying('structure')}
        >
          {t('edit.addAnother', { name: stemOf(section.name) })}
        </Button>
      )}
      {copying && (
        <Suspense>
          <CopyDialog
            original={section}
            siblings={editor.state()?.content.sections ?? []}
            extent={copying}
            onCopied={props.onCopied}
            onClose={() => setCopying(null)}
          />
        </Suspense>
      )}
    </div>
  );
});

type Prompt = 'rename' | 'item';

function SectionMenu({ section, onCopy }: { section: ReportSection; onCopy: () => void }) {
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
          <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={onCopy}>
            {t('edit.copySection')}
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
