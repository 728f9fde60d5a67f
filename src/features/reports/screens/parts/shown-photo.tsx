import type { CSSProperties } from 'react';
import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import { isPhotoChanged } from '#domain/reports/photos/photo-marks.ts';
import { cropBox, markShapes, type Size, shownSize } from '#domain/reports/photos/photo-shapes.ts';
import { drawingWidth, MarkShapes } from './mark-shapes.tsx';

/** A photo with the size of its original, its marks and its crop. */
export interface DrawnPhoto extends Size {
  annotations: readonly PhotoMark[];
  edit?: PhotoEdit | null | undefined;
}

/** A photo as readers will see it, drawn over its original. */
export function ShownPhoto(props: {
  photo: DrawnPhoto;
  src: string;
  alt: string;
  /** Fills its place, although a part is then not seen. */
  fills?: boolean;
}) {
  const { photo, src, alt } = props;
  const { width, height } = shownSize(photo, photo.edit);
  if (!isPhotoChanged(photo)) {
    const lazily = { loading: 'lazy', decoding: 'async', draggable: false } as const;
    return <img src={src} width={width} height={height} {...lazily} alt={alt} />;
  }
  const drawing = {
    viewBox: drawingBox(photo),
    preserveAspectRatio: props.fills ? 'xMidYMid slice' : 'xMidYMid meet',
  };
  const content = (
    <>
      <Original photo={photo} src={src} />
      <MarkShapes shapes={markShapes(photo.annotations, photo, photo.edit)} />
    </>
  );
  // In a button that has a name, the photo is decoration.
  if (alt === '')
    return (
      <svg {...drawing} aria-hidden="true">
        {content}
      </svg>
    );
  return (
    <svg {...drawing} role="img" aria-label={alt}>
      {content}
    </svg>
  );
}

/** The `viewBox` of a photo as it is shown. */
export function drawingBox(photo: DrawnPhoto): string {
  const { width, height } = shownSize(photo, photo.edit);
  return `0 0 ${drawingWidth} ${(drawingWidth * height) / width}`;
}

/** Lets an SVG of these proportions fill its stage; what is grabbed is not smaller on an upright photo. */
export function canvasStyle(ratio: number): CSSProperties {
  return { '--ratio': ratio, '--grip': Math.max(1, 1 / ratio) } as CSSProperties;
}

/** The original in an SVG of `drawingBox`, cropped and rotated. */
export function Original({ photo, src }: { photo: DrawnPhoto; src: string }) {
  const part = cropBox(photo, photo.edit);
  const rotation = photo.edit?.rotation ?? 0;
  const scale = drawingWidth / shownSize(photo, photo.edit).width;
  const [width, height] = [part.width * scale, part.height * scale];
  const moves = { 0: '0 0', 90: `${height} 0`, 180: `${width} ${height}`, 270: `0 ${width}` };
  return (
    <g transform={`translate(${moves[rotation]}) rotate(${rotation})`}>
      <image
        href={src}
        x={-part.left * scale}
        y={-part.top * scale}
        width={photo.width * scale}
        height={photo.height * scale}
        preserveAspectRatio="none"
      />
    </g>
  );
}
