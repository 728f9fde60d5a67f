import { addHours } from '#domain/base/time.ts';
import { staffs, technicians } from '#features/people/team-contract.ts';
import { act, type DemoStage } from './stage.ts';

/** Somebody who was invited yesterday and has not answered, and somebody who left the office. */
export async function growTeam(stage: DemoStage): Promise<void> {
  stage.clock.set(addHours(stage.today, -20 * 24));
  const former = await act(stage, staffs.create, {
    first_name: 'Paula',
    last_name: 'Novak',
    email: 'paula.novak@demo.test',
    phone: '2125550119',
  });
  stage.clock.set(addHours(stage.today, -24));
  await act(stage, staffs.setStatus, { id: former.id, newStatus: 0 });
  await act(stage, technicians.create, {
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
