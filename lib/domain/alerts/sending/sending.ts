import { type Decision, refused } from '../../decision.ts';
import { chatHookOf } from './chat-hook.ts';
import { templateFault, type TemplateType } from './body-template.ts';
import { awsTargetOf } from './aws-target.ts';
import { type ChannelKind, isAwsKind, kindByUrl, kindRule } from './channel-kind.ts';
import { ownHeaders } from './own-headers.ts';

export const METHODS = ['POST', 'PUT', 'GET'] as const;
export type SendingMethod = (typeof METHODS)[number];

/** How a channel is sent to, besides where. */
export interface ChannelSending {
  kind: ChannelKind;
  /** A secret of the kind, shown to nobody. */
  key: string | null;
  priority: number | null;
  method: SendingMethod;
  /** By their names in lower case; the values are shown to nobody. */
  headers: Readonly<Record<string, string>>;
  contentType: TemplateType;
  bodyDown: string | null;
  bodyUp: string | null;
}

/** What a caller sent of it; undefined is what was not sent, and null what goes back to its default. */
export interface WantedSending {
  kind?: ChannelKind | undefined;
  key?: string | null | undefined;
  priority?: number | null | undefined;
  method?: SendingMethod | undefined;
  headers?: Readonly<Record<string, string | null>> | null | undefined;
  content_type?: TemplateType | undefined;
  body_down?: string | null | undefined;
  body_up?: string | null | undefined;
}

/** A channel as far as it says how it is sent to. */
interface Sent {
  url: string;
  /** Null where it was made before anything could be said. */
  sending: ChannelSending | null;
}

/** How a channel is sent to; of one that says nothing, by its URL alone. */
export function sendingOf({ url, sending }: Sent): ChannelSending {
  return sending ?? plainSending(chatHookOf(url) ?? 'webhook');
}

function plainSending(kind: ChannelKind): ChannelSending {
  return {
    kind,
    key: null,
    priority: null,
    method: 'POST',
    headers: {},
    contentType: 'application/json',
    bodyDown: null,
    bodyUp: null,
  };
}

type Decided<T> = Decision<T, 'canal_invalido'>;

/** How a channel that is new, or leads to another URL now, is to be sent to. */
export function sendingWith(before: Sent, url: string, wanted: WantedSending): Decided<ChannelSending> {
  const had = sendingOf(before);
  const isNamedByUrl = had.kind === kindByUrl(before.url);
  const kind = wanted.kind ?? (isNamedByUrl ? kindByUrl(url) : had.kind);
  const lost = lostSecret(before, { url, kind }, wanted);
  if (lost !== null) return refused('canal_invalido', lost);
  const headers = ownHeaders(wanted.headers === null ? {} : had.headers, wanted.headers ?? {});
  if (!headers.ok) return headers;
  const {
    key = had.key,
    priority = had.priority,
    method = had.method,
    content_type: contentType = had.contentType,
    body_down: bodyDown = had.bodyDown,
    body_up: bodyUp = had.bodyUp,
  } = wanted;
  const after = { kind, key, priority, method, headers: headers.value, contentType, bodyDown, bodyUp };
  const fault = awsFault(after, url) ?? kindFault(after, url) ?? webhookFault(after);
  return fault === null ? { ok: true, value: after } : refused('canal_invalido', `${fault}.`);
}

/**
 * Secrets do not go along to another host or kind unless they are sent again: whoever may change a channel could read them
 * there.
 */
function lostSecret(
  before: Sent,
  after: { url: string; kind: ChannelKind },
  { key, headers }: WantedSending,
): string | null {
  const had = sendingOf(before);
  const isElsewhere = URL.parse(before.url)?.origin !== URL.parse(after.url)?.origin;
  if (had.key !== null && key === undefined && (isElsewhere || had.kind !== after.kind))
    return 'key must be sent again, or null, since the channel leads to another host or is another kind.';
  const kept = unsent(Object.keys(had.headers), headers);
  return isElsewhere && headers !== null && kept !== undefined
    ? `headers must have ${kept} again, or null, since the channel leads to another host.`
    : null;
}

/** What a channel of a file had and the file does not have: made without it, it would reach nobody. */
export function missingSecret({
  key,
  key_set: hadKey = false,
  headers,
  headers_set: had = [],
}: WantedSending & { key_set?: boolean | undefined; headers_set?: string[] | undefined }): string | null {
  if (hadKey && key === undefined) return 'key must be in the file, or null, since the channel had one.';
  const missing = unsent(had, headers);
  return headers !== null && missing !== undefined
    ? `headers must have ${missing}, or be null, since the channel had it.`
    : null;
}

/** The first of the names, in lower case, that a caller did not send. */
function unsent(names: readonly string[], headers: WantedSending['headers']): string | undefined {
  const sent = new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()));
  return names.find((name) => !sent.has(name));
}

/** What is called as AWS has it is known by its ARN alone, and takes nothing besides. */
function awsFault({ kind, headers }: ChannelSending, url: string): string | null {
  if (!isAwsKind(kind))
    return awsTargetOf(url) ? `kind must be ${kindByUrl(url)} for an ARN; got ${kind}` : null;
  if (kindByUrl(url) !== kind) return `url of kind ${kind} must be its ARN`;
  return Object.keys(headers).length > 0 ? `headers must be null for kind ${kind}` : null;
}

function kindFault({ kind, key, priority }: ChannelSending, url: string): string | null {
  const { path, ends, key: keyRule, priority: range } = kindRule(kind);
  const parsed = URL.parse(url);
  if (path && !path.test(parsed?.pathname ?? '')) return `url of kind ${kind} must end in ${ends}`;
  if (key !== null && !keyRule) return `key must be null for kind ${kind}`;
  if (key === null && keyRule && !keyRule.isOptional)
    return `key is required for kind ${kind}: ${keyRule.rule}`;
  if (key !== null && !keyRule?.form.test(key)) return `key must be ${keyRule?.rule}`;
  if (priority === null) return null;
  if (!range) return `priority must be null for kind ${kind}`;
  const [least, most] = range;
  return priority >= least && priority <= most
    ? null
    : `priority must be from ${least} to ${most} for kind ${kind}; got ${priority}`;
}

function webhookFault({ kind, method, contentType, bodyDown, bodyUp }: ChannelSending): string | null {
  const bodies = Object.entries({ body_down: bodyDown, body_up: bodyUp });
  const [written] = bodies.find(([, template]) => template !== null) ?? [];
  if (kind !== 'webhook') {
    if (method !== 'POST') return `method must be POST for kind ${kind}`;
    return written === undefined ? null : `${written} must be null for kind ${kind}`;
  }
  if (method === 'GET' && written !== undefined)
    return `${written} must be null with method GET, which has no body`;
  for (const [name, template] of bodies) {
    const fault = template === null ? null : templateFault(template, contentType);
    if (fault !== null) return `${name} ${fault}`;
  }
  return null;
}
