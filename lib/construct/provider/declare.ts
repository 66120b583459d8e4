import { setTimeout as wait } from 'node:timers/promises';
import { keptText } from '../../adapters/secrets.ts';
import { regionOf } from '../../config/arn.ts';
import { settingsOf, slugOf, type MonitorDeclaration } from './declaration.ts';
import { identityAfter, spaceMarkOf, readIdentity, type ResourceIdentity } from './identity.ts';
import { callService, NoAnswer, ServiceRefusal, type CalledService } from './service-call.ts';

/** Whatever is asked ends in this time, so that a stack waits for a minute at most. */
const WORK_MS = 32_000;
/** Between tries to read a secret: rights that were granted in the same deployment hold some seconds later. */
const SECRET_WAITS_MS = [1_000, 2_000, 4_000];
const CREDENTIAL = /^(?:mmk|hp)_[0-9A-Za-z]{20,100}$/;
/** Of anything else the service would say what it got, and events of stacks are read by many. */
const ADDRESS = /^https:\/\/\S+$/;
/** To ask by: what any monitor may be set to. */
const ANY_SETTINGS = { interval_sec: 86_400 };

/** A monitor as it is now. */
interface MadeMonitor {
  identity: string;
  slug: string;
  pingUrl: string;
}

/** It was not made; `identity` says what may be there all the same. */
export class NotDeclared extends Error {
  override readonly name = 'NotDeclared';
  readonly identity: string | undefined;
  constructor(reason: string, identity?: string) {
    super(reason);
    this.identity = identity;
  }
}

/** Makes the monitor, or changes it to what is declared. It keeps its history, and so does one that was deleted meanwhile. */
export async function declare(declaration: MonitorDeclaration, before?: string): Promise<MadeMonitor> {
  const slug = slugOf(declaration);
  const service = await serviceOf(declaration);
  const { AlertUrlSecretArn: hook } = declaration;
  const alertUrl = hook && (await addressIn(hook, service.until));
  const settings = { ...settingsOf(declaration), ...(alertUrl && { alert_url: alertUrl }) };
  const hidden = [service.key, ...(alertUrl ? [alertUrl] : [])];
  try {
    return await put(service, { slug, settings }, before);
  } catch (error) {
    throw withoutSecrets(error, hidden);
  }
}

async function put(
  service: CalledService,
  { slug, settings }: { slug: string; settings: object },
  before: string | undefined,
): Promise<MadeMonitor> {
  const path = `/api/endpoints/by-slug/${slug}`;
  const { status } = await callService(service, 'PUT', `${path}?dry_run=true`, settings);
  const wasThere = status === 200;
  const isNew = !wasThere && readIdentity(before ?? '')?.slug !== slug;
  const unsure = isNew ? identityAfter(before, { slug, mark: null, wasThere }) : undefined;
  const { json } = await callService(service, 'PUT', path, settings).catch((error: unknown) => {
    throw error instanceof NoAnswer ? new NotDeclared(error.message, unsure) : error;
  });
  const identity = identityAfter(before, { slug, mark: spaceMarkOf(String(json['id'])), wasThere });
  return { identity, slug, pingUrl: String(json['ingest_url']) };
}

/** Deletes the monitor of a resource. Returns why one is left, or null where none is. */
export async function undeclare(declaration: MonitorDeclaration, identity: string): Promise<string | null> {
  const known = readIdentity(identity);
  if (!known) return null;
  const { OnDelete: onDelete } = declaration;
  if (onDelete === 'leave') return 'It is left, as onDelete says.';
  if (known.wasThere && onDelete !== 'delete') return 'It is left: it was there before its resource.';
  const service = await serviceOf(declaration);
  try {
    return await remove(service, known);
  } catch (error) {
    throw withoutSecrets(error, [service.key]);
  }
}

async function remove(service: CalledService, { slug, mark }: ResourceIdentity): Promise<string | null> {
  const path = `/api/endpoints/by-slug/${slug}?dry_run=true`;
  const { status, json } = await unlessGone(callService(service, 'PUT', path, ANY_SETTINGS));
  if (status !== 200) return null;
  const id = String(json['id']);
  if (mark !== null && mark !== spaceMarkOf(id)) return 'It is left: the key is now that of another owner.';
  await unlessGone(callService(service, 'DELETE', `/api/endpoints/${id}`));
  return null;
}

/** One that is gone, or for which its owner has no room, is not there. */
async function unlessGone(called: ReturnType<typeof callService>): ReturnType<typeof callService> {
  try {
    return await called;
  } catch (error) {
    const isGone = error instanceof ServiceRefusal && [402, 404, 409].includes(error.status);
    if (isGone) return { status: 404, json: {} };
    throw error;
  }
}

async function serviceOf({ Url: url, ApiKeySecretArn: arn }: MonitorDeclaration): Promise<CalledService> {
  const until = AbortSignal.timeout(WORK_MS);
  const key = (await secretText(arn, until)).trim();
  if (!CREDENTIAL.test(key))
    throw new NotDeclared(
      `The secret ${arn} must hold an API key (mmk_…) or a guest token (hp_…) as its whole text, and nothing else.`,
    );
  return { url, key, until };
}

async function addressIn(arn: string, until: AbortSignal): Promise<string> {
  const address = (await secretText(arn, until)).trim();
  if (ADDRESS.test(address)) return address;
  throw new NotDeclared(
    `The secret ${arn} must hold the address of alerts, which begins with https://, as its whole text, and nothing else.`,
  );
}

async function secretText(arn: string, until: AbortSignal): Promise<string> {
  for (const waitMs of [...SECRET_WAITS_MS, null])
    try {
      return await keptText({ id: arn }, { region: regionOf(arn) });
    } catch (error) {
      const code = error instanceof Error ? error.name : 'unknown';
      if (code === 'ResourceNotFoundException' || waitMs === null || until.aborted)
        throw new NotDeclared(`The secret ${arn} could not be read: ${code}.`);
      await wait(waitMs);
    }
  throw new NotDeclared(`The secret ${arn} was not read.`);
}

/** The same reason with no secret in it, as it is or cut. */
function withoutSecrets(error: unknown, hidden: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  for (const secret of hidden) error.message = error.message.replaceAll(secret, '***');
  return error;
}
