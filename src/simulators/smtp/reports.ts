/** What a recipient's server reports about a mail later, as mails to the envelope's sender. */

/**
 * Returns the reports that follow a mail to dsn@… or to a mistyped domain ending in .con (undeliverable, RFC 3464), or to fbl@…
 * (marked as spam, RFC 5965).
 */
export function reportsAbout(raw: Buffer, { from, to }: { from: string; to: readonly string[] }): string[] {
  const head = headerOf(raw);
  return to.flatMap((address) => {
    const [name, domain = ''] = address.toLowerCase().split('@');
    const facts = { from, address, domain, head };
    if (domain.endsWith('.con')) return [undeliverable(facts, '5.1.2', 'Host not found')];
    if (name === 'dsn') return [undeliverable(facts, '5.1.1', 'No such mailbox')];
    return name === 'fbl' ? [complaint(facts)] : [];
  });
}

interface Report {
  from: string;
  address: string;
  domain: string;
  /** The header of the mail it is about. */
  head: string;
}

function undeliverable({ from, address, domain, head }: Report, code: string, text: string): string {
  const status = [
    `Reporting-MTA: dns; mx.${domain}`,
    '',
    `Final-Recipient: rfc822; ${address}`,
    'Action: failed',
    `Status: ${code}`,
    `Diagnostic-Code: smtp; 550 ${code} ${text}`,
  ];
  return reportMail(
    { from: `Mail Delivery System <MAILER-DAEMON@mx.${domain}>`, to: from, subject: 'Undelivered mail' },
    { type: 'delivery-status', text: `Your mail to ${address} was not delivered.`, fields: status, head },
  );
}

function complaint({ from, address, domain, head }: Report): string {
  const fields = [
    'Feedback-Type: abuse',
    'User-Agent: Simulator/1',
    'Version: 1',
    `Original-Mail-From: <${from}>`,
    `Original-Rcpt-To: <${address}>`,
  ];
  return reportMail(
    { from: `Feedback loop <feedback@mx.${domain}>`, to: from, subject: 'Abuse report' },
    { type: 'feedback-report', text: `${address} marked this mail as spam.`, fields, head },
  );
}

function reportMail(
  mail: { from: string; to: string; subject: string },
  report: { type: string; text: string; fields: readonly string[]; head: string },
): string {
  const part = (type: string, body: string) => ['--report', `Content-Type: ${type}`, '', body, ''];
  return [
    `From: ${mail.from}`,
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${report.type}; boundary="report"`,
    '',
    ...part('text/plain; charset=utf-8', report.text),
    ...part(`message/${report.type}`, report.fields.join('\r\n')),
    ...part('text/rfc822-headers', report.head),
    '--report--',
    '',
  ].join('\r\n');
}

function headerOf(raw: Buffer): string {
  const text = raw.toString('latin1');
  return text.slice(0, text.indexOf('\r\n\r\n'));
}
