import type { MarkShape } from '#domain/reports/photos/photo-shapes.ts';

/** Shapes of marks in an SVG whose picture is 1000 wide: the same geometry as in the PDF and in the pictures of readers. */
export function MarkShapes({ shapes }: { shapes: readonly MarkShape[] }) {
  return shapes.map((shape, i) => <Shape key={i} shape={shape} />);
}

/** The width of the drawing in its own units. */
export const drawingWidth = 1000;
const px = (value: number) => value * drawingWidth;

function Shape({ shape }: { shape: MarkShape }) {
  const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  if (shape.shape === 'text') return <Letters shape={shape} />;
  if (shape.shape === 'ellipse') {
    const { center, radii, color, width } = shape;
    const place = { cx: px(center[0]), cy: px(center[1]), rx: px(radii[0]), ry: px(radii[1]) };
    return <ellipse {...place} fill="none" stroke={color} strokeWidth={px(width)} />;
  }
  const points = shape.points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');
  if (shape.shape === 'area') return <polygon points={points} fill={shape.color} />;
  const pen = { ...round, fill: 'none', stroke: shape.color, strokeWidth: px(shape.width) };
  return shape.closed ? <polygon points={points} {...pen} /> : <polyline points={points} {...pen} />;
}

function Letters({ shape }: { shape: Extract<MarkShape, { shape: 'text' }> }) {
  const { at, size, text, color, edge } = shape;
  return (
    <text
      x={px(at[0])}
      // The baseline: half the height of capital letters below the middle.
      y={px(at[1] + size * 0.36)}
      fontSize={px(size)}
      fontWeight={600}
      textAnchor="middle"
      fill={color}
      stroke={edge}
      strokeWidth={px(size * 0.16)}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}
