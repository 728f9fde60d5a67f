import { expect, test } from 'vitest';
import { type Mail, MailDeferred } from '#server/outside/mail.ts';
import { startTestApp } from '#testing/test-app.ts';
import { queueMail } from './mail-for-tests.ts';

const testApp = await startTestApp();

test('200 due mails of ten companies never mix, although every seventh fails first (A11)', async () => {
  const companies = await Promise.all(Array.from({ length: 10 }, () => testApp.create.owner()));
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  for (let n = 0; n < 200; n++) {
    const at = n % 10;
    await queueMail(testApp, companies[at]?.subscriberId ?? '', {
      key: `report_published.mixed-${n}`,
      ...{ to_address: `to-${n}@c${at}.example`, cc_address: `cc-${n}@c${at}.example` },
      ...{ bcc_address: `bcc@c${at}.example`, reply_to: `reply@c${at}.example`, from_name: `Company ${at}` },
      ...{ body_text: `footer of ${at}, link ${n}`, body_html: `<p>footer of ${at}, link ${n}</p>` },
    });
  }
  const mail = testApp.runtime.external.mail as { send(sent: Mail): Promise<{ providerId: string }> };
  const { send } = mail;
  let attempts = 0;
  mail.send = async (sent) => {
    attempts += 1;
    if (attempts % 7 === 0 && attempts <= 200) throw new MailDeferred('try later');
    return send(sent);
  };
  await testApp.advanceTime('1 minute');
  mail.send = send;
  await testApp.advanceTime('5 minutes');
  const sent = testApp.sent.emails;
  expect(new Set(sent.map(({ key }) => key)).size).toBe(200);
  expect(sent).toHaveLength(200);
  for (const one of sent) {
    const n = Number(one.key.split('-')[1]);
    const at = n % 10;
    expect(one).toMatchObject({
      from: { name: `Company ${at}` },
      to: [{ address: `to-${n}@c${at}.example` }],
      cc: [{ address: `cc-${n}@c${at}.example` }],
      bcc: [{ address: `bcc@c${at}.example` }],
      replyTo: { address: `reply@c${at}.example` },
      text: `footer of ${at}, link ${n}`,
    });
    expect(one.headers?.['Feedback-ID']).toContain(companies[at]?.subscriberId);
  }
});
