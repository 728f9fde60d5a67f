import type { TestUser } from '#testing/test-user.ts';
import { listAppointmentAgreements } from './contract.ts';
import { createAgreement, listAgreements } from './library-contract.ts';

/** The agreement of the appointment, a text that it does not use, and a spare text. */
export async function createAgreementRecords(owner: TestUser, appointment: string, marker: string) {
  const [agreement] = await owner.call(listAppointmentAgreements, { id: appointment });
  const { pageData } = await owner.call(listAgreements);
  const unused = pageData.find((one) => one.id !== agreement?.template_id);
  const spare = await owner.call(createAgreement, {
    name: `${marker} agreement`,
    content: `<p>${marker} promises {{CLIENT_NAME}} everything.</p>`,
  });
  return {
    agreement: agreement?.id ?? '',
    agreementPublic: agreement?.public_id ?? '',
    agreementTemplate: unused?.id ?? '',
    spareAgreement: spare.id,
  };
}
