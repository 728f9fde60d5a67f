import { slipsBetween } from './slips-between.ts';

/** Detects typos in the domain of an email address. A hint next to the field, never an error. */

/** The most frequent email domains of clients. */
const known = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.ca',
  'yahoo.co.uk',
  'yahoo.com.au',
  'yahoo.de',
  'yahoo.fr',
  'ymail.com',
  'hotmail.com',
  'hotmail.ca',
  'hotmail.co.uk',
  'hotmail.de',
  'hotmail.fr',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'att.net',
  'cox.net',
  'charter.net',
  'earthlink.net',
  'optonline.net',
  'protonmail.com',
  'proton.me',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'web.de',
  't-online.de',
  'freenet.de',
  'bluewin.ch',
  'orange.fr',
  'free.fr',
  'wanadoo.fr',
  'laposte.net',
  'sfr.fr',
  'rogers.com',
  'shaw.ca',
  'telus.net',
  'bigpond.com',
  'optusnet.com.au',
  'xtra.co.nz',
  'btinternet.com',
  'sky.com',
] as const;
const isKnown: ReadonlySet<string> = new Set(known);

/** Real domains that look like typos of known ones; no suggestion is made for them. */
const innocent: ReadonlySet<string> = new Set([
  'gmx.fr',
  'gmx.us',
  'mail.com',
  'email.com',
  'ymail.ca',
  'rocketmail.com',
  'live.ca',
  'live.fr',
  'live.de',
  'live.co.uk',
  'aim.com',
  'we.com',
  'my.com',
  'fee.fr',
  'hey.com',
  'one.com',
]);

const endings: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  coom: 'com',
  ccom: 'com',
  'com.com': 'com',
  nte: 'net',
  ner: 'net',
  nett: 'net',
  ogr: 'org',
  orgg: 'org',
};

/**
 * Returns the address that was probably meant, or null if nothing looks wrong. `ann@gmial.com` → `ann@gmail.com`
 * Accepts one typo (a wrong, missing or doubled letter, or two swapped ones), in long names two.
 */
export function suggestEmail(email: string): string | null {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1 || /\s/.test(text)) return null;
  const domain = text.slice(at + 1);
  const meant = probableDomain(domain);
  return meant === null || meant === domain ? null : `${text.slice(0, at)}@${meant}`;
}

function probableDomain(domain: string): string | null {
  if (isKnown.has(domain) || innocent.has(domain)) return null;
  // `gmail` and `gmail.`, if the user stopped too early.
  const whole = known.find((one) => one === `${domain.replace(/\.$/, '')}.com`);
  if (whole) return whole;
  const near = nearest(domain);
  if (near) return near;
  const dot = domain.indexOf('.');
  const ending = dot < 0 ? undefined : endings[domain.slice(dot + 1)];
  return ending === undefined ? null : `${domain.slice(0, dot)}.${ending}`;
}

/**
 * Returns the known domain within reach. If two are equally close, the first one in the list, which is more frequent.
 */
function nearest(domain: string): string | null {
  let best: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const one of known) {
    const slips = slipsBetween(domain, one);
    // Short names resemble those of real companies: `cos.net` is not `cox.net`.
    const forgiven = one.length >= 11 ? 2 : one.length >= 9 ? 1 : 0;
    if (slips <= forgiven && slips < fewest && domain[0] === one[0]) {
      best = one;
      fewest = slips;
    }
  }
  return best;
}
