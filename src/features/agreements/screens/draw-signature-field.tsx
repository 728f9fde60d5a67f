import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Strokes } from '#domain/agreements/agreements.ts';
import { useTranslation } from '#web/i18n.ts';
import { SignatureCanvas, type SignatureCanvasHandle } from '#web/ui/inputs/signature-canvas.tsx';
import classes from './agreement.module.css';

/** A field to draw a signature. Reports fractions of the box, so that the PDF can redraw it at any size. */
export function DrawSignatureField({
  onDraw,
  error,
}: {
  onDraw: (strokes: Strokes) => void;
  error?: string | undefined;
}) {
  const t = useTranslation('agreements');
  const canvas = useRef<SignatureCanvasHandle>(null);
  const [count, setCount] = useState(0);
  return (
    <div className={classes.draw}>
      <SignatureCanvas
        ref={canvas}
        label={t('drawHere')}
        ink="#14213d"
        onDraw={(strokes, { width, height }) => {
          setCount(strokes.length);
          onDraw(strokes.map(({ points }) => points.map(({ x, y }) => [x / width, y / height] as const)));
        }}
      />
      {error && (
        <div role="alert" className={classes.drawError}>
          {error}
        </div>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={count === 0}
        onClick={() => canvas.current?.redraw([])}
        className={classes.clear ?? ''}
      >
        {t('clearDrawing')}
      </Button>
    </div>
  );
}
