import { expect, test } from 'vitest';
import { companyDefaults } from './all-settings.ts';
import { toSlug } from './company.ts';

const owner = {
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@example.test',
  phone: '5125550100',
  company_name: 'Lee & Sons <Inspections>',
};

test('a new company gets the defaults of the settings table', () => {
  expect(companyDefaults('America/Chicago', owner)).toMatchObject({
    company_name: 'Lee & Sons <Inspections>',
    company_phone: '5125550100',
    timezone: 'America/Chicago',
    currency: 1,
    date_format: 'MM/DD/YYYY',
    country_code: 'US',
    service_radius: null,
    company_color: '#1c7ed6',
    order_prefix: '',
    next_order_number: 1001,
    default_start_time: 900,
    default_duration: 3,
    default_price: 0,
    default_confirm: true,
    payment_type: 1,
    require_payment_default: true,
    allow_partial_payments: false,
    enable_online_scheduling: false,
    dont_allow_scheduling_within: 24,
    max_days_ahead: 90,
    buffer_minutes: 0,
    photo_quality: 2,
    sample_reports: true,
    point_of_contact_name: 'Ann Lee',
    point_of_contact_email: 'ann@example.test',
    email_header_type: 1,
    agreement_signers: 'all',
    agents_can_sign: true,
    agents_can_pay: true,
    link_rights: {},
    personal_link_days: null,
    automations_enabled: true,
    sending_hours: null,
    public_slug: 'lee-and-sons-inspections',
    request_form: { default_name: '', duration: 3, start_time: 900, notify_email: true, notify_phone: false },
  });
  expect(companyDefaults(null, owner).timezone).toBe('America/New_York');
});

test('texts for visitors escape the company name and stay within the length limit', () => {
  const { confirmation_text, request_form } = companyDefaults(null, owner);
  expect(confirmation_text).toContain('Lee &amp; Sons &lt;Inspections&gt;');
  expect(confirmation_text.length).toBeLessThan(5000);
  expect(request_form.received_text).not.toContain('<Inspections>');
});

test('a slug is always valid in a URL', () => {
  for (const name of ['Ann’s Café', 'A', '', '房屋', 'x'.repeat(80), '--- Home ---', `${'a'.repeat(39)} b`]) {
    expect(toSlug(name), name).toMatch(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/);
  }
  expect(toSlug('Ann’s Café')).toBe('anns-cafe');
});
