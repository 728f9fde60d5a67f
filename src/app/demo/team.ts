import { addHours } from '#domain/base/time.ts';
import { staffs, technicians } from '#features/people/team-contract.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

/** Seeds a team member with a pending invitation from yesterday and an inactive one who has left. */
export async function seedTeam(demo: DemoContext): Promise<void> {
  demo.clock.set(addHours(demo.today, -20 * 24));
  const former = await callAsOwner(demo, staffs.create, {
    first_name: 'Paula',
    last_name: 'Novak',
    email: 'paula.novak@demo.test',
    phone: '2125550119',
  });
  demo.clock.set(addHours(demo.today, -24));
  await callAsOwner(demo, staffs.setStatus, { id: former.id, newStatus: 0 });
  await callAsOwner(demo, technicians.create, {
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
