import { Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { copyOfSection, type TemplateSection } from '#domain/templates/template.ts';
import { wholeCopy } from '#domain/templates/template-op-facts.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconEyeOff } from '#web/ui/layout/icons.ts';
import { AddRow } from './add-row.tsx';
import { before } from './dropped-change.ts';
import classes from './editor.module.css';
import { PartRow } from './part-row.tsx';
import { useEditorTools } from './use-template-editor.ts';

const SectionDialog = lazy(async () => ({ default: (await import('./section-dialog.tsx')).SectionDialog }));

interface Props {
  sections: readonly TemplateSection[];
  current: string | undefined;
  onChoose: (id: string) => void;
}

/** The sections of the template. */
export function SectionColumn({ sections, current, onChoose }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const [settingsOf, setSettingsOf] = useState<string | null>(null);
  const add = (name: string) => {
    const section = { id: newRecordId(), name };
    editor.change({ type: 'add_section', section, after_id: sections.at(-1)?.id ?? null });
    onChoose(section.id);
  };
  const copy = (section: TemplateSection) => {
    const made = copyOfSection(
      { ...section, name: t('editor.copyName', { name: section.name }) },
      newRecordId,
    );
    editor.change({ type: 'add_section', section: wholeCopy(made), after_id: section.id });
    onChoose(made.id);
  };
  const settings = sections.find((section) => section.id === settingsOf);
  return (
    <section className={classes.column} aria-label={t('editor.sections')}>
      <h2 className={classes.columnTitle}>{t('editor.sections')}</h2>
      <ol className={classes.parts}>
        {sections.map((section, index) => (
          <PartRow
            key={section.id}
            id={section.id}
            name={section.name}
            index={index}
            count={sections.length}
            group="sections"
            type="section"
            takes={['item']}
            isCurrent={section.id === current}
            isDim={section.hidden}
            meta={
              section.hidden ? (
                <IconEyeOff size={16} aria-label={t('editor.hidden')} />
              ) : (
                <span className={classes.count}>{section.items.length}</span>
              )
            }
            onOpen={() => onChoose(section.id)}
            onRename={(name) =>
              editor.change({ type: 'update_section', section_id: section.id, changes: { name } })
            }
            onMove={(by) =>
              editor.change({
                type: 'move_section',
                section_id: section.id,
                after_id: before(sections, section.id, index + by),
              })
            }
            menu={
              <>
                <Menu.Item onClick={() => setSettingsOf(section.id)}>{t('editor.sectionSettings')}</Menu.Item>
                <Menu.Item onClick={() => copy(section)}>{t('editor.duplicate')}</Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  onClick={() => editor.change({ type: 'remove_section', section_id: section.id })}
                >
                  {t('editor.delete')}
                </Menu.Item>
              </>
            }
          />
        ))}
      </ol>
      <AddRow label={t('editor.addSection')} onAdd={add} />
      {settings && (
        <Suspense>
          <SectionDialog section={settings} onClose={() => setSettingsOf(null)} />
        </Suspense>
      )}
    </section>
  );
}
