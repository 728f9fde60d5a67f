import type { RouteSamples } from '#testing/routes/route-samples.ts';

const draft = ({ appointment }: { appointment: string }) => ({
  appointment_id: appointment,
  channel: 'email',
  lang: 'en',
  subject: 'Soon',
  message: 'See you on {{date}}.',
  action_label: '',
});

const written = (ids: { appointment: string; client: string }) => ({
  appointment_id: ids.appointment,
  channel: 'email',
  people: [ids.client],
  texts: { en: { subject: 'Soon', message: 'See you on {{date}}.' } },
});

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  plain: { 'message-templates/{key}': 'appointment_scheduled' },
  ids: { 'text-replies/{id}': 'textReply', 'messages/{id}': 'message', 'suppressions/{id}': 'suppression' },
  inputs: {
    'PUT /v2/notification-slots': () => ({
      client_email_1: {
        enabled: true,
        when: 'pre',
        value: 1,
        unit: 2,
        subject: 'Soon',
        body: 'See you soon.',
      },
    }),
    'GET /v2/messages/problems': (ids) => ({ appointment_id: ids.appointment, person_id: ids.client }),
    'POST /v2/messages/resend-missed': (ids) => ({ person_id: ids.client }),
    'POST /v2/messages/problems/close': () => ({ address: 'ann@a.example' }),
    'GET /v2/text-replies/log': (ids) => ({ person_id: ids.client }),
    'GET /v2/text-replies': (ids) => ({ appointmentId: ids.appointment }),
    'GET /v2/message-templates/{key}': () => ({ channel: 'email' }),
    'PUT /v2/message-templates/{key}': () => ({ channel: 'email', rev: 0, lang: 'en', subject: 'Soon' }),
    'DELETE /v2/message-templates/{key}': () => ({ channel: 'email', rev: 0, lang: 'en' }),
    'POST /v2/message-templates/{key}/preview': draft,
    'POST /v2/message-templates/{key}/test': draft,
    'GET /v2/messages/log': (ids) => ({ appointment_id: ids.appointment, person_id: ids.client }),
    'GET /v2/messages/appointments': (ids) => ({ appointment_id: ids.appointment }),
    'GET /v2/messages/people': (ids) => ({ person_id: ids.client }),
    'POST /v2/messages/recipients': (ids) => ({ appointment_id: ids.appointment, people: [ids.client] }),
    'POST /v2/messages/layout-preview': () => ({
      ...{ lang: 'en', email_header_type: 2, email_footer_type: 1, email_header_text: '<p>Hello</p>' },
      ...{ email_footer_text: '', point_of_contact_name: 'Ann', track_emails: true },
    }),
    'POST /v2/messages/preview': written,
    'POST /v2/messages': written,
    'GET /v2/messages': (ids) => ({ appointmentId: ids.appointment }),
  },
};
