import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { receiveReply } from './replies/receive-reply.ts';
import { listTextReplyLog } from './replies-contract.ts';
import { grantTextCredits } from './texting/text-credits.ts';

/** A text that came in, and text credits. */
export async function createMessageRecords(testApp: TestApp, owner: TestUser, marker: string) {
  await testApp.writeAs(owner.subscriberId, async (w) => {
    await grantTextCredits(w, 50, `${marker} gift`);
    await receiveReply(w, {
      ...{ providerId: `SM${w.requestId}`, from: '+15125550177', to: '+15125550199' },
      ...{ body: `${marker} says thank you`, media: 0, handled: null },
    });
  });
  const [reply] = (await owner.call(listTextReplyLog, {})).pageData;
  return { textReply: reply?.id ?? '' };
}
