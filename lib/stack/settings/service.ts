import * as z from 'zod';
import { flag, optional, text, withDefault } from './setting.ts';

const address = text(/^[^\s@<>"]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/);
/** SES keeps domains in lower case, and IAM compares them letter by letter. */
const mailDomain = '[a-z0-9-]+(?:\\.[a-z0-9-]+)+';
const sender = text(new RegExp(`^[^\\s@<>"*?]+@${mailDomain}$`));
const identity = text(new RegExp(`^(?:[^\\s@<>"*?/]+@)?${mailDomain}$`));

/** No trailing or double dash. `certificate` is left free for a stack beside this one, `Rollcall-certificate`. */
const stage = z
  .string()
  .max(20)
  .regex(/^[a-z](-?[a-z0-9])*$/)
  .refine((name) => !/(^|-)certificates?$/.test(name));

/** What the service is: which copy, behind what, whom it mails; and how it is synthesised. */
export const serviceSettings = {
  stage: optional({
    form: stage,
    rule: 'up to 20 lower-case letters, digits and single dashes, the first a letter, and not a certificate’s name',
    unset: 'none',
    says: 'name of this copy, when there are several in an account: the stack is called `Rollcall-<stage>`',
  }),
  cdn: withDefault({
    form: flag,
    rule: 'true or false',
    default: true,
    says: '`false` leaves CloudFront out, and the console with it',
  }),
  mailFrom: optional({
    form: sender,
    rule: 'an e-mail address such as alerts@example.com, its domain in lower case',
    unset: 'none',
    says: 'address alerts are mailed from; without it there are webhooks only',
  }),
  mailIdentity: optional({
    form: identity,
    rule: 'a verified SES domain or address, the domain in lower case',
    unset: 'domain of `mailFrom`',
    says: 'the verified SES identity the permission names; set it to the address if you verified only that',
  }),
  alarmEmail: optional({
    form: address,
    rule: 'an e-mail address',
    unset: 'none: nobody hears the alarms',
    says: "who is told of the service's own alarms (SNS sends a confirmation first)",
  }),
  holdAlertsUntil: optional({
    form: z.iso.datetime(),
    rule: 'an instant in UTC such as 2027-01-31T06:30:00Z',
    unset: 'none are held',
    says: 'while you upgrade, alerts are told when this has passed: at most an hour ahead, no alert longer than an hour',
  }),
  nag: withDefault({
    form: flag,
    rule: 'true or false',
    default: false,
    says: 'runs cdk-nag during synthesis',
  }),
  buildDir: withDefault({
    form: z.string(),
    rule: 'the path of a folder',
    default: 'dist',
    says: 'where functions and console are built',
  }),
};
