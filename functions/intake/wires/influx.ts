import { readLineProtocol } from '../../../lib/adapters/machines/line-protocol.ts';
import { influxNames } from '../../../lib/domain/machines/collectors/names/influx.ts';
import { unpackedBody } from '../input-body.ts';
import type { Wire } from '../wire.ts';

/** Line protocol, as the write endpoints of InfluxDB 1 and 2 take it; its senders agree on no content type. */
export const wire: Wire = {
  kind: 'influx',
  read: (call, nowSec) => influxNames(readLineProtocol(unpackedBody(call)), nowSec),
};
