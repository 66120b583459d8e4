import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { TEMPLATE_FIELDS, type TemplateField } from '../../domain/alerts/sending/body-template.ts';
import type { Pager } from '../../domain/alerts/sending/channel-kind.ts';
import type { ChannelSending } from '../../domain/alerts/sending/sending.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/calendar.ts';
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
const OPEN_MAX_MS = LIMITS.alertRepeatMaxSec * 1000 + DAY_MS;
/** Of a receiver that was away for long: all are told within the time of one request. */
const UNENDED_MAX = 5;
const TEST_MS = 5 * MINUTE_MS;
const NOTICE_MS = HOUR_MS;

/** An alert on its way to what keeps incidents. */
export interface Page {
  url: string;
  sending: ChannelSending;
  content: Told;
  /** By which a key tells nothing of the monitor. */
  hashOf: (text: string) => string;
}

/** How an incident is opened, and how one of the same monitor is closed by its number. */
interface PagerScript {
  open: (page: Page) => AlertRequest;
  close: (page: Page, incident: number) => AlertRequest;
}

/**
 * What opens or closes an incident, after what closes those of which the end was told to nobody: something newer took its
 * place, or it was given up on. A test leaves nothing open. What is no incident of a job (that we could not see, that a channel fails) has no
 * end of its own, and is closed by whoever has read it.
 */
export function pagerRequests(page: Page, pager: Pager): AlertRequest[] {
  const { open, close } = SCRIPTS[pager];
  const { kind, incident, superseded, unended = [] } = page.content;
  const ended = new Set([...unended.slice(-UNENDED_MAX), ...(superseded?.ended ?? [])]);
  const before = [...ended].filter((each) => each !== incident).map((each) => close(page, each));
  if (kind === 'recovery') return [...before, close(page, incident)];
  const closesAtOnce = kind === 'test' && pager !== 'alertmanager';
  return [...before, open(page), ...(closesAtOnce ? [close(page, incident)] : [])];
}

const SCRIPTS: Record<Pager, PagerScript> = {
  pagerduty: {
    open: (page) => {
      const { content } = page;
      return json(page.url, {
        ...pagerDuty(page, content.incident, 'trigger'),
        ...pagerDutyWords(content),
      });
    },
    close: (page, incident) => json(page.url, pagerDuty(page, incident, 'resolve')),
  },
  opsgenie: {
    open: (page) => ({ ...json(page.url, opsgenieAlert(page)), headers: genieKey(page.sending) }),
    close: (page, incident) => ({
      ...json(closeUrl(page.url, incidentKeyOf(page, incident)), {
        source: NAME,
        note: messageOf(page.content),
      }),
      headers: genieKey(page.sending),
    }),
  },
  alertmanager: {
    open: (page) => {
      const { url, content } = page;
      const alert = {
        labels: labelsOf(page, content.incident),
        annotations: annotationsOf(content),
        startsAt: isoOf(content.downSince),
        endsAt: isoOf(content.decidedAt + lengthOf(content)),
        ...(content.reader && { generatorURL: content.reader.url }),
      };
      return json(url, [alert]);
    },
    close: (page, incident) => {
      const { url, content } = page;
      const alert = {
        labels: labelsOf(page, incident),
        annotations: annotationsOf(content),
        // Of another incident nothing is known but that it is over.
        ...(incident === content.incident && { startsAt: isoOf(content.downSince) }),
        endsAt: isoOf(content.recoveredAt ?? content.decidedAt),
      };
      return json(url, [alert]);
    },
  },
};

function json(url: string, shape: object): AlertRequest {
  return { method: 'POST', url, contentType: 'application/json', body: JSON.stringify(shape) };
}

/** One incident of a monitor, whatever the monitor is called meanwhile; it opens nothing, unlike the id of a monitor. */
export function incidentKeyOf(
  { content, hashOf }: Pick<Page, 'content' | 'hashOf'>,
  incident: number,
): string {
  const { kind, monitorId, alertId } = content;
  const isOfJob = kind === 'miss' || kind === 'recovery';
  return `rollcall-${hashOf(isOfJob ? `${monitorId} ${incident}` : alertId).slice(0, 32)}`;
}

function pagerDuty(page: Page, incident: number, action: 'trigger' | 'resolve'): object {
  return { routing_key: page.sending.key, event_action: action, dedup_key: incidentKeyOf(page, incident) };
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

function opsgenieAlert(page: Page): object {
  const { content } = page;
  const { priority } = page.sending;
  const { output, hint: _hint, ...details } = detailsOf(content);
  const links = linksOf(content).map(({ label, url }) => `${label}: ${url}`);
  return {
    message: cleanLine(alertHeadlineOf(content), OPSGENIE_MESSAGE_MAX),
    alias: incidentKeyOf(page, content.incident),
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
function labelsOf(page: Page, incident: number): Record<string, string> {
  const { kind, monitorId } = page.content;
  const key = incidentKeyOf(page, incident);
  if (kind !== 'miss' && kind !== 'recovery')
    return { alertname: `${NAME}Notice`, incident: key, severity: 'warning' };
  const monitor = page.hashOf(monitorId).slice(0, 16);
  return { alertname: `${NAME}MonitorDown`, monitor, incident: key, severity: 'critical' };
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
