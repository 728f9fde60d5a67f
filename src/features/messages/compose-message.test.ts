import { expect, test } from 'vitest';
import { composeOwnMail } from './compose-message.ts';

test('the plain text of a company’s mail has a blank line between paragraphs, and none within a list', () => {
  const html =
    '<p>Hi Ann,</p><p></p><p>Bring:<br>a coat</p><ul><li><p>boots</p></li><li><p>keys</p></li></ul>';
  const none = { html: '', text: '' };
  const { text } = composeOwnMail({ subject: 'Hi', html }, 'en', { header: none, footer: none });
  expect(text).toBe('Hi Ann,\n\nBring:\na coat\n\n- boots\n- keys\n');
});
