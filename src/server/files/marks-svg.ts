import type { MarkShape, Size } from '#domain/reports/photos/photo-shapes.ts';

/** Returns shapes as an SVG of this size in pixels, to be laid over a picture. */
export function marksSvg(shapes: readonly MarkShape[], { width, height }: Size): string {
  const drawn = shapes.map((shape) => element(shape, width)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`;
}

function element(shape: MarkShape, unit: number): string {
  const px = (value: number) => (value * unit).toFixed(2);
  const pen = (color: string, width: number) =>
    `fill="none" stroke="${escaped(color)}" stroke-width="${px(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  switch (shape.shape) {
    case 'line': {
      const points = shape.points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ');
      return `<${shape.closed ? 'polygon' : 'polyline'} points="${points}" ${pen(shape.color, shape.width)}/>`;
    }
    case 'area':
      return `<polygon points="${shape.points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ')}" fill="${escaped(shape.color)}"/>`;
    case 'ellipse': {
      const { center, radii } = shape;
      const place = `cx="${px(center[0])}" cy="${px(center[1])}" rx="${px(radii[0])}" ry="${px(radii[1])}"`;
      return `<ellipse ${place} ${pen(shape.color, shape.width)}/>`;
    }
    case 'text': {
      const { at, size, text, color, edge } = shape;
      // The baseline: half the height of capital letters below the middle.
      const place = `x="${px(at[0])}" y="${px(at[1] + size * 0.36)}" font-size="${px(size)}"`;
      const outline = `stroke="${escaped(edge)}" stroke-width="${px(size * 0.16)}" stroke-linejoin="round"`;
      const font = 'font-family="Inter, Noto Sans, sans-serif" font-weight="600" text-anchor="middle"';
      const letters = escaped(text);
      return `<text ${place} ${font} fill="${escaped(edge)}" ${outline}>${letters}</text><text ${place} ${font} fill="${escaped(color)}">${letters}</text>`;
    }
  }
}

/** Text is data, never markup: also what XML does not allow at all is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
