// biome-ignore-all lint/a11y/useSemanticElements: SVG has no semantic elements that take the focus
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: SVG has no semantic elements that take the focus
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { PhotoMark, Point } from '#domain/reports/photos/photo-marks.ts';
import { markShapes, shownSize } from '#domain/reports/photos/photo-shapes.ts';
import { useTranslation } from '#web/i18n.ts';
import { drawingWidth, MarkShapes } from '../parts/mark-shapes.tsx';
import { canvasStyle, type DrawnPhoto, drawingBox, Original } from '../parts/shown-photo.tsx';
import classes from './annotating.module.css';
import { hasHandles, middlePoints, movedMark, reshapedMark, shownPoint } from './mark-moves.ts';
import type { Annotating } from './use-annotating.ts';
import { useDrawingPointer } from './use-drawing-pointer.ts';

/** One press of an arrow key, as a part of the picture. */
const step = 0.01;
const directions: Record<string, Point> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The photo to draw on. Each mark can be focused, moved with the arrow keys and removed with Delete. */
export function DrawingCanvas({
  photo,
  src,
  annotating,
}: {
  photo: DrawnPhoto;
  src: string;
  annotating: Annotating;
}) {
  const t = useTranslation('reports');
  const edit = photo.edit ?? null;
  const { annotations } = photo;
  const { shown, selected, tool } = annotating;
  const pointer = useDrawingPointer(annotating, annotations, edit);
  const svg = useRef<SVGSVGElement>(null);
  // What was just drawn can be moved with the arrow keys at once.
  useEffect(() => {
    const drawn =
      selected === null ? null : svg.current?.querySelector<SVGElement>(`[data-mark="${selected}"]`);
    if (drawn && svg.current?.contains(document.activeElement)) drawn.focus();
  }, [selected]);
  function onKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    if (event.target !== event.currentTarget || event.key !== 'Enter' || tool === 'move') return;
    event.preventDefault();
    annotating.draw(tool, middlePoints(tool, edit));
  }
  const { width, height } = shownSize(photo, edit);
  return (
    <svg
      ref={svg}
      viewBox={drawingBox(photo)}
      className={classes.canvas}
      style={canvasStyle(width / height)}
      data-tool={tool}
      role="group"
      aria-label={t('annotate.photo')}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <Original photo={photo} src={src} />
      {shown.map((mark, i) => (
        <Mark
          key={i}
          mark={mark}
          index={i}
          photo={photo}
          annotating={annotating}
          label={t(`annotate.mark.${mark.kind}`, { n: i + 1, total: shown.length, text: mark.text ?? '' })}
          onRemoved={() => svg.current?.focus()}
        />
      ))}
      {selected !== null && annotating.current && hasHandles(annotating.current) && (
        <Handles mark={shown[selected] ?? annotating.current} photo={photo} />
      )}
    </svg>
  );
}

function Mark(props: {
  mark: PhotoMark;
  index: number;
  photo: DrawnPhoto;
  annotating: Annotating;
  label: string;
  onRemoved: () => void;
}) {
  const { mark, index, photo, annotating } = props;
  const edit = photo.edit ?? null;
  const shapes = markShapes([mark], photo, edit);
  function onKeyDown(event: KeyboardEvent<SVGGElement>) {
    const by = directions[event.key];
    if (by && event.shiftKey && hasHandles(mark)) {
      const [x, y] = shownPoint(mark, -1, edit);
      annotating.replace(index, reshapedMark(mark, -1, [x + by[0], y + by[1]], edit));
    } else if (by) annotating.replace(index, movedMark(mark, by, edit));
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      annotating.remove(index);
      props.onRemoved();
    } else if (event.key === 'Enter' && mark.kind === 'text') annotating.editText(index);
    else return;
    event.preventDefault();
  }
  return (
    <g
      data-mark={index}
      data-selected={annotating.selected === index || undefined}
      className={classes.mark}
      role="button"
      tabIndex={0}
      aria-label={props.label}
      aria-pressed={annotating.selected === index}
      onFocus={() => annotating.selected !== index && annotating.select(index)}
      onKeyDown={onKeyDown}
    >
      <g className={classes.touch}>
        <MarkShapes shapes={shapes} />
      </g>
      <MarkShapes shapes={shapes} />
    </g>
  );
}

/** The corners of a selected mark. */
function Handles({ mark, photo }: { mark: PhotoMark; photo: DrawnPhoto }) {
  const { width, height } = shownSize(photo, photo.edit);
  return mark.points.map((_, i) => {
    const [u, v] = shownPoint(mark, i, photo.edit ?? null);
    const center = { cx: u * drawingWidth, cy: (v * drawingWidth * height) / width };
    return (
      <g key={i} data-handle={i} className={classes.handle}>
        <circle {...center} className={classes.handleTouch} />
        <circle {...center} className={classes.handleDot} />
      </g>
    );
  });
}
