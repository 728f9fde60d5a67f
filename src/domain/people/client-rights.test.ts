import { describe, expect, test } from 'vitest';
import { asInstant, type Zone } from '../base/time.ts';
import {
  allRights,
  canReadAgreements,
  clientRights,
  isImpliedRight,
  isLinkExpired,
  linkExpiry,
  personRights,
  type RightsChange,
  type RightsSettings,
  roleRights,
  sanitizeRights,
  visitorRights,
} from './client-rights.ts';

const settings: RightsSettings = {
  agents_can_sign: true,
  agents_can_pay: true,
  show_client_pricing_details: true,
};
const strict: RightsSettings = {
  agents_can_sign: false,
  agents_can_pay: false,
  show_client_pricing_details: false,
};

/** Returns the granted permissions as a list of names. */
function names(rights: Record<string, boolean>): string[] {
  return clientRights.filter((right) => rights[right]);
}

describe('link permissions', () => {
  test('gives clients everything, whatever agents have', () => {
    expect(roleRights('client', strict)).toEqual(allRights);
  });

  test.each([
    ['lets agents do everything but change appointments', settings, names({ ...allRights, change: false })],
    [
      'lets agents only read when signing and paying are off',
      strict,
      ['view_report', 'view_summary', 'repair_list'],
    ],
    [
      'shows the invoice to agents who cannot sign if prices are shown',
      { ...strict, show_client_pricing_details: true },
      ['view_report', 'view_summary', 'view_invoice', 'repair_list'],
    ],
    [
      'shows the invoice to agents who may pay',
      { ...strict, agents_can_pay: true },
      ['view_report', 'view_summary', 'view_invoice', 'pay', 'repair_list'],
    ],
    [
      'applies the settings of the company for the role',
      { ...settings, link_rights: { agent: { view_report: false, sign: false, pay: false } } },
      ['view_summary', 'view_invoice', 'repair_list'],
    ],
  ])('%s', (_, given, rights) => {
    expect(names(roleRights('agent', given))).toEqual(rights);
  });

  test('lets the company set each role separately', () => {
    const given = {
      ...settings,
      link_rights: { listing_agent: { view_report: false, view_summary: false } },
    };
    expect(roleRights('agent', given)).toEqual({ ...allRights, change: false });
    expect(names(roleRights('listing_agent', given))).toEqual(['view_invoice', 'pay', 'sign']);
  });

  test.each<[string, RightsChange, string[]]>([
    [
      'may see the invoice, but not sign',
      { view_invoice: true },
      ['view_report', 'view_summary', 'view_invoice', 'repair_list'],
    ],
    ['summary only', { view_report: false }, ['view_summary', 'repair_list']],
    ['nothing', { view_report: false, view_summary: false }, []],
    [
      'paying implies seeing the invoice',
      { pay: true },
      ['view_report', 'view_summary', 'view_invoice', 'pay', 'repair_list'],
    ],
    [
      'no payment without seeing the invoice',
      { pay: true, view_invoice: false },
      ['view_report', 'view_summary', 'repair_list'],
    ],
    [
      'viewing the report implies viewing the summary',
      { view_summary: false },
      ['view_report', 'view_summary', 'repair_list'],
    ],
  ])('person: %s', (_, rights, expected) => {
    expect(names(personRights({ role: 'agent', rights }, strict))).toEqual(expected);
  });

  test('gives visitors without a personal link no more than what everyone may do', () => {
    const client = { rights: personRights({ role: 'client', rights: {} }, settings) };
    const limited = { rights: personRights({ role: 'agent', rights: { view_report: false } }, strict) };
    expect(names(visitorRights([client]))).toEqual(['view_report', 'view_summary', 'view_invoice']);
    expect(names(visitorRights([client, limited]))).toEqual(['view_summary']);
    expect(names(visitorRights([]))).toEqual(['view_report', 'view_summary', 'view_invoice']);
  });

  test('allows reading agreements only with prices, since their text names the price', () => {
    expect(canReadAgreements(roleRights('agent', strict))).toBe(false);
    expect(canReadAgreements(roleRights('agent', settings))).toBe(true);
  });

  test('treats a permission implied by another one as not switchable alone', () => {
    const rights = roleRights('agent', settings);
    expect(isImpliedRight('view_summary', rights, {})).toBe(true);
    expect(isImpliedRight('view_summary', { ...rights, view_report: false }, {})).toBe(false);
    expect(isImpliedRight('pay', rights, { view_invoice: false })).toBe(true);
    expect(isImpliedRight('pay', rights, {})).toBe(false);
  });

  test('stores only known permissions', () => {
    expect(sanitizeRights({ sign: false, pay: 'yes', admin: true })).toEqual({ sign: false });
    expect(sanitizeRights(null)).toEqual({});
  });
});

describe('link expiry', () => {
  const zone = 'America/New_York' as Zone;
  const end_time = asInstant('2030-03-08T17:00:00Z');
  const own = asInstant('2030-03-09T00:00:00Z');

  test("is the link's own, else a number of days after the appointment, else never", () => {
    expect(linkExpiry({ link_expires_at: own, end_time }, 30, zone)).toBe(own);
    // Thirty whole days later, across the start of daylight saving.
    expect(linkExpiry({ link_expires_at: null, end_time }, 30, zone)).toBe('2030-04-08T04:00:00.000Z');
    expect(linkExpiry({ link_expires_at: null, end_time }, null, zone)).toBeNull();
  });

  test('takes effect at its exact instant', () => {
    expect(isLinkExpired(own, asInstant('2030-03-08T23:59:59Z'))).toBe(false);
    expect(isLinkExpired(own, own)).toBe(true);
    expect(isLinkExpired(null, own)).toBe(false);
  });
});
