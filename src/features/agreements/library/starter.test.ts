import { expect, test } from 'vitest';
import { agreementTokens, unknownTokens } from '#domain/text/placeholders.ts';
import { sanitizeRichText, toPlainText } from '#domain/text/rich-text.ts';
import { starterAgreements } from './starter.ts';

test('ships five agreements, one of them the default, each with the advice to consult a lawyer', () => {
  expect(starterAgreements.map((one) => one.name)).toEqual([
    'Inspection agreement',
    'Radon test agreement',
    'Mold sampling agreement',
    'Sewer scope agreement',
    'Wood-destroying insect agreement',
  ]);
  expect(starterAgreements.map((one) => one.is_default)).toEqual([true, false, false, false, false]);
  for (const one of starterAgreements) {
    expect(one.description).toContain('have a lawyer in your state check this');
    expect(toPlainText(one.content)).not.toContain('lawyer');
  }
});

test('the main agreement has twelve sections and uses every token', () => {
  const [main] = starterAgreements;
  const text = main ? toPlainText(main.content) : '';
  for (const token of Object.keys(agreementTokens)) expect(text, token).toContain(`{{${token}}}`);
  const headings = main?.content.content.filter((block) => block.type === 'heading') ?? [];
  expect(headings).toHaveLength(13);
  expect(text).toContain('12. Signing');
  expect(text.split(/\s+/).length).toBeLessThan(1100);
});

test('the texts are sanitized and contain no unknown tokens', () => {
  for (const { content } of starterAgreements) {
    expect(unknownTokens(content)).toEqual([]);
    expect(sanitizeRichText(content)).toEqual(content);
  }
});
