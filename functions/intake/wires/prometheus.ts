import { readRemoteWrite } from '../../../lib/adapters/machines/remote-write.ts';
import { prometheusNames } from '../../../lib/domain/machines/collectors/names/prometheus.ts';
import { contentEncodingOf, refuseOtherTypes, unsupported } from '../input-body.ts';
import type { Wire } from '../wire.ts';

/** Of remote write 2.0, whose messages have other fields under the same numbers. */
const SECOND = /proto\s*=\s*"?io\.prometheus\.write\.v2\.Request/;

/** Prometheus remote write 1.0 (https://prometheus.io/docs/specs/prw/remote_write_spec/). */
export const wire: Wire = {
  kind: 'prometheus',
  read: (call, nowSec) => {
    refuseOtherTypes(call, 'application/x-protobuf');
    if (SECOND.test(call.headers['content-type'] ?? ''))
      throw unsupported('Content-Type must be that of remote write 1.0; got 2.0.');
    const encoding = contentEncodingOf(call);
    if (encoding !== 'snappy' && encoding !== '')
      throw unsupported(`Content-Encoding must be snappy; got ${encoding}.`);
    return prometheusNames(readRemoteWrite(call.body.bytes()), nowSec);
  },
};
