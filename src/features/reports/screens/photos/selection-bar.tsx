import { Button } from '@mantine/core';
import { asInstant } from '#domain/base/time.ts';
import { isTimeDoubtful } from '#domain/reports/photos/photo-time.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconClock, IconFolderSymlink, IconTrash, IconX } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import type { PhotoSelection } from './photo-selection.ts';
import classes from './photos.module.css';
import type { UnsortedRow } from './unsorted-rows.ts';

interface Props {
  rows: readonly UnsortedRow[];
  selection: PhotoSelection;
  onMove: () => void;
  onTimes: () => void;
}

/** How to choose photos, and what to do with those that are chosen. Stays visible while scrolling. */
export function SelectionBar(props: Props) {
  const { rows, selection } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const hint = useIsPhone() ? 'photos.targetHintShort' : 'photos.targetHint';
  const count = selection.selected.length;
  if (!canEdit) return null;
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status" data-hint={count === 0 || undefined}>
        {count > 0 ? t('photos.selected', { count }) : t(hint)}
      </span>
      {count === 0 ? <SelectButtons rows={rows} selection={selection} /> : <ActionButtons {...props} />}
    </div>
  );
}

function SelectButtons({ rows, selection }: Pick<Props, 'rows' | 'selection'>) {
  const t = useTranslation('reports');
  const { inspectedAt } = useEditorTools();
  const isPhone = useIsPhone();
  const doubtful = rows.filter((row) => isTimeDoubtful(row, asInstant(inspectedAt)));
  const ids = (some: readonly UnsortedRow[]) => some.map((row) => row.id);
  return (
    <>
      {doubtful.length > 0 && (
        <Button
          variant="subtle"
          className={classes.select}
          aria-label={t('photos.selectDoubtful')}
          onClick={() => selection.select(ids(doubtful))}
        >
          {t(isPhone ? 'photos.doubtful' : 'photos.selectDoubtful')}
        </Button>
      )}
      <Button variant="subtle" className={classes.select} onClick={() => selection.select(ids(rows))}>
        {t('photos.selectAll')}
      </Button>
    </>
  );
}

function ActionButtons({ rows, selection, onMove, onTimes }: Props) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const chosen = rows.filter((row) => selection.isSelected(row.id));
  const count = chosen.length;
  async function remove() {
    const isSure = await confirm({
      title: t('photos.deleteTitle', { count }),
      yes: t('photos.delete', { count }),
      destroys: true,
    });
    if (!isSure) return;
    for (const { id, media } of chosen) {
      if (media) editor.change({ type: 'remove_media', media_id: id });
      else editor.dropPhoto(id);
    }
    selection.clear();
  }
  return (
    <>
      <Button variant="default" leftSection={<IconFolderSymlink size={16} aria-hidden />} onClick={onMove}>
        {t('photos.moveTo')}
      </Button>
      {chosen.some((row) => row.media) && (
        <Button variant="default" leftSection={<IconClock size={16} aria-hidden />} onClick={onTimes}>
          {t('photos.correctTime')}
        </Button>
      )}
      <Button
        variant="default"
        color="red"
        aria-label={t('photos.delete', { count })}
        onClick={() => void remove()}
      >
        <IconTrash size={16} aria-hidden />
      </Button>
      <Button variant="subtle" color="gray" aria-label={t('photos.clear')} onClick={selection.clear}>
        <IconX size={16} aria-hidden />
      </Button>
    </>
  );
}
