// biome-ignore-all lint/a11y/useSemanticElements: SVG has no semantic elements that take the focus
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: SVG has no semantic elements that take the focus
import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { markLimits, type PhotoEdit, type Point } from '#domain/reports/photos/photo-marks.ts';
import { shownSize, toOriginal, toShown } from '#domain/reports/photos/photo-shapes.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useCloseOnBack } from '#web/ui/dialog/use-close-on-back.ts';
import { drawingWidth } from '../parts/mark-shapes.tsx';
import { canvasStyle, type DrawnPhoto, drawingBox, Original } from '../parts/shown-photo.tsx';
import classes from './annotating.module.css';
import { placeOf } from './use-drawing-pointer.ts';

/** The visible part in fractions of the whole rotated photo: left, top, right, bottom. */
type Area = [left: number, top: number, right: number, bottom: number];

const corners = [
  [0, 1],
  [2, 1],
  [2, 3],
  [0, 3],
] as const;

/** Chooses the visible part of a photo; what is outside stays in the original. */
export function CropStage(props: {
  photo: DrawnPhoto;
  src: string;
  onApply: (edit: PhotoEdit) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { photo, src } = props;
  useCloseOnBack(props.onClose);
  const uncropped: PhotoEdit = { rotation: photo.edit?.rotation ?? 0, crop: null };
  const [area, setArea] = useState<Area>(() => areaOf(photo.edit ?? null));
  const all = { ...photo, edit: uncropped };
  const { width, height } = shownSize(photo, uncropped);
  const handlers = useCropPointer(area, setArea);
  const unit = [drawingWidth, (drawingWidth * height) / width] as const;
  const [left, top, right, bottom] = area.map((part, i) => part * (unit[i % 2] ?? 1)) as Area;
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('annotate.crop')}
      width={1000}
      flush
      footer={
        <Group className={classes.footer}>
          <span className={classes.grow} />
          <Button variant="default" onClick={props.onClose}>
            {t('annotate.cancel')}
          </Button>
          <Button onClick={() => props.onApply(editOf(area, uncropped))}>{t('annotate.applyCrop')}</Button>
        </Group>
      }
    >
      <div className={classes.stage}>
        <svg
          viewBox={drawingBox(all)}
          className={classes.canvas}
          style={canvasStyle(width / height)}
          data-tool="move"
          role="group"
          aria-label={t('annotate.crop')}
          {...handlers}
        >
          <Original photo={all} src={src} />
          <path
            className={classes.outside}
            d={`M0 0H${unit[0]}V${unit[1]}H0ZM${left} ${top}V${bottom}H${right}V${top}Z`}
          />
          <rect
            data-area
            data-autofocus
            className={classes.area}
            x={left}
            y={top}
            width={right - left}
            height={bottom - top}
            tabIndex={0}
            role="group"
            aria-label={t('annotate.cropArea')}
            onKeyDown={(event) => {
              const next = pressed(event, area);
              if (!next) return;
              event.preventDefault();
              setArea(next);
            }}
          />
          {corners.map(([x, y], i) => {
            const center = { cx: [left, top, right, bottom][x], cy: [left, top, right, bottom][y] };
            return (
              <g key={i} data-corner={i} className={classes.handle}>
                <circle {...center} className={classes.handleTouch} />
                <circle {...center} className={classes.handleDot} />
              </g>
            );
          })}
        </svg>
      </div>
      <div className={classes.panel}>
        <p className={classes.hint}>{t('annotate.hint.crop')}</p>
      </div>
    </Dialog>
  );
}

function useCropPointer(area: Area, onChange: (area: Area) => void) {
  const drag = useRef<{ pointer: number; from: Point; area: Area; corner: number | null } | null>(null);
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      const target = event.target as Element;
      const corner = target.closest('[data-corner]')?.getAttribute('data-corner');
      if (drag.current || (!corner && !target.closest('[data-area]'))) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = {
        pointer: event.pointerId,
        from: placeOf(event),
        area,
        corner: corner ? Number(corner) : null,
      };
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const now = drag.current;
      if (now?.pointer !== event.pointerId) return;
      const [x, y] = placeOf(event);
      const by: Point = [x - now.from[0], y - now.from[1]];
      onChange(now.corner === null ? moved(now.area, by) : resized(now.area, now.corner, by));
    },
    onPointerUp: () => {
      drag.current = null;
    },
    onPointerCancel: () => {
      drag.current = null;
    },
  };
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

function moved([left, top, right, bottom]: Area, [dx, dy]: Point): Area {
  const [x, y] = [within(dx, -left, 1 - right), within(dy, -top, 1 - bottom)];
  return [left + x, top + y, right + x, bottom + y];
}

function resized(area: Area, corner: number, [dx, dy]: Point): Area {
  const [x, y] = corners[corner] ?? corners[2];
  const next: Area = [...area];
  const least = markLimits.crop;
  next[x] = x === 0 ? within(area[0] + dx, 0, area[2] - least) : within(area[2] + dx, area[0] + least, 1);
  next[y] = y === 1 ? within(area[1] + dy, 0, area[3] - least) : within(area[3] + dy, area[1] + least, 1);
  return next;
}

/** One press of an arrow key moves by two percent, with Shift the lower right corner. */
function pressed({ key, shiftKey }: KeyboardEvent, area: Area): Area | null {
  const step = 0.02;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key];
  if (!by) return null;
  return shiftKey ? resized(area, 2, by as Point) : moved(area, by as Point);
}

/** The stored crop, or most of the photo: then the corners are seen. */
function areaOf(edit: PhotoEdit | null): Area {
  if (!edit?.crop) return [0.08, 0.08, 0.92, 0.92];
  const { x, y, width, height } = edit.crop;
  const turned = { rotation: edit.rotation, crop: null };
  return boxOf(toShown([x, y], turned), toShown([x + width, y + height], turned));
}

function editOf([left, top, right, bottom]: Area, uncropped: PhotoEdit): PhotoEdit {
  const [x, y, x2, y2] = boxOf(toOriginal([left, top], uncropped), toOriginal([right, bottom], uncropped));
  return { ...uncropped, crop: { x, y, width: x2 - x, height: y2 - y } };
}

function boxOf(a: Point, b: Point): Area {
  const part = (value: number) => within(value, 0, 1);
  return [
    part(Math.min(a[0], b[0])),
    part(Math.min(a[1], b[1])),
    part(Math.max(a[0], b[0])),
    part(Math.max(a[1], b[1])),
  ];
}
