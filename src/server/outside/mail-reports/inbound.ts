import PostalMime, { type Email } from 'postal-mime';
import type { Instant } from '#domain/base/time.ts';
import { statusCodeIn } from '#domain/messages/bounces.ts';
import { sha256Hex } from '../../ids.ts';
import { secretsEqual } from '../../tokens.ts';
import { type MailReport, plainReport, ReportRefused, type ReportRequest } from './mail-report.ts';

/**
 * Reads a mail that arrived at the bounce domain: a delivery report (RFC 3464), a complaint (RFC 5965) or a request to
 * unsubscribe. Answers of people and vacation replies are none of them and report nothing.
 */
export async function readInboundMail(request: ReportRequest, secret: string): Promise<MailReport[]> {
  if (!secretsEqual(request.headers.authorization ?? '', `Bearer ${secret}`))
    throw new ReportRefused('the secret is wrong');
  const mail = await PostalMime.parse(Buffer.from(request.body)).catch(() => null);
  if (!mail) return [];
  const to = [
    request.headers['x-envelope-to'],
    ...['delivered-to', 'x-original-to', 'to'].map((name) => headerOf(mail, name)),
  ]
    .filter((value) => value !== undefined)
    .join(' ');
  const id = sha256Hex(request.body).slice(0, 40);
  const reference = /\bb\+([a-z2-7]+)@/i.exec(to)?.[1]?.toLowerCase();
  if (reference) return reportsIn(mail, { id, reference, at: request.receivedAt });
  const isByHand = (headerOf(mail, 'auto-submitted') ?? 'no') === 'no';
  if (!isByHand || !/\bunsubscribe@/i.test(to)) return [];
  const token = (mail.subject ?? '').trim().toLowerCase();
  const facts = { eventId: id, reference: token, recipient: '', at: request.receivedAt };
  return [plainReport('unsubscribed', facts)];
}

interface Arrival {
  id: string;
  reference: string;
  at: Instant;
}

function reportsIn(mail: Email, arrival: Arrival): MailReport[] {
  const complaint = partOf(mail, 'message/feedback-report');
  if (complaint) return complaintOf(fieldsIn(complaint), arrival);
  const status = partOf(mail, 'message/delivery-status');
  if (!status) return [];
  // The first group is about the whole mail, each further one about a recipient.
  const groups = status
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsIn)
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'));
  return groups.flatMap((fields, at) => deliveryReportOf(fields, { ...arrival, id: `${arrival.id}.${at}` }));
}

function complaintOf(fields: Map<string, string>, { id, reference, at }: Arrival): MailReport[] {
  if (fields.get('feedback-type')?.toLowerCase() === 'not-spam') return [];
  const recipient = addressIn(fields.get('original-rcpt-to'));
  return [plainReport('complained', { eventId: id, reference, recipient, at })];
}

function deliveryReportOf(fields: Map<string, string>, { id, reference, at }: Arrival): MailReport[] {
  const recipient = addressIn(fields.get('original-recipient') ?? fields.get('final-recipient'));
  const facts = { eventId: id, reference, recipient, at };
  const reason = (fields.get('diagnostic-code') ?? '').replace(/^\w+;\s*/, '');
  const status = statusCodeIn(fields.get('status') ?? '') ?? statusCodeIn(reason);
  switch (fields.get('action')?.toLowerCase()) {
    case 'failed':
      return [{ ...facts, kind: 'bounced', status, label: 'hard', reason: reason || (status ?? '') }];
    case 'delayed':
      return [{ ...plainReport('deferred', facts), reason }];
    case 'delivered':
      return [plainReport('delivered', facts)];
    default:
      return [];
  }
}

function partOf(mail: Email, type: string): string | null {
  const part = mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type);
  if (!part) return null;
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
}

/** Fields by name in lower case; continued lines are joined. */
function fieldsIn(text: string): Map<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

/** The address of `rfc822; a@b.example` or `<a@b.example>`. */
function addressIn(field = ''): string {
  const address = field.slice(field.indexOf(';') + 1).trim();
  return address.replace(/^<(.*)>$/, '$1').toLowerCase();
}

function headerOf(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value;
}
