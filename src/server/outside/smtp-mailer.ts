import { createHash } from 'node:crypto';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { dateOf } from '../clock.ts';
import { type Mail, type MailAddress, MailDeferred, type Mailer, MailRejected } from './mail.ts';

interface SmtpSettings {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** Right part of Message-IDs. */
  domain: string;
}

const connectMs = 10_000;
const talkMs = 30_000;

/** Sends over SMTP with a small pool of connections. The same Mail has the same bytes however often it is sent. */
export function smtpMailer(settings: SmtpSettings): Mailer {
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
  };
  const transport = nodemailer.createTransport(options as Parameters<typeof nodemailer.createTransport>[0]);
  return {
    async send(mail) {
      try {
        const info = await transport.sendMail(messageOf(mail, settings.domain));
        return {
          providerId: messageId(mail.key, settings.domain),
          refused: (info.rejected ?? []).map(addressOf),
        };
      } catch (error) {
        throw classified(error);
      }
    },
    close: () => transport.close(),
  };
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
function messageOf(mail: Mail, domain: string): SendMailOptions {
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
    bcc: (mail.bcc ?? []).map(nodeAddress),
    ...(mail.replyTo ? { replyTo: nodeAddress(mail.replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    attachments: (mail.attachments ?? []).map((a) => ({
      filename: a.filename,
      contentType: a.type,
      content: Buffer.from(a.content),
    })),
    // Prevents vacation replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...mail.headers },
  };
}

function nodeAddress(address: MailAddress): { name: string; address: string } {
  return { name: address.name ?? '', address: address.address };
}

function addressOf(recipient: string | { address: string }): string {
  return typeof recipient === 'string' ? recipient : recipient.address;
}

/**
 * Classifies an error by the server's response: 5xx is final, 4xx (greylisting, full mailbox) is worth another attempt.
 * A rejected login is our mistake, not the mail's. Without a response, only an invalid address is final; the rest is
 * the network.
 */
function classified(error: unknown): Error {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string };
  const isFinal =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && code !== 'EAUTH';
  return isFinal ? new MailRejected(message ?? String(error)) : new MailDeferred(message ?? String(error));
}
