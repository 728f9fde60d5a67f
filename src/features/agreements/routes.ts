import { handle } from '#server/handle.ts';
import { addAgreement, reissueAgreement, removeAgreement, voidAgreement } from './change-agreements.ts';
import * as contract from './contract.ts';
import { declineAgreement } from './decline-agreement.ts';
import { agreementSignature, downloadAgreement, downloadPublicAgreement } from './download-agreement.ts';
import { agreementVersion, editedAgreement } from './library/edited.ts';
import { listAgreements } from './library/page.ts';
import { previewAgreement } from './library/preview.ts';
import { createAgreement, deleteAgreement, updateAgreement } from './library/save.ts';
import * as library from './library-contract.ts';
import { getEvidence, listAppointmentAgreements } from './list-appointment-agreements.ts';
import { downloadPaper, recordPaper } from './record-paper-signature.ts';
import { getSealCertificates } from './seal-certificates.ts';
import * as seals from './seal-contract.ts';
import { sendAgreement } from './send-agreement.ts';
import { showAgreement, signAgreement, viewAgreement } from './sign-agreement.ts';

export const routes = [
  handle(library.listAgreements, listAgreements),
  handle(library.previewAgreement, previewAgreement),
  handle(library.getAgreement, editedAgreement),
  handle(library.getAgreementVersion, agreementVersion),
  handle(library.createAgreement, createAgreement),
  handle(library.updateAgreement, updateAgreement),
  handle(library.deleteAgreement, deleteAgreement),
  handle(contract.listAppointmentAgreements, listAppointmentAgreements),
  handle(contract.addAgreement, addAgreement),
  handle(contract.removeAgreement, removeAgreement),
  handle(contract.voidAgreement, voidAgreement),
  handle(contract.reissueAgreement, reissueAgreement),
  handle(contract.sendAgreement, sendAgreement),
  handle(contract.recordPaper, recordPaper),
  handle(contract.downloadPaper, downloadPaper),
  handle(contract.getEvidence, getEvidence),
  handle(contract.downloadAgreement, downloadAgreement),
  handle(contract.getPublicAgreement, showAgreement),
  handle(contract.viewAgreement, viewAgreement),
  handle(contract.signAgreement, signAgreement),
  handle(contract.declineAgreement, declineAgreement),
  handle(contract.downloadPublicAgreement, downloadPublicAgreement),
  handle(contract.getAgreementSignature, agreementSignature),
  handle(seals.getSealCertificates, getSealCertificates),
];
