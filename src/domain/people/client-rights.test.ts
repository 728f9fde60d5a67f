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

/** The rights as a list of names. */
function names(rights: Record<string, boolean>): string[] {
  return clientRights.filter((right) => rights[right]);
}

describe('rights of links', () => {
  test('clients have all, whatever agents have', () => {
    expect(roleRights('client', strict)).toEqual(allRights);
  });

  test.each([
    ['agents sign and pay by default', settings, [...clientRights]],
    ['not without the switches', strict, ['view_report', 'view_summary', 'repair_list']],
    [
      'an agent who sees the invoice and cannot sign',
      { ...strict, show_client_pricing_details: true },
      ['view_report', 'view_summary', 'view_invoice', 'repair_list'],
    ],
    [
      'who pays sees what for',
      { ...strict, agents_can_pay: true },
      ['view_report', 'view_summary', 'view_invoice', 'pay', 'repair_list'],
    ],
    [
      'what the company set for the role',
      { ...settings, link_rights: { agent: { view_report: false, sign: false, pay: false } } },
      ['view_summary', 'view_invoice', 'repair_list'],
    ],
  ])('%s', (_, given, rights) => {
    expect(names(roleRights('agent', given))).toEqual(rights);
  });

  test('the company sets each role for itself', () => {
    const given = {
      ...settings,
      link_rights: { listing_agent: { view_report: false, view_summary: false } },
    };
    expect(roleRights('agent', given)).toEqual(allRights);
    expect(names(roleRights('listing_agent', given))).toEqual(['view_invoice', 'pay', 'sign']);
  });

  test.each<[string, RightsChange, string[]]>([
    [
      'sees the invoice, cannot sign',
      { view_invoice: true },
      ['view_report', 'view_summary', 'view_invoice', 'repair_list'],
    ],
    ['summary only', { view_report: false }, ['view_summary', 'repair_list']],
    ['nothing', { view_report: false, view_summary: false }, []],
    [
      'to be allowed to pay is to see what for',
      { pay: true },
      ['view_report', 'view_summary', 'view_invoice', 'pay', 'repair_list'],
    ],
    [
      'no invoice, no payment',
      { pay: true, view_invoice: false },
      ['view_report', 'view_summary', 'repair_list'],
    ],
    [
      'the whole report has its summary in it',
      { view_summary: false },
      ['view_report', 'view_summary', 'repair_list'],
    ],
  ])('a person: %s', (_, rights, expected) => {
    expect(names(personRights({ role: 'agent', rights }, strict))).toEqual(expected);
  });

  test('without a personal link nobody sees more than everybody may', () => {
    const client = { rights: personRights({ role: 'client', rights: {} }, settings) };
    const limited = { rights: personRights({ role: 'agent', rights: { view_report: false } }, strict) };
    expect(names(visitorRights([client]))).toEqual(['view_report', 'view_summary', 'view_invoice']);
    expect(names(visitorRights([client, limited]))).toEqual(['view_summary']);
    expect(names(visitorRights([]))).toEqual(['view_report', 'view_summary', 'view_invoice']);
  });

  test('the text of an agreement names the price', () => {
    expect(canReadAgreements(roleRights('agent', strict))).toBe(false);
    expect(canReadAgreements(roleRights('agent', settings))).toBe(true);
  });

  test('what another right decides is not switched alone', () => {
    const rights = roleRights('agent', settings);
    expect(isImpliedRight('view_summary', rights, {})).toBe(true);
    expect(isImpliedRight('view_summary', { ...rights, view_report: false }, {})).toBe(false);
    expect(isImpliedRight('pay', rights, { view_invoice: false })).toBe(true);
    expect(isImpliedRight('pay', rights, {})).toBe(false);
  });

  test('keeps only what is a right', () => {
    expect(sanitizeRights({ sign: false, pay: 'yes', admin: true })).toEqual({ sign: false });
    expect(sanitizeRights(null)).toEqual({});
  });
});

describe('the end of a link', () => {
  const zone = 'America/New_York' as Zone;
  const end_time = asInstant('2030-03-08T17:00:00Z');
  const own = asInstant('2030-03-09T00:00:00Z');

  test('is its own, else so many days after the appointment, else never', () => {
    expect(linkExpiry({ link_expires_at: own, end_time }, 30, zone)).toBe(own);
    // Thirty whole days later, across the change to summer time.
    expect(linkExpiry({ link_expires_at: null, end_time }, 30, zone)).toBe('2030-04-08T04:00:00.000Z');
    expect(linkExpiry({ link_expires_at: null, end_time }, null, zone)).toBeNull();
  });

  test('counts from its moment on', () => {
    expect(isLinkExpired(own, asInstant('2030-03-08T23:59:59Z'))).toBe(false);
    expect(isLinkExpired(own, own)).toBe(true);
    expect(isLinkExpired(null, own)).toBe(false);
  });
});
