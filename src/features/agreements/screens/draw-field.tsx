import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import type { Strokes } from '#domain/agreements.ts';
import { useText } from '#web/i18n.ts';
import classes from './agreement.module.css';

/** A place to sign with finger, pen or mouse. Told as fractions of the box, so that the paper can draw it again at any size. */
export function DrawField({
  onDraw,
  error,
}: {
  onDraw: (strokes: Strokes) => void;
  error?: string | undefined;
}) {
  const t = useText('agreements');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [count, setCount] = useState(0);
  const told = useRef(onDraw);
  useEffect(() => {
    told.current = onDraw;
  });
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const made = new SignaturePad(place, { penColor: '#14213d', minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    let width = place.offsetWidth;
    const tell = () => {
      const groups = made.toData();
      setCount(groups.length);
      const [w, h] = [Math.max(1, place.offsetWidth), Math.max(1, place.offsetHeight)];
      told.current(groups.map(({ points }) => points.map(({ x, y }) => [x / w, y / h] as const)));
    };
    made.addEventListener('endStroke', tell);
    // A canvas has pixels of its own; what was drawn grows and shrinks with it when a phone is turned.
    const fit = () => {
      const scale = place.offsetWidth / Math.max(1, width);
      const drawn = made.toData().map((group) => ({
        ...group,
        points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
      }));
      width = place.offsetWidth;
      const ratio = Math.max(1, window.devicePixelRatio);
      place.width = place.offsetWidth * ratio;
      place.height = place.offsetHeight * ratio;
      place.getContext('2d')?.scale(ratio, ratio);
      made.fromData(drawn);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    return () => {
      observer.disconnect();
      made.off();
    };
  }, []);
  function clear() {
    pad.current?.clear();
    setCount(0);
    told.current([]);
  }
  return (
    <div className={classes.draw}>
      <div className={classes.pad}>
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={t('drawHere')} />
        {count === 0 && (
          <span className={classes.drawHere} aria-hidden>
            {t('drawHere')}
          </span>
        )}
      </div>
      {error && (
        <div role="alert" className={classes.drawError}>
          {error}
        </div>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={count === 0}
        onClick={clear}
        className={classes.clear ?? ''}
      >
        {t('clearDrawing')}
      </Button>
    </div>
  );
}
