import { StyleInjector } from '@dnd-kit/dom';
import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useEffect } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import type { TemplateContent, TemplateItem, TemplateSection } from '#domain/templates/template.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { styleNonce } from '#web/theme/theme.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { CommentColumn } from './comment-column.tsx';
import { droppedChange } from './dropped-change.ts';
import classes from './editor.module.css';
import { ItemColumn } from './item-column.tsx';
import { PhoneTrail } from './phone-trail.tsx';
import { SectionColumn } from './section-column.tsx';
import { useEditorTools } from './use-template-editor.ts';

export const noPlace = { section: '', item: '', comment: '' };

/** Where the user is in a template, kept in the address. */
function usePlace(content: TemplateContent) {
  const [place, go] = useUrlState(noPlace);
  const sections = sortByPosition(content.sections);
  const isPhone = useIsPhone();
  const byId = <T extends { id: string }>(list: readonly T[], id: string): T | undefined =>
    list.find((part) => part.id === id) ?? (isPhone ? undefined : list[0]);
  const section: TemplateSection | undefined = byId(sections, place.section);
  const items = sortByPosition(section?.items ?? []);
  const item: TemplateItem | undefined = byId(items, place.item);
  return { sections, section, items, item, comment: place.comment, go };
}

/** The three columns; on a phone one at a time. Parts are dragged within a column and onto a part of the one before. */
export function EditorColumns({ content }: { content: TemplateContent }) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const isPhone = useIsPhone();
  const { sections, section, items, item, comment, go } = usePlace(content);
  useFocusOnOpen(comment);
  const drop = ({ operation, canceled }: DragEndEvent) => {
    const { source, target } = operation;
    if (canceled || !source || !target || !isSortable(source)) return;
    const change = droppedChange(content, {
      id: String(source.id),
      onto: String(target.id),
      index: source.index,
      isMoved: source.index !== source.initialIndex,
    });
    if (change) editor.change(change);
  };
  const columns = [
    <SectionColumn
      key="sections"
      sections={sections}
      current={section?.id}
      onChoose={(id) => go({ ...noPlace, section: id })}
    />,
    section && (
      <ItemColumn
        key="items"
        section={section}
        items={items}
        current={item?.id}
        onChoose={(id) => go({ ...noPlace, section: section.id, item: id })}
      />
    ),
    section && item && (
      <CommentColumn
        key={item.id}
        item={item}
        open={comment}
        onOpen={(id) => go({ section: section.id, item: item.id, comment: id })}
      />
    ),
  ];
  return (
    <DragDropProvider
      plugins={(defaults) => [...defaults, StyleInjector.configure({ nonce: styleNonce() })]}
      onDragEnd={drop}
    >
      {isPhone && section && (
        <PhoneTrail
          back={item ? section.name : t('editor.sections')}
          title={item?.name ?? section.name}
          onBack={() => go(item ? { ...noPlace, section: section.id } : noPlace)}
        />
      )}
      <div className={classes.columns}>{isPhone ? columns.findLast(Boolean) : columns}</div>
    </DragDropProvider>
  );
}

/** Brings a comment opened by a link or from the search into view. */
function useFocusOnOpen(id: string) {
  useEffect(() => {
    if (id) document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
