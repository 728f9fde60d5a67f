import { expect, test } from 'vitest';
import { readRetention, retentionBounds, retentionKinds } from './retention.ts';

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
    expect(readRetention(stored)).toEqual(presets);
  expect(readRetention({ audit_log: 365, idempotency_keys: 7.5 })).toEqual({ ...presets, audit_log: 365 });
});

test('the audit log is stored for a year and answers for a day at least', () => {
  expect(retentionBounds.audit_log.least).toBeGreaterThanOrEqual(365);
  expect(retentionBounds.idempotency_keys.least).toBeGreaterThanOrEqual(1);
});
