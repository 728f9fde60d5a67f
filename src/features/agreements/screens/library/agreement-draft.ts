import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { emptyRichText, type RichText } from '#domain/text/rich-text.ts';
import type { EditedAgreement } from '../../library-contract.ts';

/** An agreement text while it is typed. */
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

/** What is stored, ready to be typed in. */
export function toAgreementDraft(stored: EditedAgreement): AgreementDraft {
  return {
    name: stored.name,
    description: stored.description,
    text: htmlToRichText(stored.content),
    isOffered: stored.status === 1,
    isDefault: stored.is_default,
  };
}

/** A new text that begins as another one; it is nobody's default yet. */
export function copyAgreementDraft(stored: EditedAgreement, name: string): AgreementDraft {
  return { ...toAgreementDraft(stored), name: name.slice(0, 120), isDefault: false };
}
