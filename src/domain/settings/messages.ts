/** Settings of messages: their sender, copies, header and footer. */

import { bool, choice, email, html, htmlLimit, oneOf, orEmpty, orNull, text } from './rules.ts';
import { setting } from './setting.ts';

const languages = ['en', 'de', 'fr'] as const;

export const messageSettings = {
  /** For people whose contact has none. */
  message_language: setting(
    choice(languages),
    ({ owner }) => languages.find((one) => one === owner.language) ?? 'en',
  ),
  point_of_contact_name: setting(text(120), ({ owner }) => `${owner.first_name} ${owner.last_name}`.trim()),
  point_of_contact_email: setting(orEmpty(email), ({ owner }) => owner.email),
  bcc_address: setting(orNull(email), null),
  /** 0 none, 1 the company's logo and address, 2 the custom text. */
  email_header_type: setting(oneOf([0, 1, 2]), 1),
  email_footer_type: setting(oneOf([0, 1, 2]), 1),
  /** Count opens and clicks of mails to people outside the company; these mails say so. */
  track_emails: setting(bool, false),
  /** HTML. */
  email_header_text: setting(html(htmlLimit), ''),
  email_footer_text: setting(html(htmlLimit), ''),
};

/** Settings that hold an address to which the company's mail goes, or its answers. */
export const mailSettings = ['bcc_address', 'point_of_contact_email', 'company_email'] as const;
