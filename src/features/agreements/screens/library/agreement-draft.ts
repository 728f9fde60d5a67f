import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { emptyRichText, type RichText } from '#domain/text/rich-text.ts';
import type { EditedAgreement } from '../../library-contract.ts';

/** An agreement template while it is edited. */
export interface AgreementDraft {
  name: string;
  description: string;
  text: RichText;
  isOffered: boolean;
  isDefault: boolean;
}

export const emptyAgreementDraft: AgreementDraft = {
  name: '',
  description: '',
  text: emptyRichText,
  isOffered: true,
  isDefault: false,
};

/** Converts a stored template to a draft. */
export function toAgreementDraft(stored: EditedAgreement): AgreementDraft {
  return {
    name: stored.name,
    description: stored.description,
    text: htmlToRichText(stored.content),
    isOffered: stored.status === 1,
    isDefault: stored.is_default,
  };
}

/** Starts a new template as a copy of another one; the copy is not a default. */
export function copyAgreementDraft(stored: EditedAgreement, name: string): AgreementDraft {
  return { ...toAgreementDraft(stored), name: name.slice(0, 120), isDefault: false };
}
