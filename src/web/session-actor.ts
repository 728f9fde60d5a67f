import type { Actor, Role, UserType } from '#domain/people/permissions.ts';

type UserFacts = Actor['flags'] & { id: string; subscriber_id: string; user_type: number; role: string };

/** The signed-in user as the rules of permissions see them. */
export function actorOf(user: UserFacts): Actor {
  return {
    kind: 'user',
    userId: user.id,
    subscriberId: user.subscriber_id || user.id,
    userType: user.user_type as UserType,
    role: user.role as Role,
    sessionId: '',
    emailVerified: true,
    purpose: 'full',
    flags: {
      can_schedule_new: user.can_schedule_new,
      can_edit_schedule: user.can_edit_schedule,
      can_publish_report: user.can_publish_report,
      can_edit_template: user.can_edit_template,
      can_add_new_comment: user.can_add_new_comment,
      full_company_admin: user.full_company_admin,
      show_appointment_price: user.show_appointment_price,
    },
  };
}
