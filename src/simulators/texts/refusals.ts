import { json, type SimReply } from '../pay/kit/listener.ts';

/** Numbers with which Twilio's test credentials cause errors. */
const magicTo: Readonly<Record<string, readonly [code: number, words: string]>> = {
  '+15005550001': [21211, "Invalid 'To' Phone Number: +15005550001"],
  '+15005550002': [21612, "The 'To' phone number: +15005550002, is not currently reachable via SMS"],
  '+15005550003': [
    21408,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
  ],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, 'To number: +15005550009, is not a mobile number'],
};
const magicFrom: Readonly<Record<string, readonly [code: number, words: string]>> = {
  '+15005550001': [21212, "Invalid 'From' Number: +15005550001"],
  '+15005550007': [
    21606,
    "The 'From' phone number +15005550007 is not a valid, SMS-capable inbound phone number",
  ],
  '+15005550008': [21611, "This 'From' number has exceeded the maximum number of queued messages"],
};

/** Returns Twilio's answer to a message that it refuses, or null. */
export function refusalOf(form: URLSearchParams, hasOptedOut: (to: string) => boolean): SimReply | null {
  const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  if (to === '') return twilioError(400, 21604, "A 'To' phone number is required.");
  if (from === '' && !form.get('MessagingServiceSid'))
    return twilioError(400, 21603, "A 'From' phone number is required.");
  if (body.trim() === '') return twilioError(400, 21602, 'Message body is required.');
  if (body.length > 1600)
    return twilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
  const wrong = magicTo[to] ?? magicFrom[from];
  if (wrong) return twilioError(400, ...wrong);
  if (!/^\+[1-9]\d{7,14}$/.test(to)) return twilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  return hasOptedOut(to) ? twilioError(400, 21610, 'Attempt to send to unsubscribed recipient') : null;
}

/** Returns an error in Twilio's format. */
export function twilioError(status: number, code: number, message: string): SimReply {
  return json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}
