import { formatPhone } from '#domain/people/phone-format.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { toHtml, toPlainText } from '#domain/text/rich-text.ts';
import type { Company } from '#features/company/get-company.ts';
import type { Installation } from '#server/context.ts';
import { escapeHtml } from '#server/html.ts';

interface Part {
  /** Safe to embed in a mail; empty for none. */
  html: string;
  text: string;
}

/** The header and footer of a mail. */
export interface MailLayout {
  header: Part;
  footer: Part;
  /** The mail says that its opens and clicks are counted. */
  isTracked?: boolean;
}

/** The company's mail options: header, footer, BCC, reply-to, and whether opens and clicks are counted. */
export interface MailBranding {
  layout: MailLayout;
  bcc: string;
  replyTo: string;
  isTracking: boolean;
}

/** A company's mail options as currently set (decision G-NOT-1). */
export function mailBrandingOf(company: Company, installation: Installation): MailBranding {
  const { settings } = company;
  const header = [nothing, logoHead(company, installation), ownText(settings.email_header_text)];
  const footer = [nothing, addressFoot(company), ownText(settings.email_footer_text)];
  return {
    layout: {
      header: header[settings.email_header_type] ?? nothing,
      footer: footer[settings.email_footer_type] ?? nothing,
    },
    bcc: settings.bcc_address ?? '',
    replyTo: settings.point_of_contact_email || company.company_email,
    isTracking: settings.track_emails,
  };
}

const nothing: Part = { html: '', text: '' };

/** Sanitized again on output: stored HTML is not trusted in a mail. */
function ownText(html: string): Part {
  const tree = htmlToRichText(html);
  return { html: toHtml(tree), text: toPlainText(tree).trim() };
}

/** The logo, or the company name if it has none. */
function logoHead(company: Company, installation: Installation): Part {
  const name = escapeHtml(company.company_name);
  const picture = company.header_logo_file_id ? 'header_logo' : company.logo_file_id ? 'logo' : null;
  const fileId = company.header_logo_file_id ?? company.logo_file_id ?? '';
  const src = `${installation.publicUrl}/api/v2/public/companies/${company.request_id}/pictures/${picture}?v=${fileId.slice(-8)}`;
  const html = picture
    ? `<img src="${escapeHtml(src)}" alt="${name}" style="display:block;height:auto;max-height:64px;max-width:240px">`
    : `<strong>${name}</strong>`;
  return { html, text: '' };
}

/** The company's contact details. */
function addressFoot(company: Company): Part {
  const { settings } = company;
  const place = [company.city, [company.state, company.zip_code].filter(Boolean).join(' ')];
  const address = [company.address, ...place].filter(Boolean).join(', ');
  const phone = formatPhone(company.company_phone, company.country_code);
  const lines = [
    settings.point_of_contact_name,
    company.company_name,
    [phone, company.company_email].filter(Boolean).join(' · '),
    address,
    company.website.replace(/^https?:\/\//, ''),
  ].filter((line, i, all) => line !== '' && all.indexOf(line) === i);
  return { html: lines.map(escapeHtml).join('<br>'), text: lines.join('\n') };
}
