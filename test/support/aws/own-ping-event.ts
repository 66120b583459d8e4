import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../lib/domain/instant.ts';

/** An event of `PutEvents` as EventBridge brings it: of the whole second. */
export const ownPingEvent = (detail: object, at: Instant, besides: object = {}) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Ping',
  source: 'rollcall.ping',
  account: '123456789012',
  time: `${new Date(at).toISOString().slice(0, 19)}Z`,
  region: 'us-east-1',
  resources: [],
  detail,
  ...besides,
});
