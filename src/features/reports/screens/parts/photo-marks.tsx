import classes from './photo-marks.module.css';

interface Mark {
  kind: string;
  points: [number, number][];
  color?: string;
  width?: number;
  text?: string;
}

/** Overlay of the marks drawn on a photo; coordinates are fractions of the picture, as in the PDF. */
export function PhotoMarks(props: { marks: readonly unknown[]; width: number; height: number }) {
  if (props.marks.length === 0) return null;
  const height = (1000 * props.height) / Math.max(1, props.width);
  return (
    <svg className={classes.marks} viewBox={`0 0 1000 ${height}`} aria-hidden focusable="false">
      {(props.marks as Mark[]).map((mark, i) => (
        <MarkShape key={`${mark.kind}${i}`} mark={mark} height={height} />
      ))}
    </svg>
  );
}

function MarkShape({ mark, height }: { mark: Mark; height: number }) {
  const points = mark.points.map(([x, y]) => [x * 1000, y * height] as const);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const pen = { stroke: mark.color ?? '#e03131', strokeWidth: (mark.width ?? 0.006) * 1000, fill: 'none' };
  const box = {
    x: Math.min(first[0], last[0]),
    y: Math.min(first[1], last[1]),
    width: Math.abs(last[0] - first[0]),
    height: Math.abs(last[1] - first[1]),
  };
  if (mark.kind === 'rect') return <rect {...box} {...pen} />;
  if (mark.kind === 'ellipse') {
    const radii = { rx: box.width / 2, ry: box.height / 2 };
    return <ellipse cx={box.x + radii.rx} cy={box.y + radii.ry} {...radii} {...pen} />;
  }
  if (mark.kind === 'text') {
    return (
      <text
        x={first[0]}
        y={first[1] + 35}
        fontSize={38}
        fontWeight={600}
        fill={pen.stroke}
        className={classes.words}
      >
        {mark.text}
      </text>
    );
  }
  const line = points.map(([x, y]) => `${x},${y}`).join(' ');
  return (
    <g {...pen} strokeLinecap="round" strokeLinejoin="round">
      <polyline points={line} />
      {mark.kind === 'arrow' && (
        <polyline points={arrowHead(first, last, pen.strokeWidth)} fill={pen.stroke} />
      )}
    </g>
  );
}

function arrowHead(from: readonly [number, number], to: readonly [number, number], thick: number): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const wing = (turn: number) => {
    const size = Math.max(18, thick * 4.5);
    return `${to[0] - size * Math.cos(angle + turn)},${to[1] - size * Math.sin(angle + turn)}`;
  };
  return `${wing(0.45)} ${to[0]},${to[1]} ${wing(-0.45)}`;
}
