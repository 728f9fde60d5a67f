import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import { dateOf } from '../clock.ts';
import {
  type Mail,
  type MailAddress,
  MailDeferred,
  type Mailer,
  MailRejected,
  MailUncertain,
  type RefusedRecipient,
} from './mail.ts';

/** The key with which mails are signed. */
export interface DkimKey {
  domain: string;
  selector: string;
  privateKey: string;
}

interface SmtpSettings {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** Right part of Message-IDs. */
  domain: string;
  dkim?: DkimKey | null;
  /** Providers that return a mail's reference only if it is in a header of theirs. */
  referenceHeaders?: readonly ReferenceHeader[];
}

/** How providers get the reference of a mail; they remove the header. */
export type ReferenceHeader = 'X-PM-Metadata-reference' | 'X-Mailgun-Variables' | 'X-SES-MESSAGE-TAGS';

const connectMs = 10_000;
const talkMs = 30_000;
/** The library's own list lacks List-Unsubscribe-Post and Feedback-ID, which receivers want signed (RFC 8058). */
const signedHeaders =
  'from:reply-to:subject:date:message-id:to:cc:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id';

/** Sends over SMTP with a small pool of connections. The same Mail has the same bytes however often it is sent. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const { dkim } = settings;
  const options = {
    url: settings.url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: talkMs,
    // Text that looks like a file name or address must never be read from there.
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: sendsPassword(settings.url),
    ...(dkim && {
      dkim: {
        ...{ domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
        headerFieldNames: signedHeaders,
      },
    }),
  };
  const transport = nodemailer.createTransport(options as Parameters<typeof nodemailer.createTransport>[0]);
  transport.use('stream', watchHandover);
  return {
    async send(mail) {
      const handover: Handover = { content: null };
      try {
        const message = { ...messageOf(mail, settings), handover } as SendMailOptions;
        const info = (await transport.sendMail(message)) as { rejectedErrors?: SmtpError[] };
        return {
          providerId: messageId(mail.key, settings.domain),
          refused: (info.rejectedErrors ?? []).map(refusedBy),
        };
      } catch (error) {
        throw classified(error as SmtpError, handover);
      }
    },
    close: () => transport.close(),
  };
}

/** True for a server on another machine that asks for a password: neither it nor the mails go there unencrypted. */
function sendsPassword(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The content of one attempt; it is read to its end only if the server asked for it. */
interface Handover {
  content: Readable | null;
}

/** Notes the stream from which the connection reads the mail. */
function watchHandover(mail: MailMessage, done: () => void): void {
  const { handover } = mail.data as { handover: Handover };
  const { message } = mail;
  const create = message.createReadStream.bind(message);
  message.createReadStream = (...args) => {
    handover.content = create(...args);
    return handover.content;
  };
  done();
}

/**
 * Returns `<key@domain>`. Invalid characters are written as %3A and the like, so that different keys stay different.
 */
export function messageId(key: string, domain: string): string {
  const local = key.replace(/[^A-Za-z0-9_+.-]|^\.|\.$|\.(?=\.)/g, (sign) =>
    encodeURIComponent(sign).replace(/^[^%]/, hexOf),
  );
  return `<${local}@${domain}>`;
}

const hexOf = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Fixes everything that could differ between two attempts: date, Message-ID and the boundaries between the parts. */
function messageOf(mail: Mail, { domain, referenceHeaders = [] }: SmtpSettings): SendMailOptions {
  const boundary = {
    baseBoundary: createHash('sha256').update(mail.key).digest('hex').slice(0, 16),
  } as SendMailOptions;
  return {
    ...boundary,
    messageId: messageId(mail.key, domain),
    date: dateOf(mail.date),
    from: nodeAddress(mail.from),
    to: mail.to.map(nodeAddress),
    cc: (mail.cc ?? []).map(nodeAddress),
    ...(mail.replyTo ? { replyTo: nodeAddress(mail.replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    attachments: (mail.attachments ?? []).map((a) => ({
      filename: a.filename,
      contentType: a.type,
      content: Buffer.from(a.content),
    })),
    envelope: envelopeOf(mail),
    // Prevents vacation replies.
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      ...(mail.reference ? referencing(mail.reference, referenceHeaders) : {}),
      ...mail.headers,
    },
  };
}

function envelopeOf(mail: Mail): { from: string; to: string[] } {
  const leftOut = new Set(mail.leftOut?.map((address) => address.toLowerCase()));
  return {
    from: mail.returnPath ?? mail.from.address,
    to: [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])]
      .map(({ address }) => address)
      .filter((address) => !leftOut.has(address.toLowerCase())),
  };
}

function referencing(reference: string, names: readonly ReferenceHeader[]): Record<string, string> {
  const values = {
    'X-PM-Metadata-reference': reference,
    'X-Mailgun-Variables': JSON.stringify({ reference }),
    'X-SES-MESSAGE-TAGS': `reference=${reference}`,
  };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function nodeAddress(address: MailAddress): { name: string; address: string } {
  return { name: address.name ?? '', address: address.address };
}

/** An error of the library, about the whole mail or one recipient. */
interface SmtpError {
  responseCode?: number;
  response?: string;
  code?: string;
  message?: string;
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

function refusedBy({
  recipient = '',
  responseCode = 0,
  response,
  message = '',
}: SmtpError): RefusedRecipient {
  return { address: recipient, isFinal: responseCode >= 500, reason: response ?? message };
}

/**
 * Classifies an error by the server's response: 5xx is final, 4xx (greylisting, full mailbox) is worth another attempt.
 * A rejected login or encryption is our mistake, not the mail's. Without a response, only an invalid address is final; the rest is
 * the network, where a mail that was handed over completely may have been accepted.
 */
function classified(error: SmtpError, { content }: Handover): Error {
  const { responseCode, code } = error;
  const text = error.message ?? String(error);
  if (responseCode === undefined) {
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailRejected(text);
    return content?.readableEnded ? new MailUncertain(text) : new MailDeferred(text);
  }
  if (responseCode < 500 || code === 'EAUTH' || code === 'ETLS') return new MailDeferred(text);
  return new MailRejected(error.response ?? text, (error.rejectedErrors ?? []).map(refusedBy));
}
