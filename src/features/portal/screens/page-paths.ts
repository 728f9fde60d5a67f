import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';

/** Path of the page for reading and signing an agreement; keeps the visitor's personal link. */
export function agreementPagePath(appointmentPublicId: string, agreementPublicId: string): string {
  return withPersonalLinkToken(`/agreement/agreement-detail/${appointmentPublicId}/${agreementPublicId}`);
}

/** Path of an invoice page. */
export function invoicePagePath(publicId: string): string {
  return withPersonalLinkToken(`/invoice/${publicId}`);
}

/** Path of the page on which the invoice of an appointment is paid; it opens the card form. */
export function payPagePath(appointmentPublicId: string): string {
  return withPersonalLinkToken(`/create-payment/${appointmentPublicId}`);
}

/** Path of a report page. */
export function reportPagePath(publicId: string): string {
  return withPersonalLinkToken(`/view-report2/${publicId}`);
}

/** Path of an appointment's document. */
export function filePath(appointmentPublicId: string, key: string): string {
  return withPersonalLinkToken(`/api/v2/public/appointments/${appointmentPublicId}/attachments/${key}`);
}
