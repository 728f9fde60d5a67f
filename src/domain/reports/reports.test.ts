import { describe, expect, test } from 'vitest';
import { findItem, makeComment, makeReportContent } from './report-content-fixture.ts';
import { isAnswered, numberContent, reportProgress, visibleContent } from './reports.ts';

describe('what readers see', () => {
  test('numbers without gaps', () => {
    expect(Object.fromEntries(numberContent(makeReportContent()))).toEqual({
      details: '1',
      people: '1.1',
      roof: '2',
      covering: '2.1',
      worn: '2.1.1',
      flashing: '2.2',
      rust: '2.2.1',
    });
  });

  test('numbers only what is shown, and keeps the number of what is still empty', () => {
    const content = makeReportContent();
    const sections = content.sections.map((section) =>
      section.id === 'details' ? { ...section, items: [] } : section,
    );
    expect(numberContent({ ...content, sections }).get('covering')).toBe('2.1');
    const hidden = sections.map((section) =>
      section.id === 'details' ? { ...section, hidden: true } : section,
    );
    const numbers = numberContent({ ...content, sections: hidden });
    expect([numbers.get('details'), numbers.get('covering')]).toEqual([undefined, '1.1']);
  });

  test('omits photos of omitted comments', () => {
    expect(findItem(visibleContent(makeReportContent()), 'covering')?.media.map((m) => m.id)).toEqual([
      'p1',
      'p2',
    ]);
    expect(reportProgress(makeReportContent())).toEqual({
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
  ])('%# counts %o as answered: %s', (more, expected) => {
    expect(isAnswered(makeComment('c', 'i', more))).toBe(expected);
  });
});
