import { Button } from '@mantine/core';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { useTranslation } from '#web/i18n.ts';
import {
  type PointGroup,
  SignatureCanvas,
  type SignatureCanvasHandle,
} from '#web/ui/inputs/signature-canvas.tsx';
import classes from './profile.module.css';

export interface SignaturePadHandle {
  /** The drawing as a PNG cropped to its strokes; null if nothing was drawn. */
  toFile: () => Promise<File | null>;
}

interface Props {
  ref: Ref<SignaturePadHandle>;
  onDraw: () => void;
}

/** A signature pad for finger, pen or mouse. Users who can't draw type their name instead. */
export function SignaturePadField({ ref, onDraw }: Props) {
  const t = useTranslation('people');
  const canvas = useRef<SignatureCanvasHandle>(null);
  const [count, setCount] = useState(0);
  const strokes = () => canvas.current?.strokes() ?? [];

  useImperativeHandle(ref, () => ({
    toFile: async () => {
      const data = strokes();
      return data.length === 0 ? null : pngOf(data);
    },
  }));

  return (
    <div className={classes.pad}>
      <SignatureCanvas
        ref={canvas}
        label={t('profile.drawHere')}
        onDraw={({ length }) => {
          // Undo does not count as drawing.
          if (length > count) onDraw();
          setCount(length);
        }}
      />
      <div className={classes.padButtons}>
        <Button
          variant="default"
          size="xs"
          disabled={count === 0}
          onClick={() => canvas.current?.redraw(strokes().slice(0, -1))}
        >
          {t('undo')}
        </Button>
        <Button variant="default" size="xs" disabled={count === 0} onClick={() => canvas.current?.redraw([])}>
          {t('profile.clear')}
        </Button>
      </div>
    </div>
  );
}

const margin = 8;
const scale = 3;

/** Redraws the strokes at three times the resolution on a canvas cropped to them. */
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
