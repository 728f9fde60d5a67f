import { expect, test } from 'vitest';
import { followShortLink } from '#features/portal/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { shortUrl } from './short-links.ts';

const testApp = await startTestApp();
const { subscriberId } = await testApp.create.owner();
const shorten = (url: string) => testApp.writeAs(subscriberId, (w) => shortUrl(w, url, null));
const follow = async (url: string) => {
  const uniqId = url.split('/').at(-1) ?? '';
  return (await testApp.visitor.request(followShortLink, { uniqId })).data ?? null;
};

test('a short address has eight characters, leads to the page for 180 days and is reused for a month', async () => {
  const page = 'http://gable.test/client-view/abc?p=xyz&q=1#top';
  const short = await shorten(page);
  expect(short).toMatch(/^http:\/\/gable\.test\/s\/[a-zA-Z2-9]{8}$/);
  expect(await follow(short)).toEqual({ target: '/client-view/abc?p=xyz&q=1#top' });
  testApp.clock.advance(29 * 86_400_000);
  expect(await shorten(page)).toBe(short);
  testApp.clock.advance(2 * 86_400_000);
  expect(await shorten(page)).not.toBe(short);
  testApp.clock.advance(148 * 86_400_000);
  expect(await follow(short)).not.toBeNull();
  testApp.clock.advance(86_400_000);
  expect(await follow(short)).toBeNull();
});

test.each([
  'https://evil.example/x',
  'http://gable.test.evil.example/x',
  'http://gable.test//evil.example/x',
  'http://gable.test/\\evil.example',
  'http://gable.test',
  '/client-view/abc',
])('%s gets no short address', async (url) => {
  await expect(shorten(url)).rejects.toThrow(RangeError);
});
