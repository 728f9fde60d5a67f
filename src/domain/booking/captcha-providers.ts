/** The services that distinguish visitors from programs. They differ in their addresses and in the names of their script. */
export const captchaProviders = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** What the widget says it is used for: a token of another form of the same site is refused. */
export const captchaAction = 'booking';
