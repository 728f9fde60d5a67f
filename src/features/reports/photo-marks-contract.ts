import { z } from 'zod/mini';
import { type Checked, checkEdit, checkMarks } from '#domain/reports/photos/photo-marks.ts';
import { asCode, asLine } from '#wire/fields.ts';

const kind = z.enum(['arrow', 'line', 'ellipse', 'rect', 'text', 'path'], 'Unknown kind of mark');
const points = z.array(z.tuple([z.number(), z.number()]));

/** A mark on a photo; its points are fractions 0..1 of the upright original, its width one of the original's width. */
export const photoMark = z.object({
  kind,
  points,
  color: z.string(),
  width: z.number(),
  text: z.optional(z.string()),
});

/** How a photo is shown: first cropped to a part of the original, then rotated clockwise. Null: as it was taken. */
export const photoEdit = z.nullable(
  z.strictObject({
    rotation: z.union(
      [z.literal(0), z.literal(90), z.literal(180), z.literal(270)],
      'Rotation must be 0, 90, 180 or 270',
    ),
    crop: z.nullable(z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  }),
);

/** Names what the domain refuses by its field; `check` answers for a value whose form is right. */
const understood = <T>(check: (given: unknown) => Checked<unknown>) =>
  z.check<T>((payload) => {
    const found = check(payload.value);
    if (!('problem' in found)) return;
    const { field, message } = found.problem;
    payload.issues.push({
      ...{ code: 'custom', message, input: payload.value },
      path: field.split('.').slice(1),
    });
  });

const markInput = z.strictObject({
  kind,
  points,
  color: z.optional(z.string().check(asCode)),
  width: z.optional(z.number()),
  text: z.optional(z.string().check(asLine)),
});

/** The marks and the crop of a photo, as they are changed: together, or one of them. */
export const photoChanges = {
  annotations: z.optional(z.array(markInput).check(understood(checkMarks))),
  edit: z.optional(photoEdit.check(understood(checkEdit))),
};
