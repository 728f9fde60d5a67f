import { expect, test } from 'vitest';
import { createHttp } from '#server/http/http.ts';
import { startTestApp } from '#testing/test-app.ts';
import { serveSecurityContact } from './security-contact.ts';

test.each([
  [undefined, 404, 'Not found'],
  [
    'mailto:security@operator.test',
    200,
    'Contact: mailto:security@operator.test\nExpires: 2030-05-30T14:00:00.000Z\nPreferred-Languages: en, de, fr\nCanonical: http://gable.test/.well-known/security.txt\n',
  ],
])('with the contact %s, security.txt is %s', async (contact, status, text) => {
  const env: Record<string, string> = contact ? { SECURITY_CONTACT: contact } : {};
  const { runtime } = await startTestApp({ at: '2030-03-01T14:00:00Z', env });
  const app = await createHttp(runtime);
  serveSecurityContact(app, runtime);
  const answer = await app.inject({ url: '/.well-known/security.txt' });
  expect([answer.statusCode, answer.body]).toEqual([status, text]);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  await app.close();
});
