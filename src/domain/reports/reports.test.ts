import { describe, expect, test } from 'vitest';
import { comment, find, sample } from './report-sample.ts';
import {
  countByCategory,
  isAnswered,
  numbering,
  reportProgress,
  summaryOf,
  visibleContent,
} from './reports.ts';

describe('what a reader sees', () => {
  test('numbers without holes', () => {
    expect(Object.fromEntries(numbering(sample()))).toEqual({
      details: '1',
      people: '1.1',
      roof: '2',
      covering: '2.1',
      type: '2.1.1',
      worn: '2.1.2',
      flashing: '2.2',
      rust: '2.2.1',
    });
  });

  test('summary: included deficiencies with number and photos', () => {
    const entries = summaryOf(sample());
    expect(entries.map((e) => [e.number, e.comment.id, e.media.map((m) => m.id)])).toEqual([
      ['2.1.2', 'worn', ['p1']],
      ['2.2.1', 'rust', []],
    ]);
    expect(countByCategory(entries)).toEqual({ 1: 0, 2: 1, 3: 1 });
  });

  test('photos of what was left out go with it', () => {
    expect(find(visibleContent(sample()), 'covering')?.media.map((m) => m.id)).toEqual(['p1', 'p2']);
    expect(reportProgress(sample())).toEqual({
      rated: 1,
      rateable: 2,
      comments: 3,
      deficiencies: 2,
      photos: 2,
    });
  });

  test.each([
    [{ answer: null, text: null }, false],
    [{ answer: null }, true],
    [{ answer: null, answer_type: 'choice' as const }, false],
    [{ answer: 'Gable', answer_type: 'choice' as const }, true],
    [{ answer: [], answer_type: 'multi' as const }, false],
    [{ answer: false, answer_type: 'yes_no' as const }, true],
    [{ answer: 0, answer_type: 'number' as const }, true],
    [{ answer: '', text: null }, false],
    [{ answer: 'x', included: false }, false],
  ])('%# %o is answered: %s', (more, expected) => {
    expect(isAnswered(comment('c', 'i', more))).toBe(expected);
  });
});
