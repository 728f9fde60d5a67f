import { z } from 'zod/mini';
import { createFormatter } from '#domain/base/formatter.ts';
import {
  isAllowedAge,
  mayNeverEnd,
  type RetentionKind,
  retentionBounds,
} from '#domain/platform/retention.ts';
import { read, write } from '#wire/route.ts';

/** Platform-wide counts for the platform administrator. */
export const overview = read('GET /v2/admin/overview', {
  access: 'admin',
  capability: 'platform_admin',
  scope: 'platform',
  summary: 'Counts the companies and people on the platform.',
  output: z.object({
    subscribers: z.object({ total: z.number(), active: z.number(), joined_last_30_days: z.number() }),
    users: z.object({ total: z.number(), owners: z.number(), technicians: z.number(), staffs: z.number() }),
  }),
  invalidates: ['admin'],
});

const forAdministrators = { access: 'admin', capability: 'platform_admin', scope: 'platform' } as const;

function days(kind: RetentionKind) {
  const { least, most } = retentionBounds[kind];
  const end = createFormatter('en').number(most);
  const message = mayNeverEnd(kind)
    ? `Enter 0 or a whole number from ${least} to ${end}`
    : `Enter a whole number from ${least} to ${end}`;
  return z.number(message).check(z.refine((n) => isAllowedAge(kind, n), message));
}
const retention = z.object({
  events: days('events'),
  audit_log: days('audit_log'),
  message_events: days('message_events'),
  message_texts: days('message_texts'),
  messages: days('messages'),
  replies: days('replies'),
  report_views: days('report_views'),
  import_rows: days('import_rows'),
  unused_files: days('unused_files'),
  automation_jobs: days('automation_jobs'),
  webhooks: days('webhooks'),
  idempotency_keys: days('idempotency_keys'),
});

/** How long data that only grows is stored, in days. */
export const getRetention = read('GET /v2/admin/retention', {
  ...forAdministrators,
  summary: 'Returns after how many days each kind of data is deleted.',
  output: retention,
  invalidates: ['retention'],
});

export const changeRetention = write('PATCH /v2/admin/retention', {
  ...forAdministrators,
  identity: 'always',
  summary: 'Changes after how many days the named kinds of data are deleted.',
  input: z.partial(retention),
  output: retention,
  invalidates: ['retention'],
});
