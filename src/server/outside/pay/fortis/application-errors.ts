import type { MerchantField } from '#domain/payments/merchant-application.ts';

/** Fortis field names and ours. Fields that we do not ask for are missing, since the user cannot correct them. */
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

interface FortisErrors {
  detail?: string | null | undefined;
  meta?: { errors?: Readonly<Record<string, readonly string[]>> | null | undefined } | null | undefined;
}

/**
 * Returns the problems Fortis found in an application: by field of our form, and as sentences in which `{legal_name}`
 * is a placeholder for the form's label of that field. Contains no Fortis field names; `text` is empty when only fields
 * that we do not ask for are wrong.
 */
export function parseApplicationErrors(reported: FortisErrors): {
  problems: Partial<Record<MerchantField, string>>;
  text: string;
} {
  const named = /^"([\w.]+)" (.+)$/.exec(reported.detail ?? '');
  const all = Object.entries(reported.meta?.errors ?? {}).map(
    ([name, texts]) => [name, texts[0] ?? ''] as const,
  );
  const pairs = all.length > 0 ? all : named ? [[named[1] ?? '', named[2] ?? ''] as const] : [];
  const known = pairs.flatMap(([name, text]) => {
    const field = ours[name];
    return field ? [[field, plain(text)] as const] : [];
  });
  const sentences =
    pairs.length > 0
      ? known.map(([field, message]) => `{${field}} ${message}`.trim())
      : [plain(reported.detail ?? '')];
  return { problems: Object.fromEntries(known), text: sentences.join('; ').slice(0, 300) };
}

/** Removes the leading field name from Fortis' message; returns '' if the message names another of their fields. */
function plain(text: string): string {
  const message = text.replace(/^"[\w.]+" /, '').trim();
  return /"[\w.]+"|[a-z]_[a-z]|[a-z]\.[a-z]/i.test(message) ? '' : message.slice(0, 200);
}
