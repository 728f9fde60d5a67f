import { localBusiness, profileAddress } from '#domain/company/local-business.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import type { BookingPage } from '#features/booking/contract.ts';
import type { CompanyProfile } from '#features/company/profile-contract.ts';
import { escapeHtml } from '#server/html.ts';

/** What search engines and programs that show previews of links read in the head of a page. */
export interface PageMeta {
  title: string;
  /** At most two sentences; empty if there is none. */
  description: string;
  /** The one address of what the page shows. */
  address: string;
  /** Address of a picture, or null. */
  picture: string | null;
  /** Structured data of schema.org. */
  structured?: Record<string, unknown>;
}

const longestDescription = 160;

/** Returns the meta data of a company's profile. */
export function profileMeta(origin: string, profile: CompanyProfile): PageMeta {
  const { names, city, state, about_company, logos } = profile;
  const place = [city, state].filter(Boolean).join(', ');
  return {
    title: [names.company_name, place].filter(Boolean).join(' · '),
    description: shorten(toPlainText(htmlToRichText(about_company))),
    address: profileAddress(origin, profile),
    picture: pictureOf(origin, logos.logo ?? logos.header_logo),
    structured: localBusiness(origin, profile),
  };
}

/** Returns the meta data of a booking page: previews of its link name the company. */
export function bookingMeta(origin: string, path: string, { company }: BookingPage): PageMeta {
  const { name, logo } = company;
  return { title: name, description: '', address: origin + path, picture: pictureOf(origin, logo) };
}

/** Returns the tags for the head of a page, without its title and description. */
export function metaTags({ title, description, address, picture, structured }: PageMeta): string {
  const properties: Record<string, string | null> = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': picture,
  };
  const tags = Object.entries(properties).map(([name, content]) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : '',
  );
  return `<link rel="canonical" href="${escapeHtml(address)}">${tags.join('')}${structuredTag(structured)}`;
}

function structuredTag(data: PageMeta['structured']): string {
  // Data, not a script. "<" is escaped so that no text in it can close the element.
  return data
    ? `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
    : '';
}

const pictureOf = (origin: string, path: string | null) => path && origin + path;

/** Returns the beginning of a text on one line, cut between words. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longestDescription) return line;
  const cut = line.slice(0, longestDescription);
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut} …`;
}
