import { mine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listSuppressions } from './delivery-contract.ts';
import { queueMessages } from './outbox/queue-messages.ts';
import { receiveReply } from './replies/receive-reply.ts';
import { listTextReplyLog } from './replies-contract.ts';
import { suppress } from './suppressions/suppress.ts';
import { grantTextCredits } from './texting/text-credits.ts';

/** A text that came in, text credits, a queued mail and a suppressed address. */
export async function createMessageRecords(testApp: TestApp, owner: TestUser, marker: string) {
  await testApp.writeAs(owner.subscriberId, async (w) => {
    await grantTextCredits(w, 50, `${marker} gift`);
    await receiveReply(w, {
      ...{ providerId: `SM${w.requestId}`, from: '+15125550177', to: '+15125550199' },
      ...{ body: `${marker} says thank you`, media: 0, handled: null },
    });
  });
  const message = await testApp.writeAs(owner.subscriberId, async (w) => {
    const key = `report_published.${marker}`;
    await queueMessages(w, [
      {
        ...{ key, channel: 'email', template_key: 'report_published', appointment_id: null, person_id: null },
        ...{
          to_address: `${marker}@log.example`,
          cc_address: '',
          bcc_address: '',
          reply_to: '',
          from_name: '',
        },
        ...{ subject: `${marker} mail`, body_text: marker, body_html: '', attachments: [] },
      },
    ]);
    await suppress(w, {
      address: `${marker}@gone.example`,
      ...{ stream: 'all', reason: 'bounced', detail: marker, message_id: null },
    });
    return mine(w, 'outbound_messages').where('key', '=', key).select('id').executeTakeFirstOrThrow();
  });
  const [suppression] = (await owner.call(listSuppressions, {})).pageData;
  const [reply] = (await owner.call(listTextReplyLog, {})).pageData;
  return { textReply: reply?.id ?? '', message: message.id, suppression: suppression?.id ?? '' };
}
