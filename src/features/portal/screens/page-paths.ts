import { withPersonalLinkToken } from '#web/personal-link.ts';

/** The page on which an agreement is read and signed; the visitor stays known. */
export function agreementPagePath(appointmentPublicId: string, agreementPublicId: string): string {
  return withPersonalLinkToken(`/agreement/agreement-detail/${appointmentPublicId}/${agreementPublicId}`);
}

/** The page of an invoice. */
export function invoicePagePath(publicId: string): string {
  return withPersonalLinkToken(`/invoice/${publicId}`);
}

/** The page of a report. */
export function reportPagePath(publicId: string): string {
  return withPersonalLinkToken(`/view-report2/${publicId}`);
}

/** A document of an appointment. */
export function filePath(appointmentPublicId: string, key: string): string {
  return withPersonalLinkToken(`/api/v2/public/appointments/${appointmentPublicId}/attachments/${key}`);
}
