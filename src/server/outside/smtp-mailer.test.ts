import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { type SmtpSink, startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import { type Mail, MailDeferred, type Mailer, MailRejected, MailUncertain } from './mail.ts';
import { messageId, smtpMailer } from './smtp-mailer.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-mail-'));
let sink: SmtpSink;
let mailer: Mailer;
beforeAll(async () => {
  sink = await startSmtpSink({ folder });
  mailer = smtpMailer({ url: sink.url, domain: 'gable.test' });
});
afterAll(async () => {
  mailer.close();
  await sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

const mail = (changes: Partial<Mail> = {}): Mail => ({
  key: '0190a5d0-ac96-774b-bcce-b302099a8057',
  date: asInstant('2030-03-08T15:00:00.000Z'),
  from: { name: 'Harbor Home Inspections', address: 'no-reply@gable.test' },
  to: [{ name: 'María Whitfield', address: 'maria@client.test' }],
  subject: 'Ihr Bericht für 1847 Seabright Avenue – fertig',
  text: 'Grüße\n.\nEine Zeile mit einem Punkt allein.',
  html: '<p>Grüße</p>',
  attachments: [{ filename: 'Résumé.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
  ...changes,
});

/** Only the mails with this key. */
const arrived = async (key: string) =>
  (await sink.list()).filter((one) => one.messageId === messageId(key, 'gable.test'));

describe('a mail', () => {
  test('arrives as it was written', async () => {
    const key = 'whole';
    const sent = await mailer.send(
      mail({ key, replyTo: { address: 'office@harbor.test' }, bcc: [{ address: 'archive@harbor.test' }] }),
    );
    expect(sent).toEqual({ providerId: '<whole@gable.test>', refused: [] });
    const [got] = await arrived(key);
    expect(got).toMatchObject({
      from: 'no-reply@gable.test',
      to: ['maria@client.test'],
      subject: 'Ihr Bericht für 1847 Seabright Avenue – fertig',
      attachments: [{ filename: 'Résumé.pdf', type: 'application/pdf', bytes: 8 }],
      copies: 1,
    });
    expect(got?.text.trim()).toBe('Grüße\n.\nEine Zeile mit einem Punkt allein.');
    const raw = String(await sink.raw(got?.id ?? ''));
    expect(raw).toContain('Date: Fri, 08 Mar 2030 15:00:00 +0000');
    expect(raw).toContain('Reply-To: office@harbor.test');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(raw).not.toContain('archive@harbor.test');
  });

  test('sent again is the same, byte for byte', async () => {
    const key = 'twice';
    await mailer.send(mail({ key }));
    const other = smtpMailer({ url: sink.url, domain: 'gable.test' });
    await other.send(mail({ key }));
    other.close();
    const got = await arrived(key);
    expect(got.map((one) => one.copies)).toEqual([2, 2]);
    expect(new Set(got.map((one) => one.sha256)).size).toBe(1);
  });

  test('has one mailbox per header, whatever is in a name (M13)', async () => {
    const key = 'names';
    const company = 'Müller, Söhne & Co. "Haus": Prüfungen';
    await mailer.send(
      mail({
        key,
        from: { name: company, address: 'no-reply@gable.test' },
        to: [{ name: 'Doe, Jóhn', address: 'john@client.test' }],
        replyTo: { name: 'Zoë 🏠', address: 'zoe@harbor.test' },
      }),
    );
    const parsed = await PostalMime.parse((await sink.raw((await arrived(key))[0]?.id ?? '')) ?? '');
    expect(parsed.from).toEqual({ name: company, address: 'no-reply@gable.test' });
    expect(parsed.to).toEqual([{ name: 'Doe, Jóhn', address: 'john@client.test' }]);
    expect(parsed.replyTo).toEqual([{ name: 'Zoë 🏠', address: 'zoe@harbor.test' }]);
  });

  test('cannot inject a header', async () => {
    const key = 'smuggler';
    await mailer.send(
      mail({
        key,
        subject: 'Hello\r\nBcc: everyone@client.test',
        to: [{ name: 'A\r\nX-Evil: 1', address: 'a@client.test' }],
      }),
    );
    const raw = String(await sink.raw((await arrived(key))[0]?.id ?? ''));
    expect(raw).not.toMatch(/^(Bcc|X-Evil):/im);
  });
});

describe('delivery failures', () => {
  const to = (name: string): Partial<Mail> => ({ key: name, to: [{ address: `${name}@client.test` }] });

  test('an unknown mailbox is a permanent failure', async () => {
    await expect(mailer.send(mail(to('bounce')))).rejects.toBeInstanceOf(MailRejected);
  });

  test('a full mailbox and greylisting are temporary failures', async () => {
    await expect(mailer.send(mail(to('full')))).rejects.toBeInstanceOf(MailDeferred);
    await expect(mailer.send(mail(to('grey')))).rejects.toBeInstanceOf(MailDeferred);
    await expect(mailer.send(mail(to('grey')))).resolves.toMatchObject({ refused: [] });
  });

  test('a response lost after the mail was handed over is uncertain, and the mail is not sent again', async () => {
    await expect(mailer.send(mail(to('drop')))).rejects.toBeInstanceOf(MailUncertain);
    expect(await arrived('drop')).toHaveLength(1);
  });

  test('reports a rejected recipient and delivers to the others', async () => {
    const both = [{ address: 'good@client.test' }, { address: 'bounce@client.test' }];
    const reason = '550 5.1.1 No such mailbox';
    expect(await mailer.send(mail({ key: 'both', to: both }))).toMatchObject({
      refused: [{ address: 'bounce@client.test', isFinal: true, reason }],
    });
    await expect(mailer.send(mail(to('bounce')))).rejects.toMatchObject({
      refused: [{ address: 'bounce@client.test', isFinal: true, reason }],
    });
  });

  test('only those who have not accepted a mail get it again', async () => {
    const both = [{ address: 'grey@later.test' }, { address: 'good@client.test' }];
    const first = await mailer.send(mail({ key: 'rest', to: both }));
    expect(first.refused).toMatchObject([{ address: 'grey@later.test', isFinal: false }]);
    const again = await mailer.send(mail({ key: 'rest', to: both, leftOut: ['GOOD@client.test'] }));
    expect(again.refused).toEqual([]);
    expect((await arrived('rest')).map((one) => one.envelope.to)).toEqual([
      ['grey@later.test'],
      ['good@client.test'],
    ]);
  });

  test('an unreachable server is a network failure, not a failure of the mail', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const lonely = smtpMailer({ url: `smtp://127.0.0.1:${port}`, domain: 'gable.test' });
    await expect(lonely.send(mail())).rejects.toBeInstanceOf(MailDeferred);
    lonely.close();
  });
});

test('a password leaves this machine only encrypted', async () => {
  // 0.0.0.0 leads to the sink, which has no STARTTLS, but is not known as this machine.
  const elsewhere = sink.url.replace(/127\.0\.0\.1|localhost/, 'user:password@0.0.0.0');
  const cautious = smtpMailer({ url: elsewhere, domain: 'gable.test' });
  await expect(cautious.send(mail({ key: 'unencrypted' }))).rejects.toThrow(MailDeferred);
  expect(await arrived('unencrypted')).toEqual([]);
  cautious.close();
  const relay = smtpMailer({ url: elsewhere.replace('user:password@', ''), domain: 'gable.test' });
  await relay.send(mail({ key: 'relayed' }));
  expect(await arrived('relayed')).toHaveLength(1);
  relay.close();
});

test('the sink still lists mails of an earlier run', async () => {
  await mailer.send(mail({ key: 'early' }));
  const later = await startSmtpSink({ folder });
  expect((await later.list()).some((one) => one.messageId === '<early@gable.test>')).toBe(true);
  expect((await later.list(1))[0]?.messageId).toBe('<early@gable.test>');
  await later.stop();
});

test.each([
  ['0190a5d0-ac96', '<0190a5d0-ac96@x>'],
  ['action:1:appointment:2', '<action%3A1%3Aappointment%3A2@x>'],
  ['a..b.', '<a%2E.b%2E@x>'],
  ['a b<c>(d)\r\n', '<a%20b%3Cc%3E%28d%29%0D%0A@x>'],
  ['ü', '<%C3%BC@x>'],
])('the key %s makes a valid Message-ID', (key, id) => {
  expect(messageId(key, 'x')).toBe(id);
});
