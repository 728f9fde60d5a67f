import { expect, test } from 'vitest';
import { textForVisitor, visitorText } from './visitor-texts.ts';

const reader = { company: 'Lee & Sons <Inspections>', lang: 'de' } as const;

test('the product’s text is shown in the reader’s language, with the name of the company escaped', () => {
  const stored = visitorText('booked', reader.company, 'fr');
  expect(stored).toContain('Lee &amp; Sons &lt;Inspections&gt;');
  expect(textForVisitor('booked', stored, reader)).toBe(visitorText('booked', reader.company, 'de'));
  expect(textForVisitor('requested', visitorText('requested', reader.company), reader)).toMatch(
    /^<p>Vielen Dank/,
  );
});

test('a company’s own words stay as they are', () => {
  expect(textForVisitor('booked', '<p>Thanks!</p>', reader)).toBe('<p>Thanks!</p>');
  expect(textForVisitor('booked', '', reader)).toBe('');
});
