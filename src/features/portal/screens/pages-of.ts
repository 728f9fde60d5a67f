import { withPersonalPart } from '#web/personal-link.ts';

/** The page on which an agreement is read and signed; the visitor stays known. */
export function agreementPage(appointmentPublicId: string, agreementPublicId: string): string {
  return withPersonalPart(`/agreement/agreement-detail/${appointmentPublicId}/${agreementPublicId}`);
}

/** The page of an invoice. */
export function invoicePage(publicId: string): string {
  return withPersonalPart(`/invoice/${publicId}`);
}

/** The page of a report. */
export function reportPage(publicId: string): string {
  return withPersonalPart(`/view-report2/${publicId}`);
}

/** A document of an appointment. */
export function filePath(appointmentPublicId: string, key: string): string {
  return withPersonalPart(`/api/v2/public/appointments/${appointmentPublicId}/attachments/${key}`);
}
