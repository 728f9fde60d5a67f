import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import classes from './signature-canvas.module.css';

export type { PointGroup };

export interface SignatureCanvasHandle {
  /** Returns the drawn strokes, in points of the canvas. */
  strokes: () => PointGroup[];
  /** Draws these strokes instead; an empty list clears it. */
  redraw: (strokes: PointGroup[]) => void;
}

interface Props {
  ref: Ref<SignatureCanvasHandle>;
  /** The label, visible while the canvas is empty, and always available to screen readers. */
  label: string;
  /** Color of the pen. */
  ink?: string;
  /** Called after every stroke and redraw, with the current size of the canvas. */
  onDraw: (strokes: PointGroup[], size: { width: number; height: number }) => void;
}

/** A canvas for drawing with finger, pen or mouse. The drawing scales with the canvas when a phone is rotated. */
export function SignatureCanvas({ ref, label, ink = '#1c1917', onDraw }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [isEmpty, setEmpty] = useState(true);
  const tell = useRef(() => {});
  useEffect(() => {
    tell.current = () => {
      const strokes = pad.current?.toData() ?? [];
      setEmpty(strokes.length === 0);
      const { offsetWidth = 0, offsetHeight = 0 } = canvas.current ?? {};
      onDraw(strokes, { width: Math.max(1, offsetWidth), height: Math.max(1, offsetHeight) });
    };
  });
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const made = new SignaturePad(place, { penColor: ink, minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    made.addEventListener('endStroke', () => tell.current());
    const observer = new ResizeObserver(fitter(place, made));
    observer.observe(place);
    return () => {
      observer.disconnect();
      made.off();
    };
  }, [ink]);
  useImperativeHandle(ref, () => ({
    strokes: () => pad.current?.toData() ?? [],
    redraw: (strokes) => {
      pad.current?.fromData(strokes);
      tell.current();
    },
  }));
  return (
    <div className={classes.pad}>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} />
      {isEmpty && (
        <span className={classes.line} aria-hidden>
          {label}
        </span>
      )}
    </div>
  );
}

/**
 * Gives a canvas as many pixels as the screen shows, or lines would be blurred, now and with each call of the returned
 * function. Resizing clears a canvas, so the strokes are drawn again, scaled.
 */
function fitter(place: HTMLCanvasElement, pad: SignaturePad): () => void {
  let width = place.offsetWidth;
  const fit = () => {
    const scale = place.offsetWidth / Math.max(1, width);
    const drawn = pad.toData().map((group) => ({
      ...group,
      points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
    }));
    width = place.offsetWidth;
    const ratio = Math.max(1, window.devicePixelRatio);
    place.width = place.offsetWidth * ratio;
    place.height = place.offsetHeight * ratio;
    place.getContext('2d')?.scale(ratio, ratio);
    pad.fromData(drawn);
  };
  fit();
  return fit;
}
