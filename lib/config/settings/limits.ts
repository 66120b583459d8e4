import { LIMITS } from '../../domain/limits.ts';
import { wholeNumber, type AwsSetting } from './setting.ts';

/** No account takes more, and CloudFormation would refuse it after minutes. */
const count = wholeNumber(1, 1_000_000);
const executions = { ...wholeNumber(2, 1000), rule: 'a whole number from 2 to 1000, as Lambda has it' };

/**
 * What may happen at the same time. 2,000 pings a second are the 4,000 write units that a new on-demand table takes, and a
 * ping refused is a false alarm; 500 readings a second are 10,000 machines, which send within the first 20 s of a minute; all routes at their limit take about half of the 10,000 requests a second
 * of an account, so that there may be two copies in it; a test alert may hold an execution for the 10 s that a receiver has; in an account with ten executions three are
 * left for pings and the API.
 */
export const limitSettings = {
  standardRate: { ...count, default: 30, says: 'requests a second on each other route' },
  standardBurst: { ...count, default: 60, says: 'requests at once on each other route' },
  ingestRate: { ...count, default: 2000, says: 'pings a second' },
  ingestBurst: { ...count, default: 4000, says: 'pings at once' },
  intakeRate: {
    ...count,
    default: 500,
    says: 'readings of machines, and as many pushes of collectors, a second',
  },
  intakeBurst: { ...count, default: 1000, says: 'the same at once' },
  guestRate: { ...count, default: 5, says: '`POST /api/guest` a second' },
  guestBurst: { ...count, default: 20, says: '`POST /api/guest` at once' },
  signInRate: {
    ...count,
    default: 10,
    says: 'sign-ins begun a second (`/auth/login`), and as many ended (`/auth/callback`)',
  },
  signInBurst: { ...count, default: 40, says: 'sign-ins begun at once, and as many ended' },
  bulkRate: {
    ...count,
    default: 2,
    says: 'imports of a crontab a second, as many of an export, as many pauses by tag and days of jobs: each reads, judges or changes hundreds of monitors',
  },
  bulkBurst: { ...count, default: 20, says: 'the same at once' },
  testRate: {
    ...count,
    default: 1,
    says: 'test alerts a second, each of which may hold an execution for 10 s',
  },
  testBurst: { ...count, default: 5, says: 'test alerts at once' },
  notifierConcurrency: {
    ...executions,
    default: 3,
    says: 'batches of ten alerts that are delivered at the same time, 2 to 1000',
  },
  checksConcurrency: {
    ...executions,
    default: 2,
    says: 'shards of a check that is behind that are worked on at the same time, 2 to 1000 (16 shards)',
  },
  guestMailsPerHour: {
    ...count,
    default: LIMITS.guestConsentMailsPerHourDefault,
    says: 'consent mails an hour that all guests have among them; what is beyond waits and rings ConfirmationsHeld',
  },
  signUpMailsPerHour: {
    ...count,
    default: LIMITS.signUpMailsPerHourDefault,
    says: 'codes an hour that the user pool mails to addresses that nobody has proved, sign-ups and repeats; people who are known have ten times as many; what is beyond is refused and rings ConfirmationsHeld',
  },
  unusualPingsPerDay: {
    ...wholeNumber(1, 10_000_000_000),
    default: 5_000_000,
    says: 'pings within a day from which on PingsUnusual rings',
  },
  monthlyBudgetUsd: {
    ...wholeNumber(1, 1_000_000),
    says: 'dollars a month: a budget of AWS tells the alarm topic when the whole account has cost 80 and 100 % of it, or is to cost more by the end of the month',
  },
  warmThroughput: {
    ...wholeNumber(4_001, 1_000_000),
    unset: 'what a new table takes, 4,000',
    says: 'write units a second that the table takes at once, for jobs that all ping at a full hour; AWS asks for them once and they are never taken back',
  },
} satisfies Record<string, AwsSetting>;
