import type { Formatter } from '#domain/base/formatter.ts';
import { fillText } from '#domain/messages/message-texts.ts';
import type { Lang } from '#server/context.ts';
import type { Facts } from '../facts.ts';
import samples from '../templates/samples.json' with { type: 'json' };

/** A value for every placeholder that a real appointment does not fill, for a preview. */
export function sampleFacts(lang: Lang, format: Formatter, currency: number, at: string): Facts {
  const { person, sender, ...worded } = samples[lang];
  const place = '12 Orchard Lane, Summit, NJ 07901';
  return {
    ...worded,
    ...{ name: person, maker: person, sender, author: sender, inviter: sender },
    first_name: person.split(' ')[0] ?? '',
    ...{ address: place, place },
    ...{ email: 'alex@example.com', gateway: 'Stripe', event: 'evt_1042' },
    ...{ extra: '', link: 'https://example.com/s/7c2KqP9x' },
    count: '3',
    amount: format.money(450, currency),
    outstanding: format.money(125, currency),
    when: format.dateTime(at),
    times: format.dateTime(at),
    until: format.dateTime(at),
    date: format.date(at),
    time: format.time(at),
    zone: format.zoneName(at, 'America/New_York'),
  };
}

/** The subject of a test, so that its reader knows what it is. */
export function testSubject(lang: Lang, subject: string): string {
  return fillText(samples[lang].test, { subject });
}
