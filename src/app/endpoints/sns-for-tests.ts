import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A topic of the test's own SES. */
export const testTopic = 'arn:aws:sns:us-east-1:123456789012:mail-events';
export const certificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-test.pem';

/** Signs messages as Amazon SNS does. */
export interface TestSns {
  certificate: string;
  sign(message: Partial<SnsFields>): SnsFields;
}

export interface SnsFields {
  Type: string;
  MessageId: string;
  TopicArn: string;
  Subject?: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Token?: string;
  SubscribeURL?: string;
}

let count = 0;

/** Creates an SNS with its own key and certificate. */
export async function createTestSns(): Promise<TestSns> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const imported = async (key: KeyObject, type: 'pkcs8' | 'spki', use: 'sign' | 'verify') =>
    crypto.subtle.importKey(
      type,
      key.export({ type, format: 'der' }) as Buffer<ArrayBuffer>,
      algorithm,
      true,
      [use],
    );
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=sns.amazonaws.com',
    signingAlgorithm: algorithm,
    keys: {
      privateKey: await imported(privateKey, 'pkcs8', 'sign'),
      publicKey: await imported(publicKey, 'spki', 'verify'),
    },
  });
  return {
    certificate: certificate.toString('pem'),
    sign: (changes) => signed(privateKey, changes),
  };
}

function signed(key: KeyObject, changes: Partial<SnsFields>): SnsFields {
  const message: SnsFields = {
    Type: 'Notification',
    MessageId: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    TopicArn: testTopic,
    Message: '{}',
    Timestamp: '2030-03-01T14:00:00.000Z',
    SignatureVersion: '1',
    SigningCertURL: certificateUrl,
    Signature: '',
    ...changes,
  };
  const names = [
    'Message',
    'MessageId',
    'Subject',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ] as const;
  const text = names
    .map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`))
    .join('');
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  return { ...message, Signature: createSign(algorithm).update(text).sign(key, 'base64') };
}
