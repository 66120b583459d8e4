import { MINUTE_MS } from '../../domain/calendar.ts';
import type { AlertContent } from '../../domain/alerts/alert-content.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { contentBody } from '../alerts/alert-json.ts';
import { listPageOf, toldPageOf, type Told } from '../alerts/told.ts';
import { type CronTiming, ingestCron } from './ingest-commands.ts';
import { ingestCurl } from './ingest-curl.ts';

/** Snippets and alert bodies (SPEC.md "Templates"): strings, each ready to copy. */
export interface Templates {
  ingest_curl: string;
  ingest_cron: string;
  ingest_n8n: string;
  miss_json: string;
  recovery_json: string;
  miss_url_hint: string;
  aws_put_events?: string;
  aws_invoke?: string;
}

/** What the templates show of a monitor. */
export type TemplateMonitor = Pick<
  Monitor,
  | 'id'
  | 'idTail'
  | 'name'
  | 'intervalSec'
  | 'cron'
  | 'tz'
  | 'graceSec'
  | 'nextExpectedAt'
  | 'maxDurationSec'
  | 'tags'
>;

/** Any fixed moment: the templates do not depend on when they are read. */
const SAMPLE_AT = Date.UTC(2026, 0, 1);

const SAMPLE_MONITOR: TemplateMonitor = {
  id: 'endpoint_id',
  idTail: null,
  name: 'nightly-backup',
  intervalSec: 3_600,
  cron: null,
  tz: null,
  graceSec: null,
  nextExpectedAt: null,
  maxDurationSec: null,
  tags: [],
};

const MISS_URL_HINT =
  'Public HTTPS only: a public host name or address, port 443 or 1024 to 65535, no user name or password in the ' +
  'URL, at most 2048 characters. Redirects are not followed and any answer from 200 to 299 counts as received. ' +
  'Hooks of Slack, Mattermost, Rocket.Chat, Google Chat, Discord, Microsoft Teams workflows, Telegram sendMessage ' +
  'and ntfy get the text they read; every other receiver gets the JSON above.';

/** The templates of one monitor, or of a sample one. The bodies come from the code that writes real alerts. */
export function templatesFor(input: {
  base: string;
  ingestUrl: string;
  monitor: TemplateMonitor | null;
}): Templates {
  const monitor = input.monitor ?? SAMPLE_MONITOR;
  const timing: CronTiming = monitor;
  const sample = (kind: 'miss' | 'recovery') => toldSample(input.base, sampleContent(monitor, kind));
  return {
    ingest_curl: ingestCurl(input.ingestUrl),
    ingest_cron: ingestCron(input.ingestUrl, timing),
    ingest_n8n: n8nText(input.ingestUrl),
    miss_json: contentBody(sample('miss')),
    recovery_json: contentBody(sample('recovery')),
    miss_url_hint: MISS_URL_HINT,
  };
}

function toldSample(base: string, content: AlertContent): Told {
  const reader = { zone: 'UTC', listUrl: listPageOf(base), url: toldPageOf(base, content), pauseUrl: null };
  return { ...content, reader };
}

function n8nText(ingestUrl: string): string {
  return (
    `Add an HTTP Request node as the last step of the workflow: method POST, URL ${ingestUrl}, no authentication. ` +
    `In the error workflow add another one with URL ${ingestUrl}/fail. To measure the duration, call ` +
    `${ingestUrl}/start in the first step.`
  );
}

function sampleContent(monitor: TemplateMonitor, kind: 'miss' | 'recovery'): AlertContent {
  const dueAt = monitor.nextExpectedAt ?? SAMPLE_AT;
  const downSince =
    monitor.cron === null ? dueAt : dueAt + (monitor.graceSec ?? LIMITS.graceDefaultSec) * 1000;
  const recoveredAt = downSince + 2_700_000;
  return {
    kind,
    alertId: 'alert_id',
    monitorId: monitor.id,
    shownId: shownIdOf(monitor),
    monitorName: monitor.name,
    reason: 'silence',
    incident: 1,
    alertNumber: 1,
    downSince,
    recoveredAt: kind === 'recovery' ? recoveredAt : null,
    decidedAt: kind === 'recovery' ? recoveredAt + MINUTE_MS : downSince + MINUTE_MS,
    lastEventAt: kind === 'recovery' ? recoveredAt : dueAt - monitor.intervalSec * 1000,
    missCount: 1,
    intervalSec: monitor.intervalSec,
    cron: monitor.cron,
    tz: monitor.tz,
    graceSec: monitor.graceSec,
    nextExpectedAt: monitor.nextExpectedAt,
    maxDurationSec: monitor.maxDurationSec,
    runId: null,
    tags: monitor.tags,
    hint: null,
    output: null,
    notHeard: null,
    failingChannel: null,
  };
}
