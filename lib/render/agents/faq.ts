import { LIMITS } from '../../domain/limits.ts';
import { charges, type DeploymentFacts } from './facts.ts';
import { moneyInWords, secondsInWords } from './money.ts';

/** Questions and answers; in Markdown, without a title of its own. */
export function faqText(facts: DeploymentFacts): string {
  return questionsOf(facts)
    .map(([question, answer]) => `## ${question}\n\n${answer}`)
    .join('\n\n');
}

function questionsOf(facts: DeploymentFacts): [string, string][] {
  return [...aboutJobs(facts), ...aboutAlerts, ...aboutOwners(facts)];
}

function aboutJobs({ url }: DeploymentFacts): [string, string][] {
  const ping = url('pingMonitor').replace(':id', '<MONITOR_ID>');
  return [
    [
      'How do I watch a cron job?',
      `Create a monitor and call its ping URL at the end of the job: \`/usr/local/bin/backup.sh; curl -fsS -m 10 --retry 5 -o /dev/null ${ping}/$?\`. The exit code tells success from failure. \`POST /api/import/crontab\` takes a whole crontab.`,
    ],
    [
      'How do I catch a job that hangs?',
      `Call \`${ping}/start\` before the work and \`${ping}\` after it, and set \`max_duration_sec\`. Runs that overlap are told apart by \`?rid=\`.`,
    ],
    [
      'How soon am I notified?',
      `At the first check after the deadline. There is one every ${secondsInWords(LIMITS.checkEverySec)}. The alert gives the true start.`,
    ],
    [
      'Why does a new monitor not alert?',
      'It is `waiting` until its first ping: a job that never ran is not silent. A failure or an overlong run alerts all the same.',
    ],
    [
      'I opened the ping URL in a browser and nothing was recorded. Why?',
      'Browsers and link previewers must not keep a job alive. They get a page with a button, and the command for the job.',
    ],
    [
      'Does `start` or `fail` count as a sign of life?',
      'No. Only a success does: a ping, or exit code 0. A failure alerts at the next check, even if a success follows before it, unless the monitor asks for several in a row (`alert_after_failures`).',
    ],
  ];
}

const aboutAlerts: [string, string][] = [
  [
    'Can an alert come twice?',
    'Yes, rarely: alerts are sent at least once. A repeat has the same `webhook-id` header and the same `alert_id`.',
  ],
  [
    'How do I know that a webhook came from here?',
    'Its headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks; the secret is the `webhook_secret` of the monitor.',
  ],
  [
    'What may `alert_url` be?',
    'A public https address. Hooks of common chats get the text that they show; everything else gets JSON. `GET /api/templates` has the bodies.',
  ],
  [
    'How do I see whether alerts arrive?',
    '`POST /api/endpoints/:id/test-alert` tries the channels now; `GET /api/endpoints/:id/alerts` lists every attempt and its outcome.',
  ],
  [
    'How do I keep it quiet during maintenance?',
    `Set \`paused_until\` on a monitor, or \`POST /api/pause\` for a tag, at most ${LIMITS.pauseMaxSec / 86_400} days ahead. The pause ends by itself.`,
  ],
];

const WHAT_IS_A_402: [string, string] = [
  'What do I do with a 402?',
  'Nothing was done and nothing was charged. Pay one of `accepts[]` (x402) and send the same call with `X-PAYMENT`, or with the token of a prepaid credit as `X-Credito`. The payment buys a slot that stays yours: delete what uses it, and it is free again.',
];

function aboutOwners(facts: DeploymentFacts): [string, string][] {
  const { hasGuests, offer, url } = facts;
  const begin: [string, string] = hasGuests
    ? [
        'Do I need an account?',
        `No. \`POST /api/guest\` gives a token that owns what it makes. It is shown once; if it is lost, so is what it owns. At ${url('showAccount')} you can sign in and take over what a guest made.`,
      ]
    : ['Do I need an account?', `Yes: sign in at ${url('showAccount')} and make an API key there.`];
  return [
    begin,
    ['What does it cost?', `${moneyInWords(offer)} ${url('getBilling')} has the current values.`],
    ...(charges(offer) ? [WHAT_IS_A_402] : []),
    [
      'A secret leaked. What now?',
      'Ping URLs, read tokens, webhook secrets, ingest key, feed address and guest token can each be rotated by one call; the old one ends at once, a webhook secret after a day.',
    ],
    [
      'Is the service itself well?',
      `${url('getHealth')} says when it last checked, and since when pings could not reach it, if so.`,
    ],
  ];
}
