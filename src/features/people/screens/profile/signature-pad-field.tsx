import { Button } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { useText } from '#web/i18n.ts';
import classes from './profile.module.css';

export interface SignaturePadHandle {
  /** The drawing as a PNG cut to its strokes; null when nothing was drawn. */
  toFile: () => Promise<File | null>;
}

interface Props {
  ref: Ref<SignaturePadHandle>;
  onDraw: () => void;
}

/** A place to sign with finger, pen or mouse. Who cannot draw types the name instead. */
export function SignaturePadField({ ref, onDraw }: Props) {
  const t = useText('people');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [strokes, setStrokes] = useState(0);
  const told = useRef(onDraw);
  useEffect(() => {
    told.current = onDraw;
  });

  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const made = new SignaturePad(place, { penColor: '#1c1917', minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    made.addEventListener('endStroke', () => {
      setStrokes(made.toData().length);
      told.current();
    });
    // A canvas has pixels of its own: as many as the screen shows, or lines blur. Resizing empties it.
    const fit = () => {
      const drawn = made.toData();
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

  function redraw(data: PointGroup[]) {
    pad.current?.fromData(data);
    setStrokes(data.length);
  }

  useImperativeHandle(ref, () => ({
    toFile: async () => {
      const data = pad.current?.toData() ?? [];
      return data.length === 0 ? null : pngOf(data);
    },
  }));

  return (
    <div className={classes.pad}>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={t('profile.drawHere')} />
      {strokes === 0 && (
        <span className={classes.signHere} aria-hidden>
          {t('profile.drawHere')}
        </span>
      )}
      <div className={classes.padButtons}>
        <Button
          variant="default"
          size="xs"
          disabled={strokes === 0}
          onClick={() => redraw((pad.current?.toData() ?? []).slice(0, -1))}
        >
          {t('undo')}
        </Button>
        <Button variant="default" size="xs" disabled={strokes === 0} onClick={() => redraw([])}>
          {t('profile.clear')}
        </Button>
      </div>
    </div>
  );
}

const margin = 8;
const scale = 3;

/** The strokes drawn again, three times as fine, on a canvas just as large as they are. */
async function pngOf(data: PointGroup[]): Promise<File | null> {
  const points = data.flatMap((group) => group.points);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const sheet = document.createElement('canvas');
  sheet.width = (Math.max(...xs) + margin - left) * scale;
  sheet.height = (Math.max(...ys) + margin - top) * scale;
  const context = sheet.getContext('2d');
  context?.scale(scale, scale);
  context?.translate(-left, -top);
  const copy = new SignaturePad(sheet);
  copy.fromData(data, { clear: false });
  copy.off();
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/png'));
  return blob && new File([blob], 'signature.png', { type: 'image/png' });
}
