import { Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { copyOfItem, type TemplateItem, type TemplateSection } from '#domain/templates/template.ts';
import { wholeItemCopy } from '#domain/templates/template-op-facts.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AddRow } from './add-row.tsx';
import { before } from './dropped-change.ts';
import classes from './editor.module.css';
import { PartRow } from './part-row.tsx';
import { useEditorTools } from './use-template-editor.ts';

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

interface Props {
  section: TemplateSection;
  items: readonly TemplateItem[];
  current: string | undefined;
  onChoose: (id: string) => void;
}

/** The items of the chosen section. */
export function ItemColumn({ section, items, current, onChoose }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const [moving, setMoving] = useState<string | null>(null);
  const add = (name: string) => {
    const item = { id: newRecordId(), section_id: section.id, name };
    editor.change({ type: 'add_item', item, after_id: items.at(-1)?.id ?? null });
    onChoose(item.id);
  };
  const copy = (item: TemplateItem) => {
    const made = copyOfItem({ ...item, name: t('editor.copyName', { name: item.name }) }, newRecordId);
    editor.change({ type: 'add_item', item: wholeItemCopy(made), after_id: item.id });
    onChoose(made.id);
  };
  return (
    <section className={classes.column} aria-label={t('editor.itemsOf', { name: section.name })}>
      <h2 className={classes.columnTitle}>{section.name}</h2>
      {items.length === 0 && <p className={classes.hint}>{t('editor.noItems')}</p>}
      <ol className={classes.parts}>
        {items.map((item, index) => (
          <PartRow
            key={item.id}
            id={item.id}
            name={item.name}
            index={index}
            count={items.length}
            group={section.id}
            type="item"
            takes={['comment:1', 'comment:2', 'comment:3']}
            isCurrent={item.id === current}
            meta={<span className={classes.count}>{item.comments.length}</span>}
            onOpen={() => onChoose(item.id)}
            onRename={(name) => editor.change({ type: 'update_item', item_id: item.id, changes: { name } })}
            onMove={(by) =>
              editor.change({
                type: 'move_item',
                item_id: item.id,
                section_id: section.id,
                after_id: before(items, item.id, index + by),
              })
            }
            menu={
              <>
                <Menu.Item onClick={() => setMoving(item.id)}>{t('editor.moveTo')}</Menu.Item>
                <Menu.Item
                  onClick={() =>
                    editor.change({
                      type: 'update_item',
                      item_id: item.id,
                      changes: { show_ratings: !item.show_ratings },
                    })
                  }
                >
                  {t(item.show_ratings ? 'editor.noRatings' : 'editor.showRatings')}
                </Menu.Item>
                <Menu.Item onClick={() => copy(item)}>{t('editor.duplicate')}</Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  onClick={() => editor.change({ type: 'remove_item', item_id: item.id })}
                >
                  {t('editor.delete')}
                </Menu.Item>
              </>
            }
          />
        ))}
      </ol>
      <AddRow label={t('editor.addItem')} onAdd={add} />
      {moving && (
        <Suspense>
          <MoveDialog item={moving} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </section>
  );
}
