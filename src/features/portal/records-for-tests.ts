import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { requestChange } from './contract.ts';
import { addWaiver, listChangeRequests, listLinks } from './office-contract.ts';

/** Waivers, a personal link and a change request of the appointment. */
export async function createPortalRecords(
  testApp: TestApp,
  owner: TestUser,
  of: { appointment: string; appointmentPublic: string },
  marker: string,
) {
  const { appointment: id, appointmentPublic: publicId } = of;
  const waiver = await owner.call(addWaiver, { id, what: 'payment', reason: `${marker} pays later` });
  await owner.call(addWaiver, { id, what: 'agreement', reason: `${marker} signs later` });
  const links = await owner.call(listLinks, { id });
  await testApp.visitor.call(requestChange, {
    publicId,
    wish: 'time',
    message: `${marker} would like another day`,
    name: `${marker} visitor`,
  });
  const [changeRequest] = await owner.call(listChangeRequests, { id });
  return { waiver: waiver.id, link: links[0]?.id ?? '', changeRequest: changeRequest?.id ?? '' };
}
