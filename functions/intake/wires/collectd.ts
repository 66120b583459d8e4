import { readCollectd } from '../../../lib/adapters/machines/collectd.ts';
import { collectdNames } from '../../../lib/domain/machines/collectors/names/collectd.ts';
import { refuseOtherTypes, unpackedBody } from '../input-body.ts';
import { TAKEN_JSON, type Wire } from '../wire.ts';

/** The JSON of collectd's write_http, which takes nothing but 200 for success. */
export const wire: Wire = {
  kind: 'collectd',
  read: (call, nowSec) => {
    refuseOtherTypes(call, 'application/json');
    return collectdNames(readCollectd(unpackedBody(call)), nowSec);
  },
  taken: () => TAKEN_JSON,
};
