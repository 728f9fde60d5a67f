import { addHours } from '#domain/base/time.ts';
import { staffs, technicians } from '#features/people/team-contract.ts';
import { callAsOwner, type DemoContext } from './stage.ts';

/** Somebody who was invited yesterday and has not answered, and somebody who left the office. */
export async function seedTeam(stage: DemoContext): Promise<void> {
  stage.clock.set(addHours(stage.today, -20 * 24));
  const former = await callAsOwner(stage, staffs.create, {
    first_name: 'Paula',
    last_name: 'Novak',
    email: 'paula.novak@demo.test',
    phone: '2125550119',
  });
  stage.clock.set(addHours(stage.today, -24));
  await callAsOwner(stage, staffs.setStatus, { id: former.id, newStatus: 0 });
  await callAsOwner(stage, technicians.create, {
    first_name: 'Ruben',
    last_name: 'Castillo',
    email: 'ruben.castillo@demo.test',
    phone: '2125550118',
    color: '#f2c48d',
    can_schedule_new: 'true',
    can_publish_report: 'true',
    can_add_new_comment: 'true',
    show_appointment_price: 'true',
  } as never);
}
