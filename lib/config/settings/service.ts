import { isServiceUrl, SERVICE_URL_RULE } from '../../domain/billing/billing-settings.ts';
import { isoOf } from '../../domain/instant.ts';
import {
  anyText,
  flag,
  textLike,
  textThat,
  type AwsSetting,
  type Form,
  oneOf,
  secretArn,
  wholeNumber,
} from './setting.ts';

const address = textLike(/^[^\s@<>"]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/);
/** SES keeps domains in lower case, and IAM compares them letter by letter. */
const mailDomain = '[a-z0-9-]+(?:\\.[a-z0-9-]+)+';
const sender = textLike(new RegExp(`^[^\\s@<>"*?]+@${mailDomain}$`));
const identity = textLike(new RegExp(`^(?:[^\\s@<>"*?/]+@)?${mailDomain}$`));

/** No trailing or double dash. `certificate` is left free for a stack beside this one, `Rollcall-certificate`. */
const stage = textLike(/^(?=.{1,20}$)(?!(.*-)?certificates?$)[a-z](-?[a-z0-9])*$/);

/** A file may have the number. */
const edges: Form<'100' | '200' | 'all'> = (given) =>
  (['100', '200', 'all'] as const).find((edge) => edge === String(given));

/** Not in another zone, and no day that its month does not have. */
function isUtcInstant(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && isoOf(at).startsWith(text.slice(0, 16));
}

/** What the service is: which copy, behind what, whom it mails; and how it is synthesised. */
export const serviceSettings = {
  stage: {
    form: stage,
    rule: 'up to 20 lower-case letters, digits and single dashes, the first a letter, and not a certificate’s name',
    says: 'name of this copy, when there are several in an account: `npx cdk deploy` calls the stack `Rollcall-<stage>`',
  },
  cdn: {
    ...flag,
    default: true,
    says: '`false` leaves CloudFront out, and the console and `/docs` with it',
  },
  priceClass: {
    form: edges,
    rule: '100, 200 or all',
    default: '100',
    says: 'at which edges CloudFront answers: `100` North America, Europe and Israel, `200` Asia, Africa and the Middle East too, `all` South America and Oceania too, at higher prices',
  },
  webAclArn: {
    form: textLike(/^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]{1,128}\/[\w-]+$/),
    rule: 'the ARN of a web ACL for CloudFront, which is in us-east-1 (`global/webacl/…`)',
    says: 'a web ACL of yours before the distribution; one that is attached by hand goes with the next deployment that changes the distribution',
  },
  mailFrom: {
    form: sender,
    rule: 'an e-mail address such as alerts@example.com, its domain in lower case',
    says: 'address alerts are mailed from; without it there are webhooks only',
  },
  mailIdentity: {
    form: identity,
    rule: 'a verified SES domain or address, the domain in lower case',
    unset: 'domain of `mailFrom`',
    says: 'the verified SES identity the permission names; set it to the address if you verified only that',
  },
  alarmEmail: {
    form: address,
    rule: 'an e-mail address',
    unset: 'none: nobody hears the alarms',
    says: "who is told of the service's own alarms (SNS sends a confirmation first)",
  },
  heartbeatUrl: {
    form: textThat((text) => isServiceUrl(text)),
    rule: SERVICE_URL_RULE,
    isGuarded: true,
    unset: 'none: nobody elsewhere hears that checks are done',
    says: 'what each check calls that did its work whole, at most once a minute: the ping URL of a monitor in another copy or at a peer, which tells when the calls stop ([who watches it](#who-watches-it-from-outside))',
    here: {
      takes: 'URL',
      form: textThat((text) => isServiceUrl(text, { plain: true })),
      rule: 'an http or https URL without user, blanks or fragment',
      says: 'what each check calls that did its work whole, at most once a minute: the ping URL of a monitor in another copy or at a peer, which tells when the calls stop ([who watches it](deploy.md#who-watches-it-from-outside))',
    },
  },
  holdAlertsUntil: {
    form: textThat(isUtcInstant),
    rule: 'an instant in UTC such as 2027-01-31T06:30:00Z',
    unset: 'none are held',
    says: 'while you upgrade, alerts are told when this has passed: at most an hour ahead, no alert longer than an hour',
  },
  nag: {
    ...flag,
    default: false,
    says: 'runs cdk-nag during synthesis',
  },
  buildDir: {
    form: anyText,
    rule: 'the path of a folder',
    default: 'dist',
    says: 'where functions and console are built',
  },
} satisfies Record<string, AwsSetting>;

/** What holds state: whose it is, and what becomes of it. */
export const stateSettings = {
  tableName: {
    form: textLike(/^[A-Za-z0-9_.-]{3,255}$/),
    rule: 'the name of a DynamoDB table',
    unset: 'a new table',
    says: 'an existing table to work on, such as a restored one; needs `serviceSecretArn`',
  },
  serviceSecretArn: {
    ...secretArn,
    unset: 'a new secret',
    says: 'the service secret that belongs to that table; needs `tableName`',
  },
  secretsVersion: {
    ...wholeNumber(1, 1_000_000),
    default: 1,
    says: 'raise it to replace the origin mark, and to have a changed service secret read at once',
  },
  removal: {
    ...oneOf('retain', 'destroy'),
    default: 'retain',
    says: '`destroy` deletes table and service secret with the stack',
  },
  terminationProtection: {
    ...flag,
    default: false,
    says: '`true` has CloudFormation refuse to delete the stack, and DynamoDB the table; set it once the first deployment works',
  },
} satisfies Record<string, AwsSetting>;
