import { createVerify, X509Certificate } from 'node:crypto';
import { z } from 'zod/mini';
import { ReportRefused } from './mail-report.ts';
import { parseJson } from './read-json.ts';

const message = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.nullish(z.string()),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Token: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
});

/** A message of Amazon SNS whose signature was verified. */
export type SnsMessage = z.infer<typeof message>;

/** Fetches a text from an address that `isAwsUrl` allows. */
export type FetchText = (url: string) => Promise<string>;

const algorithms = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const;

/**
 * Verifies a message of Amazon SNS (signature versions 1 and 2) of one of our topics. Everything that can be refused
 * without a connection is: any AWS account can send us messages with a genuine signature.
 */
export async function verifySns(
  body: Uint8Array,
  topics: readonly string[],
  fetchText: FetchText,
): Promise<SnsMessage> {
  const received = parseJson(body, message);
  if (!topics.includes(received.TopicArn)) throw new ReportRefused('the topic is not ours');
  if (!isAwsUrl(received.SigningCertURL) || !new URL(received.SigningCertURL).pathname.endsWith('.pem'))
    throw new ReportRefused('the certificate is not from Amazon SNS');
  if (received.SubscribeURL !== undefined && !isAwsUrl(received.SubscribeURL))
    throw new ReportRefused('the address to confirm is not Amazon SNS');
  const certificate = await fetchText(received.SigningCertURL);
  if (!isSignedBy(certificate, received)) throw new ReportRefused('the signature is wrong');
  return received;
}

/** Returns whether an address is Amazon SNS's: https, its host, no port and no user. */
function isAwsUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  const isPlain = port === '' && username === '' && password === '';
  return protocol === 'https:' && isPlain && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(hostname);
}

function isSignedBy(certificate: string, received: SnsMessage): boolean {
  try {
    const { publicKey } = new X509Certificate(certificate);
    const verify = createVerify(algorithms[received.SignatureVersion]).update(signedText(received), 'utf8');
    return verify.verify(publicKey, received.Signature, 'base64');
  } catch {
    return false;
  }
}

/** Names and values, each on a line. A missing subject is left out. */
function signedText(received: SnsMessage): string {
  const names =
    received.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names
    .flatMap((name) => {
      const value = received[name];
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`];
    })
    .join('');
}
