/**
 * The contents of documents, as plain data independent of Typst. Dates, money and addresses arrive as display text (in
 * the company's date format, currency and zone), because the features own those rules. User text is never treated as
 * markup.
 */

import type { MarkShape } from '#domain/reports/photos/photo-shapes.ts';

export type DocumentLang = 'en' | 'de' | 'fr';
export type PaperFormat = 'us-letter' | 'a4';

/**
 * The editor's tree (ProseMirror JSON). Unknown nodes print their children; links other than https and mailto print as
 * text.
 */
export interface RichText {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly RichText[];
}

/** Rich text, or plain text whose line breaks are preserved. */
export type Prose = string | RichText;

export interface DocumentCompany {
  readonly name: string;
  readonly address_lines: readonly string[];
  readonly phone?: string;
  readonly email?: string;
  readonly website?: string;
  readonly license?: string;
  /** `#rrggbb`; anything else falls back to the product's color. */
  readonly color?: string;
  /** Id for the photo loader; an unreadable image is omitted. */
  readonly logo?: string;
}

/** Fields of every document. `created_at` is part of the file, so the same model gives the same bytes. */
interface DocumentBase {
  readonly lang: DocumentLang;
  readonly paper: PaperFormat;
  /** ISO instant written into the file as its creation time. */
  readonly created_at: string;
  readonly title: string;
  readonly company: DocumentCompany;
}

export interface ReportPhoto {
  /** Id for the photo loader. */
  readonly id: string;
  readonly caption?: string;
  /** Drawn over the image. */
  readonly annotations?: readonly MarkShape[];
  /** Where it was taken; photos of one location follow each other. */
  readonly location?: string;
  /** For a video: its poster is shown with a link to this https address. */
  readonly watch_url?: string;
  /** From the earlier report, in a re-inspection: printed to the left of the new photo. */
  readonly before?: boolean;
}

interface ReportCategory {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

interface ReportRating {
  readonly code: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color?: string;
  readonly description?: string;
}

export interface ReportComment {
  readonly kind: 'information' | 'limitation' | 'defect';
  /** Of a defect: `2.1.1`. */
  readonly number?: string;
  readonly name: string;
  readonly text?: Prose;
  /** Selected answers of an informational comment. */
  readonly answer?: string;
  /** Id of one of the report's categories; defects only. */
  readonly category?: string;
  /** Listed in the summary; defects only. */
  readonly in_summary?: boolean;
  /** Printed as a link: where the defect is on the report's page. */
  readonly url?: string;
  readonly location?: string;
  readonly recommendation?: string;
  /** Display text: "$250 to $1,200". */
  readonly cost?: string;
  readonly photos?: readonly ReportPhoto[];
}

export interface ReportItem {
  /** `2.1`; its deficiencies are `2.1.1`, `2.1.2`. */
  readonly number: string;
  readonly name: string;
  /** Codes of the report's ratings. */
  readonly ratings?: readonly string[];
  readonly comments: readonly ReportComment[];
  readonly photos?: readonly ReportPhoto[];
}

interface ReportSection {
  readonly number: string;
  readonly name: string;
  readonly note?: Prose;
  readonly items: readonly ReportItem[];
}

/** Counts, costs and trades in front of the list of findings, the most severe first. */
export interface ReportSummary {
  readonly groups: readonly {
    /** Id of one of the report's categories; absent for findings of a category that no longer exists. */
    readonly category?: string;
    readonly count: number;
    /** Display text: "$2,500 to $4,200". */
    readonly cost?: string;
  }[];
  /** Display text for all findings. */
  readonly cost?: string;
  readonly trades: readonly { readonly name: string; readonly count: number }[];
}

export interface ReportModel extends DocumentBase {
  /** full: everything; summary: cover, summary table and the comments that the summary lists. */
  readonly mode: 'full' | 'summary';
  /** Watermark DRAFT on every page. */
  readonly draft?: boolean;
  readonly cover: {
    /** Id for the photo loader. */
    readonly photo?: string;
    readonly address_lines: readonly string[];
    readonly client?: string;
    readonly date: string;
    readonly inspectors: readonly {
      readonly name: string;
      readonly detail?: string;
      readonly photo?: string;
    }[];
    /** Further lines: order id, weather, year built … */
    readonly facts?: readonly { readonly label: string; readonly value: string }[];
  };
  readonly intro?: Prose;
  readonly closing?: Prose;
  readonly categories: readonly ReportCategory[];
  /** Absent if the report has none. */
  readonly summary?: ReportSummary;
  readonly ratings: readonly ReportRating[];
  readonly sections: readonly ReportSection[];
}

interface InvoiceLine {
  readonly description: string;
  /** notes_for_client_invoice, printed below the line. */
  readonly note?: string;
  readonly amount: string;
}

export interface InvoiceModel extends DocumentBase {
  readonly number: string;
  readonly status: 'open' | 'partial' | 'paid' | 'void' | 'refunded';
  readonly issued_on: string;
  readonly due_on?: string;
  readonly bill_to: readonly string[];
  readonly property_lines: readonly string[];
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: string;
  readonly discount?: { readonly label: string; readonly amount: string };
  readonly taxes: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
  /** Credit lines: refunded amounts. */
  readonly credits?: readonly { readonly label: string; readonly amount: string }[];
  readonly payments: readonly { readonly date: string; readonly method: string; readonly amount: string }[];
  readonly paid: string;
  /** Absent on a void invoice, which is not due. */
  readonly outstanding?: string;
  readonly notes?: Prose;
  readonly payment_instructions?: Prose;
  /** Printed with a link; https only. */
  readonly pay_url?: string;
}

/** A titled section of a printed order: facts, or a list of people and things. */
export interface OrderBlock {
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** The order sheet of an appointment, for the technician on site. All labels are part of the model. */
export interface OrderModel extends DocumentBase {
  readonly number: string;
  readonly status: { readonly label: string; readonly color: string };
  readonly day: string;
  readonly time: string;
  /** What the technician should know before leaving. */
  readonly warnings: readonly string[];
  readonly property_lines: readonly string[];
  /** Left and right column. */
  readonly blocks: readonly OrderBlock[];
  readonly table: {
    readonly head: readonly string[];
    readonly rows: readonly {
      readonly description: string;
      readonly note?: string;
      readonly cells: readonly string[];
    }[];
    readonly total?: readonly string[];
  };
  readonly notes: readonly { readonly title: string; readonly text: string }[];
}

interface AgreementSignature {
  readonly signer_name: string;
  /** "Client", "Agent, on behalf of the client" … */
  readonly role: string;
  readonly method: 'typed' | 'drawn' | 'paper';
  /** Drawn signatures: strokes of points as fractions 0..1 of a 3:1 box; absent for typed and paper signatures. */
  readonly strokes?: readonly (readonly (readonly [number, number])[])[];
  /** Display text: "March 8, 2030, 9:12 AM EST". */
  readonly signed_at: string;
}

/** An event in the agreement's history, in order, with the server's time in UTC. */
interface CertificateEvent {
  readonly what: string;
  readonly who: string;
  readonly at_utc: string;
  readonly ip?: string;
  readonly user_agent?: string;
  /** SHA-256 of this event and the previous one's hash. */
  readonly hash?: string;
}

export interface AgreementCertificate {
  readonly document_id: string;
  readonly version: string;
  /** SHA-256 of the text that was shown. */
  readonly content_hash: string;
  /** Printed with a link: where anyone can check the sealed file. */
  readonly check_address?: string;
  /** The values that replaced the placeholders of the text. */
  readonly values: readonly { readonly label: string; readonly value: string }[];
  readonly consent_text: string;
  readonly consent_hash: string;
  readonly signers: readonly {
    readonly name: string;
    readonly role: string;
    readonly contact: string;
    readonly authentication: string;
    readonly consented_at_utc?: string;
    readonly signed_at_utc?: string;
    /** SHA-256 of the PDF that was offered to this person before signing, if any. */
    readonly shown_pdf_hash?: string;
    readonly ip?: string;
    readonly user_agent?: string;
  }[];
  readonly events: readonly CertificateEvent[];
}

export interface AgreementModel extends DocumentBase {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly body: RichText;
  /**
   * Ids for the loader, by the `person_id` of signature nodes and the `src` of image nodes; without one the name is
   * printed.
   */
  readonly images?: Readonly<Record<string, string>>;
  /** Empty while unsigned: signature lines are then printed for `signers`. */
  readonly signatures: readonly AgreementSignature[];
  readonly signers: readonly { readonly name: string; readonly role: string }[];
  /** The last page; absent while unsigned. */
  readonly certificate?: AgreementCertificate;
  readonly void_reason?: string;
}
