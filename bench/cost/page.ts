import { fixedLines, linesOfMonitors, linesOfPings, startGbSec, sum, usd, type Line } from './bill.ts';
import { costBehindBalancer } from './balancer.ts';
import { costOfEvents } from './events.ts';
import { costOfFloods } from './floods.ts';
import type { Deployed } from './deployed.ts';
import { linesOfChannel, linesOfDevice, linesOfWatching } from './devices.ts';
import { PRICES } from './prices.ts';
import { ASSUMED, UNITS } from './units.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

const SIZES = [10, 1_000, 100_000] as const;

const growing = (monitors: number): Line[] => [
  ...linesOfPings(monitors * ASSUMED.pingsPerMonitor),
  ...linesOfMonitors(monitors),
];

/** What each size costs in all, in USD a month, as README.md has it too. */
export function totals(deployed: Deployed): { monitors: string; total: string }[] {
  const fixed = sum(fixedLines(deployed));
  return SIZES.map((monitors) => ({
    monitors: monitors.toLocaleString('en'),
    total: usd(sum(growing(monitors)) + fixed),
  }));
}

/** The text of docs/cost.md. */
export function costPage(deployed: Deployed): string {
  const fixed = fixedLines(deployed);
  const bySize = SIZES.map(growing);
  const across = (of: (monitors: number) => string) => SIZES.map(of).join(' | ');
  const total = (monitors: number) => sum(growing(monitors)) + sum(fixed);
  const { writes, stored } = shares();
  const { byKey, long, fullHour } = beyond();
  return `# What it costs

In USD a month of 30 days, at the list prices of us-east-1, without free tiers. A monitor here pings every 5 minutes (8,640
pings a month) and tolerates 5 minutes, which is the dearest case for the checker. \`npm run cost\` prints this page.

| | ${across((monitors) => `${monitors.toLocaleString('en')}${monitors === 10 ? ' monitors' : ''}`)} |
|---|---:|---:|---:|
| pings a month | ${across((monitors) => pings(monitors * ASSUMED.pingsPerMonitor))} |
| grows with pings | ${across((monitors) => usd(sum(growing(monitors))))} |
| fixed | ${across(() => usd(sum(fixed)))} |
| **total** | ${across((monitors) => `**${usd(total(monitors))}**`)} |
| per monitor | ${across((monitors) => usd(total(monitors) / monitors))} |
| a million healthy pings, their checks included | ${across((monitors) => usd(sum(linesOfPings(monitors * ASSUMED.pingsPerMonitor)) / ((monitors * ASSUMED.pingsPerMonitor) / 1e6)))} |

## What grows

Per ping unless the line says otherwise; \`/M\` is per million.

| Line | Arithmetic | ${across((monitors) => monitors.toLocaleString('en'))} |
|---|---|---:|---:|---:|
${(bySize[0] ?? []).map(({ what, arithmetic }, at) => `| ${what} | ${arithmetic} | ${bySize.map((lines) => usd(lines[at]?.usd ?? 0)).join(' | ')} |`).join('\n')}

A healthy ping is one conditional write of an item below 1 kB: it reads nothing before, and touches no index (the due index is
lazy). Its event lies in that item; once in some 25 pings and once a day what lies there is packed into a block, which is 0.08 write units
a ping and one a day more than the measured one. A ping on a schedule is two writes, since the first is refused: its next time has to be worked out. The
checker looks at a monitor that is due again within half an hour at each tick, by an eventual read, and leaves its entry in the index as it is.
One that tolerates more is moved in the index once per interval: 3 WRU, and up to seven such reads
([decision 054](../decisions/054-deadlines-that-stay.md)).

- **A ping by ingest key** reads the key besides: ${UNITS.pingByKey.read} RRU, $${byKey} more per million. What is not found so is looked for consistently: an old key must
  make no monitor, and a name that was deleted a moment ago come back. The key is one item, of which DynamoDB reads 6,000 a second at most: so many pings of one space.
  By a ping key of Healthchecks the slug is read in place of the key; one that no import brought reads both, 1 RRU.
- **A monitor above 1 kB**, as an alert URL of some 700 characters makes it, costs ${UNITS.longPing.write} WRU a ping: $${long} more per million.

## What is fixed

A deployment without any setting, in which nothing happens. Mail adds $0.60: six alarms. Names of your own add $0.10: the alarm on their certificates.

| Line | Arithmetic | a month |
|---|---|---:|
${fixed.map(({ what, arithmetic, usd: amount }) => `| ${what} | ${arithmetic} | ${usd(amount)} |`).join('\n')}
| dashboard | first three of an account are free, else $3.00 | 0.00 |
| **sum** | | **${usd(sum(fixed))}** |

An own metric costs $0.30 a month, by the hours in which it is written: one that tells trouble for an hour, $0.0004.

## A device

One that sends the eight measures of the complete profile each minute, by one line. An owner has up to ${LIMITS.devicesMax}.

| Line | Arithmetic | a month |
|---|---|---:|
${rowsOf(linesOfDevice())}
| **sum** | | **${tenths(sum(linesOfDevice()))}** |
${rowsOf(linesOfWatching())}
| **watched** | | **${tenths(sum([...linesOfDevice(), ...linesOfWatching()]))}** |

A threshold is read with each reading, 43,200 × 0.5 RRU, $0.0027 a month, and written where it turns. A measure that is read by the hour is 720 WRU more, $0.0005. All measures at once cost the same as one: with a line for each of
eight measures it would be eight times as much. Looking at the series costs by the look, not by the month.

## A collector

A channel whose collector sends once a minute, as our files say: one request of up to 64 kB. What comes in two requests a minute, as from
Prometheus with two exporters, costs twice as much, and every 15 seconds four times. A device has up to six channels, and is
watched for the same as above.

| Line | Arithmetic | a month |
|---|---|---:|
${rowsOf(linesOfChannel())}
| **sum** | | **${tenths(sum(linesOfChannel()))}** |

${costBehindBalancer()}

${costOfFloods()}

${costOfEvents()}

## What is not in it

- **CloudFront**: pings do not pass it. Dashboards, badges and API calls do: $0.0100 per 10,000 requests and $0.085/GB, of which
  10 M requests and 1 TB a month are free. Pings sent through it add $1.16 per million (864 M: about $1,000).
- **The console**: files below 1 MB in S3, asked for at the prices of CloudFront; the function that maps their paths adds $0.10 per million
  requests, of which 2 M a month are free. Files of earlier builds stay: a thousand builds of 0.3 MB cost $0.007 a month. Nobody who visits, nothing to pay.
- **More starts of functions** than one in ${1 / ASSUMED.startsPerPing} pings. Of a thousand jobs that all ping within the same second of an hour ${Math.round(1000 * ASSUMED.startsAtFullHour)} meet one, by a model, which is
  $${fullHour} per million pings. Jitter in the jobs spares them.
- **API calls and pages**: about $2 per million, like a ping.
- **Alerts beyond two a month and monitor**: about $0.11 per 1,000 by e-mail, $0.01 by webhook.
- **Logs of the functions**: nothing is written for a healthy ping, and a line of some 150 B for a check (1.3 MB a month). Failures are,
  at $${usd(PRICES.logsGb)}/GB.
- **Looking at the dashboard**: its queries read the logs of checker, notifier, alerts and bridge, at $0.005 per GB read.
- **Restores, exports, support plans, taxes, a certificate (free), DNS.**

## When it grows

At 100,000 monitors ${writes} % of the bill is writes. Provisioned capacity would cost less only for an even load, and there is none less even:
jobs of cron write within the first seconds of a minute and nothing in between, which auto scaling does not see before it is over. So the table stays on
demand. A new one takes 4,000 write units a second, and more as it is used. The access log costs 1 %. Storage reaches its final size (${stored} GB) after 90 days and starts from nothing.

## Where the figures come from

- Measured, by \`npm run bench -- units\` on the engine, and again by the tests: ${Object.entries(UNITS)
    .map(([work, { read, write }]) => `${NAMES[work] ?? work} ${read} RRU and ${write} WRU`)
    .join(', ')}.
- Counted in the template: secrets, alarms, timers, queues, memory.
- Assumed: ${ASSUMED.pingMs} ms per ping, ${ASSUMED.readingMs} ms per push of a machine, ${ASSUMED.collectedMs} ms per push of a collector, ${ASSUMED.eventMs} ms per event of AWS and ${ASSUMED.visitMs} ms per visit of the checker (measured on another machine's CPU, not on
  arm64 Lambda; both lines are small), ${ASSUMED.startMs} ms for a start, ${ASSUMED.idleCheckMs} ms for an idle check, ${ASSUMED.canaryMs} ms for the canary, ${ASSUMED.idleEraserMs} ms for an idle eraser and ${ASSUMED.idlePublisherMs} ms for a publisher with nothing to do; an event of ${ASSUMED.eventBytes} and a reading of ${ASSUMED.readingBytes} bytes with its overhead; an
  access-log line of ${ASSUMED.accessLogBytes} bytes, 26 of them overhead; ${ASSUMED.replyBytes / 1000} kB sent back per ping; ${ASSUMED.alertWriteUnits} write units and ${ASSUMED.alertQueueCalls} queue calls per alert;
  five pollers of a queue that ask every 20 s.
- Read from AWS or third-party pages: HTTP API, Lambda (arm64), DynamoDB on demand, CloudFront, alarms.
- Believed, not looked up on a price page: storage and point-in-time recovery, data out, own metrics, secrets, Scheduler
  (14 M free), SQS (1 M free), logs, load balancer and public addresses.
- SES: $${usd(PRICES.mailsPer1000)} per 1,000 is the old list price; SES has had pricing plans since July 2026.
- Other regions cost up to some tens of percent more. No bill has been seen.
`;
}

/** Tenths of a cent and less, since a device costs cents. */
function tenths(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
}

function rowsOf(lines: readonly Line[]): string {
  return lines
    .map(({ what, arithmetic, usd: one }) => `| ${what} | ${arithmetic} | ${tenths(one)} |`)
    .join('\n');
}

const NAMES: Record<string, string> = {
  ping: 'a ping',
  pingByKey: 'a ping by ingest key',
  longPing: 'a ping of a monitor above 1 kB',
  longVisit: 'a visit of one',
  visit: 'a visit of the checker',
  idleCheck: 'an idle check',
  idleEraser: 'an idle run of the eraser',
  idlePublisher: 'a run of the publisher with nothing to publish',
  canary: 'a run of the canary besides its ping',
  reading: 'a push of a machine',
  move: 'a move of a watched monitor',
  collected: 'a push of a collector',
  eventStart: 'the start of a run of AWS',
  eventSuccess: 'its success',
  putEventsPing: 'a ping by `PutEvents`',
  hookPing: 'a ping by the function `hook`',
};

/** Of the largest size: the share of writes in percent, and what is stored in GB. */
function shares(): { writes: number; stored: number } {
  const lines = growing(100_000);
  const written = sum(lines.filter(({ arithmetic }) => arithmetic.includes(' WRU × ')));
  const storage = lines.find(({ what }) => what.startsWith('storage'))?.usd ?? 0;
  return {
    writes: Math.round((100 * written) / sum(lines)),
    stored: Math.round(storage / PRICES.tableGbMonth),
  };
}

/** What the table of sizes leaves out, in USD: per million of pings, of starts, and of the largest size. */
function beyond() {
  const { readUnitsPerM, writeUnitsPerM, lambdaGbSec } = PRICES;
  const { ping, pingByKey, visit, longPing, longVisit } = UNITS;
  return {
    byKey: usd((pingByKey.read - ping.read) * readUnitsPerM),
    long: usd((longPing.write - ping.write + longVisit.write - visit.write) * writeUnitsPerM),
    fullHour: usd(ASSUMED.startsAtFullHour * startGbSec * 1e6 * lambdaGbSec),
  };
}

function pings(count: number): string {
  return count < 1e6 ? count.toLocaleString('en') : `${(count / 1e6).toLocaleString('en')} M`;
}
