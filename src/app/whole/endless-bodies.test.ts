import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { newId } from '#server/ids.ts';
import { flood } from '#testing/flood.ts';
import { startTestApp } from '#testing/test-app.ts';
import { inRotation } from '#testing/thorough.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { written } = setUpReportsCompany(testApp);
const { owner, report } = await written();
const admin = await testApp.create.admin();
let port = 0;

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  port = (testApp.app.server.address() as AddressInfo).port;
});

const session = `Authorization: Bearer ${owner.token}`;
const sessionFor = (route: Route) =>
  route.access === 'admin' ? `Authorization: Bearer ${admin.token}` : session;
const json = 'Content-Type: application/json';
const bytes = 'Content-Type: application/octet-stream';
const form = 'Content-Type: multipart/form-data; boundary=x';
const part = (more: string) => `--x\r\nContent-Disposition: form-data; name="file"${more}\r\n\r\n`;
const at = (route: Route) => `${route.method} /api${route.path.replace(/\{\w+\}/g, newId())} HTTP/1.1`;

/** Sends the request with an endless body, and expects this response and the end of the connection. */
async function expectEnd(status: number, lines: string[], first = '{"a":"'): Promise<void> {
  expect(await flood(port, lines.join('\r\n'), first)).toEqual({ status, isClosed: true });
}

describe('a body without an end', () => {
  test.each([
    ['JSON of a visitor', 413, ['POST /api/v2/auth/login HTTP/1.1', json]],
    ['JSON of an action', 413, ['POST /api/v2/appointments/bulk-confirm HTTP/1.1', session, json]],
    ['JSON without a session', 401, ['POST /api/v2/appointments/bulk-confirm HTTP/1.1', json]],
    ['bytes', 400, ['POST /api/v2/users/me/views HTTP/1.1', session, bytes]],
    ['a form where none is expected', 400, ['POST /api/v2/users/me/views HTTP/1.1', session, form]],
    ['bytes of a read', 200, ['GET /api/v2/dashboard HTTP/1.1', session, bytes]],
    ['JSON to an unknown path', 413, ['POST /api/v2/nowhere HTTP/1.1', json]],
  ])('%s is answered with %d', async (_what, status, lines) => {
    await expectEnd(status, lines);
  });

  const forms = routes.map((each) => each.route).filter((route) => route.form);
  test.each(inRotation(forms, 6, 0).map((route) => [routeKey(route), route] as const))(
    'a file to %s is answered with 413',
    async (_key, route) => {
      await expectEnd(413, [at(route), sessionFor(route), form], part('; filename="a.png"'));
    },
  );

  test('a text of a form is answered with 413', async () => {
    const [route] = forms;
    if (route) await expectEnd(413, [at(route), sessionFor(route), form], part(''));
  });

  test('bytes of a video end with its length, and without an upload at once', async () => {
    const to = `/api/v2/reports/${report.id}/video-uploads`;
    const id = newId();
    const tus = 'Tus-Resumable: 1.0.0';
    const created = await testApp.app.inject({
      method: 'POST',
      url: to,
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${owner.token}`,
        'upload-length': '1000000',
        'upload-metadata': `media_id ${Buffer.from(id).toString('base64')}`,
      },
    });
    expect(created.statusCode).toBe(201);
    const patch = (which: string) => [
      `PATCH ${to}/${which} HTTP/1.1`,
      tus,
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
    ];
    const webm = '\u001aE\u00df\u00a3';
    await expectEnd(413, [...patch(id), session], webm);
    await expectEnd(404, [...patch(newId()), session], webm);
    await expectEnd(401, patch(id), webm);
  });

  test('is never logged as an error', () => {
    expect(testApp.logs.map((line) => `${line.msg}: ${line.err?.message}`)).toEqual([]);
  });
});
