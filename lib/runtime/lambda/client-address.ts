import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sameText } from '../../adapters/ids.ts';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../contract/origin-mark.ts';
import type { Config } from '../../config/config.ts';

/**
 * The address of who called: what the edge says where the origin mark proves that it is the edge, else who called the
 * gateway. Anybody can call the gateway with headers of their own, so without the mark they say nothing.
 */
export function clientAddressOf(
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>,
  originMark: Config['originMark'],
): string {
  const { sourceIp } = requestContext.http;
  const shown = headers?.[ORIGIN_MARK_HEADER];
  if (originMark === null || shown === undefined || !sameText(shown, originMark.text)) return sourceIp;
  const viewer = headers[VIEWER_ADDRESS_HEADER] ?? '';
  return isIP(viewer) === 0 ? sourceIp : viewer;
}

/** Headers for the code behind: without the mark, which is nobody's to read, echo or log. */
export function withoutMark(headers: APIGatewayProxyEventV2['headers']): APIGatewayProxyEventV2['headers'] {
  if (headers?.[ORIGIN_MARK_HEADER] === undefined) return headers;
  const { [ORIGIN_MARK_HEADER]: _mark, ...others } = headers;
  return others;
}
