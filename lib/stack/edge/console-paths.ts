import { Stack } from 'aws-cdk-lib';
import { Function, FunctionCode, FunctionEventType, FunctionRuntime, type FunctionAssociation } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import { Construct } from 'constructs';
import { DOCUMENTS } from '../../console-build/documents.ts';

const SERVED = DOCUMENTS.flatMap(({ serves, file }) => serves.map((path) => [path, file]));

/** Runs at the edge, in CloudFront's own JavaScript. A test compares what it does with the gateway of one machine. */
export const consolePathsCode = `var served = ${JSON.stringify(SERVED)};
function handler(event) {
  var request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return wrongMethod(request.method, event.context.requestId);
  var found = served.find(function (each) {
    var path = each[0];
    return path.endsWith('*') ? request.uri.startsWith(path.slice(0, -1)) : request.uri === path;
  });
  if (found) request.uri = found[1];
  return request;
}
function wrongMethod(method, id) {
  var refusal = { error: 'metodo_nao_permitido', detail: method + ' is not one of GET, HEAD at this path.' };
  var headers = { allow: 'GET, HEAD', 'content-type': 'application/json', 'cache-control': 'no-store',
    'x-request-id': id };
  var written = {};
  for (var name in headers) written[name] = { value: headers[name] };
  return { statusCode: 405, statusDescription: 'Method Not Allowed', headers: written,
    body: { encoding: 'text', data: JSON.stringify(refusal) } };
}`;

/** A file comes from a cache or a bucket, which know no calls: the id is CloudFront's own, as in its logs. */
const requestIdCode = `function handler(event) {
  event.response.headers['x-request-id'] = { value: event.context.requestId };
  return event.response;
}`;

/** Has CloudFront ask the bucket for the file of a path, and answer methods that no file takes itself; each answer says its id. */
export class ConsolePaths extends Construct {
  readonly #function: Function;
  readonly #requestId: Function;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#function = new Function(this, 'Function', {
      code: FunctionCode.fromInline(consolePathsCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: `${Stack.of(this).stackName}: the file of a path of the console.`,
    });
    this.#requestId = new Function(scope, 'RequestId', {
      code: FunctionCode.fromInline(requestIdCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: `${Stack.of(this).stackName}: the id of an answer of the console.`,
    });
  }

  get mapped(): { functionAssociations: FunctionAssociation[] } {
    return {
      functionAssociations: [
        { function: this.#function, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: this.#requestId, eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }
}
