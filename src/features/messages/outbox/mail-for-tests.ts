import { createMessageToken } from '#features/messages/message-tokens.ts';
import { mine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import { queueMessages, type RenderedMessage } from './queue-messages.ts';

let count = 0;

/** Queues a mail of a company and returns its id; no attempt to send it was made yet. */
export async function queueMail(
  testApp: TestApp,
  subscriberId: string,
  changes: Partial<RenderedMessage> = {},
): Promise<string> {
  const key = `report_published.test-${++count}`;
  await testApp.writeAs(subscriberId, (w) =>
    queueMessages(w, [
      {
        ...{ key, channel: 'email', template_key: 'report_published' },
        ...{ appointment_id: null, person_id: null, to_address: 'ann@a.example', cc_address: '' },
        ...{ bcc_address: '', reply_to: '', from_name: 'Acme', subject: 'Your report' },
        ...{ body_text: 'Hello Ann,', body_html: '<p>Hello Ann,</p>', attachments: [] },
        ...changes,
      },
    ]),
  );
  return testApp.readAs(subscriberId, async (r) => {
    const row = mine(r, 'outbound_messages')
      .where('key', '=', changes.key ?? key)
      .select('id');
    return (await row.executeTakeFirstOrThrow()).id;
  });
}

/** What became of a message: its row, its timeline, and the suppressed addresses of its company. */
export function fateOf(testApp: TestApp, subscriberId: string, id: string) {
  return testApp.readAs(subscriberId, async (r) => ({
    ...(await mine(r, 'outbound_messages')
      .where('id', '=', id)
      .select(['status', 'error'])
      .executeTakeFirstOrThrow()),
    events: (
      await mine(r, 'message_events')
        .where('message_id', '=', id)
        .orderBy('id')
        .select(['kind', 'recipient'])
        .execute()
    ).map(({ kind, recipient }) => `${kind} ${recipient}`.trim()),
    suppressed: (
      await mine(r, 'suppressions').orderBy('id').select(['address', 'stream', 'reason']).execute()
    ).map(({ address, stream, reason }) => `${address} ${stream} ${reason}`),
  }));
}

/** What a provider’s report about a message names. */
export function referenceOf(testApp: TestApp, subscriberId: string, messageId: string): string {
  return createMessageToken(testApp.runtime.installation, 'report', { subscriberId, messageId });
}
