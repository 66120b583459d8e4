import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from '../domain/alerts/public-address.ts';
import { guardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.ts';

/** Where a request to an address that somebody else wrote may go. */
export interface GuardedTarget {
  url: URL;
  /** Name or address, an IPv6 one without brackets. */
  host: string;
  isAllowed: (address: string) => boolean;
}

/**
 * For an agent of its own per attempt, so that no connection of an earlier check is used again and no proxy is asked.
 * Node's own 250 ms per address gives up on receivers that are merely on another continent.
 */
const AGENT = { keepAlive: false, autoSelectFamilyAttemptTimeout: 1_500 };

/** What is allowed beyond https to public addresses. */
export interface Beyond {
  /** Only on one machine: `localhost` and `127.0.0.1` may be called, over plain HTTP too. */
  allowLoopback: boolean;
  /**
   * Whoever runs the service wrote the URL, and no stranger: any address may be called, over plain HTTP too.
   * @default false
   */
  isOperators?: boolean;
}

/** The target of a URL; null unless it is https, or http where that is allowed, without user and password. */
export function guardedTarget(
  text: string,
  { allowLoopback, isOperators = false }: Beyond,
): GuardedTarget | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isLocal = allowLoopback && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !((isLocal || isOperators) && url.protocol === 'http:')) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isOperators) return { url, host, isAllowed: () => true };
  return { url, host, isAllowed: isLocal ? isLoopbackAddress : isPublicAddress };
}

/** Whether the host is an address, and one that may not be connected to. A socket asks for no name then. */
export function isBlocked({ host, isAllowed }: GuardedTarget): boolean {
  return isIP(host) !== 0 && !isAllowed(host);
}

export interface GuardedRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers: http.OutgoingHttpHeaders;
  /** How names are resolved; the system's way unless given. */
  resolve?: Resolve | undefined;
}

/** Opens a request that connects to allowed addresses only and follows no redirect. Throws on headers that cannot be sent. */
export function openGuarded(
  target: GuardedTarget,
  { method, headers, resolve }: GuardedRequest,
): http.ClientRequest {
  const { url } = target;
  const isTls = url.protocol === 'https:';
  const options: https.RequestOptions = {
    method,
    protocol: url.protocol,
    hostname: target.host,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    agent: isTls ? new https.Agent(AGENT) : new http.Agent(AGENT),
    lookup: guardedLookup(resolve ?? resolveBySystem, target.isAllowed),
    rejectUnauthorized: true,
  };
  return isTls ? https.request(options) : http.request(options);
}
