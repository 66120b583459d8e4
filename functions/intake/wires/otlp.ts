import { readOtlpJson } from '../../../lib/adapters/machines/otlp-json.ts';
import { readOtlp } from '../../../lib/adapters/machines/otlp.ts';
import { otlpNames } from '../../../lib/domain/machines/collectors/names/otlp.ts';
import { contentTypeOf, type Call } from '../../../lib/runtime/call.ts';
import { refuseOtherTypes, unpackedBody } from '../input-body.ts';
import type { Wire } from '../wire.ts';

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
/** `message` of `google.rpc.Status`, length-delimited. */
const MESSAGE_TAG = 0x12;
/** As much as one byte can say. */
const MESSAGE_MAX_BYTES = 127;

/** OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp): an answer has the content type of the request. */
export const wire: Wire = {
  kind: 'otlp',
  read: (call, nowSec) => {
    refuseOtherTypes(call, PROTOBUF_TYPE, JSON_TYPE);
    const body = unpackedBody(call);
    return otlpNames(isJson(call) ? readOtlpJson(body) : readOtlp(body), nowSec);
  },
  taken: (call) =>
    isJson(call) ? { type: JSON_TYPE, body: '{}' } : { type: PROTOBUF_TYPE, body: new Uint8Array() },
  refused: ({ detail = '' }, call) =>
    isJson(call)
      ? { type: JSON_TYPE, body: JSON.stringify({ message: detail }) }
      : { type: PROTOBUF_TYPE, body: statusOf(detail) },
};

function isJson(call: Call): boolean {
  return contentTypeOf(call) === JSON_TYPE;
}

function statusOf(detail: string): Uint8Array {
  const message = Buffer.from(detail).subarray(0, MESSAGE_MAX_BYTES);
  return Buffer.concat([Buffer.from([MESSAGE_TAG, message.length]), message]);
}
