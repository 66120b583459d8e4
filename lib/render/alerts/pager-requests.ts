import { hashOf } from '../../adapters/ids.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { TEMPLATE_FIELDS, type TemplateField } from '../../domain/alerts/sending/body-template.ts';
import type { ChannelSending } from '../../domain/alerts/sending/sending.ts';
import { isoOf } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { AlertRequest } from './chat-body.ts';
import { alertHeadlineOf, messageOf, outputTextOf } from './alert-text.ts';
import { templateValues } from './template-values.ts';
import { linksOf, type Told } from './told.ts';

const NAME = 'Rollcall';
const PAGERDUTY_SUMMARY_MAX = 1_024;
const OPSGENIE_MESSAGE_MAX = 130;
/** An alert that nobody sends again is over for Alertmanager at `endsAt`; each open incident is told again before. */
const OPEN_MAX_MS = (LIMITS.alertRepeatMaxSec + 86_400) * 1000;
const TEST_MS = 5 * 60_000;
const NOTICE_MS = 3_600_000;

type Write = (url: string, sending: ChannelSending, content: Told) => AlertRequest;

/** How an incident is opened, and how one of a monitor is closed by its number. */
interface PagerScript {
  open: Write;
  close: (url: string, sending: ChannelSending, content: Told, incident: number) => AlertRequest;
}

/**
 * What opens or closes an incident, after what closes those of which the end was told to nobody because something newer took
 * its place. A test leaves nothing open. What is no incident of a job (that we could not see, that a channel fails) has no
 * end of its own, and is closed by whoever has read it.
 */
export function pagerRequests(url: string, sending: ChannelSending, content: Told): AlertRequest[] {
  const { open, close } = SCRIPTS[sending.kind as keyof typeof SCRIPTS];
  const { kind, incident, superseded } = content;
  const ended = (superseded?.ended ?? []).filter((each) => each !== incident);
  const before = ended.map((each) => close(url, sending, content, each));
  if (kind === 'recovery') return [...before, close(url, sending, content, incident)];
  const opened = open(url, sending, content);
  const closesAtOnce = kind === 'test' && sending.kind !== 'alertmanager';
  return [...before, opened, ...(closesAtOnce ? [close(url, sending, content, incident)] : [])];
}

const SCRIPTS = {
  pagerduty: {
    open: (url, sending, content) =>
      json(url, { ...pagerDuty(sending, content, content.incident, 'trigger'), ...pagerDutyWords(content) }),
    close: (url, sending, content, incident) => json(url, pagerDuty(sending, content, incident, 'resolve')),
  },
  opsgenie: {
    open: (url, sending, content) => ({
      ...json(url, opsgenieAlert(sending, content)),
      headers: genieKey(sending),
    }),
    close: (url, sending, content, incident) => ({
      ...json(closeUrl(url, keyOf(content, incident)), { source: NAME, note: messageOf(content) }),
      headers: genieKey(sending),
    }),
  },
  alertmanager: {
    open: (url, _sending, content) =>
      json(url, [
        {
          labels: labelsOf(content, content.incident),
          annotations: annotationsOf(content),
          startsAt: isoOf(content.downSince),
          endsAt: isoOf(content.decidedAt + lengthOf(content)),
          ...(content.reader && { generatorURL: content.reader.url }),
        },
      ]),
    close: (url, _sending, content, incident) =>
      json(url, [
        {
          labels: labelsOf(content, incident),
          annotations: annotationsOf(content),
          // Of another incident nothing is known but that it is over.
          ...(incident === content.incident && { startsAt: isoOf(content.downSince) }),
          endsAt: isoOf(content.recoveredAt ?? content.decidedAt),
        },
      ]),
  },
} as const satisfies Record<string, PagerScript>;

function json(url: string, shape: object): AlertRequest {
  return { method: 'POST', url, contentType: 'application/json', body: JSON.stringify(shape) };
}

/** One incident of a monitor, whatever the monitor is called meanwhile; it opens nothing, unlike the id of a monitor. */
function keyOf({ kind, monitorId, alertId }: Told, incident: number): string {
  const isOfJob = kind === 'miss' || kind === 'recovery';
  return `rollcall-${hashOf(isOfJob ? `${monitorId} ${incident}` : alertId).slice(0, 32)}`;
}

function pagerDuty(
  { key }: ChannelSending,
  content: Told,
  incident: number,
  action: 'trigger' | 'resolve',
): object {
  return { routing_key: key, event_action: action, dedup_key: keyOf(content, incident) };
}

function pagerDutyWords(content: Told): object {
  const [first] = linksOf(content);
  return {
    payload: {
      summary: cleanLine(messageOf(content), PAGERDUTY_SUMMARY_MAX),
      source: sourceOf(content),
      severity: content.kind === 'miss' ? 'critical' : content.kind === 'test' ? 'info' : 'warning',
      timestamp: isoOf(content.decidedAt),
      class: content.kind === 'miss' ? content.reason : content.kind,
      custom_details: detailsOf(content),
    },
    client: NAME,
    ...(first && { client_url: first.url }),
    links: linksOf(content).map(({ label, url }) => ({ href: url, text: label })),
  };
}

function opsgenieAlert({ priority }: ChannelSending, content: Told): object {
  const { output, hint: _hint, ...details } = detailsOf(content);
  const links = linksOf(content).map(({ label, url }) => `${label}: ${url}`);
  return {
    message: cleanLine(alertHeadlineOf(content), OPSGENIE_MESSAGE_MAX),
    alias: keyOf(content, content.incident),
    description: [messageOf(content), ...links, ...(output === undefined ? [] : [output])].join('\n'),
    source: NAME,
    entity: sourceOf(content),
    tags: content.kind === 'blind' ? [] : content.tags,
    details,
    ...(priority !== null && content.kind === 'miss' && { priority: `P${priority}` }),
  };
}

function genieKey({ key }: ChannelSending): Record<string, string> {
  return { authorization: `GenieKey ${key ?? ''}` };
}

function closeUrl(alerts: string, alias: string): string {
  const url = new URL(alerts);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${alias}/close`;
  url.searchParams.set('identifierType', 'alias');
  return url.href;
}

/** What is the same of an incident from its beginning to its end, and so no name: a monitor may be renamed meanwhile. */
function labelsOf(content: Told, incident: number): Record<string, string> {
  const { kind, monitorId } = content;
  if (kind !== 'miss' && kind !== 'recovery')
    return { alertname: `${NAME}Notice`, incident: keyOf(content, incident), severity: 'warning' };
  return {
    alertname: `${NAME}MonitorDown`,
    monitor: hashOf(monitorId).slice(0, 16),
    incident: keyOf(content, incident),
    severity: 'critical',
  };
}

function annotationsOf(content: Told): Record<string, string> {
  return { summary: alertHeadlineOf(content), description: messageOf(content), ...detailsOf(content) };
}

function lengthOf({ kind }: Told): number {
  if (kind === 'test') return TEST_MS;
  return kind === 'miss' ? OPEN_MAX_MS : NOTICE_MS;
}

function sourceOf({ kind, monitorName }: Told): string {
  return kind === 'blind' ? NAME : monitorName;
}

/** Said elsewhere in a request, or by which a job could be spoken for. */
const NO_DETAIL: ReadonlySet<TemplateField> = new Set(['type', 'text', 'alert_id', 'endpoint_id', 'url']);

/** What there is to say of an alert, by the names of the JSON of a webhook. */
function detailsOf(content: Told): Record<string, string> {
  const values = { ...templateValues(content), output: outputTextOf(content) };
  return Object.fromEntries(
    TEMPLATE_FIELDS.filter((name) => !NO_DETAIL.has(name))
      .map((name) => [name, String(values[name] ?? '')] as const)
      .filter(([, text]) => text !== ''),
  );
}
