import { describe, expect, test } from 'vitest';
import {
  checkEdit,
  checkMarks,
  defaultMark,
  markLimits,
  type PhotoEdit,
  type PhotoMark,
  type Point,
  storedEdit,
  storedMarks,
} from './photo-marks.ts';
import { cropBox, markShapes, shownSize, toOriginal, toShown } from './photo-shapes.ts';

const arrow: PhotoMark = {
  kind: 'arrow',
  points: [
    [0.1, 0.2],
    [0.5, 0.5],
  ],
  ...defaultMark,
};
const line = (count: number): Point[] => Array.from({ length: count }, (_, i) => [i / count, 0.5]);

describe('marks', () => {
  test('are returned complete, rounded and with a clean text', () => {
    const given = [
      {
        kind: 'arrow',
        points: [
          [0.1, 0.2],
          [0.500001, 0.5],
        ],
      },
      { kind: 'text', points: [[1, 0]], text: '  loose\n\u0007flashing ', color: '#FCC419', width: 0.01 },
    ];
    expect(checkMarks(given)).toEqual({
      value: [
        arrow,
        { kind: 'text', points: [[1, 0]], text: 'loose flashing', color: '#fcc419', width: 0.01 },
      ],
    });
    expect(checkMarks([])).toEqual({ value: [] });
  });

  test.each([
    ['no list', 'marks', 'annotations'],
    ['no object', [arrow, null], 'annotations.1'],
    ['an unknown kind', [{ ...arrow, kind: 'star' }], 'annotations.0.kind'],
    ['an inherited kind', [{ ...arrow, kind: 'constructor' }], 'annotations.0.kind'],
    ['an unknown field', [{ ...arrow, onload: 'alert(1)' }], 'annotations.0.onload'],
    [
      'a place that is no number',
      [
        {
          ...arrow,
          points: [
            [Number.NaN, 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points',
    ],
    [
      'a place far away',
      [
        {
          ...arrow,
          points: [
            [1e9, 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points',
    ],
    [
      'a place before the photo',
      [
        {
          ...arrow,
          points: [
            [0, 0],
            [0, -0.001],
          ],
        },
      ],
      'annotations.0.points',
    ],
    [
      'a place as text',
      [
        {
          ...arrow,
          points: [
            ['0', 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points',
    ],
    [
      'a third coordinate',
      [
        {
          ...arrow,
          points: [
            [0, 0, 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points',
    ],
    ['an arrow of one point', [{ ...arrow, points: [[0, 0]] }], 'annotations.0.points'],
    ['a box of three', [{ ...arrow, kind: 'rect', points: line(3) }], 'annotations.0.points'],
    ['too many points', [{ ...arrow, kind: 'path', points: line(501) }], 'annotations.0.points'],
    ['no points', [{ kind: 'path' }], 'annotations.0.points'],
    ['a color by name', [{ ...arrow, color: 'red' }], 'annotations.0.color'],
    ['a color with markup', [{ ...arrow, color: '#e03131"/><script>' }], 'annotations.0.color'],
    ['a width without end', [{ ...arrow, width: Number.POSITIVE_INFINITY }], 'annotations.0.width'],
    ['a negative width', [{ ...arrow, width: -1 }], 'annotations.0.width'],
    ['a text without letters', [{ kind: 'text', points: [[0, 0]], text: ' \u200b' }], 'annotations.0.text'],
    ['a huge text', [{ kind: 'text', points: [[0, 0]], text: 'x'.repeat(1e6) }], 'annotations.0.text'],
    ['the text of an arrow', [{ ...arrow, text: 'here' }], 'annotations.0.text'],
    ['more marks than a photo may have', Array(61).fill(arrow), 'annotations'],
    [
      'more points than a photo may have',
      Array(7).fill({ ...arrow, kind: 'path', points: line(500) }),
      'annotations',
    ],
  ])('with %s are refused at the field', (_, given, field) => {
    expect(checkMarks(given)).toMatchObject({ problem: { field } });
  });

  test('stored by an older version are read, and what is not understood is left out', () => {
    const old = [{ kind: 'arrow', points: arrow.points }, { kind: 'star', points: [] }, 7];
    expect(storedMarks(old)).toEqual([arrow]);
    expect(storedMarks(null)).toEqual([]);
    expect(storedEdit({ rotation: 45 })).toBeNull();
    expect(storedEdit(undefined)).toBeNull();
  });
});

describe('crop and rotation', () => {
  const crop = { x: 0.25, y: 0.1, width: 0.5, height: 0.5 };
  test('are stored only if they change something', () => {
    expect(checkEdit(null)).toEqual({ value: null });
    expect(checkEdit({ rotation: 0, crop: null })).toEqual({ value: null });
    expect(checkEdit({ rotation: 0, crop: { x: 0, y: 0, width: 1, height: 1 } })).toEqual({ value: null });
    expect(checkEdit({ rotation: 90, crop })).toEqual({ value: { rotation: 90, crop } });
  });

  test.each([
    ['no object', 'left', 'edit'],
    ['an unknown field', { rotation: 90, crop: null, flip: true }, 'edit.flip'],
    ['another angle', { rotation: 45, crop: null }, 'edit.rotation'],
    ['an angle as text', { rotation: '90', crop: null }, 'edit.rotation'],
    ['no crop at all', { rotation: 90 }, 'edit.crop'],
    ['a crop beyond the photo', { rotation: 0, crop: { ...crop, x: 0.6 } }, 'edit.crop'],
    ['a crop to nothing', { rotation: 0, crop: { ...crop, width: 0 } }, 'edit.crop'],
    ['a crop that is no number', { rotation: 0, crop: { ...crop, y: Number.NaN } }, 'edit.crop'],
    ['a crop with another field', { rotation: 0, crop: { ...crop, zoom: 2 } }, 'edit.crop'],
  ])('with %s are refused at the field', (_, given, field) => {
    expect(checkEdit(given)).toMatchObject({ problem: { field } });
  });
});

/** Numbers that are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield state / 4_294_967_296;
  }
}

describe('the geometry', () => {
  const draw = numbers(7);
  const next = () => draw.next().value;
  const anyEdit = (): PhotoEdit => {
    const [x, y] = [next() * 0.9, next() * 0.9];
    const part = (start: number) => markLimits.crop + next() * (1 - start - markLimits.crop);
    const crop = next() < 0.2 ? null : { x, y, width: part(x), height: part(y) };
    return { rotation: ([0, 90, 180, 270] as const)[Math.floor(next() * 4)] ?? 0, crop };
  };

  test('leads from the original to the shown picture and back, whatever the crop and rotation', () => {
    for (let n = 0; n < 2000; n += 1) {
      const edit = anyEdit();
      const point: Point = [next(), next()];
      const [x, y] = toOriginal(toShown(point, edit), edit);
      expect(Math.hypot(x - point[0], y - point[1])).toBeLessThan(1e-9);
      const [u, v] = toShown(toOriginal(point, edit), edit);
      expect(Math.hypot(u - point[0], v - point[1])).toBeLessThan(1e-9);
    }
  });

  test('shows the corners of a crop at the corners, turned clockwise', () => {
    for (let n = 0; n < 200; n += 1) {
      const { crop } = anyEdit();
      const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
      const corners: Point[] = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ];
      ([0, 90, 180, 270] as const).forEach((rotation, turns) => {
        const shown = corners.map((corner) =>
          toShown(corner, { rotation, crop }).map((part) => Math.round(part) + 0),
        );
        const upright = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ];
        expect(shown).toEqual([...upright.slice(turns), ...upright.slice(0, turns)]);
      });
    }
  });

  test('cuts whole pixels inside of the photo, and at least one', () => {
    for (let n = 0; n < 500; n += 1) {
      const size = { width: 1 + Math.floor(next() * 50), height: 1 + Math.floor(next() * 50) };
      const edit = anyEdit();
      const { left, top, width, height } = cropBox(size, edit);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
      expect(left + width).toBeLessThanOrEqual(size.width);
      expect(top + height).toBeLessThanOrEqual(size.height);
      const turned = edit.rotation % 180 === 90;
      expect(shownSize(size, edit)).toEqual(turned ? { width: height, height: width } : { width, height });
    }
  });

  test('keeps the marks of a photo at the same places of the scene', () => {
    const size = { width: 1600, height: 1200 };
    const box: PhotoMark = { ...arrow, kind: 'ellipse' };
    const [, plain] = markShapes([box], size, null);
    const [, cropped] = markShapes([box], size, {
      rotation: 0,
      crop: { x: 0, y: 0, width: 0.5, height: 0.5 },
    });
    if (plain?.shape !== 'ellipse' || cropped?.shape !== 'ellipse') throw new Error('no ellipse');
    // Half of the width is shown: everything is twice as large, the line as well.
    expect(cropped.center[0]).toBeCloseTo(plain.center[0] * 2);
    expect(cropped.radii[1]).toBeCloseTo(plain.radii[1] * 2);
    expect(cropped.width).toBeCloseTo(plain.width * 2);
  });

  test('keeps a text inside of the picture if its place is, and no larger than the picture', () => {
    const size = { width: 1600, height: 1200 };
    const text = { kind: 'text' as const, ...defaultMark, width: 0.05, text: 'A long text at the very edge' };
    for (const points of [[[1, 1]], [[0, 0]]] satisfies Point[][]) {
      const [shape] = markShapes([{ ...text, points }], size, null);
      if (shape?.shape !== 'text') throw new Error('no text');
      expect(shape.size).toBeLessThan(0.07);
      expect(shape.at[0]).toBeCloseTo(0.5, 1);
      expect(shape.at[1]).toBeGreaterThan(0);
      expect(shape.at[1]).toBeLessThan(0.75);
    }
  });
});
