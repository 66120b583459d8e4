import type { AwsEvent } from './event.ts';

/** The source and the kind of events by which whoever may put them on the bus pings. */
export const PING_SOURCE = 'rollcall.ping';
export const PING_TYPE = 'Ping';

export const isOwnPing = ({ source, detailType }: AwsEvent): boolean =>
  source === PING_SOURCE && detailType === PING_TYPE;
