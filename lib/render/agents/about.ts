import { LIMITS } from '../../domain/limits.ts';
import { PRODUCT } from '../../domain/product.ts';
import { providerOf, type DeploymentFacts } from './facts.ts';
import { moneyInWords, pricesAsLines, counted, secondsInWords } from './money.ts';

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** What the service does, what it promises and what it does not; in Markdown, without a title of its own. */
export function aboutText(facts: DeploymentFacts): string {
  return [
    PRODUCT.description,
    WHAT_IT_DOES,
    `## What it promises\n\n${list(PROMISES)}`,
    `## What it does not promise\n\n${list(notPromised(facts))}`,
    `## Limits\n\n${list(LIMIT_LINES)}`,
    `## What is kept, and for how long\n\n${list(KEPT)}`,
    `## Money\n\n${moneyInWords(facts.offer)}\n\n${list([...pricesAsLines(facts.offer), `Values in force: ${facts.url('getBilling')}.`])}`,
    `## Who runs it\n\n${whoRuns(facts)}`,
  ].join('\n\n');
}

const WHAT_IT_DOES = `## What it does

A job calls its ping URL to show that it is alive. When it stays silent for longer than agreed, reports a failure or runs too long, its owner is notified by webhook or e-mail, and again when the job recovers. A monitor follows an interval, or a cron schedule in a time zone. It needs no agent on the machine: one HTTP call, by GET, POST or HEAD, is a ping.`;

const PROMISES = [
  'A ping answered with `"ok":true` is stored.',
  `Monitors are checked every ${secondsInWords(LIMITS.checkEverySec)}. An alert says when the job went down: at its deadline, not at the check.`,
  'Alerts are sent at least once. The same alert may arrive twice, with the same `webhook-id`, so that a receiver can drop the repeat.',
  `A failed delivery is retried after about ${LIMITS.deliveryRetryDelaysSec.map((sec) => sec / 60).join(', ')} minutes. If every channel gives up, the incident is alerted again every hour for a day. The owner can read every attempt and its outcome.`,
  'On each channel older messages go first, so that the last word is true.',
  'Webhooks are signed as in Standard Webhooks.',
  'What is not yours looks like what does not exist.',
];

function notPromised({ hasGuests }: DeploymentFacts): string[] {
  return [
    'It promises no availability, and no time within which an e-mail or webhook arrives: that depends on others.',
    'A job that never pinged is not missed. Its silence counts from its first ping; failures and long runs count at once.',
    'It does not call your sites or servers to see whether they are up. It waits for their calls.',
    'There are no phone calls, text messages or on-call rotas. Alerts go to webhooks, chats by their hooks, and e-mail if whoever runs this copy has set up a sender.',
    'An e-mail address gets alerts only once it has confirmed them, or if it belongs to a signed-in account.',
    `When pings could not reach the service, silences that fell in that time are held back by as long, at most an hour, and the alert says so.`,
    ...(hasGuests ? ['A lost guest token cannot be recovered, nor can what belongs to it.'] : []),
  ];
}

const LIMIT_LINES = [
  `Interval: ${LIMITS.intervalMinSec} seconds to ${counted(LIMITS.intervalMaxSec / 86_400)} days. Grace of a schedule: ${LIMITS.graceMinSec} seconds to a day, ${LIMITS.graceDefaultSec} seconds where none is set.`,
  `Longest run that can be watched: ${LIMITS.maxDurationMinSec} seconds to a day. Repeat of an alert: every hour to every ${counted(LIMITS.alertRepeatMaxSec / 86_400)} days, once a day where nothing is set.`,
  `Name: ${LIMITS.nameMaxChars} characters. Tags: ${LIMITS.tagsMax} of ${LIMITS.tagMaxChars} characters. Pause: ${LIMITS.pauseMaxSec / 86_400} days.`,
  `Lists: ${LIMITS.monitorsPageMax} entries a page. Import: ${counted(LIMITS.importMaxMonitors)} monitors or ${counted(LIMITS.importMaxBytes / 1_000_000)} MB. Other bodies: ${LIMITS.jsonBodyMaxBytes / 1000} kB.`,
  'A call above the rate of this copy is answered 429; such a ping was not recorded, so let the job retry.',
];

const KEPT = [
  `Pings and what a job said, its last ${LIMITS.outputKeptBytes / 1000} kB: ${LIMITS.eventRetentionDays} days. Changes of settings: ${LIMITS.changeRetentionDays} days.`,
  `Closed incidents: ${LIMITS.incidentRetentionDays} days, and no longer than their monitor is listed.`,
  `A deleted monitor is listed for ${LIMITS.inactiveRetentionDays} days, then it is gone.`,
  'Tokens and keys are stored as hashes. Addresses of callers are not logged.',
];

function whoRuns({ operator, base, url }: DeploymentFacts): string {
  const { name, url: page } = providerOf({ operator, url }, PRODUCT.name);
  const who =
    operator.provider === null
      ? `Whoever runs ${base} has not said who they are. ${PRODUCT.name} is software that anybody may run (MIT licence).`
      : `This copy is run by ${name}, ${page}. ${PRODUCT.name} is software that anybody may run (MIT licence).`;
  return operator.securityContact === null
    ? who
    : `${who} Vulnerabilities are reported as ${url('getSecurityText')} says.`;
}
