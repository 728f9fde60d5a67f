import { handle } from '#server/handle.ts';
import { addAgreement, removeAgreement, voidAgreement } from './change-agreements.ts';
import * as contract from './contract.ts';
import { downloadAgreement, downloadPublicAgreement } from './download-agreement.ts';
import { getEvidence, listAppointmentAgreements } from './list-appointment-agreements.ts';
import { showAgreement, signAgreement, viewAgreement } from './sign-agreement.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.listAgreements, store.templatePage),
  handle(contract.listAppointmentAgreements, listAppointmentAgreements),
  handle(contract.addAgreement, addAgreement),
  handle(contract.removeAgreement, removeAgreement),
  handle(contract.voidAgreement, voidAgreement),
  handle(contract.getEvidence, getEvidence),
  handle(contract.downloadAgreement, downloadAgreement),
  handle(contract.getPublicAgreement, showAgreement),
  handle(contract.viewAgreement, viewAgreement),
  handle(contract.signAgreement, signAgreement),
  handle(contract.downloadPublicAgreement, downloadPublicAgreement),
];
