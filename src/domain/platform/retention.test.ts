import { expect, test } from 'vitest';
import { isAllowedAge, readRetention, retentionBounds, retentionKinds } from './retention.ts';

test('days that are missing or out of bounds are the presets, so that nothing is deleted too early', () => {
  const presets = Object.fromEntries(retentionKinds.map((kind) => [kind, retentionBounds[kind].preset]));
  for (const stored of [
    undefined,
    null,
    'x',
    [],
    {},
    { events: 3, audit_log: 364, webhooks: '90', idempotency_keys: 0 },
  ])
    expect(readRetention(stored, 'https://a.example')).toEqual(presets);
  const mixed = { audit_log: 365, idempotency_keys: 7.5 };
  expect(readRetention(mixed, 'https://a.example')).toEqual({ ...presets, audit_log: 365 });
});

test('unused files are deleted only at the address at which an administrator switched it on', () => {
  const stored = { unused_files: 30, unused_files_at: 'https://a.example' };
  const daysAt = (address: string, of: object = stored) => readRetention(of, address).unused_files;
  expect(daysAt('https://a.example')).toBe(30);
  expect(daysAt('https://copy.example')).toBe(0);
  expect(daysAt('https://a.example', { unused_files: 30 })).toBe(0);
  expect(daysAt('https://a.example', { ...stored, unused_files: 6 })).toBe(0);
});

test('only unused files may be stored for good', () => {
  expect(retentionKinds.filter((kind) => isAllowedAge(kind, 0))).toEqual(['unused_files']);
});

test('the audit log is stored for a year and answers for a day at least', () => {
  expect(retentionBounds.audit_log.least).toBeGreaterThanOrEqual(365);
  expect(retentionBounds.idempotency_keys.least).toBeGreaterThanOrEqual(1);
});
