import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { asInstant } from '#domain/base/time.ts';
import { isTimeDoubtful } from '#domain/reports/photos/photo-time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl } from '#web/pictures.ts';
import { IconCheck, IconPhoto } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { dragPhotos } from './drop-target.ts';
import type { PhotoSelection } from './photo-selection.ts';
import classes from './photos.module.css';
import type { UnsortedRow } from './unsorted-rows.ts';

const longPressMs = 450;

/** An unsorted photo, which can be chosen and dragged. Shift or a long press chooses all up to it. */
export function UnsortedTile({ row, selection }: { row: UnsortedRow; selection: PhotoSelection }) {
  const { isSelected, toggle, selected } = selection;
  const press = useLongPress(() => toggle(row.id, true));
  const isChosen = isSelected(row.id);
  const { time, mark, label } = useTimeOf(row);
  return (
    <li className={classes.tileBox}>
      <button
        type="button"
        className={classes.tile}
        aria-pressed={isChosen}
        aria-label={label}
        {...dragPhotos(() => (isChosen ? selected : [row.id]))}
        {...press.handlers}
        onClick={(event) => {
          if (!press.wasLong()) toggle(row.id, event.shiftKey);
        }}
      >
        <TilePicture row={row} />
        <span className={classes.tick} aria-hidden>
          {isChosen && <IconCheck size={16} stroke={3} />}
        </span>
      </button>
      <span className={classes.tileTime} aria-hidden>
        {time}
      </span>
      {mark && <span className={classes.tileMark}>{mark}</span>}
      {row.waiting && <TileState row={row} />}
    </li>
  );
}

function TilePicture({ row: { media, waiting } }: { row: UnsortedRow }) {
  const { pictureUrl } = useEditorTools();
  const preview = useObjectUrl(waiting?.facts?.thumb ?? null);
  const url = media ? pictureUrl(media.public_id ?? '', 'thumb') : preview;
  if (!url) return <IconPhoto size={30} className={classes.noPicture} aria-hidden />;
  return <img src={url} alt="" loading="lazy" decoding="async" draggable={false} />;
}

function TileState({ row: { waiting } }: { row: UnsortedRow }) {
  const t = useTranslation('reports');
  if (!waiting) return null;
  const { state, reason, name, progress } = waiting;
  const percent = Math.round(progress * 100);
  if (reason)
    return (
      <span className={classes.tileProblem} role="alert">
        {name}: {reason}
      </span>
    );
  return (
    <span className={classes.tileTime}>
      {t(state === 'uploading' ? 'edit.uploading' : 'edit.onDevice', { percent })}
    </span>
  );
}

/** When the photo was taken, and what is wrong with it. */
function useTimeOf({ taken_at, time_source }: UnsortedRow) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone, inspectedAt } = useEditorTools();
  const isDoubtful = isTimeDoubtful({ taken_at }, asInstant(inspectedAt));
  const isUnknown = time_source === null || time_source === 'file';
  const clock = taken_at ? format.time(taken_at, timezone) : '';
  const day = taken_at ? format.date(taken_at, timezone) : '';
  // The order is by date and time: with the time alone, photos of two days would look unsorted.
  const time = day === format.date(inspectedAt, timezone) ? clock : [day, clock].filter(Boolean).join(' ');
  const mark = isUnknown ? t('photos.timeUnknown') : isDoubtful ? t('photos.timeDoubtful') : '';
  const taken = time ? t('photos.photo', { time }) : t('photos.photoUnknown');
  return { time, mark, label: mark ? `${taken}, ${mark}` : taken };
}

/** A long press of a finger, which takes the place of the click after it. */
function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  return {
    wasLong: () => isLong.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isLong.current = false;
        if (event.pointerType === 'mouse') return;
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLong();
        }, longPressMs);
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onPointerLeave: cancel,
      onContextMenu: (event: MouseEvent) => {
        // The menu of a long press would cover what was chosen.
        if (isLong.current) event.preventDefault();
      },
    },
  };
}
