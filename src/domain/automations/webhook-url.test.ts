import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { headerProblems } from './webhook-headers.ts';
import { checkWebhookUrl, hostAndPort, resolveWebhookUrl } from './webhook-url.ts';

/** Every notation of a private address that integrations.md 12 and trap M17 name. */
const privateHosts = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f000001',
  '127.1',
  '0.0.0.0',
  '169.254.169.254',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '10.0.0.1',
  '[fd00::1]',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '[::ffff:a9fe:a9fe]',
  '0x7f.1',
  '０x7f.1',
  'localhost.',
  'db',
  'service.internal',
  'printer.local',
];

describe('a URL', () => {
  test.each(privateHosts)('to %s is refused', (host) => {
    const { problem } = checkWebhookUrl(`https://${host}/hook`, []);
    expect(['is_address', 'private_name']).toContain(problem);
  });

  test.each([
    ['hooks.shop.com/in', 'not_a_url'],
    ['ftp://hooks.shop.com/', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['http://hooks.shop.com/', 'not_https'],
    ['https://user:pass@hooks.shop.com/', 'has_login'],
    ['https://hooks.shop.com:22/', 'port'],
    ['https://hooks.shop.com:6379/', 'port'],
    [`https://hooks.shop.com/${'x'.repeat(2000)}`, 'too_long'],
  ])('%s is refused: %s', (url, problem) => {
    expect(checkWebhookUrl(url, [])).toEqual({ problem });
  });

  test('is accepted with its port and query, without its fragment', () => {
    expect(checkWebhookUrl(' https://Hooks.Shop.com:8443/in?a=1#b ', [])).toEqual({
      url: 'https://hooks.shop.com:8443/in?a=1',
    });
  });

  test('of a private receiver is accepted for exactly its host and port', () => {
    const allowed = ['127.0.0.1:4000'];
    expect(checkWebhookUrl('http://127.0.0.1:4000/x', allowed)).toEqual({ url: 'http://127.0.0.1:4000/x' });
    for (const other of ['127.0.0.1:4001', 'localhost:4000', '127.0.0.2:4000', '[::1]:4000', '127.0.0.1'])
      expect(checkWebhookUrl(`https://${other}/x`, allowed).problem).toBeDefined();
    expect(hostAndPort(new URL('https://a.com/'))).toBe('a.com:443');
  });

  test('starts with the address of the application in place of {host}', () => {
    expect(resolveWebhookUrl(' {host}/in', 'https://app.shop.com')).toBe('https://app.shop.com/in');
    expect(resolveWebhookUrl('https://x.com/{host}', 'https://app.shop.com')).toBe('https://x.com/{host}');
  });
});

describe('an address', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '203.0.113.5',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '',
    'hooks.shop.com',
    '1.2.3',
    '256.1.1.1',
    '0x7f.1',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:800::200e',
    '2001:200::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

test('headers that describe the connection, the body or the webhook are refused, and those that are there twice', () => {
  const refused = [
    'webhook-id',
    'Webhook-Foo',
    'Host',
    'content-type',
    'Proxy-Authorization',
    'Connection',
    'Date',
  ];
  const more = ['transfer-encoding', 'X-Signature', 'x-signature-previous', 'x-event-id'];
  const sent = [...refused, ...more].map((name) => ({ name, value: 'x' }));
  expect(headerProblems(sent).size).toBe(sent.length);
  const one = (name: string, value: string) => headerProblems([{ name, value }]).get(0)?.field;
  expect(one('a b', '')).toBe('name');
  expect(one('', '')).toBe('name');
  expect(one('x-token', 'a\r\nHost: b')).toBe('value');
  expect(one('x-token', 'ü')).toBe('value');
  expect(one('Authorization', 'Bearer abc')).toBeUndefined();
  const twice = headerProblems([
    { name: 'A', value: '' },
    { name: 'a', value: '' },
  ]);
  expect([...twice.keys()]).toEqual([1]);
});
