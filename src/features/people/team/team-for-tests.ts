import * as auth from '#features/auth/contract.ts';
import { limitSending } from '#features/messages/sending/limits-for-tests.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createTestUser, type TestUser } from '#testing/test-user.ts';

export const password = 'correct-Horse1';

/** Starts a test app with a company, and helpers to invite and sign in team members. */
export async function setUpTeam() {
  const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
  const owner = await testApp.create.owner({ company_name: 'Whitfield' });
  await limitSending(testApp, owner.subscriberId, {});
  let count = 0;

  function newMember(more: Record<string, unknown> = {}) {
    count += 1;
    return { first_name: 'Tariq', last_name: `Osman${count}`, email: `tariq${count}@team.example`, ...more };
  }

  /** The link of the last invitation to an address. */
  async function invitationOf(email: string): Promise<{ email: string; code: string; url: URL }> {
    await testApp.runDueJobs();
    const mail = testApp.sent.emails.findLast((m) => m.to.some((to) => to.address === email));
    const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none.test');
    return { email: url.searchParams.get('email') ?? '', code: url.pathname.split('/').at(-1) ?? '', url };
  }

  /** Accepts the invitation and signs in. */
  async function joined(email: string): Promise<TestUser> {
    const { code } = await invitationOf(email);
    await testApp.visitor.call(auth.resetPassword, { email, code, password });
    return signedIn(email);
  }

  async function signedIn(email: string): Promise<TestUser> {
    const { accessToken, user } = await testApp.visitor.call(auth.login, { email, password });
    return createTestUser(testApp.app, {
      id: user?.id ?? '',
      subscriberId: user?.subscriber_id ?? '',
      token: accessToken,
    });
  }

  return { testApp, owner, newMember, invitationOf, joined, signedIn };
}
