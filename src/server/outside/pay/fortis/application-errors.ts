import type { MerchantField } from '#domain/payments/merchant-application.ts';

/** Their fields in ours; of a field we do not ask, nobody here can correct anything. */
const ours: Readonly<Record<string, MerchantField>> = {
  email: 'email',
  'contact.email': 'email',
  legal_name: 'legal_name',
  dba_name: 'dba_name',
  website: 'website',
  business_description: 'business_description',
  cc_high_ticket: 'high_ticket',
  'location.address_line_1': 'address',
  'location.city': 'city',
  'location.state_province': 'state',
  'location.postal_code': 'zip_code',
  'location.phone_number': 'phone',
  'contact.phone_number': 'phone',
  'primary_principal.first_name': 'principal_first_name',
  'contact.first_name': 'principal_first_name',
  'primary_principal.last_name': 'principal_last_name',
  'contact.last_name': 'principal_last_name',
  'primary_principal.title': 'principal_title',
  'primary_principal.phone_number': 'principal_phone',
};

interface Told {
  detail?: string | null | undefined;
  meta?: { errors?: Readonly<Record<string, readonly string[]>> | null | undefined } | null | undefined;
}

/**
 * What Fortis finds wrong with an application: by field of our form, and as sentences in which `{legal_name}` stands for what
 * the form calls that field. Nothing of it names a field of theirs; `text` is empty where only such are to blame.
 */
export function parseApplicationErrors(told: Told): {
  problems: Partial<Record<MerchantField, string>>;
  text: string;
} {
  const named = /^"([\w.]+)" (.+)$/.exec(told.detail ?? '');
  const all = Object.entries(told.meta?.errors ?? {}).map(([name, texts]) => [name, texts[0] ?? ''] as const);
  const pairs = all.length > 0 ? all : named ? [[named[1] ?? '', named[2] ?? ''] as const] : [];
  const known = pairs.flatMap(([name, text]) => {
    const field = ours[name];
    return field ? [[field, plain(text)] as const] : [];
  });
  const sentences =
    pairs.length > 0
      ? known.map(([field, words]) => `{${field}} ${words}`.trim())
      : [plain(told.detail ?? '')];
  return { problems: Object.fromEntries(known), text: sentences.join('; ').slice(0, 300) };
}

/** Their words without the field they begin with; nothing where another of their fields stands in them. */
function plain(text: string): string {
  const words = text.replace(/^"[\w.]+" /, '').trim();
  return /"[\w.]+"|[a-z]_[a-z]|[a-z]\.[a-z]/i.test(words) ? '' : words.slice(0, 200);
}
