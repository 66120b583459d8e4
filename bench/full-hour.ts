import { defaultSettings } from '../lib/config/settings/all-settings.ts';
import { UNITS } from './cost/units.ts';
import { simulateFullHour, type FullHour, type FullHourOutcome, type Way } from './full-hour-model.ts';
import { target, type Section } from './report.ts';

const { ingestRate, ingestBurst, notifierConcurrency, checksConcurrency } = defaultSettings;

/** As `curl --retry 5` waits, and as the console's snippets do. */
const CURL = [1, 2, 4, 8, 16];
const SNIPPET = [
  [1, 10],
  [1, 10],
] as const;
/** What curl would do if each wait were drawn by lot. */
const JITTER = Array.from({ length: 5 }, () => [1, 9] as const);

const REPEATS = new Map<FullHour['retryAfterSec'], string>([
  [CURL, 'curl, 5'],
  [SNIPPET, 'snippet, 2'],
  [JITTER, 'five by lot'],
]);

const unprepared: Way = {
  ingest: { rate: ingestRate, burst: ingestBurst },
  executions: 1_000,
  // By the canary, which pings each minute.
  warm: 1,
  writeUnits: 4_000,
  unitsAPing: UNITS.ping.write,
};
/** The tick and the canary take one execution each, the notifier and the shards theirs when they are at work: here they are not. */
const newAccount: Way = { ...unprepared, executions: 10 - 2 };
const besieged: Way = {
  ...newAccount,
  executions: newAccount.executions - notifierConcurrency - checksConcurrency,
};
const prepared: Way = {
  ...unprepared,
  ingest: { rate: 20_000, burst: 20_000 },
  executions: 3_000,
  writeUnits: 24_000,
};

/** What becomes of pings that all come within a second of a full hour, by a model; nothing is measured. */
export function benchFullHour(): Section[] {
  const rows = [30, 100, 300, 1_000].flatMap((jobs) => [
    row('new account, ten executions', newAccount, sharp(jobs, CURL)),
    row('new account, ten executions', newAccount, sharp(jobs, SNIPPET)),
  ]);
  rows.push(row('new account, ten executions', newAccount, sharp(1_000, JITTER)));
  const large = [
    row('account of a thousand, nothing set', unprepared, sharp(10_000, CURL)),
    row('account of a thousand, nothing set', unprepared, sharp(10_000, SNIPPET)),
    row('the same, jobs spread over 30 s', unprepared, { ...sharp(10_000, CURL), withinSec: 30 }),
    row('prepared: 3,000 executions, ingestRate, warmThroughput', prepared, sharp(10_000, CURL)),
    row('prepared', prepared, sharp(10_000, SNIPPET)),
    row('prepared, 200 of the functions warm', { ...prepared, warm: 200 }, sharp(10_000, SNIPPET)),
  ];
  const lost = simulateFullHour(unprepared, sharp(10_000, CURL)).lost;
  const small = simulateFullHour(besieged, sharp(100, CURL)).lost;
  return [
    { title: 'Jobs at a full hour in a new account', rows },
    { title: '10,000 pings within the second of a full hour', rows: large },
    {
      title: 'Targets',
      rows: [
        target('10,000 pings within a second at nothing but defaults: none lost', percent(lost), lost === 0),
        target('100 jobs at once in a new account with a backlog: none lost', percent(small), small === 0),
      ],
    },
  ];
}

function sharp(jobs: number, retryAfterSec: FullHour['retryAfterSec']): FullHour {
  return { jobs, withinSec: 1, retryAfterSec };
}

function row(what: string, way: Way, hour: FullHour) {
  const { refused, lost, lastSec, starts }: FullHourOutcome = simulateFullHour(way, hour);
  return {
    what,
    jobs: hour.jobs,
    repeats: REPEATS.get(hour.retryAfterSec) ?? '',
    'refused at first': percent(refused),
    lost: percent(lost),
    'last taken after, s': lastSec.toFixed(1),
    starts,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}
