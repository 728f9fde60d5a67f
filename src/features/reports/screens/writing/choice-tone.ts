import type { CommentChoice } from '#domain/reports/comment-choices.ts';
import { categoryTone } from '../parts/category-tone.ts';

/** The color of a comment that can be added. */
export const toneOf = ({ comment }: CommentChoice): string =>
  comment.kind === 3 ? categoryTone(comment.category) : 'mute';
