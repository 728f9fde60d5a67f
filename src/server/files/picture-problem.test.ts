import { expect, test } from 'vitest';
import { ChildLostError, ChildTaskError, requestReply, startChild } from '../documents/child.ts';
import { DocumentLostError } from '../documents/document-problem.ts';
import { pictureProblem } from './picture-problem.ts';

test.each([
  [
    'a process that was stopped',
    new DocumentLostError(new ChildLostError('late', 'not done after 60000 ms')),
  ],
  ['a process that ended', new DocumentLostError(new ChildLostError('ended', 'the child ended (SIGKILL)'))],
  ['a decoder without time', new ChildTaskError('timeout: 42% complete')],
  ['a decoder of HEIC without time', new ChildTaskError('not done after 30000 ms')],
  ['a decoder of HEIC without memory', new ChildTaskError('the child ended (SIGKILL)')],
])('%s does not make the picture a damaged one', (_what, error) => {
  expect(pictureProblem(error)).toMatchObject({
    type: 'UNAVAILABLE',
    message: 'The image couldn’t be processed just now. Please try again in a moment.',
    details: { retryAfter: 30 },
  });
});

test('what has another cause stays as it is', () => {
  for (const error of [
    new ChildTaskError('VipsJpeg: premature end of JPEG image'),
    new Error('no such folder'),
  ])
    expect(pictureProblem(error)).toBe(error);
});

test('a process that ends says so in the words that are looked for', async () => {
  const child = await startChild('heic', []);
  const asked = requestReply(child, new Uint8Array(), 10_000);
  child.process.kill('SIGKILL');
  await expect(asked).rejects.toThrow(/^the child ended/);
});
