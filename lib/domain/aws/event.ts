/** An event as EventBridge brings it. What stands in `detail` was written by the service; the rest by EventBridge itself. */
export interface AwsEvent {
  source: string;
  detailType: string;
  /** Whose event it is. Never `accountId` of a detail, which its sender may write. */
  account: string;
  region: string;
  time: string;
  resources: readonly string[];
  detail: Fields;
  /** Set in what is played again from an archive. */
  replayName?: string;
  /** What EventBridge gave it. */
  id: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a text may name a region of AWS. */
export const isRegion = (text: string): boolean => /^[a-z0-9-]{4,30}$/.test(text);

/** Reads an event of EventBridge; undefined for what is none. */
export function readEvent(sent: unknown): AwsEvent | undefined {
  if (!isFields(sent)) return undefined;
  const [source, detailType, account] = [sent['source'], sent['detail-type'], sent['account']];
  const { region, time, detail, id, resources } = sent;
  if (typeof source !== 'string' || typeof detailType !== 'string' || !isFields(detail)) return undefined;
  if (typeof account !== 'string' || !/^\d{12}$/.test(account)) return undefined;
  if (typeof region !== 'string' || !isRegion(region)) return undefined;
  if (typeof time !== 'string' || typeof id !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const replayName = sent['replay-name'];
  return {
    source,
    detailType,
    account,
    region,
    time,
    resources: Array.isArray(resources) ? resources.filter((each) => typeof each === 'string') : [],
    detail,
    id,
    ...(typeof replayName === 'string' && { replayName }),
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path such as `container.exitCode`. */
function at(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), fields);
}

/** The text or number there, as text; null where there is none. */
export function textAt(fields: Fields, path: string): string | null {
  const value = at(fields, path);
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}

/** The list of records there. */
export function listAt(fields: Fields, path: string): Fields[] {
  const value = at(fields, path);
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function hasAt(fields: Fields, path: string): boolean {
  return at(fields, path) !== undefined && at(fields, path) !== null;
}

/** The last part of an ARN or id; null of none. */
export function lastPart(text: string | null): string | null {
  return text?.split(/[:/]/).at(-1) || null;
}

/** What the ARN of a schedule or rule names, with its group or bus before it where that is not the default one. */
export function scheduleNameIn(arn: string | null): string | null {
  return /:(?:schedule|rule)\/(?:default\/)?(.+)$/.exec(arn ?? '')?.[1] ?? null;
}

/** Whose an ARN says that something is; null of what is none, or of nobody's. */
export function accountOfArn(arn: string | null): string | null {
  return /^arn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:(\d{12}):/.exec(arn ?? '')?.[1] ?? null;
}
