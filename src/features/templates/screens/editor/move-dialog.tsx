import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useEditorTools } from './use-template-editor.ts';

type Props = ({ item: string } | { comments: readonly string[] }) & { onClose: () => void };

/** Moves an item into another section, or comments into another item: at its end. */
export function MoveDialog({ onClose, ...what }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const [to, setTo] = useState<string | null>(null);
  const sections = sortByPosition(editor.state()?.content.sections ?? []);
  const isItem = 'item' in what;
  const move = () => {
    if (!to) return;
    const section = sections.find((each) => each.id === to);
    const item = sections.flatMap((each) => each.items).find((each) => each.id === to);
    if (isItem)
      editor.change({
        type: 'move_item',
        item_id: what.item,
        section_id: to,
        after_id: sortByPosition(section?.items ?? []).at(-1)?.id ?? null,
      });
    else {
      const ends = [sortByPosition(item?.comments ?? []).at(-1)?.id ?? null, ...what.comments];
      editor.change(
        ...what.comments.map((comment_id, i) => ({
          type: 'move_comment' as const,
          comment_id,
          item_id: to,
          after_id: ends[i] ?? null,
        })),
      );
    }
    onClose();
  };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('editor.moveTo')}
      footer={
        <Group justify="flex-end">
          <CancelButton />
          <Button onClick={move} disabled={!to}>
            {t('editor.move')}
          </Button>
        </Group>
      }
    >
      <Select
        label={t(isItem ? 'editor.toSection' : 'editor.toItem')}
        searchable
        data-autofocus
        value={to}
        onChange={setTo}
        nothingFoundMessage={t('editor.nothingFound')}
        data={
          isItem
            ? sections.map(({ id, name }) => ({ value: id, label: name }))
            : sections
                .filter((section) => section.items.length > 0)
                .map((section, i) => ({
                  group: `${i + 1}. ${section.name}`,
                  items: sortByPosition(section.items).map(({ id, name }) => ({ value: id, label: name })),
                }))
        }
      />
    </GuardedDialog>
  );
}
