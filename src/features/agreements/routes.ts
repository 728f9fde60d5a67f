import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { agreementVersion, getEditedAgreement } from './library/edited-agreement.ts';
import { listAgreements } from './library/list-agreements.ts';
import { previewAgreement } from './library/preview-agreement.ts';
import { createAgreement, deleteAgreement, updateAgreement } from './library/save-agreement.ts';
import * as library from './library-contract.ts';
import {
  addAgreement,
  reissueAgreement,
  removeAgreement,
  voidAgreement,
} from './office/change-agreements.ts';
import { getEvidence, listAppointmentAgreements } from './office/list-appointment-agreements.ts';
import { sendAgreement } from './office/send-agreement.ts';
import * as seals from './seal-contract.ts';
import {
  agreementSignature,
  downloadAgreement,
  downloadPublicAgreement,
} from './sealing/download-agreement.ts';
import { sealAgain } from './sealing/seal-again.ts';
import { getSealCertificates } from './sealing/seal-certificates.ts';
import { declineAgreement } from './signing/decline-agreement.ts';
import { downloadSignedScan, recordPaperSignature } from './signing/record-paper-signature.ts';
import { showAgreement, signAgreement, viewAgreement } from './signing/sign-agreement.ts';

export const routes = [
  handle(library.listAgreements, listAgreements),
  handle(library.previewAgreement, previewAgreement),
  handle(library.getAgreement, getEditedAgreement),
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
  handle(contract.recordPaperSignature, recordPaperSignature),
  handle(contract.downloadSignedScan, downloadSignedScan),
  handle(contract.getEvidence, getEvidence),
  handle(contract.downloadAgreement, downloadAgreement),
  handle(contract.getPublicAgreement, showAgreement),
  handle(contract.viewAgreement, viewAgreement),
  handle(contract.signAgreement, signAgreement),
  handle(contract.declineAgreement, declineAgreement),
  handle(contract.downloadPublicAgreement, downloadPublicAgreement),
  handle(contract.getAgreementSignature, agreementSignature),
  handle(seals.sealAgain, sealAgain),
  handle(seals.getSealCertificates, getSealCertificates),
];
