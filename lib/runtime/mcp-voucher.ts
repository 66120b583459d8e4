import { isIP } from 'node:net';
import { deriveKey, sameText } from '../adapters/ids.ts';
import { HOP_HEADER, HOP_MAX_AGE_SEC } from '../contract/agents/mcp-voucher.ts';
import type { Instant } from '../domain/instant.ts';
import type { Call } from './call.ts';
import type { ApiDeps } from './deps.ts';

/** A call as it is vouched for: its method, its decoded path, and who made it at first. */
export interface Vouched {
  method: string;
  path: string;
  /** IPv4 or IPv6, without a port. */
  address: string;
}

/** The voucher for one call, good for seconds: `mcp <instant> <address> <HMAC of all>`. */
export function vouchFor(secret: string, call: Vouched, now: Instant): string {
  return ['mcp', now, call.address, macOf(secret, call, now)].join(' ');
}

/**
 * A call as it came to the API at first, where a voucher proves that the function of agents made it; any other one is
 * ignored. The code behind sees no voucher. A function that is not told the secret believes none.
 */
export async function throughHop(
  { config, secret, clock }: Pick<ApiDeps, 'config' | 'secret' | 'clock'>,
  sent: Call,
): Promise<Call> {
  const { [HOP_HEADER]: voucher, ...headers } = sent.headers;
  if (voucher === undefined) return sent;
  const call = { ...sent, headers };
  if (config.secret === null) return call;
  const address = addressOf(voucher, await secret(), call, clock.now());
  return address === null ? call : { ...call, clientAddress: address, via: 'mcp' };
}

function addressOf(voucher: string, secret: string, call: Call, now: Instant): string | null {
  const [via, at = '', address = '', mac = ''] = voucher.split(' ');
  const age = now - Number(at);
  if (via !== 'mcp' || !/^\d{1,15}$/.test(at) || isIP(address) === 0) return null;
  if (Math.abs(age) > HOP_MAX_AGE_SEC * 1000) return null;
  const { method, path } = call;
  return sameText(mac, macOf(secret, { method, path, address }, Number(at))) ? address : null;
}

function macOf(secret: string, { method, path, address }: Vouched, at: Instant): string {
  return deriveKey(deriveKey(secret, 'hop'), 'mcp', at, method, path, address);
}
